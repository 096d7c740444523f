"""Lies under fog that are caught while a game is played, as ingredients of a cheating client.

Some are changes to the payload of a part, some take the place of a function of `crypto.fog` in the
program of a cheat. What only an audit finds is in `fog_liars` and `fortress_liars`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final

import pytest

from crypto.fog import TagSet
from crypto.group import Scalar
from crypto.keys import KeyPair
from p2p.wire.message import Kind, Message
from tests.p2p.cheater import Cheater, Lie, Trick

Change = Callable[[Any], Any]
"""Of a payload, or a field in it; of a payload None lets it pass."""
Lying = Callable[..., Any]
"""Takes the true function and then its arguments."""

# Changes to what is posted and answered

EXPONENT, TAGS, DETAILS, QUERIES = range(4)
"""The fields of what is posted under one label."""
SIGHT, BATTLE = 1, 2
"""So many labels each of them has."""


def field(place: int, change: Change) -> Change:
    """Changes one field of a payload."""
    return lambda payload: (*payload[:place], change(payload[place]), *payload[place + 1 :])


def posted(place: int, change: Change, label: int = 0) -> Change:
    """Changes one field of what is posted under a label."""
    return field(label, field(place, change))


def answers(change: Change) -> Change:
    """Changes the answers to the first viewer under the first label."""
    return field(0, field(0, change))


def at(labels: int, change: Change) -> Change:
    """Changes what is posted where there are so many labels, in `SIGHT` or in `BATTLE`."""
    return lambda payload: change(payload) if len(payload) == labels else None


def swapped(data: bytes) -> bytes:
    """The first two of it change places."""
    return data[32:64] + data[:32] + data[64:]


def doubled(data: bytes) -> bytes:
    """The first one in the place of the second."""
    return data[:32] + data[:32] + data[64:]


def again(data: bytes) -> bytes:
    """The last one twice."""
    return data + data[-32:]


def first(data: bytes, point: bytes) -> bytes:
    """Another one in the place of the first."""
    return point + data[32:]


def flipped(data: bytes) -> bytes:
    """One bit of it turned."""
    return data[:-1] + bytes([data[-1] ^ 1])


def two_versions(labels: int = SIGHT) -> Trick:
    """Posts one set to the lowest of the other seats, and to the rest one with other details."""
    change = at(labels, posted(DETAILS, flipped))

    def trick(cheater: Cheater, message: Message | None) -> list[Lie] | None:
        for part in message.parts if message else ():
            payload = change(part.payload) if part.kind is Kind.SETS else None
            if payload is not None:
                assert message is not None
                parts = (replace(p, payload=payload) if p is part else p for p in message.parts)
                other = replace(message, parts=tuple(parts))
                lowest, *rest = sorted({*range(cheater.charter.seats)} - {message.seat})
                return [Lie(message.encode(), (lowest,)), Lie(other.encode(), tuple(rest))]
        return None

    return trick


# Functions that lie, by name of the true one


def changes_places(true: Lying, *args: Any, **words: Any) -> Any:
    """Two answers to a viewer change places."""
    points, proof = true(*args, **words)
    return (points[1], points[0], *points[2:]), proof


def under_another_key(true: Lying, *args: Any, **words: Any) -> Any:
    """Nothing of its set would be visible to whoever asks."""
    secret, key, *rest = args
    return true(secret, KeyPair(Scalar.of(7), key.public), *rest, **words)


def garbled(true: Lying, *args: Any, **words: Any) -> TagSet:
    """Details that nobody can open."""
    made: TagSet = true(*args, **words)
    return replace(made, details=tuple(map(flipped, made.details)))


ANSWER: Final = "answer"
TAG_SET: Final = "tag_set"


def only(lie: Lying, seat: int, *, viewer: int | None = None, label: str = "") -> Lying:
    """The lie from the mouth of one seat, if need be to one viewer or under one label alone.

    Of `answer` and `tag_set` the last two arguments are label and seat; `answer` has the viewer
    before them.
    """

    def lying(true: Lying, *args: Any, **words: Any) -> Any:
        said_to, under, said_by = args[-3:]
        lies = said_by == seat and viewer in (None, said_to) and label in ("", under.name)
        return lie(true, *args, **words) if lies else true(*args, **words)

    return lying


def lies(patch: pytest.MonkeyPatch, where: Any, name: str, lie: Lying) -> None:
    """Puts a lie into the place of a function of a module."""
    patch.setattr(where, name, partial(lie, getattr(where, name)))
