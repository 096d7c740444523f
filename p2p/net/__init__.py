"""Sockets, TLS and addresses; frames are opaque here."""
