"""The digest of the golden playthroughs; written by the command that makes them."""

GOLDEN = "7968d078df5e6ba23a11c8746974222bcb4e8a9534e788a5cfa061ea1bd93f7f"
