"""The digest of the golden playthroughs, and the hash of the rules of every number.

Written by the command that makes the playthroughs.
"""

GOLDEN = "fa5a5b43449e8bcb0ed3870de5049797e1363ca0c3cbf8de19215c436db9230a"
HASHES: dict[int, tuple[str, ...]] = {
    1: ("0ff6d185c0952335e402d2ae51f2b5366692b612880c5fa18a798904b2c6b881",),
}
