"""Independent generators for the shuffle argument: points whose relations nobody knows.

All come from hash-to-group of public labels, never from a player, and are the same at every table;
they are computed once for the largest deck seen so far.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from crypto.group import Point, hash_to_group, sum_of

_known: list[Point] = []


def generators(count: int) -> Sequence[Point]:
    """Return h_1 to h_count, one for each position of a deck."""
    for index in range(len(_known), count):
        # Two threads may compute one generator twice; slices keep the list in step all the same.
        _known[index : index + 1] = [hash_to_group("shuffle generator", index.to_bytes(4, "big"))]
    return _known[:count]


@lru_cache(maxsize=64)
def generator_sum(count: int) -> Point:
    """Return the sum of h_1 to h_count."""
    return sum_of(generators(count))


@cache
def chain_base() -> Point:
    """Return h, the point at which every commitment chain begins."""
    return hash_to_group("shuffle chain")
