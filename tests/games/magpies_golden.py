"""The digest of the golden playthroughs, and the hash of the rules of every number.

Written by the command that makes the playthroughs.
"""

GOLDEN = "a61d10d5513175014b40083d5e53df83a4527de6c4285405f3dfb8301d7a2a47"
HASHES: dict[int, tuple[str, ...]] = {
    1: ("855f6a6caa9b9e1de60a5e99cea7c393f610256b0acf0e90396c1deed7944464",),
    2: ("e8e6a4435a3b75d080f27d59fcb25f47abbe0bbce61cce8b2a3f85e3183959fb",),
}
