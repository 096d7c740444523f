"""The kinds of card (SK-25 to SK-35, SKF-3): one row each, of which cards and deck are made.

A row says what is printed on a card and how texts name it. What a player does with a card is a row
in `plays.py`, or an answer (`answers.py`). Here stand the kinds that other rules or bots name; a
kind that only its play names stands in the row of that play. Nothing here knows a table.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class When(StrEnum):
    """The time at which a card may be played, in the rulebook an icon (SKF-2)."""

    ANSWER = "in answer"
    OWN_TURN = "in your own turn"
    ANY_TIME = "at any time"


def with_article(name: str) -> str:
    """A name as sentences name one of them: "an Antidote"."""
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """One row: what is printed on the cards of a kind, which differ in their value at most."""

    key: str
    """The face of its card; with several values, the first word of each face. Hashed."""
    name: str
    when: When
    text: str
    idle: str
    """Why such a card cannot be played at a moment when no play of it is open."""
    values: tuple[int, ...] = (0,)
    """What the cards of this kind count in an assassination, on either side, one card each."""
    short: str = ""
    """What sentences call it, where the name is too long for that."""
    see: tuple[str, ...] = ()
    """The entries of the guide that help to understand it."""

    @property
    def named(self) -> str:
        """The kind as sentences name one of them."""
        return with_article(self.short or self.name)

    def cards(self) -> list[Card]:
        """Its cards. The value is in the face only where there are several."""
        several = len(self.values) > 1
        return [
            Card(
                f"{self.key} {value}" if several else self.key,
                f"{self.name} ({value})" if value else self.name,
                self,
                value,
            )
            for value in self.values
        ]


@dataclass(frozen=True, slots=True)
class Card:
    """One card; `value` counts in an assassination, on either side."""

    face: str
    name: str
    kind: Kind
    value: int


# The kinds


ASSASSIN: Final = Kind(
    "assassin",
    "Assassin",
    When.OWN_TURN,
    "Attacks any Heir with this value.",
    idle="Assassins attack once in your own turn, after the draw",
    values=(1, 2, 3),
    see=("fight.assassination",),
)
KNIGHT: Final = Kind(
    "knight",
    "Knight",
    When.ANSWER,
    "Defends any attacked Heir with this value.",
    idle="Knights answer an assassination",
    values=(1, 2, 3),
    see=("fight.assassination",),
)
SHIP: Final = Kind(
    "ship",
    "Ship to a Distant Land",
    When.ANY_TIME,
    "Saves somebody about to die, who leaves for a distant land. Or brings somebody back from "
    "there as the last Commoner; an Heir is then your friend.",
    idle="nobody is about to die, and nobody is in the distant land",
    short="Ship",
    see=("fight.death", "term.friend"),
)
POISON: Final = Kind(
    "poison",
    "Poison",
    When.ANSWER,
    "Adds one to any assassination, once the Knights are known.",
    idle="Poison answers an assassination",
    values=(1,),
    see=("fight.assassination", "card.antidote"),
)
ANTIDOTE: Final = Kind(
    "antidote",
    "Antidote",
    When.ANSWER,
    "All Poison of this assassination is void. A target who lives becomes your friend.",
    idle="an Antidote answers Poison",
    see=("card.poison", "term.friend"),
)
BRIBE: Final = Kind(
    "bribe",
    "Bribe",
    When.ANY_TIME,
    "An Heir is your friend until the turn ends. A bribed player draws a card instead.",
    idle="nobody can be bribed now",
    see=("term.friend",),
)
BLACKMAIL: Final = Kind(
    "blackmail",
    "Blackmail",
    When.OWN_TURN,
    "An Heir becomes your friend, or the least senior of its Rank. Players only the latter.",
    idle="Blackmail is for your own turn, after the draw",
    see=("term.friend", "term.seniority"),
)
PARDON: Final = Kind(
    "pardon",
    "Royal Pardon",
    When.ANSWER,
    "Stops an Execution. Its target rises one Rank, and the last of that Rank falls.",
    idle="a Royal Pardon answers an Execution",
    see=("fight.execution",),
)
BETRAYAL: Final = Kind(
    "betrayal",
    "Betrayal",
    When.ANY_TIME,
    "A friend of yours dies.",
    idle="you have no friend who can be betrayed",
    see=("term.friend", "term.opening"),
)
INVESTIGATION: Final = Kind(
    "investigation",
    "Investigation",
    When.ANY_TIME,
    "An Heir has no use of its Rank for this turn; a Commoner is not safe for this turn.",
    idle="nobody can be investigated now",
    see=("term.rank", "term.coronation"),
)
PROXY: Final = Kind(
    "proxy",
    "Station by Proxy",
    When.ANY_TIME,
    "For this turn you have the use of a friend's Rank.",
    idle="you have no friend with a Rank to lend",
    see=("term.friend", "term.rank"),
)

KINDS: Final = (
    ASSASSIN,
    KNIGHT,
    SHIP,
    POISON,
    ANTIDOTE,
    BRIBE,
    BLACKMAIL,
    PARDON,
    BETRAYAL,
    INVESTIGATION,
    PROXY,
)
"""These kinds, in the order of their cards in a new deck."""


KNIGHT_1: Final = "knight 1"
ASSASSIN_1: Final = "assassin 1"


def copies(seats: int) -> int:
    """How many of each card are in the deck (SKG-2)."""
    return max(4, seats)
