"""The digest of the golden playthroughs; written by the command that makes them."""

GOLDEN = "7f33e50d8c144dca6c4c5aae6310ac58805ac5dda4b4949f0a912da4aabc7d3d"
