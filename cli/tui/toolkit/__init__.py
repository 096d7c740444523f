"""Cells, canvas, windows and forms; knows no game."""
