"""Canonical bytes, and what is signed: the codec, the message and the charter."""
