"""How a game of Inheritance ends: the reason that is hashed and signed, and its text for people."""

from __future__ import annotations

from typing import Final

from games.engine.values import Outcome, Seat

HELD_RING: Final = "held_ring"
OUT_OF_CARDS: Final = "out_of_cards"

_TEXTS: Final = {
    HELD_RING: "held the Ring of Favour at the start of their turn",
    OUT_OF_CARDS: "all cards are played and nobody held the Ring in time",
}


def ended(reason: str, *winners: Seat) -> Outcome:
    """The end of a game."""
    return Outcome(winners, reason, _TEXTS[reason])
