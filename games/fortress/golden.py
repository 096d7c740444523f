"""The digest of the golden playthroughs, and the hash of the rules of every number.

Written by the command that makes the playthroughs.
"""

GOLDEN = "c94646b9a34772e63e62ddaeaa8740ca83ed909ca6350b21c9ee33227d9d658a"
HASHES: dict[int, tuple[str, ...]] = {
    1: ("d033b921bc5d8db52f54787d370d5d6cf835e3e9527a35125002e2febb4960af",),
}
