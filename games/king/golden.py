"""The digest of the golden playthroughs, and the hash of the rules of every number.

Written by the command that makes the playthroughs.
"""

GOLDEN = "26388a3d960ee579561267ebda6a2f4a9f8789b82aa3edbdba54f40bbe809762"
HASHES: dict[int, tuple[str, ...]] = {
    2: ("459afb5bffdfc7e3056b2b5383cb6a6c30b29a087d21bee1255d2bf1cce323bb",),
    3: ("d4a8cdd6ed758c79fe3eef5a58dbeb0f5ff467c19b8ee493d6374a606f1d186c",),
}
