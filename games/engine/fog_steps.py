"""Steps about what is hidden from most seats for good: a map under fog, pieces on it, sealed plans.

The terrain is cards. ``ShuffleDecks`` lays them under a map that nobody knows, ``Copy`` makes one
seat's own permuted view of it, ``NamePositions`` and a ``Deal`` open places of such views to their
owners alone. ``Build``, ``Sight`` and ``Battle`` let seats decide under seal and meet; ``Account``
is the one thing that they say of themselves unchecked, until an audit checks it.

Results are small: what seats say to each other is bound by their signed messages, and only what
the rules go on from is hashed here. Whoever plays for a seat asks its ``Half``
(``games.engine.private``).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from games.engine.choice import Choice
from games.engine.errors import BadResult
from games.engine.ledger import Ledger
from games.engine.private import BATTLE, SIGHT, Exchange, FogLimits, Number, PlanForm
from games.engine.step import Step, TrustedDealer
from games.engine.values import CardId, Primitive, Seat

Flags = tuple[bool, ...]

# Terrain


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards that are shuffled among themselves: they become ``fresh``, in ``zone``."""

    cards: tuple[CardId, ...]
    fresh: tuple[CardId, ...]
    zone: str

    def primitives(self) -> Primitive:
        """What is hashed of it."""
        return (self.cards, self.fresh, self.zone)


@dataclass(frozen=True, slots=True)
class ShuffleDecks(Step[None]):
    """Nobody knows the order of any of these decks now; a seat shuffles all of them at once."""

    decks: tuple[Deck, ...]

    def primitives(self) -> Primitive:
        return ("shuffle_decks", tuple([deck.primitives() for deck in self.decks]))

    def settle(self, ledger: Ledger, value: None) -> None:
        for deck in self.decks:
            ledger.renumber(deck.cards, deck.fresh, ledger.zone(deck.zone), stale=False)

    def ideal(self, dealer: TrustedDealer, left: tuple[Seat, ...]) -> None:
        for deck in self.decks:
            dealer.shuffle(deck.cards, deck.fresh)


@dataclass(frozen=True, slots=True)
class Copy(Step[None]):
    """One seat copies cards into ``zone``, in an order that it alone knows; the cards stay.

    ``cells``: where the first of ``sources`` lie on the map; the others are blanks. ``fresh``: the
    ids of the copies, called positions, for nobody else can tell their cells.
    """

    blocking = False
    owner: Seat
    sources: tuple[CardId, ...]
    cells: tuple[int, ...]
    fresh: tuple[CardId, ...]
    zone: str

    def primitives(self) -> Primitive:
        return ("copy", self.owner, self.sources, self.cells, self.fresh, self.zone)

    def settle(self, ledger: Ledger, value: None) -> None:
        ledger.copied(self.fresh, ledger.zone(self.zone))

    def ideal(self, dealer: TrustedDealer, left: tuple[Seat, ...]) -> None:
        dealer.copy(self.owner, self.sources, self.cells, self.fresh)


@dataclass(frozen=True, slots=True)
class NamePositions(Step[tuple[tuple[CardId, ...], ...]]):
    """Each seat names ``count`` positions of its own view that are to be opened to it.

    The result has for each of ``pools`` ids of its zone, ascending, none of them dealt before; none
    at all for a seat that leaves here.
    """

    asks_halves = True
    pools: tuple[tuple[Seat, str], ...]
    count: int
    round: int | None = field(default=None, compare=False)
    """In which round of the game, for whoever reads of it; nothing is worked out from it."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who names positions."""
        return tuple([seat for seat, _ in self.pools])

    def primitives(self) -> Primitive:
        return ("name_positions", self.pools, self.count)

    def judge(
        self, ledger: Ledger, result: Any, left: tuple[Seat, ...]
    ) -> tuple[tuple[CardId, ...], ...]:
        _one_each(self.pools, result)
        for (seat, zone), named in zip(self.pools, result, strict=True):
            if not _absent(seat, named, left):
                self.check(ledger, zone, named)
        return result  # type: ignore[no-any-return]

    def check(self, ledger: Ledger, zone: str, named: Any) -> None:
        """Raises ``BadResult`` for ids that a seat with this zone may not name."""
        if type(named) is not tuple or len(named) != self.count:
            raise BadResult(f"a seat names {self.count} positions")
        if any(type(one) is not int for one in named) or list(named) != sorted(set(named)):
            raise BadResult("positions are named in ascending order, each once")
        if not set(named) <= set(unopened(ledger, zone)):
            raise BadResult(f"a position that is not in '{zone}', or was opened before")

    def ideal(
        self, dealer: TrustedDealer, left: tuple[Seat, ...]
    ) -> tuple[tuple[CardId, ...], ...]:
        return tuple(
            [
                () if seat in left else dealer.positions(seat, zone, self.count)
                for seat, zone in self.pools
            ]
        )


def unopened(ledger: Ledger, zone: str) -> tuple[CardId, ...]:
    """The positions of a view that were not dealt yet, as they lie."""
    cards = ledger.zone(zone).cards
    return tuple([card for card in cards if ledger.reader(card) is None])


# Pieces


