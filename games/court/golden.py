"""The digest of the golden playthroughs, and the hash of the rules of every number.

Written by the command that makes the playthroughs.
"""

GOLDEN = "0f2fb4bd7afacbd1a19c9d2271bf718b6791a8e1af4591631341376a3c54a7e5"
HASHES: dict[int, tuple[str, ...]] = {
    1: ("31012639cac81a486346a7d65536cd1155f1ef351f60695845ea3e2ae71eaa34",),
}
