"""The digest of the golden playthroughs, and the hash of the rules of every number.

Written by the command that makes the playthroughs.
"""

GOLDEN = "15c7d069c1df19562f715717b578bf8f79943af50e226bdb9101fe63959d92b8"
HASHES: dict[int, tuple[str, ...]] = {
    1: ("9a7a77c09539035af281db9b6d249f974a4c2d5363c476842507c9ebb02bac94",),
    2: ("14157892fa0048e397228a6928b823a17b24c3a2d090add3028d253a6cf124ff",),
}
