"""Shuffle, deal, open, move and prove cards that this package does not understand."""
