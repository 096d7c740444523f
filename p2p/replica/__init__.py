"""The table that every peer computes: steps of the rules become cryptographic tasks and results."""
