"""The computer players of Heir Apparent: Fortress."""
