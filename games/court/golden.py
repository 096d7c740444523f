"""The digest of the golden playthroughs, and the hash of the rules of every number.

Written by the command that makes the playthroughs.
"""

GOLDEN = "59c8b4167c5dbf54960dc553af68b382af99fc0ba666deda6fc42ea8283dcbe0"
HASHES: dict[int, tuple[str, ...]] = {
    1: ("51532cc6f6b4567f7ec4c773090dab882b9b7e1d7fa6aca2a9e541e3c240df84",),
}
