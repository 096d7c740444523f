"""The digest of the golden playthroughs, and the hash of the rules of every number.

Written by the command that makes the playthroughs.
"""

GOLDEN = "4cb97dfdfc0892206ca0ea789324e52743b530ae06d3d25322375f76edf2c91d"
HASHES: dict[int, tuple[str, ...]] = {
    1: ("91594828ceb0501f0169bbe5f76a19bf6101f1c99020bc50e64c4cdee531a4f7",),
}
