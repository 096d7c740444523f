"""The digest of the golden playthroughs, and the hash of the rules of every number.

Written by the command that makes the playthroughs.
"""

GOLDEN = "bc1c3deba3577a3db2dc4c97b8967331d540fc196c6147b7d7ee41b3b8615e7a"
HASHES: dict[int, tuple[str, ...]] = {
    2: ("459afb5bffdfc7e3056b2b5383cb6a6c30b29a087d21bee1255d2bf1cce323bb",),
    3: ("431bee8478478b28510184d832f56d18df2fe82eb0c554bcfca49d7c464b8488",),
    4: ("bb8f47fb8c66201d0c9df6b651942177e29f8ce3581c91c0e1c97c15a7480033",),
    5: ("d03d39c1ef577809c38539c2bb3e1e2f0caa4670d2ec6345db992c62f6128fe8",),
}
