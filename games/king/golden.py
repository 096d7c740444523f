"""The digest of the golden playthroughs; written by the command that makes them."""

GOLDEN = ""
