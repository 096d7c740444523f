"""The digest of the golden playthroughs, and the hash of the rules of every number.

Written by the command that makes the playthroughs.
"""

GOLDEN = "818f65f014daae3a108153c00eb63667770b80b139ab4f8d649418cbf389a0bc"
HASHES: dict[int, tuple[str, ...]] = {
    1: ("855f6a6caa9b9e1de60a5e99cea7c393f610256b0acf0e90396c1deed7944464",),
}
