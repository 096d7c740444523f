"""Rulebooks written as code; they never see a card that nobody opened."""
