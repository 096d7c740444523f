"""The digest of the golden playthroughs, and the hash of the rules of every number.

Written by the command that makes the playthroughs.
"""

GOLDEN = "d8deb5e96efa3b658251d652e59fcb9ed8a5da816dabab9306e2c4eedbe1114d"
HASHES: dict[int, tuple[str, ...]] = {
    1: ("37b3a1efdafc5866e6d4e6581465c6d9267838831abc8048751cdb46ce2a9490",),
}
