"""Spoken words become an invite: two ends, over TLS, on the local network."""
