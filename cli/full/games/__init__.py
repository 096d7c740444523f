"""Boards drawn for one game each; every other game is drawn from its view alone."""
