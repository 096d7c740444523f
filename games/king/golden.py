"""The digest of the golden playthroughs, and the hash of the rules of every number.

Written by the command that makes the playthroughs.
"""

GOLDEN = "2ae7198c66792d18dbe0dd5d6db671b23253d78a992a056fa02fd8ba679cd0d4"
HASHES: dict[int, tuple[str, ...]] = {
    2: ("459afb5bffdfc7e3056b2b5383cb6a6c30b29a087d21bee1255d2bf1cce323bb",),
    3: ("03ce096480aeaf0926f135cb317112795253a0a51b4bc5c83635c7173af77547",),
}
