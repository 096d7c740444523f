"""The digest of the golden playthroughs, and the hash of the rules of every number.

Written by the command that makes the playthroughs.
"""

GOLDEN = "aa4bfbce39209f7b1c7f2a34bb000686b2f44d3e9f250353c77785092f52edc0"
HASHES: dict[int, tuple[str, ...]] = {
    1: ("e704be45d836a68b65e3f0976350adb6d0455746ab6cb7c2b1e38ec8a4ed3ee9",),
}
