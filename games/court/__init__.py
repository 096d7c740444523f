"""Heir Apparent: Court: auction, melee, contests and challenges for the favor of a dying king."""
