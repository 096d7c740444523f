"""Checks of the product that are taken out one by one, to see that a test notices each."""
