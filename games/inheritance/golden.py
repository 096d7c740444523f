"""The digest of the golden playthroughs, and the hash of the rules of every number.

Written by the command that makes the playthroughs.
"""

GOLDEN = "4859165a8168a8e4911c627e8f22ab0108c4b1aa1a2efc658eb29322eac792b9"
HASHES: dict[int, tuple[str, ...]] = {
    1: ("e41d1c6b5f552656cb0ea566b6c57d769548e9c333d4eb907af6dc00fdcbbc1b",),
    2: ("cfbefab32b294665611a762d9924829d20ba7b7201e7f6d2061d3c71845833aa",),
}
