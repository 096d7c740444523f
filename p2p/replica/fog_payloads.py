"""What parts of an exchange carry, written and read: sets of tags, queries, answers, denials.

Points and tags travel as one blob each, one after the other: a value each would be too many.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from crypto.fog import TAG_LENGTH, Asked, TagSet, check_queries, check_tags
from crypto.group import Point
from crypto.sealing import OVERHEAD
from games.engine.private import LabelLimits
from p2p.wire import codec
from p2p.wire.codec import Value


@dataclass(frozen=True)
class Elements:
    """Points as they came, read when they are needed: most are, once, by one seat."""

    data: bytes

    @cached_property
    def points(self) -> tuple[Point, ...]:
        """The points, none of them the identity. Raises DecodeError."""
        return tuple([Point.decode(piece) for piece in _split(self.data, 32)])


@dataclass(frozen=True)
class Posted:
    """What one seat says and asks under one label."""

    public: bytes
    tags: tuple[bytes, ...]
    details: tuple[bytes, ...]
    asked: Elements

    @cached_property
    def made(self) -> TagSet:
        """The set. Raises DecodeError."""
        return TagSet(Point.decode(self.public), self.tags, self.details)

    @property
    def queries(self) -> tuple[Point, ...]:
        """The queries. Raises DecodeError."""
        return self.asked.points

    def check(self) -> None:
        """Check what anybody can see. Raises ProofError or DecodeError."""
        check_tags(self.made)
        check_queries(self.queries)


@dataclass(frozen=True)
class Answered:
    """What an owner answers one viewer under one label."""

    given: Elements
    proof: bytes

    @property
    def points(self) -> tuple[Point, ...]:
        """The answers. Raises DecodeError."""
        return self.given.points

    def check(self) -> None:
        """Check that they are points; what they are shows their proof. Raises DecodeError."""
        self.given.points  # noqa: B018


@dataclass(frozen=True, slots=True)
class Denial:
    """What a viewer shows of an owner whose details do not open.

    `label` is a place in the labels of the exchange, `place` one in the viewer's queries.
    """

    owner: int
    label: int
    cell: int
    place: int
    element: Point
    proof: bytes

    def write(self) -> Value:
        """As it stands in a part."""
        element = self.element.encode()
        return (self.owner, self.label, self.cell, self.place, element, self.proof)

    @classmethod
    def read(cls, payload: Value, *, seats: int, labels: int, cells: int) -> Denial:
        """Read a part; `place` is still to be held against the label. Raises CodecError."""
        owner, label, cell, place, element, proof = codec.array(payload, 6)
        return cls(
            codec.integer(owner, 0, seats - 1),
            codec.integer(label, 0, labels - 1),
            codec.integer(cell, 0, cells - 1),
            codec.integer(place, 0, codec.MAX_ARRAY),
            Point.decode(codec.blob(element, 32)),
            codec.blob(proof),
        )


def write_posted(made: TagSet, asked: Asked) -> Value:
    """A set, and queries, under one label."""
    return (
        made.public.encode(),
        b"".join(made.tags),
        b"".join(made.details),
        b"".join([point.encode() for point in asked.points]),
    )


def read_posted(value: Value, limit: LabelLimits) -> Posted:
    """Read what one seat says and asks: numbers and lengths. Raises CodecError."""
    public, tags, details, queries = codec.array(value, 4)
    return Posted(
        codec.blob(public, 32),
        _pieces(tags, limit.tags, TAG_LENGTH),
        _pieces(details, limit.tags, limit.details + OVERHEAD),
        Elements(codec.blob(queries, 32 * limit.asks)),
    )


def write_answered(points: Sequence[Point], proof: bytes) -> Value:
    """The answers to one viewer under one label."""
    return (b"".join([point.encode() for point in points]), proof)


def read_answered(value: Value, count: int) -> Answered:
    """Read the answers to `count` queries. Raises CodecError."""
    points, proof = codec.array(value, 2)
    return Answered(Elements(codec.blob(points, 32 * count)), codec.blob(proof))


def write_plan(plan: Sequence[int]) -> bytes:
    """A plan before it is sealed: two bytes a number."""
    return b"".join([number.to_bytes(2, "big") for number in plan])


def read_plan(plain: bytes) -> tuple[int, ...]:
    """A plan that was opened."""
    return tuple([int.from_bytes(plain[at : at + 2], "big") for at in range(0, len(plain), 2)])


def _pieces(value: Value, count: int, size: int) -> tuple[bytes, ...]:
    return _split(codec.blob(value, count * size), size)


def _split(data: bytes, size: int) -> tuple[bytes, ...]:
    return tuple([data[at : at + size] for at in range(0, len(data), size)])
