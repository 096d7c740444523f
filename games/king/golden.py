"""The digest of the golden playthroughs, and the hash of the rules of every number.

Written by the command that makes the playthroughs.
"""

GOLDEN = "ebd781f3d60d0f603f02d6e44fe7d1ba745d20c46fb58710f117d554d54b02cf"
HASHES: dict[int, tuple[str, ...]] = {
    2: ("459afb5bffdfc7e3056b2b5383cb6a6c30b29a087d21bee1255d2bf1cce323bb",),
    3: ("33ed8f63cfe3b87ce3e885f61ef680f92c412be083f4503ac3392fe2d86483ef",),
}
