"""The twenty Unambitious Heirs, one row each (SK-36 to SK-55), and how players stand among them.

`own` is what an Heir does by itself, `friend` what it does for the player who has its loyalty.
What a row cannot say is done by the one function that names the Heir: immunities in `effects.py`,
gains and losses in `hands.py`, deaths in `death.py`, the King's fate in `course.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final, NewType

from games.engine.values import Seat
from games.engine.view import who

Person = NewType("Person", str)
"""Anybody on the board: the key of an Unambitious Heir, or a player."""

MAGICIAN: Final = Person("magician")
SAGE: Final = Person("sage")
QUEEN: Final = Person("queen")
TRUE_HEIR: Final = Person("true heir")
HIEROPHANT: Final = Person("hierophant")
SPY: Final = Person("spy")
GENERAL: Final = Person("general")
BISHOP: Final = Person("bishop")
HERMIT: Final = Person("hermit")
GAMBLER: Final = Person("gambler")
FOOL: Final = Person("fool")
HANGED_MAN: Final = Person("hanged man")
EXECUTIONER: Final = Person("executioner")
TASTER: Final = Person("taster")
DEVIL: Final = Person("devil")
LIBRARIAN: Final = Person("librarian")
PRINCE: Final = Person("prince")
OLD_MAN: Final = Person("old man")
MERCHANT: Final = Person("merchant")
JUDGE: Final = Person("judge")


@dataclass(frozen=True, slots=True)
class Heir:
    """One Unambitious Heir."""

    number: int
    key: Person
    short: str
    """The name without the article."""
    own: str
    friend: str

    @property
    def name(self) -> str:
        """The name as it stands inside a sentence."""
        return f"the {self.short}"

    @property
    def brief(self) -> str:
        """The name for narrow places, where twenty have to stand side by side."""
        return self.key.title()

    @property
    def least(self) -> str:
        """The same where six share forty cells."""
        return _LEAST.get(self.key, "")


_LEAST: Final = {
    MAGICIAN: "Magic.",
    TRUE_HEIR: "T.Heir",
    HIEROPHANT: "Hierop.",
    HANGED_MAN: "Hanged",
    EXECUTIONER: "Execut.",
    LIBRARIAN: "Librar.",
    OLD_MAN: "Old M.",
    GENERAL: "Gen.",
    GAMBLER: "Gambl.",
    MERCHANT: "Merch.",
}


HEIRS: Final = (
    Heir(
        1,
        MAGICIAN,
        "Magician",
        "Survives any attempt to kill him with chance 1/2.",
        "If you would die, he dies instead.",
    ),
    Heir(
        2,
        SAGE,
        "Royal Sage",
        "Immune to Poison and Antidote.",
        "Turn three hand cards into a Poison or an Antidote.",
    ),
    Heir(
        3,
        QUEEN,
        "Queen",
        "Adds Poison to any assassination of the King.",
        "You decide each time whether she does.",
    ),
    Heir(4, TRUE_HEIR, "True Heir", "If he is King, everyone loses.", "You cannot win."),
    Heir(
        5,
        HIEROPHANT,
        "Hierophant",
        "Immune to Blackmail.",
        "All your friends are immune to Blackmail.",
    ),
    Heir(
        6,
        SPY,
        "Spy",
        "No Knights may defend the Spy.",
        "Your Blackmail and Investigation stand for each other.",
    ),
    Heir(
        7,
        GENERAL,
        "General",
        "Defends himself with a Knight of 10.",
        "Your Knights may attack as Assassins.",
    ),
    Heir(
        8,
        BISHOP,
        "Crooked Bishop",
        "When he becomes your friend you discard your hand.",
        "After drawing you get a Blackmail as well.",
    ),
    Heir(
        9,
        HERMIT,
        "Hermit",
        "Immune to everything; dies if he becomes King.",
        "He cannot become a friend.",
    ),
    Heir(
        10,
        GAMBLER,
        "Gambler",
        "Immune to Blackmail, but a Bribe works on him as Blackmail.",
        "Discard two cards to draw one.",
    ),
    Heir(
        11,
        FOOL,
        "Fool",
        "What is aimed at him hits the King instead with chance 1/2.",
        "Discard your hand: what is aimed at you hits the Fool.",
    ),
    Heir(
        12,
        HANGED_MAN,
        "Hanged Man",
        "As King he attempts Coronation.",
        "If he succeeds, you win.",
    ),
    Heir(
        13,
        EXECUTIONER,
        "Executioner",
        "Immune to Execution.",
        "You are immune to Execution.",
    ),
    Heir(
        14,
        TASTER,
        "Poison Taster",
        "Cannot die in a turn in which Poison was used on him.",
        "You are immune to Poison.",
    ),
    Heir(
        15,
        DEVIL,
        "Devil",
        "Whoever fails to assassinate him becomes his friend.",
        "Your hand is open. If you kill any Heir you lose him.",
    ),
    Heir(
        16,
        LIBRARIAN,
        "Royal Librarian",
        "Falls when Duke or King, until he is Marquis.",
        "Instead of drawing take one card of your choice from the deck.",
    ),
    Heir(
        17,
        PRINCE,
        "Prince of a Distant Land",
        "Takes ship when he would die.",
        "You are always the most senior of your Rank.",
    ),
    Heir(
        18,
        OLD_MAN,
        "Old Man of the Mountain",
        "Immune to Assassination.",
        "Turn a hand card into an Assassin of 1.",
    ),
    Heir(
        19,
        MERCHANT,
        "Merchant",
        "Immune to Bribe.",
        "Draw three when he becomes your friend; discard two when you lose him.",
    ),
    Heir(
        20,
        JUDGE,
        "Judge",
        "Executes the Hanged Man at once when he attempts Coronation.",
        "Only death can make you lose Rank.",
    ),
)

HEIR_OF: Final = {heir.key: heir for heir in HEIRS}


@cache
def player(seat: Seat) -> Person:
    """A player as one of the people on the board."""
    return Person(f"player {seat}")


@cache
def seat_of(person: Person) -> Seat | None:
    """The seat of a player; None for an Unambitious Heir."""
    return None if person in HEIR_OF else Seat(int(person.removeprefix("player ")))


@cache
def name_of(person: Person) -> str:
    """What texts call somebody; players are placeholders."""
    seat = seat_of(person)
    return HEIR_OF[person].name if seat is None else who(seat)


def title_of(person: Person) -> str:
    """The same at the beginning of a sentence."""
    name = name_of(person)
    return name[:1].upper() + name[1:]
