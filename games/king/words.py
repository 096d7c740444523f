"""How texts of this game list cards and people. Nothing here knows a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from games.engine.words import listed
from games.king.cards import Card

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six")
_FEW: Final = 6
"""So many cards are named; of more the number is told."""


def said(cards: Sequence[Card]) -> str:
    """A hand of cards by their names, more by their number."""
    if len(cards) > _FEW:
        return counted(len(cards))
    names = Counter(card.name for card in cards)
    return listed(
        [name if count == 1 else f"{name} {counted_times(count)}" for name, count in names.items()]
    )


def counted(cards: int) -> str:
    """How many cards."""
    number = _NUMBERS[cards] if cards < len(_NUMBERS) else str(cards)
    return f"{number} card{'' if cards == 1 else 's'}"


def counted_places(places: int) -> str:
    """How many places."""
    number = _NUMBERS[places] if places < len(_NUMBERS) else str(places)
    return f"{number} place{'' if places == 1 else 's'}"


def counted_times(times: int) -> str:
    """How often."""
    if times < 3:
        return ("never", "once", "twice")[times]
    return f"{_NUMBERS[times] if times < len(_NUMBERS) else times} times"
