"""The digest of the golden playthroughs, and the hash of the rules of every number.

Written by the command that makes the playthroughs.
"""

GOLDEN = "a4a8e902c4520fdaa5d7477bceab84f20a1c02b6810758fc61d3fef90bf32241"
HASHES: dict[int, tuple[str, ...]] = {
    1: ("668aea8d01cf47f6ec597dcb4c7622fbfa82a9b029f3f8fa1d7c4ec49ad1f58d",),
}
