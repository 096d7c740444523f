"""The digest of the golden playthroughs, and the hash of the rules of every number.

Written by the command that makes the playthroughs.
"""

GOLDEN = "3b385e9792ec63b4960c1e56846c68b1bee913315c042d29c9fe638f1bf53284"
HASHES: dict[int, tuple[str, ...]] = {
    2: ("459afb5bffdfc7e3056b2b5383cb6a6c30b29a087d21bee1255d2bf1cce323bb",),
    3: ("431bee8478478b28510184d832f56d18df2fe82eb0c554bcfca49d7c464b8488",),
    4: ("bb8f47fb8c66201d0c9df6b651942177e29f8ce3581c91c0e1c97c15a7480033",),
}
