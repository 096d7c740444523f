"""The digest of the golden playthroughs, and the hash of the rules of every number.

Written by the command that makes the playthroughs.
"""

GOLDEN = "59c8b4167c5dbf54960dc553af68b382af99fc0ba666deda6fc42ea8283dcbe0"
HASHES: dict[int, tuple[str, ...]] = {
    1: ("e7e47e6bb92c11d1baad35c25a58404237155ec1cbb2768c38ad4c75224d9cd1",),
}
