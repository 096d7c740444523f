"""The digest of the golden playthroughs, and the hash of the rules of every number.

Written by the command that makes the playthroughs.
"""

GOLDEN = "a50814c2597b475ba88e6b2bdde9d92aa10971ea3816d8fd193282bab31f14ca"
HASHES: dict[int, tuple[str, ...]] = {
    1: ("9a7a77c09539035af281db9b6d249f974a4c2d5363c476842507c9ebb02bac94",),
}
