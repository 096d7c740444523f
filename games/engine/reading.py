"""Plain values read back from canonical bytes that somebody else wrote, each held to its kind.

All raise ``RulesError`` for a value of another kind.
"""

from __future__ import annotations

from games.engine.errors import RulesError
from games.engine.values import CardId, Primitive, Seat

MOST_CARDS = 1 << 13
"""Cards, and places for them, that one table may have in a record."""
MOST_ID = 1 << 32


def exactly(parts: tuple[Primitive, ...], count: int) -> tuple[Primitive, ...]:
    """The parts, if there are so many."""
    if len(parts) != count:
        raise RulesError(f"it has {len(parts)} parts and not {count}")
    return parts


def read_list(value: Primitive) -> tuple[Primitive, ...]:
    """A list that is not too long."""
    if type(value) is not tuple or len(value) > MOST_CARDS:
        raise RulesError("a list, and not too long a one, is needed")
    return value


def read_number(value: Primitive, most: int) -> int:
    """A whole number from 0 to ``most``."""
    if type(value) is not int or not 0 <= value <= most:
        raise RulesError(f"a number from 0 to {most} is needed")
    return value


def read_word(value: Primitive) -> str:
    """A text."""
    if not isinstance(value, str):
        raise RulesError("a word is needed")
    return value


def read_seat(value: Primitive) -> Seat:
    """The number of a seat."""
    return Seat(read_number(value, 15))


def read_seats(value: Primitive) -> tuple[Seat, ...]:
    """A list of seats."""
    return tuple(read_seat(item) for item in read_list(value))


def read_cards(value: Primitive) -> tuple[CardId, ...]:
    """A list of card ids."""
    return tuple(CardId(read_number(item, MOST_ID)) for item in read_list(value))
