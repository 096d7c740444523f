"""The digest of the golden playthroughs; written by the command that makes them."""

GOLDEN = "1626b2968346e496686bbb2caef0e81cedab72551bbbd223ae3817c27392f8c9"
