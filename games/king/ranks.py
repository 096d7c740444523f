"""The seven Ranks, one row each (SK-18 to SK-24, SKF-4). Nothing here knows a table."""

from __future__ import annotations

from enum import IntEnum
from typing import Final


class Rank(IntEnum):
    """The Ranks, the highest first (SK-18 to SK-24)."""

    __hash__ = int.__hash__
    """The board is looked up by Rank all the time, and an enumeration hashes slowly by itself."""

    KING = 1
    DUKE = 2
    MARQUIS = 3
    EARL = 4
    VISCOUNT = 5
    BARON = 6
    COMMONER = 7

    @property
    def title(self) -> str:
        """The Rank as people read it."""
        return _TITLES[self]


_TITLES: Final = {rank: rank.name.capitalize() for rank in Rank}
PLACES: Final = {
    Rank.KING: 1,
    Rank.DUKE: 2,
    Rank.MARQUIS: 3,
    Rank.EARL: 4,
    Rank.VISCOUNT: 5,
    Rank.BARON: 6,
}
"""How many each Rank holds (SKF-4); Commoners are without limit."""

ABILITIES: Final = {
    Rank.KING: ("Coronation", "declare it when your turn starts, live to its end, and win."),
    Rank.DUKE: ("Execution", "after drawing, discard your hand to kill one Heir below the Dukes."),
    Rank.MARQUIS: ("Influence", "your hand holds 6 cards."),
    Rank.EARL: ("Negotiation", "turn two hand cards into a Bribe."),
    Rank.VISCOUNT: ("Planning", "draw 5 cards each turn, then discard down to 5."),
    Rank.BARON: ("Draft", "turn a hand card into a Knight of 1."),
    Rank.COMMONER: ("Beneath Notice", "immune to everything but Investigation."),
}
"""What each Rank can do: its name, and what that is."""
ABILITY: Final = {rank: f"{name}: {does}" for rank, (name, does) in ABILITIES.items()}
