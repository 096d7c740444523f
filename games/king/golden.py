"""The digest of the golden playthroughs, and the hash of the rules of every number.

Written by the command that makes the playthroughs.
"""

GOLDEN = "e1138cbdc0e3a92ade77198999131288762e5189be3dfbb8a48a8990feb76806"
HASHES: dict[int, tuple[str, ...]] = {
    2: ("459afb5bffdfc7e3056b2b5383cb6a6c30b29a087d21bee1255d2bf1cce323bb",),
    3: ("42c2079b09537bd6d86b1b68358720d91ea601559e817f4181b431e275d0a7a6",),
}
