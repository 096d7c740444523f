"""Games of Fortress among bots, as fast as rules alone can play them.

The full game is played (`games.fortress.world`), and each bot is given the half that its seat would
have; tests/bench/balance/test_fortress_games.py holds these halves against those that live on
lessons. No engine, no exchange and no cryptography: thousands of games an hour.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from games.engine.game import settled_options
from games.engine.values import Seat
from games.fortress.battle import Fight, Standing, standings
from games.fortress.bot.player import orders_of_temper, plan_of_temper
from games.fortress.bot.temper import Temper
from games.fortress.building import offer_of
from games.fortress.chart import chart_of, ring_length, starts_of
from games.fortress.effects import Account, is_over
from games.fortress.endings import outcome_of
from games.fortress.half import FortressHalf, new_half
from games.fortress.hexes import Cell
from games.fortress.pieces import PIECE_SIDES, RANDOM_PIECES, piece_from
from games.fortress.public import BUILD, Public
from games.fortress.rules import Fortress
from games.fortress.settings import OPENINGS, QUIET_ROUNDS, settings_of
from games.fortress.sight import to_ask, to_open
from games.fortress.sightings import Remembered, remembered
from games.fortress.world import World
from simulation.dealer import Below, dice

T = TypeVar("T")
_ALL = 1 << 16
"""More cells than there are."""


@dataclass
class Counts:
    """The most that a seat ever came to in the rounds that were counted, and how often what was."""

    asks: int = 0
    """Cells on which a seat would look for rivals in one round."""
    pieces: int = 0
    """Cells on which a seat has anything."""
    aims: int = 0
    """Cells at which a seat shoots in one round."""
    met: int = 0
    """Cells about which a seat asks in a battle: its own, and those that it shoots at."""
    wanted: list[int] = field(default_factory=lambda: [0] * len(OPENINGS))
    """Cells to open in a round, those put off before among them: by parts of the schedule."""
    put_off: int = 0
    """Rounds of a seat in which some cells were put off."""
    waiting: int = 0
    """The most rounds in a row in which a seat had cells put off."""
    turns: int = 0
    """Rounds of a seat, all counted."""
    sighted: int = 0
    """Rounds of a seat that sees a rival's Unit."""
    fought: int = 0
    """Rounds of a table in which blows or shots hit somebody."""

    def add(self, other: Counts) -> None:
        """Take in what was counted elsewhere."""
        self.wanted = list(map(max, self.wanted, other.wanted))
        for name in ("asks", "pieces", "aims", "met", "waiting"):
            setattr(self, name, max(getattr(self, name), getattr(other, name)))
        for name in ("put_off", "turns", "sighted", "fought"):
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass(frozen=True)
class Found:
    """What one game came to."""

    winners: tuple[Seat, ...]
    places: tuple[int, ...]
    """Of the winners where they start: how far round the ring from the first to be drawn."""
    reason: str
    rounds: int
    artifacts: tuple[int, ...]
    counts: Counts


