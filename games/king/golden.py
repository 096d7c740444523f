"""The digest of the golden playthroughs, and the hash of the rules of every number.

Written by the command that makes the playthroughs.
"""

GOLDEN = "4c589b52279c79e92d1ae951135a3570890bff8f2d1c18f45117f867274ea9b3"
HASHES: dict[int, tuple[str, ...]] = {
    2: ("459afb5bffdfc7e3056b2b5383cb6a6c30b29a087d21bee1255d2bf1cce323bb",),
    3: ("5f1f51076e113c066724c5bf45a043e397eb79eca9d296053aeaf72985394b3d",),
}
