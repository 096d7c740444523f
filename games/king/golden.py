"""The digest of the golden playthroughs; written by the command that makes them."""

GOLDEN = "c3f757293f11519bd4c95206895fa6ff48827f75b23b7a8162c0ee697ec32532"
