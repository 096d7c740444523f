"""The digest of the golden playthroughs, and the hash of the rules of every number.

Written by the command that makes the playthroughs.
"""

GOLDEN = "96f5df3a77dd52f1951b7475c8224947b1537e186af8bff47cee53afa9b6e1cc"
HASHES: dict[int, tuple[str, ...]] = {
    1: ("c467c3278740fd1a9158ef977574a5c3d908c457cfb7131627308130698e53ca",),
}
