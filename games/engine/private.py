"""What one seat alone knows beyond faces, and how it is spoken of: no cryptography, no table.

Rules see public things only. In a game with fog of war each seat has pieces, orders and a map of
its own besides: all of that is its ``Half``, a frozen value (D-59). Whoever plays for a seat (its
client, a trusted dealer, an audit) asks the half what to do at each step that touches what is
hidden, and gives it the *lesson* that the step holds for it; the half that comes back has learned
it.

The invariant: a half is a function of its seat's first half and the lessons since, in order. No
clock, no chance and no question changes it. So a client, the same client after a restart, a replay
and an audit by the seat's seed all come to the same half, and what a seat posted can be made again
and compared. Nothing that a half answers may depend on what its seat was not taught.

What leaves a half is padded: sets, questions, openings and plans have public counts
(``FogLimits``, ``PlanForm``), the same for all seats, so that a length tells nothing.

A *cell* is an index into the public list of all cells of the map, in ascending (q, r). A *plan* is
what a seat decides under seal: numbers of a fixed count. The half alone can say whether one is
legal (D-60): a proof for everybody would cost too much (D-65).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from games.engine.errors import RulesError
from games.engine.values import CardId, Face, Primitive, Seat

Plan: TypeAlias = tuple[int, ...]
Cell: TypeAlias = int
Below: TypeAlias = Callable[[int], int]

CELLS_LIMIT = 1 << 16
"""A cell is written in two bytes."""


@dataclass(frozen=True, slots=True)
class PlanForm:
    """The shape of a plan: ``length`` numbers from 0 to ``most``; ``name`` says what they mean."""

    name: str
    length: int
    most: int
    prompt: str = field(default="", compare=False)
    """What the person is asked; no part of what is hashed."""

    def primitives(self) -> Primitive:
        """What is hashed of it."""
        return (self.name, self.length, self.most)

    def fits(self, plan: object) -> bool:
        """Whether a value has this shape."""
        return (
            type(plan) is tuple
            and len(plan) == self.length
            and all(type(one) is int and 0 <= one <= self.most for one in plan)
        )


@dataclass(frozen=True, slots=True)
class LabelLimits:
    """The padded counts of one label of an exchange.

    ``tags``: entries of every set. ``asks``: cells that every viewer asks about. ``details``: bytes
    that say what stands on a cell, before they are sealed.
    """

    tags: int
    asks: int
    details: int


@dataclass(frozen=True, slots=True)
class FogLimits:
    """Every count that is padded, so that it tells nothing; public, and the same for all seats.

    ``openings``: pairs of a round and how many cells every seat opens in each round from that one
    on, in ascending rounds. ``blanks``: cards without a cell in every copy of the map.
    """

    cells: int
    sight: LabelLimits
    here: LabelLimits
    target: LabelLimits
    openings: tuple[tuple[int, int], ...]
    blanks: int

    def openings_in(self, round_: int) -> int:
        """How many positions every seat names in a round."""
        return next((count for first, count in reversed(self.openings) if first <= round_), 0)

    def primitives(self) -> Primitive:
        """All of it, as it is hashed."""
        labels = tuple([(one.tags, one.asks, one.details) for one in self._labels()])
        return (self.cells, labels, self.openings, self.blanks)

    def _labels(self) -> tuple[LabelLimits, ...]:
        return (self.sight, self.here, self.target)


SIGHT = ("sight",)
BATTLE = ("here", "target")


@dataclass(frozen=True, slots=True)
class Exchange:
    """What seats tell each other at one step, cell by cell, without telling which cells they ask.

    ``labels``: the names of the lists of pieces, ``SIGHT`` or ``BATTLE``.
    """

    labels: tuple[str, ...]
    seats: tuple[Seat, ...]
    round: int
    limits: FogLimits

    def limit(self, label: str) -> LabelLimits:
        """The counts of one of its labels."""
        found: LabelLimits = getattr(self.limits, label)
        return found


@dataclass(frozen=True, slots=True)
class Openings:
    """The cells whose terrain a seat wants to see now, the most wanted first; what it knows.

    ``known``: cells whose terrain it has seen; they serve as fillers.
    """

    wanted: tuple[Cell, ...]
    known: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class ExchangePlan:
    """What a seat says and asks in an exchange, for every label of it, in ascending cells.

    ``pieces``: cells with the details of what stands there, each cell once. ``asks``: cells.
    Dummies are not among them: whoever carries the exchange out fills up.
    """

    pieces: Mapping[str, tuple[tuple[Cell, bytes], ...]] = field(repr=False)
    asks: Mapping[str, tuple[Cell, ...]] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Number:
    """One number that every seat announces of itself, from ``low`` to ``high``."""

    name: str
    low: int
    high: int


# Lessons


@dataclass(frozen=True, slots=True)
class Terrain:
    """The terrain of cells that were opened for this seat."""

    faces: Mapping[Cell, Face] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Sealed:
    """The plan of this seat counts from now on; None: it was late, so its rule of default does."""

    form: PlanForm
    plan: Plan | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class Seen:
    """What others had on the cells that this seat asked about: owner, label, cell, details.

    Of every seat whose answers count there is an entry, be it empty.
    """

    exchange: Exchange
    pieces: Mapping[Seat, Mapping[str, Mapping[Cell, bytes]]] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Announced:
    """What all seats said of themselves, in the order of their numbers; public."""

    accounts: Mapping[Seat, tuple[int, ...]]
    last: bool


Lesson: TypeAlias = Terrain | Sealed | Seen | Announced


class Half(Protocol):
    """One seat's private part of a game. A value: it never changes, and no order of calls counts.

    In a round: ``default`` or a person's plan is sealed, ``exchange`` with that plan, ``Sealed``,
    ``Seen``, ``account``, ``Announced``, ``openings``, ``Terrain``, ``exchange``, ``Seen``.
    """

    @property
    def seat(self) -> Seat:
        """Whose half it is."""
        ...

    def openings(self, count: int) -> Openings:
        """Which cells it would open, where ``count`` may be."""
        ...

    def exchange(self, exchange: Exchange, plan: Plan | None) -> ExchangePlan:
        """What it says and asks.

        ``plan``: in battle what this seat has sealed for this step, None if it was late; at sight
        None.
        """
        ...

    def question(self, form: PlanForm) -> PlanForm | None:
        """What its person is asked where such a plan is wanted; None: its default is sealed."""
        ...

    def why_not(self, form: PlanForm, plan: Plan) -> str | None:
        """Why it may not seal that plan, or None if it may. The plan has the form's shape."""
        ...

    def default(self, form: PlanForm) -> Plan:
        """The plan of somebody who gives no order; always one that it may seal."""
        ...

    def drawn(self, form: PlanForm, below: Below) -> Plan:
        """A plan that it may seal, drawn at random: ``below(n)`` is a fair number below n."""
        ...

    def preview(self, form: PlanForm, plan: Plan) -> Half:
        """The half with a plan drawn into it, to look at: as far as its seat can foresee."""
        ...

    def account(self, numbers: tuple[Number, ...]) -> tuple[int, ...]:
        """What it announces, one value for each of ``numbers``."""
        ...

    def learned(self, lesson: Lesson) -> Half:
        """The half that has learned this."""
        ...

    def whole(self, faces: Mapping[Cell, Face]) -> Whole | None:
        """The game of all seats before anything was sealed, by what lies on the hidden cells.

        Every half of a table gives the same one; None if the game has none to hold halves against.
        """
        ...


