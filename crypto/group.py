"""The group ristretto255 (RFC 9496): immutable scalars and points with operators.

A `Point` exists only if it was decoded and found valid, or came out of an operation on such
points; it is validated once and never again. Scalars are kept as canonical bytes and computed with
libsodium's constant-time functions, so that secrets do not pass through Python's big integers.

Costs, in variable-base multiplications: fixed-base product 1/3, addition 0.3, decoding 0.1. There
is no cheaper multi-scalar product in the library; `sum_of_products` only saves the objects in
between.

Scalars and points of a proof are read here too: fixed lengths, refused before any work is done.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import Final, NoReturn, overload

from crypto import sodium
from crypto.context import frame
from crypto.errors import CryptoError, DecodeError, MisuseError

ORDER: Final = 2**252 + 27742317777372353535851937790883648493
"""The prime number of points of the group."""

_ZERO: Final = bytes(32)
_set = object.__setattr__
_tally = [0, 0]


def multiplications() -> tuple[int, int]:
    """Return how many variable-base and fixed-base multiplications were made so far.

    For measurements on one thread; several threads may lose a few counts.
    """
    return _tally[0], _tally[1]


class Scalar:
    """A number modulo the group's order. Immutable; may be secret, so its repr shows nothing."""

    __slots__ = ("_data",)
    _data: bytes

    def __init__(self) -> None:
        raise MisuseError("make scalars with Scalar.of, Scalar.wide or Scalar.decode")

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("scalars cannot be changed")

    @staticmethod
    def of(number: int) -> Scalar:
        """Return the scalar for an integer, reduced modulo the order."""
        return _scalar((number % ORDER).to_bytes(32, "little"))

    @staticmethod
    def wide(data: bytes) -> Scalar:
        """Reduce 64 bytes; uniform up to 2^-259 when the bytes are uniform."""
        if len(data) != 64:
            raise MisuseError("a wide scalar takes 64 bytes")
        out = sodium.Buffer()
        sodium.scalar_reduce(out, data)
        return _scalar(out.raw)

    @staticmethod
    def decode(data: bytes) -> Scalar:
        """Read 32 bytes, least significant first. Raises DecodeError unless below the order."""
        if len(data) != 32:
            raise DecodeError("a scalar has 32 bytes")
        if int.from_bytes(data, "little") >= ORDER:
            raise DecodeError("a scalar is not in canonical form")
        return _scalar(bytes(data))

    def encode(self) -> bytes:
        """Return the canonical 32 bytes."""
        return self._data

    def is_zero(self) -> bool:
        """Say whether this is the scalar 0."""
        return hmac.compare_digest(self._data, _ZERO)

    def inverse(self) -> Scalar:
        """Return 1 / self. Raises MisuseError for 0."""
        out = sodium.Buffer()
        if sodium.scalar_invert(out, self._data):
            raise MisuseError("the scalar 0 has no inverse")
        return _scalar(out.raw)

    def __add__(self, other: Scalar) -> Scalar:
        out = sodium.Buffer()
        sodium.scalar_add(out, self._data, other._data)
        return _scalar(out.raw)

    def __sub__(self, other: Scalar) -> Scalar:
        out = sodium.Buffer()
        sodium.scalar_subtract(out, self._data, other._data)
        return _scalar(out.raw)

    def __neg__(self) -> Scalar:
        out = sodium.Buffer()
        sodium.scalar_negate(out, self._data)
        return _scalar(out.raw)

    @overload
    def __mul__(self, other: Scalar) -> Scalar: ...
    @overload
    def __mul__(self, other: Point) -> Point: ...
    def __mul__(self, other: Scalar | Point) -> Scalar | Point:
        out = sodium.Buffer()
        if isinstance(other, Scalar):
            sodium.scalar_multiply(out, self._data, other._data)
            return _scalar(out.raw)
        _tally[0] += 1
        if sodium.multiply(out, self._data, other._data):
            _expect_identity(self._data, other._data)
        return _point(out.raw)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scalar) and hmac.compare_digest(self._data, other._data)

    def __hash__(self) -> int:
        return hash(self._data)

    def __repr__(self) -> str:
        return "Scalar(hidden)"


