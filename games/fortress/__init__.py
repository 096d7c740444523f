"""Heir Apparent: Fortress: fortresses in the fog, until one has made its Artifacts."""