class Whole(Protocol):
    """A game with nothing hidden: what all halves together have to come to. Unlike them it changes.

    For an audit that has the seeds of all seats.
    """

    def learned(self, lessons: Mapping[Seat, Lesson]) -> None:
        """What one step taught all the seats that it concerned: lessons of one kind."""
        ...

    def doubt(self, half: Half) -> str | None:
        """In what a half that has learned the same differs from what is true and its seat may know.

        None if in nothing. Not between a plan of battle and the battle.
        """
        ...

    def tale(self) -> tuple[str, ...]:
        """Of all that was hidden what is worth telling once the game is over, a sentence each."""
        ...


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What one seat alone knows: the faces that it has seen, and its half if the game has any.

    A spectator has neither.
    """

    faces: Mapping[CardId, Face] = field(default_factory=dict, repr=False)
    half: Half | None = field(default=None, repr=False)


NOTHING_KNOWN = Knowledge()
"""What a spectator knows."""


def exchanged(exchange: Exchange, plans: Mapping[Seat, ExchangePlan]) -> dict[Seat, Seen]:
    """What each seat learns when all of ``plans`` meet: the exchange with nothing hidden.

    ``plans``: of every seat whose pieces count. Raises ``RulesError`` where one has more than its
    limits hold.
    """
    for plan in plans.values():
        check_plan(exchange, plan)
    return {
        viewer: Seen(
            exchange,
            {
                owner: {label: _met(label, theirs, mine) for label in exchange.labels}
                for owner, theirs in plans.items()
                if owner != viewer
            },
        )
        for viewer, mine in plans.items()
    }


def check_plan(exchange: Exchange, plan: ExchangePlan) -> None:
    """Raises ``RulesError`` for a plan that does not keep to its limits: a bug of the half."""
    for label in exchange.labels:
        limit, pieces, asks = exchange.limit(label), plan.pieces[label], plan.asks[label]
        if len(pieces) > limit.tags or len(asks) > limit.asks:
            raise RulesError(f"more pieces or questions of '{label}' than there is room for")
        if any(len(details) != limit.details for _, details in pieces):
            raise RulesError(f"details of '{label}' have {limit.details} bytes")
        for cells in (tuple(cell for cell, _ in pieces), asks):
            if cells != tuple(sorted(set(cells))) or any(
                not 0 <= cell < exchange.limits.cells for cell in cells
            ):
                raise RulesError(f"cells of '{label}' are of the map, ascending, each once")


def _met(label: str, theirs: ExchangePlan, mine: ExchangePlan) -> dict[Cell, bytes]:
    asked = mine.asks[label]
    return {cell: details for cell, details in theirs.pieces[label] if cell in asked}
