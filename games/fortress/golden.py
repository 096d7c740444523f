GOLDEN = ""
HASHES: dict[int, tuple[str, ...]] = {}
