"""The fifteen kinds of card, one row each (SK-25 to SK-35, SKF-3).

The letter of `when` is the icon of the rulebook (SKF-2): in answer to something, in one's own
turn, or at any time. Nothing here knows a table.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from games.engine.values import Face


class Kind(StrEnum):
    """What a card is, whatever its value."""

    ASSASSIN = "assassin"
    KNIGHT = "knight"
    SHIP = "ship"
    POISON = "poison"
    ANTIDOTE = "antidote"
    BRIBE = "bribe"
    BLACKMAIL = "blackmail"
    PARDON = "pardon"
    BETRAYAL = "betrayal"
    INVESTIGATION = "investigation"
    PROXY = "proxy"


class When(StrEnum):
    """The time at which a card may be played."""

    ANSWER = "in answer"
    OWN_TURN = "in your own turn"
    ANY_TIME = "at any time"


@dataclass(frozen=True, slots=True)
class Card:
    """One kind of card; `value` counts in an assassination, on either side."""

    face: str
    name: str
    kind: Kind
    value: int
    when: When
    text: str

    @property
    def idle(self) -> str:
        """Why it cannot be played at a moment when no use of it is open."""
        return _IDLE[self.kind]


_KNIGHT: Final = "Defends any attacked Heir with this value."
_ASSASSIN: Final = "Attacks any Heir with this value."

CARDS: Final = (
    Card("assassin 1", "Assassin (1)", Kind.ASSASSIN, 1, When.OWN_TURN, _ASSASSIN),
    Card("assassin 2", "Assassin (2)", Kind.ASSASSIN, 2, When.OWN_TURN, _ASSASSIN),
    Card("assassin 3", "Assassin (3)", Kind.ASSASSIN, 3, When.OWN_TURN, _ASSASSIN),
    Card("knight 1", "Knight (1)", Kind.KNIGHT, 1, When.ANSWER, _KNIGHT),
    Card("knight 2", "Knight (2)", Kind.KNIGHT, 2, When.ANSWER, _KNIGHT),
    Card("knight 3", "Knight (3)", Kind.KNIGHT, 3, When.ANSWER, _KNIGHT),
    Card(
        "ship",
        "Ship to a Distant Land",
        Kind.SHIP,
        0,
        When.ANY_TIME,
        "Saves somebody about to die, who leaves for a distant land. Or brings somebody back from "
        "there as the last Commoner; an Heir is then your friend.",
    ),
    Card(
        "poison",
        "Poison (1)",
        Kind.POISON,
        1,
        When.ANSWER,
        "Adds one to any assassination, once the Knights are known.",
    ),
    Card(
        "antidote",
        "Antidote",
        Kind.ANTIDOTE,
        0,
        When.ANSWER,
        "All Poison of this assassination is void. A target who lives becomes loyal to you.",
    ),
    Card(
        "bribe",
        "Bribe",
        Kind.BRIBE,
        0,
        When.ANY_TIME,
        "An Heir is loyal to you until the turn ends. A bribed player draws a card instead.",
    ),
    Card(
        "blackmail",
        "Blackmail",
        Kind.BLACKMAIL,
        0,
        When.OWN_TURN,
        "An Heir becomes loyal to you, or the least senior of its Rank. Players only the latter.",
    ),
    Card(
        "pardon",
        "Royal Pardon",
        Kind.PARDON,
        0,
        When.ANSWER,
        "Stops an Execution. Its target rises one Rank, and the last of that Rank falls.",
    ),
    Card(
        "betrayal",
        "Betrayal",
        Kind.BETRAYAL,
        0,
        When.ANY_TIME,
        "An Heir who is loyal to you dies.",
    ),
    Card(
        "investigation",
        "Investigation",
        Kind.INVESTIGATION,
        0,
        When.ANY_TIME,
        "An Heir has no use of its Rank for this turn; a Commoner is not safe for this turn.",
    ),
    Card(
        "proxy",
        "Station by Proxy",
        Kind.PROXY,
        0,
        When.ANY_TIME,
        "For this turn you have the use of the Rank of an Heir who is loyal to you.",
    ),
)

NAMED: Final = {
    Kind.ASSASSIN: "an Assassin",
    Kind.KNIGHT: "a Knight",
    Kind.SHIP: "a Ship",
    Kind.POISON: "a Poison",
    Kind.ANTIDOTE: "an Antidote",
    Kind.BRIBE: "a Bribe",
    Kind.BLACKMAIL: "a Blackmail",
    Kind.PARDON: "a Royal Pardon",
    Kind.BETRAYAL: "a Betrayal",
    Kind.INVESTIGATION: "an Investigation",
    Kind.PROXY: "a Station by Proxy",
}
"""The kinds as sentences name one of them."""

_IDLE: Final = {
    Kind.ASSASSIN: "Assassins attack once in your own turn, after the draw",
    Kind.KNIGHT: "Knights answer an assassination",
    Kind.SHIP: "nobody is about to die, and nobody is in the distant land",
    Kind.POISON: "Poison answers an assassination",
    Kind.ANTIDOTE: "an Antidote answers Poison",
    Kind.BRIBE: "nobody can be bribed now",
    Kind.BLACKMAIL: "Blackmail is for your own turn, after the draw",
    Kind.PARDON: "a Royal Pardon answers an Execution",
    Kind.BETRAYAL: "you have no friend who can be betrayed",
    Kind.INVESTIGATION: "nobody can be investigated now",
    Kind.PROXY: "you have no friend with a Rank to lend",
}

_BY_FACE: Final = {card.face: card for card in CARDS}

KNIGHT_1: Final = "knight 1"
ASSASSIN_1: Final = "assassin 1"
POISON: Final = "poison"
ANTIDOTE: Final = "antidote"
BRIBE: Final = "bribe"
BLACKMAIL: Final = "blackmail"


def card_of(face: Face) -> Card:
    """The row of a face. `KeyError` if no card of this game shows it."""
    return _BY_FACE[str(face)]


def copies(seats: int) -> int:
    """How many of each kind are in the deck (SKG-2)."""
    return max(4, seats)


def deck(seats: int) -> list[Face]:
    """The faces of the whole deck."""
    return [card.face for card in CARDS for _ in range(copies(seats))]
