"""Provers of false statements. Each one wins as soon as one check of the verifier is missing."""
