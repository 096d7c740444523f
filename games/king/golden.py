"""The digest of the golden playthroughs, and the hash of the rules of every number.

Written by the command that makes the playthroughs.
"""

GOLDEN = "e0e7a7dca2181edfab50d05f44ce9533b550d431e7a03689fa90715b52e61738"
HASHES: dict[int, tuple[str, ...]] = {
    2: ("459afb5bffdfc7e3056b2b5383cb6a6c30b29a087d21bee1255d2bf1cce323bb",),
    3: ("431bee8478478b28510184d832f56d18df2fe82eb0c554bcfca49d7c464b8488",),
}
