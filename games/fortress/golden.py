"""The digest of the golden playthroughs, and the hash of the rules of every number.

Written by the command that makes the playthroughs.
"""

GOLDEN = "ed62458a821b69a47256cbfd15d63de012697319b01dae1e9c97d4bb80448154"
HASHES: dict[int, tuple[str, ...]] = {
    1: ("9a7a77c09539035af281db9b6d249f974a4c2d5363c476842507c9ebb02bac94",),
    2: ("ee64493784e22ac090d4c41862888e39ef7e63460a16b26b9d5b6c8c10b5ec00",),
}