@dataclass(frozen=True, slots=True)
class Build(Step[Flags]):
    """Each seat seals a plan. The result says of each seat whether it did."""

    asks_halves = True
    seats: tuple[Seat, ...]
    form: PlanForm
    round: int | None = field(default=None, compare=False)
    """See ``NamePositions``."""

    @property
    def choice(self) -> Choice:
        """What a person is asked."""
        return plan_choice(self.form)

    def primitives(self) -> Primitive:
        return ("build", self.seats, self.form.primitives())

    def judge(self, ledger: Ledger, result: Any, left: tuple[Seat, ...]) -> Flags:
        return _flags(self.seats, result)

    def ideal(self, dealer: TrustedDealer, left: tuple[Seat, ...]) -> Flags:
        sealed = dealer.build(_staying(self.seats, left), self.form)
        return tuple([seat in sealed for seat in self.seats])


@dataclass(frozen=True, slots=True)
class Sight(Step[None]):
    """Each seat learns which pieces of others stand on cells that it sees, and nothing else."""

    asks_halves = True
    seats: tuple[Seat, ...]
    round: int
    limits: FogLimits

    @property
    def exchange(self) -> Exchange:
        """What the seats exchange."""
        return Exchange(SIGHT, self.seats, self.round, self.limits)

    def primitives(self) -> Primitive:
        return ("sight", self.seats, self.round, self.limits.primitives())

    def ideal(self, dealer: TrustedDealer, left: tuple[Seat, ...]) -> None:
        dealer.sight(_staying(self.seats, left), self.exchange)


@dataclass(frozen=True, slots=True)
class Battle(Step[Flags]):
    """Each seat seals its plan, and learns what it meets or hits by it.

    The result says of each seat whether it sealed; False: it was late, or left before.
    """

    asks_halves = True
    seats: tuple[Seat, ...]
    round: int
    form: PlanForm
    limits: FogLimits

    @property
    def choice(self) -> Choice:
        """What a person is asked."""
        return plan_choice(self.form)

    @property
    def exchange(self) -> Exchange:
        """What the seats exchange."""
        return Exchange(BATTLE, self.seats, self.round, self.limits)

    def primitives(self) -> Primitive:
        limits = self.limits.primitives()
        return ("battle", self.seats, self.round, self.form.primitives(), limits)

    def judge(self, ledger: Ledger, result: Any, left: tuple[Seat, ...]) -> Flags:
        return _flags(self.seats, result)

    def ideal(self, dealer: TrustedDealer, left: tuple[Seat, ...]) -> Flags:
        sealed = dealer.battle(_staying(self.seats, left), self.exchange, self.form)
        return tuple([seat in sealed for seat in self.seats])


@dataclass(frozen=True, slots=True)
class Account(Step[tuple[tuple[int, ...], ...]]):
    """Each seat announces numbers of itself; the result has them for each of ``asks``.

    They are held to their ranges at once, and to the truth by the audit. A seat that leaves here
    announces none. ``last``: the game ends with it.
    """

    asks_halves = True
    asks: tuple[tuple[Seat, tuple[Number, ...]], ...]
    last: bool = False

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who announces."""
        return tuple([seat for seat, _ in self.asks])

    def primitives(self) -> Primitive:
        asks = tuple(
            [
                (seat, tuple([(n.name, n.low, n.high) for n in numbers]))
                for seat, numbers in self.asks
            ]
        )
        return ("account", asks, self.last)

    def judge(
        self, ledger: Ledger, result: Any, left: tuple[Seat, ...]
    ) -> tuple[tuple[int, ...], ...]:
        _one_each(self.asks, result)
        for (seat, numbers), said in zip(self.asks, result, strict=True):
            if not _absent(seat, said, left):
                check_account(numbers, said)
        return result  # type: ignore[no-any-return]

    def ideal(self, dealer: TrustedDealer, left: tuple[Seat, ...]) -> tuple[tuple[int, ...], ...]:
        said = {
            seat: dealer.account(seat, numbers) for seat, numbers in self.asks if seat not in left
        }
        dealer.announce(said, self.last)
        return tuple([said.get(seat, ()) for seat in self.seats])


def check_account(numbers: tuple[Number, ...], said: Any) -> None:
    """Raises ``BadResult`` for what is not one number in range for each of ``numbers``."""
    if type(said) is not tuple or len(said) != len(numbers):
        raise BadResult(f"a seat announces {len(numbers)} numbers")
    for number, value in zip(numbers, said, strict=True):
        if type(value) is not int or not number.low <= value <= number.high:
            raise BadResult(f"'{number.name}' is from {number.low} to {number.high}")


def plan_choice(form: PlanForm) -> Choice:
    """The question for a plan of this form, as it is put to a person or a bot."""
    return Choice(form.name, form.prompt, plan=form)


# Helpers


def _staying(seats: tuple[Seat, ...], left: tuple[Seat, ...]) -> tuple[Seat, ...]:
    return tuple([seat for seat in seats if seat not in left])


def _one_each(asked: tuple[Any, ...], result: Any) -> None:
    if type(result) is not tuple or len(result) != len(asked):
        raise BadResult(f"this step has a tuple of {len(asked)} results")


def _absent(seat: Seat, said: Any, left: tuple[Seat, ...]) -> bool:
    """Whether a seat says nothing because it leaves. Who stays has to say something."""
    return seat in left and said == ()


def _flags(seats: tuple[Seat, ...], result: Any) -> Flags:
    _one_each(seats, result)
    if any(type(sealed) is not bool for sealed in result):
        raise BadResult("a seat sealed its plan (True) or was late (False)")
    return result  # type: ignore[no-any-return]
