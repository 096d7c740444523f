"""The digest of the golden playthroughs, and the hash of the rules of every number.

Written by the command that makes the playthroughs.
"""

GOLDEN = "adfdcdeaccd9afd2b7631c8614b71b1262b63094fe578b732f09a52a82e8b974"
HASHES: dict[int, tuple[str, ...]] = {
    1: ("3ba6bb1743ec4bfbbeaef46ac52d670a215f4b39310d7dfba274538e58f2b282",),
}
