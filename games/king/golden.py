"""The digest of the golden playthroughs, and the hash of the rules of every number.

Written by the command that makes the playthroughs.
"""

GOLDEN = "93abcd3746f11c1e1d1510237b820372daf7454ed77b73411c72e73d3c2075a5"
HASHES: dict[int, tuple[str, ...]] = {
    2: ("459afb5bffdfc7e3056b2b5383cb6a6c30b29a087d21bee1255d2bf1cce323bb",),
    3: ("b9b1dde2da8acb93bb5ee1cd8c227ca8080839d2b07b9452079992c31763ba0c",),
}
