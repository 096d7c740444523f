"""The computer player of Heir Apparent: Court."""
