"""The digest of the golden playthroughs, and the hash of the rules of every number.

Written by the command that makes the playthroughs.
"""

GOLDEN = "1d06f9b5bb6943b7bb9d1b0b64e88676268a4657bed89baf6ab3ca0e10703d57"
HASHES: dict[int, tuple[str, ...]] = {
    1: ("255e5f00168873ffc2e38a10ce258064a124058dc821a8d41c6edd90cc075c67",),
}
