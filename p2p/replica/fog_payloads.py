"""What parts of an exchange carry, written and read: sets of tags, queries, answers, denials.

Points and tags travel as one blob each, one after the other: a value each would be too many.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from crypto.fog import TAG_LENGTH, Asked, TagSet, check_queries, check_tags
from crypto.group import Point
from crypto.sealing import OVERHEAD
from games.engine.private import LabelLimits
from p2p.wire import codec
from p2p.wire.codec import Value


@dataclass(frozen=True, slots=True)
class Posted:
    """What one seat says and asks under one label."""

    made: TagSet
    queries: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Answered:
    """What an owner answers one viewer under one label."""

    points: tuple[Point, ...]
    proof: bytes


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
    """Read what one seat says and asks: numbers, lengths, order. Raises CodecError and others."""
    public, tags, details, queries = codec.array(value, 4)
    made = TagSet(
        Point.decode(codec.blob(public, 32)),
        _pieces(tags, limit.tags, TAG_LENGTH),
        _pieces(details, limit.tags, limit.details + OVERHEAD),
    )
    check_tags(made)
    asked = read_elements(queries, limit.asks)
    check_queries(asked)
    return Posted(made, asked)


def write_answered(points: Sequence[Point], proof: bytes) -> Value:
    """The answers to one viewer under one label."""
    return (b"".join([point.encode() for point in points]), proof)


def read_answered(value: Value, count: int) -> Answered:
    """Read the answers to `count` queries. Raises CodecError or DecodeError."""
    points, proof = codec.array(value, 2)
    return Answered(read_elements(points, count), codec.blob(proof))


def read_elements(value: Value, count: int) -> tuple[Point, ...]:
    """`count` points of 32 bytes each, none of them the identity."""
    return tuple([Point.decode(piece) for piece in _pieces(value, count, 32)])


def write_plan(plan: Sequence[int]) -> bytes:
    """A plan before it is sealed: two bytes a number."""
    return b"".join([number.to_bytes(2, "big") for number in plan])


def read_plan(plain: bytes) -> tuple[int, ...]:
    """A plan that was opened."""
    return tuple([int.from_bytes(plain[at : at + 2], "big") for at in range(0, len(plain), 2)])


def _pieces(value: Value, count: int, size: int) -> tuple[bytes, ...]:
    data = codec.blob(value, count * size)
    return tuple([data[at : at + size] for at in range(0, len(data), size)])
