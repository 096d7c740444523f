"""The types of the cards: one row of data a card (CTD-2). Nothing here knows a table.

The rows are in `princes.py`, `characters.py`, `contests.py`, `challenges.py`, `effects.py`,
`equipment.py` and `magic.py`; `deck.py` gathers them. A row says all that its card does:
adding a plain card is one row and one test.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from games.court.deeds import Bonus, Deed
from games.court.terms import Ability, Keyword, Kind, Phase, Trait, Trigger, Who, Whose

# What a card aims at


@dataclass(frozen=True, slots=True)
class Somebody:
    """Somebody in play is chosen. A bound that is not given does not count."""

    whose: Whose
    question: str
    princes: bool = False
    """Whether Princes can be chosen as well as Characters."""
    turned: bool | None = None
    keyword: Keyword | None = None
    weak: tuple[Ability, int] | None = None
    """Rating at most."""
    able: Ability | None = None
    """Rating at least 1."""
    takes_part: bool = False
    """Only those with tokens in the Event."""
    could_take_part: bool = False
    """Only those who could turn to take part in the Event."""
    another: bool = False
    """Not the one chosen before, nor who uses the power."""
    optional: bool = False
    """Nobody need be chosen."""


@dataclass(frozen=True, slots=True)
class Rival:
    """Another Prince is chosen."""

    question: str
    with_cards: bool = False
    with_favor: bool = False


class PoolUse(StrEnum):
    """For what a pool of an Event is chosen."""

    ADD = "add"
    TAKE = "take"


@dataclass(frozen=True, slots=True)
class Pool:
    """A pool of the Event is chosen."""

    question: str
    use: PoolUse
    another: bool = False
    """Not the one chosen before."""


@dataclass(frozen=True, slots=True)
class Side:
    """A side of the Melee is chosen."""

    question: str


@dataclass(frozen=True, slots=True)
class Discard:
    """A card of the discards is chosen: an Action card, or a Character."""

    question: str
    character: bool = False


@dataclass(frozen=True, slots=True)
class Amount:
    """A number of tokens is chosen, as far as the pool reaches that was chosen first (CTD-19)."""

    question: str
    most: int


Aim: TypeAlias = Somebody | Rival | Pool | Side | Discard | Amount


# The cards


@dataclass(frozen=True, slots=True)
class Power:
    """What somebody does by turning (HA-17): in these phases, or in answer to a trigger."""

    deeds: tuple[Deed, ...]
    aims: tuple[Aim, ...] = ()
    phases: tuple[Phase, ...] = (Phase.ACTION,)
    trigger: Trigger | None = None
    whose: Whose = Whose.ANY
    """Whose the subject of the trigger must be."""
    says: str = ""
    """What its option says, after the name of who turns."""


@dataclass(frozen=True, slots=True, eq=False)
class Character:
    """Somebody of the court, or a Prince."""

    key: str
    """The face of its card. Hashed."""
    title: str
    short: str
    """What sentences call it."""
    politics: int
    combat: int
    keywords: tuple[Keyword, ...]
    text: str
    power: Power | None = None
    brief: str = ""
    """The shortest name, where six stand in one row of a board and `short` is too long."""
    gist: str = ""
    """What it does by turning in few words, where what its option says is too long."""


@dataclass(frozen=True, slots=True, eq=False)
class Prince(Character):
    """One of the five (HA-5 to HA-11)."""

    popularity: int = 0
    favor: int = 0
    trait: Trait | None = None


@dataclass(frozen=True, slots=True)
class For:
    """One consequence of an Event: for whom, and what they do or suffer."""

    who: Who
    deed: Deed


@dataclass(frozen=True, slots=True, eq=False)
class Event:
    """A Contest, or a Challenge (HA-22)."""

    key: str
    title: str
    text: str
    is_contest: bool
    ability: Ability
    then: tuple[For, ...]
    """When a Contest is decided, or a Challenge succeeds."""
    otherwise: tuple[For, ...] = ()
    """When a Challenge fails."""
    against: int = 0
    """Tokens with which a Challenge opposes itself, for each Prince still in."""
    money: bool = False
    mandatory: bool = False
    only: Keyword | None = None
    barred: Keyword | None = None
    bonus: tuple[Keyword, int] | None = None
    subject: Somebody | None = None
    """Whom the current player has to choose when the Event is revealed (HA-62)."""
    lasting: Bonus | None = None
    """What it gives once it stays in play (HA-27)."""
    lasting_for: Keyword | None = None
    """Whose all it then is, in the middle of the table; without it, it lies under one Character."""
    brief: str = ""
    """The shortest name, for a board on which it lies under somebody."""


@dataclass(frozen=True, slots=True, eq=False)
class Action:
    """One of the cards that are held in the hands."""

    key: str
    title: str
    kind: Kind
    phases: tuple[Phase, ...]
    text: str
    deeds: tuple[Deed, ...] = ()
    aims: tuple[Aim, ...] = ()
    bonus: Bonus | None = None
    """What it gives to who bears it; who that is, is its only aim."""
    trigger: Trigger | None = None
    whose: Whose = Whose.ANY
    """Of a Reaction: whose the subject of the trigger must be."""
    takes_part: bool = False
    """Of a Reaction: only for who takes part in the Contest."""
    brief: str = ""
    """The shortest name, for a board on which it lies under somebody."""

    @property
    def see(self) -> tuple[str, ...]:
        """The entries of the guide that help to understand it."""
        if self.trigger is not None:
            return ("term.reaction",)
        magic = ("term.wizard",) if self.kind.is_magic else ()
        return (*magic, "term.under") if self.kind.is_attached else magic


Row: TypeAlias = Character | Event | Action
