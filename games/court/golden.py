"""The digest of the golden playthroughs, and the hash of the rules of every number.

Written by the command that makes the playthroughs.
"""

GOLDEN = "7126d7f5478b1bb2bb6a27156bae96833c5dcd4ceac5ea3d7461d401af3a7cec"
HASHES: dict[int, tuple[str, ...]] = {
    1: ("802bf9a86f94243fa0a7962cbab455c359f3b78eb120eefe0e11e9d18c0ed485",),
}
