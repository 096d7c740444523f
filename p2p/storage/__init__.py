"""This disk: table stores, profiles and identity files."""