@dataclass
class Arena:
    """One game."""

    public: Public
    world: World
    order: tuple[Seat, ...]
    """The seats in the order of their starts."""
    tempers: Sequence[Temper]
    counts: Counts = field(default_factory=Counts)
    accounts: dict[Seat, Account] = field(default_factory=dict)
    memory: dict[Seat, dict[Cell, Remembered]] = field(default_factory=dict)
    halves: dict[Seat, FortressHalf] = field(default_factory=dict)
    _waiting: dict[Seat, int] = field(default_factory=dict)
    _eventful: int = 1

    def play(self) -> Found:
        """To its end."""
        self.build()
        while (found := self.end()) is None:
            self.look()
            self.fight()
        return found

    def look(self) -> None:
        """A round begins: Lodgings produce, terrain is opened, and all see who is in sight."""
        self.world.produce()
        here = self._here()
        for seat in self.world.forces:
            self._open(seat)
            self.halves[seat] = self._half(seat, here)

    def build(self) -> None:
        """Round 1."""
        plans = {
            seat: plan_of_temper(new_half(self.public, seat), BUILD, self.tempers[seat])
            for seat in self.world.forces
        }
        self.world.build(self.public.offer, plans)

    def _here(self) -> dict[Cell, list[Standing]]:
        """What everybody has, by cell."""
        here: dict[Cell, list[Standing]] = {}
        for seat, force in self.world.forces.items():
            own = standings(seat, force)
            self.counts.pieces = max(self.counts.pieces, len(own))
            for cell, one in own.items():
                here.setdefault(cell, []).append(one)
        return here

    def _open(self, seat: Seat) -> None:
        world, counts, limits = self.world, self.counts, self.public.settings.limits
        known, count = world.known[seat], limits.openings_in(world.round)
        wanted = to_open(self.public.chart.grid, world.forces[seat], known)
        known.update({cell: world.terrain[cell] for cell in wanted[:count]})
        part = sum(first <= world.round for first, _ in limits.openings) - 1
        counts.wanted[part] = max(counts.wanted[part], len(wanted))
        put_off = len(wanted) > count
        self._waiting[seat] = self._waiting.get(seat, 0) + 1 if put_off else 0
        counts.put_off += put_off
        counts.waiting = max(counts.waiting, self._waiting[seat])

    def _half(self, seat: Seat, here: Mapping[Cell, Sequence[Standing]]) -> FortressHalf:
        world, counts = self.world, self.counts
        force, known = world.forces[seat], world.known[seat]
        asked = to_ask(self.public.chart.grid, force, known, _ALL)
        watched = tuple(sorted(asked[: self.public.settings.limits.sight.asks]))
        looked = {
            cell: tuple(one for one in here.get(cell, ()) if one.seat != seat)
            for cell in sorted((*watched, *force.cells()))
        }
        rivals = {cell: standings for cell, standings in looked.items() if standings}
        self.memory[seat] = remembered(self.memory.get(seat, {}), looked, world.round)
        counts.asks = max(counts.asks, len(asked))
        counts.turns += 1
        counts.sighted += any(one.unit for standings in rivals.values() for one in standings)
        return FortressHalf(
            seat,
            self.public,
            world.round,
            force,
            known,
            rivals,
            watched,
            self.memory[seat],
            self.accounts,
        )

    def fight(self) -> None:
        """All give orders, and they are carried out."""
        orders = {
            seat: orders_of_temper(half, self.tempers[seat]) for seat, half in self.halves.items()
        }
        fights = self.world.battle(orders)
        self._count(fights)
        for seat in self.world.forces:
            hit = {
                cell: _rivals(fight, seat) for cell, fight in fights.items() if _shot(fight, seat)
            }
            self.memory[seat] = remembered(self.memory[seat], hit, self.world.round)

    def _count(self, fights: Mapping[Cell, Fight]) -> None:
        counts = self.counts
        counts.fought += any(fight.present != fight.left for fight in fights.values())
        for seat in self.world.forces:
            aims = [cell for cell, fight in fights.items() if seat in fight.shots]
            own = [c for c, fight in fights.items() if any(o.seat == seat for o in fight.present)]
            counts.aims = max(counts.aims, len(aims))
            counts.met = max(counts.met, len({*aims, *own}))

    def end(self) -> Found | None:
        """All announce; gives how the game ends, if it does."""
        settings, round_ = self.public.settings, self.world.round
        before, self.accounts = self.accounts, self.world.accounts(last=True)
        were_in = [seat for seat in self.accounts if not before or not before[seat].is_out]
        if _events(before) != _events(self.accounts):
            self._eventful = round_
        quiet = round_ - self._eventful >= QUIET_ROUNDS
        at_cap = round_ >= settings.rounds
        if not (at_cap or quiet or is_over(self.accounts, settings.goal)):
            return None
        end = outcome_of(
            self.accounts, were_in, settings.goal, settings.rounds, quiet=quiet and not at_cap
        )
        return Found(
            end.winners,
            tuple(self.order.index(seat) for seat in end.winners),
            end.reason,
            round_,
            tuple(one.artifacts for one in self.accounts.values()),
            self.counts,
        )


def arena(tempers: Sequence[Temper], seed: int, options: Mapping[str, str | int]) -> Arena:
    """A table where a bot of each temper sits; all that is drawn follows from the seed."""
    below, seats = dice(seed), len(tempers)
    settings = settings_of(seats, settled_options(Fortress.info, seats, options))
    order = tuple(_shuffled([Seat(seat) for seat in range(seats)], below))
    chart = chart_of(
        settings.size, starts_of(settings.size, order, below(ring_length(settings.size)))
    )
    terrain = {
        cell: face
        for deck in chart.decks
        for cell, face in zip(deck.cells, _shuffled(list(deck.faces), below), strict=True)
    }
    throws = [below(PIECE_SIDES) for _ in range(RANDOM_PIECES)]
    offer = offer_of([piece_from(throw, settings.lots) for throw in throws])
    return Arena(Public(settings, chart, offer), World(settings, chart, terrain), order, tempers)


def _shuffled(items: list[T], below: Below) -> list[T]:
    for last in range(len(items) - 1, 0, -1):
        other = below(last + 1)
        items[last], items[other] = items[other], items[last]
    return items


def _events(accounts: Mapping[Seat, Account]) -> list[tuple[int, bool]]:
    """What begins the count of quiet rounds anew (FTB-11)."""
    return [(one.artifacts, one.is_out) for one in accounts.values()] or [(0, False)]


def _shot(fight: Fight, seat: Seat) -> bool:
    """Whether a seat shot at a cell where it has nothing."""
    return seat in fight.shots and all(one.seat != seat for one in fight.present)


def _rivals(fight: Fight, seat: Seat) -> tuple[Standing, ...]:
    return tuple(one for one in fight.present if one.seat != seat)
