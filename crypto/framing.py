"""One injective way to put several byte strings into one.

Everything in this package that hashes or derives from more than one item goes through `frame`, so
that no two different lists of items ever give the same bytes.
"""

from __future__ import annotations


def frame(*parts: bytes) -> bytes:
    """Concatenate the parts, each behind its length in four bytes, most significant first."""
    return b"".join([len(part).to_bytes(4, "big") + part for part in parts])
