"""Reading the bytes of a proof: fixed lengths, refused before any work is done."""

from __future__ import annotations

from crypto.errors import DecodeError
from crypto.group import Point, Scalar


def expect_length(proof: bytes, length: int) -> None:
    """Raise DecodeError unless the proof has exactly this length."""
    if len(proof) != length:
        raise DecodeError(f"a proof has {len(proof)} bytes where {length} belong")


def split_scalars(data: bytes, count: int) -> list[Scalar]:
    """Read so many scalars and nothing after them. Raises DecodeError."""
    expect_length(data, 32 * count)
    return [Scalar.decode(data[start : start + 32]) for start in range(0, 32 * count, 32)]


def split_points(data: bytes, count: int) -> list[Point]:
    """Read so many points, none of them the identity. Raises DecodeError."""
    expect_length(data, 32 * count)
    return [Point.decode(data[start : start + 32]) for start in range(0, 32 * count, 32)]
