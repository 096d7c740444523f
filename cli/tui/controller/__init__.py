"""Carries out intents; the only part of the screen that knows profiles and clients."""
