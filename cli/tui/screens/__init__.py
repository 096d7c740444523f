"""Start, lobby, replay, verify and settings."""
