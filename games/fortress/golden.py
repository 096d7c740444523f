"""The digest of the golden playthroughs, and the hash of the rules of every number.

Written by the command that makes the playthroughs.
"""

GOLDEN = ""
HASHES: dict[int, tuple[str, ...]] = {}
