"""A plan in the making, as a game offers it to whoever makes one for a person.

A game with plans makes a ``PlanDraft`` of a seat's half. It lists *subjects* (Units, pieces to
lay) and *verbs* (what one may be told), takes one order after the other, each giving a new draft,
and says at any time which plan they come to. Front ends know nothing else of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from games.engine.map_view import MapView
from games.engine.private import Cell, Half, Plan, PlanForm
from games.engine.values import Primitive


@dataclass(frozen=True, slots=True)
class Subject:
    """Something that orders are given to."""

    key: str
    """How it is called where it is typed: one word in lower case."""
    title: str
    cell: Cell | None
    """Where it is; None for a piece that was not laid."""
    order: str
    """What it is told to do, in few words."""
    note: str = ""
    """What is to be known of it: health, what it carries."""
    idle: bool = False
    """Whether it would do nothing useful: its player will want to look."""
    alarm: bool = False
    """Whether its player will want to look at it for another reason, which its note says."""
    more: bool = False
    """Whether it can be told something more: it stays chosen after an order."""
    spoken: str = ""
    """The note for whoever sees no map; empty if the note does."""
    says_where: bool = False
    """Whether its order says where it is."""
    stays: bool = False
    """Whether it is told to stay where it is."""
    rules: tuple[str, ...] = ()
    """What the guide says of it, an entry for each thing that it is made of."""


@dataclass(frozen=True, slots=True)
class Verb:
    """What a subject may be told. ``aims``: a cell belongs to it; ``key``: on a keyboard."""

    word: str
    key: str
    says: str
    aims: bool = True


class PlanDraft(Protocol):
    """Orders so far. A value: it never changes, and equal orders are equal."""

    @property
    def form(self) -> PlanForm:
        """What it becomes a plan of."""
        ...

    @property
    def title(self) -> str:
        """What its subjects are called all together, or what they are given."""
        ...

    @property
    def subjects(self) -> tuple[Subject, ...]:
        """All that orders can be given to, in a fixed order."""
        ...

    def verbs(self, subject: str) -> tuple[Verb, ...]:
        """What a subject may be told."""
        ...

    def told(self, subject: str, verb: str, cell: Cell | None) -> PlanDraft | str:
        """The draft with one more order, or why that cannot be, as a sentence.

        Of what concerns several subjects (two on one cell) only the whole plan is judged.
        """
        ...

    def reach(self, subject: str) -> Mapping[Cell, str]:
        """Where a subject may go or aim now: a sign of one character for each such cell."""
        ...

    def ghost(self, subject: str, cell: Cell) -> Mapping[Cell, str]:
        """What the first order that aims would put on the map, aimed there: a sign for each place;
        nothing where that cannot be."""
        ...

    def forecast(self, subject: str, cell: Cell) -> str:
        """What the first order that aims would lead to, aimed there, as far as the seat knows, or
        why it cannot be: part of a sentence; empty where there is nothing to be said."""
        ...

    @property
    def plan(self) -> Plan:
        """The plan that the orders come to."""
        ...

    @property
    def said(self) -> str:
        """All of it in few words: how many have orders, who is idle."""
        ...

    @property
    def map(self) -> MapView:
        """The map with the orders drawn into it."""
        ...

    @property
    def memo(self) -> Primitive:
        """What the next draft of the same seat begins with, in values that can be written down.

        It holds orders that stand; and as long as the same question is open all other orders, so
        that a client that was stopped goes on where it was.
        """
        ...


Planner: TypeAlias = Callable[[Half, PlanForm, Primitive], PlanDraft]
"""Begins a draft from a half, the form that is asked for, and the memo of the last draft, which may
be of any age and of any form; () is the memo of nothing."""
