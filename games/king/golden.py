"""The digest of the golden playthroughs, and the hash of the rules of every number.

Written by the command that makes the playthroughs.
"""

GOLDEN = "445db6e4a0fd4394ddb12f488d9ad5c575b68f347737ba8cdc30e19e77b731c6"
HASHES: dict[int, tuple[str, ...]] = {
    2: ("459afb5bffdfc7e3056b2b5383cb6a6c30b29a087d21bee1255d2bf1cce323bb",),
    3: ("33ed8f63cfe3b87ce3e885f61ef680f92c412be083f4503ac3392fe2d86483ef",),
    4: ("75c4e34edb076d4cd2a44dc0e8ebd62c66147ba902f9be850cacb4f4067abe54",),
}
