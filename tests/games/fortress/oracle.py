"""The full game and all halves side by side, held against each other after every step.

The halves exchange what they say through plain dictionaries (`games.engine.private.exchanged`); the
world knows everything. Plans are drawn at random among what a half allows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import TypeVar

from games.engine.private import (
    BATTLE,
    SIGHT,
    Announced,
    Exchange,
    Lesson,
    Number,
    Plan,
    Sealed,
    Terrain,
    exchanged,
)
from games.engine.values import Seat
from games.fortress.battle import Fight, Standing
from games.fortress.building import offer_of
from games.fortress.chart import TEST_SIZE, Size, chart_of, ring_length, size_for, starts_of
from games.fortress.effects import is_over
from games.fortress.half import FortressHalf, new_half
from games.fortress.hexes import Cell, grid
from games.fortress.pieces import PIECE_SIDES, RANDOM_PIECES, piece_from
from games.fortress.public import Public
from games.fortress.settings import Settings, limits_for
from games.fortress.whole import WholeGame
from games.fortress.world import World
from simulation.dealer import Below, dice

T = TypeVar("T")
NUMBERS = (
    Number("artifacts", 0, 99),
    Number("out", 0, 1),
    Number("gauge", 0, 99),
    Number("units", 0, 99),
)


@dataclass
class Seen:
    """What has happened in some games, so that a test can ask whether it happens at all."""

    counts: dict[str, int] = field(default_factory=dict)

    def note(self, what: str, count: int = 1) -> None:
        self.counts[what] = self.counts.get(what, 0) + count


class Oracle:
    """One game played both ways."""

    def __init__(
        self,
        seats: int,
        seed: int,
        *,
        size: Size | None = None,
        cap: int = 12,
        seen: Seen | None = None,
    ) -> None:
        self.below: Below = dice(seed)
        self.seen = seen or Seen()
        size = size or size_for(seats)
        limits = limits_for(seats, cap, len(grid(size.radius)))
        settings = Settings(12, 3, cap, 60, size, limits)
        order = [Seat(seat) for seat in self._shuffled(range(seats))]
        chart = chart_of(size, starts_of(size, order, self.below(ring_length(size))))
        terrain = {
            cell: face
            for deck in chart.decks
            for cell, face in zip(deck.cells, self._shuffled(deck.faces), strict=True)
        }
        offer = offer_of([piece_from(self.below(PIECE_SIDES)) for _ in range(RANDOM_PIECES)])
        self.public = Public(settings, chart, offer)
        self.terrain = {**chart.plain(), **terrain}
        self.whole = WholeGame(self.public, terrain)
        self.halves = {Seat(s): new_half(self.public, Seat(s)) for s in range(seats)}
        self.over = False

    @property
    def world(self) -> World:
        """What is true."""
        return self.whole.world

    def play(self, rounds: int) -> None:
        """A game of so many rounds; now and then a seat leaves."""
        self.build()
        self.announce()
        for _ in range(rounds):
            if len(self.halves) < 2 or self.over:
                return
            self.open()
            self.leave(self._leaver())
            self.sight()
            self.battle(self._leaver())
            self.leave(self._leaver())
            self.announce()

    def teach(self, lessons: Mapping[Seat, Lesson]) -> None:
        """All halves and the full game learn what a step taught."""
        self.whole.learned(lessons)
        self.halves = {seat: self.halves[seat].learned(one) for seat, one in lessons.items()}

    def compare(self) -> None:
        """Every half knows what is true and it may know."""
        for half in self.halves.values():
            assert self.whole.doubt(half) is None

    # The steps

    def build(self) -> None:
        form = self.public.build_form
        plans = {seat: half.drawn(form, self.below) for seat, half in self.halves.items()}
        assert all(form.fits(plan) for plan in plans.values())
        self.teach({seat: Sealed(form, plan) for seat, plan in plans.items()})
        self.compare()

    def leave(self, seat: Seat | None) -> None:
        """A seat leaves between two steps: the next one is without it."""
        if seat is not None:
            self.seen.note("left")
            del self.halves[seat]

    def open(self) -> None:
        count = self.public.settings.limits.openings_in(self.world.round)
        lessons = {}
        for seat, half in self.halves.items():
            openings = half.openings(count)
            assert not set(openings.wanted) & set(half.known)
            assert set(openings.known) <= set(half.known)
            cells = tuple(islice(openings.wanted, count))
            lessons[seat] = Terrain({cell: self.terrain[cell].value for cell in cells})
        self.teach(lessons)
        self.compare()

    def sight(self) -> None:
        exchange = self._exchange(SIGHT)
        said = {seat: half.exchange(exchange, None) for seat, half in self.halves.items()}
        self.teach(exchanged(exchange, said))
        self.compare()
        for seat, half in self.halves.items():
            assert sorted(half.rival_tiles) == [
                cell for cell in sorted(self.world.rival_tiles(seat)) if cell in half.rivals
            ]
            self.seen.note("in sight", len(half.rivals))
            self.never_too_much(half)

    def battle(self, leaver: Seat | None = None) -> None:
        exchange, form = self._exchange(BATTLE), self.public.orders_form
        plans = {seat: self._plan(half) for seat, half in self.halves.items()}
        self.leave(leaver)
        said = {seat: half.exchange(exchange, plans[seat]) for seat, half in self.halves.items()}
        self.teach({seat: Sealed(form, plans[seat]) for seat in self.halves})
        self.teach(exchanged(exchange, said))
        self.compare()
        for half in self.halves.values():
            self._fights_are_all_told(half)
        self._count(self.whole.fights)

    def announce(self) -> None:
        accounts = {seat: half.account(NUMBERS) for seat, half in self.halves.items()}
        truth = self.world.accounts(last=True)
        for seat, said in accounts.items():
            own = truth[seat]
            assert said == (own.artifacts, int(own.is_out), own.gauge, own.units)
            self.seen.note("out", own.is_out)
            self.seen.note("artifacts", own.artifacts)
        short = {seat: said[:2] for seat, said in accounts.items()}
        self.teach(dict.fromkeys(self.halves, Announced(short, last=False)))
        self.over = is_over(self.world.accounts(), self.public.settings.goal)
        self.compare()

    # What is compared besides

    def never_too_much(self, half: FortressHalf) -> None:
        """Nothing that a half holds of rivals is of a cell which it neither sees nor stands on."""
        board, own = self.public.chart.grid, half.force
        for cell, standings in half.rivals.items():
            assert standings
            assert all(one.seat != half.seat for one in standings)
            shared = cell in own.cells()
            near = [
                (eye.cell, radius)
                for radius, eyes in ((3, own.tiles), (2, own.units))
                for eye in eyes
                if board.distance(eye.cell, cell) <= radius
            ]
            assert shared or (near and half.known[cell] != "overgrowth")
        assert half.situation.rival_tiles == half.rival_tiles

    def _fights_are_all_told(self, half: FortressHalf) -> None:
        """A party on a cell knows all who were there, who shot at it, and who is left."""
        report, fights = half.report, self.whole.fights
        assert report is not None
        assert set(report.fights) == set(report.posture.force.cells())
        assert set(report.hit) == set(report.posture.shots) - set(report.fights)
        for cell, told in report.fights.items():
            assert told == fights[cell]
        for cell, met in report.hit.items():
            assert met == tuple(one for one in fights[cell].present if one.seat != half.seat)

    def _count(self, fights: Mapping[Cell, Fight]) -> None:
        for cell, fight in fights.items():
            self.seen.note("fights", len(fight.present) > 1)
            self.seen.note("melees", len(fight.present) > 2)
            self.seen.note("on tiles", len(fight.present) > 1 and _has_tile(fight))
            self.seen.note("in overgrowth", len(fight.present) > 1 and self._hides(cell))
            self.seen.note("hit", bool(fight.shots) and bool(fight.present))
            self.seen.note("deaths", _pieces(fight.present) - _pieces(fight.left))

    def _hides(self, cell: Cell) -> bool:
        return self.terrain[cell] == "overgrowth"

    # Random plans

    def _plan(self, half: FortressHalf) -> Plan | None:
        form = self.public.orders_form
        plan = half.default(form)
        if half.question(form) is not None and self.below(12):
            plan = half.drawn(form, self.below)
        assert form.fits(plan)
        assert half.why_not(form, plan) is None
        assert half.preview(form, plan).seat == half.seat
        return plan if self.below(40) else None

    def _leaver(self) -> Seat | None:
        if len(self.halves) < 3 or self.below(90):
            return None
        return list(self.halves)[self.below(len(self.halves))]

    def _exchange(self, labels: tuple[str, ...]) -> Exchange:
        limits = self.public.settings.limits
        return Exchange(labels, tuple(self.halves), self.world.round, limits)

    def _shuffled(self, items: Iterable[T]) -> list[T]:
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in range(len(left))]


def _has_tile(fight: Fight) -> bool:
    return any(one.tile is not None for one in fight.present)


def _pieces(standings: tuple[Standing, ...]) -> int:
    return sum((one.unit is not None) + (one.tile is not None) for one in standings)


def play(seats: int, seed: int, rounds: int, seen: Seen, *, small: bool = False) -> None:
    """One game; on the small map rivals meet at once."""
    size = TEST_SIZE if small else None
    Oracle(seats, seed, size=size, seen=seen).play(rounds)