class Point:
    """An element of the group. Immutable and always valid; equal points have equal bytes."""

    __slots__ = ("_data",)
    _data: bytes

    def __init__(self) -> None:
        raise MisuseError("make points with Point.decode, base or hash_to_group")

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("points cannot be changed")

    @staticmethod
    def decode(data: bytes, *, allow_identity: bool = False) -> Point:
        """Read and validate 32 bytes (RFC 9496, 4.3.1).

        Raises DecodeError for a wrong length, a form that is not canonical, a value that is no
        point, and for the identity unless it is allowed.
        """
        if len(data) != 32:
            raise DecodeError("a point has 32 bytes")
        data = bytes(data)
        if data == _ZERO:
            if allow_identity:
                return IDENTITY
            raise DecodeError("the identity is not allowed here")
        # libsodium 1.0.18 ignores the highest bit, which would give every point a second name
        if data[31] > 127 or not sodium.is_valid_point(data):
            raise DecodeError("these bytes are not a point of ristretto255")
        return _point(data)

    def encode(self) -> bytes:
        """Return the canonical 32 bytes."""
        return self._data

    def is_identity(self) -> bool:
        """Say whether this is the neutral element."""
        return self._data == _ZERO

    def __add__(self, other: Point) -> Point:
        out = sodium.Buffer()
        if sodium.add(out, self._data, other._data):
            raise CryptoError("an invalid point reached an addition")
        return _point(out.raw)

    def __sub__(self, other: Point) -> Point:
        out = sodium.Buffer()
        if sodium.subtract(out, self._data, other._data):
            raise CryptoError("an invalid point reached a subtraction")
        return _point(out.raw)

    def __neg__(self) -> Point:
        return IDENTITY - self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Point) and self._data == other._data

    def __hash__(self) -> int:
        return hash(self._data)

    def __repr__(self) -> str:
        return f"Point({self._data.hex()[:12]})"


def _scalar(data: bytes) -> Scalar:
    """Wrap bytes that are known to be a canonical scalar."""
    scalar = Scalar.__new__(Scalar)
    _set(scalar, "_data", data)
    return scalar


def _point(data: bytes) -> Point:
    """Wrap bytes that are known to be a valid point."""
    point = Point.__new__(Point)
    _set(point, "_data", data)
    return point


def _expect_identity(scalar: bytes, point: bytes) -> None:
    """Tell the library's two meanings of -1 apart: in a prime-order group a product is the
    identity exactly if a factor is 0. The output buffer then holds the identity."""
    if scalar != _ZERO and point != _ZERO:
        raise CryptoError("an invalid point reached a multiplication")


IDENTITY: Final = _point(_ZERO)
"""The neutral element."""

G: Final = _point(bytes.fromhex("e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76"))
"""The generator of RFC 9496."""


def base(scalar: Scalar) -> Point:
    """Return scalar times G, at a third of the price of another product."""
    out = sodium.Buffer()
    _tally[1] += 1
    if sodium.multiply_base(out, scalar._data) and not scalar.is_zero():
        raise CryptoError("the library failed at a base multiplication")
    return _point(out.raw)


def sum_of_products(scalars: Sequence[Scalar], points: Sequence[Point]) -> Point:
    """Return the sum of scalar_i times point_i; the identity for empty sequences.

    Raises MisuseError when the lengths differ.
    """
    if len(scalars) != len(points):
        raise MisuseError("a sum of products takes as many scalars as points")
    _tally[0] += len(points)
    total, product = sodium.Buffer(), sodium.Buffer()
    multiply, add = sodium.multiply, sodium.add
    target = total
    for scalar, point in zip(scalars, points, strict=True):
        if multiply(target, scalar._data, point._data):
            _expect_identity(scalar._data, point._data)
        if target is product:
            add(total, total, product)
        target = product
    return _point(total.raw)


def sum_of(points: Sequence[Point]) -> Point:
    """Return the sum of the points; the identity for an empty sequence."""
    total = sodium.Buffer()
    for point in points:
        sodium.add(total, total, point._data)
    return _point(total.raw)


def expand_message(message: bytes, tag: bytes, length: int) -> bytes:
    """Stretch a message to uniform bytes: expand_message_xmd with SHA-512 (RFC 9380, 5.3.1).

    Raises MisuseError for a tag over 255 bytes or a length over 65,535.
    """
    blocks = -(-length // 64)
    if len(tag) > 255 or blocks > 255 or length > 65535:
        raise MisuseError("tag or length out of range for expand_message_xmd")
    suffix = tag + bytes((len(tag),))
    first = hashlib.sha512(bytes(128) + message + length.to_bytes(2, "big") + b"\0" + suffix)
    seed = first.digest()
    block = hashlib.sha512(seed + b"\1" + suffix).digest()
    out = [block]
    for index in range(2, blocks + 1):
        mixed = bytes(a ^ b for a, b in zip(seed, block, strict=True))
        block = hashlib.sha512(mixed + bytes((index,)) + suffix).digest()
        out.append(block)
    return b"".join(out)[:length]


def map_to_group(uniform: bytes) -> Point:
    """Map 64 uniform bytes to a point (RFC 9496, 4.3.4)."""
    if len(uniform) != 64:
        raise MisuseError("the map to the group takes 64 bytes")
    out = sodium.Buffer()
    sodium.from_hash(out, uniform)
    return _point(out.raw)


def hash_to_group(label: str, *parts: bytes) -> Point:
    """Return a point whose logarithm nobody knows (RFC 9380 with the map of RFC 9496).

    The label goes into the domain separation tag, the parts, each behind its length, into the
    message. Suite: ristretto255_XMD:SHA-512_R255MAP_RO_.
    """
    tag = b"crownless-v1:" + label.encode() + b":ristretto255_XMD:SHA-512_R255MAP_RO_"
    return map_to_group(expand_message(frame(*parts), tag, 64))


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
