"""What has happened in a game, for its tale."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from games.king.heirs import Person


class Happening(Enum):
    """What the tale of a game tells of."""

    REIGN = auto()
    """Somebody has become King."""
    CROWNING = auto()
    """A player has declared Coronation."""
    DEATH = auto()
    """A player, or the King, has died."""
    SHIP = auto()
    """A player, or the King, has gone to the distant land."""


@dataclass(frozen=True, slots=True)
class Past:
    """Something that has happened, for the tale of the game."""

    round: int
    what: Happening
    person: Person
    means: str = ""
    """By what, such as "an attack by {1}"; empty if by nobody's play."""
