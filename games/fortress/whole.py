"""The full game told from what all seats learned, and each half held against it.

This is the cross-check of an audit that has the seeds of all seats: their plans are known then, and
what lies under every cell. The property tests use it as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

from games.engine.errors import BadMove
from games.engine.private import Announced, Half, Lesson, Plan, Sealed, Seen
from games.engine.private import Terrain as Opened
from games.engine.values import Face, Seat
from games.fortress.battle import Fight, Posture, Standing
from games.fortress.building import default_build, why_not_build
from games.fortress.effects import is_over
from games.fortress.force import Force
from games.fortress.hexes import Cell
from games.fortress.kinds import Terrain
from games.fortress.orders import Orders, orders_of, read_plan, why_not_orders
from games.fortress.public import BUILD, Public
from games.fortress.sight import Known
from games.fortress.sightings import Report, Sighting, of_seats
from games.fortress.unveiled import Unveiled
from games.fortress.world import World


# A protocol and not the class: `games.fortress.half` imports this module.
@runtime_checkable
class Told(Protocol):
    """What of a half is compared (`games.fortress.half.FortressHalf`)."""

    @property
    def seat(self) -> Seat: ...
    @property
    def round(self) -> int: ...
    @property
    def force(self) -> Force: ...
    @property
    def known(self) -> Known: ...
    @property
    def rivals(self) -> Sighting: ...
    @property
    def report(self) -> Report | None: ...
    @property
    def posture(self) -> Posture | None: ...


class WholeGame:
    """All of one table. It changes as it learns what each step taught the seats."""

    def __init__(self, public: Public, faces: Mapping[Cell, Face]) -> None:
        """`faces`: the terrain of every hidden cell."""
        self.public = public
        terrain = {cell: Terrain(str(face)) for cell, face in faces.items()}
        self.world = World(public.settings, public.chart, terrain)
        self.fights: Mapping[Cell, Fight] = {}
        """What happened in the last battle, by cell."""
        self._orders: dict[Seat, Orders] = {}
        self._sees: dict[Seat, Sighting] = {}
        self._unveiled = Unveiled(public.chart.grid, public.settings.gauge)

    def learned(self, lessons: Mapping[Seat, Lesson]) -> None:
        """Lessons of one kind that one step taught all seats it concerned."""
        one = next(iter(lessons.values()))
        match one:
            case Sealed():
                plans = {seat: le.plan for seat, le in lessons.items() if isinstance(le, Sealed)}
                self._sealed(one.form.name, plans)
            case Opened():
                faces = {s: le.faces for s, le in lessons.items() if isinstance(le, Opened)}
                self._opened(faces)
            case Seen() if one.exchange.labels == ("sight",):
                self._stay(lessons)
                self._sees = {seat: self.world.seen_by(seat) for seat in self.world.forces}
                self._unveiled.looked(self.world.round, self.world.forces, self._sees)
            case Seen():
                self._fought(lessons)
            case Announced():
                self._stay(one.accounts)
                self._told(one)

    def doubt(self, half: Half) -> str | None:
        """In what a half differs from what is true, and what its seat may know; None if not."""
        assert isinstance(half, Told)
        seat, world = half.seat, self.world
        checks = (
            ("its Units and Tiles", half.force == world.forces[seat]),
            ("the terrain that it has seen", half.known == world.known[seat]),
            ("the rivals that it sees", half.rivals == self._sees.get(seat, {})),
            ("the round", half.round == world.round),
            ("what it learned of the battle", self._report_holds(half)),
        )
        return next((what for what, holds in checks if not holds), None)

    def tale(self) -> tuple[str, ...]:
        """What nobody could know before all seeds were here, a sentence each."""
        return self._unveiled.tale()

    # What steps taught

    def _sealed(self, form: str, plans: Mapping[Seat, Plan | None]) -> None:
        if form == BUILD:
            self._stay(plans)
            self.world.build(
                self.public.offer, {seat: self._build(seat, plan) for seat, plan in plans.items()}
            )
        else:  # orders were given in view of the Tiles of seats that left meanwhile (FTB-3)
            self._orders = {seat: self._read(seat, plan) for seat, plan in plans.items()}

    def _build(self, seat: Seat, plan: Plan | None) -> Plan:
        public = self.public
        if plan is None or why_not_build(public.chart, seat, public.offer, plan) is not None:
            return default_build()
        return plan

    def _read(self, seat: Seat, plan: Plan | None) -> Orders:
        situation = self.world.situation(seat)
        if plan is not None:
            cap = self.public.settings.cap
            try:
                orders = read_plan(plan, situation.board, situation.force, cap)
            except BadMove:
                return orders_of(situation.force)
            if why_not_orders(situation, orders) is None:
                return orders
        return orders_of(situation.force)

    def _opened(self, faces: Mapping[Seat, Mapping[Cell, Face]]) -> None:
        """Every seat opens what it may; a cell more or less shows in the comparison."""
        self._stay(faces)
        self.world.open()

    def _fought(self, lessons: Mapping[Seat, Lesson]) -> None:
        gone = [seat for seat in self.world.forces if seat not in lessons]
        before = dict(self.world.forces)
        self.fights = self.world.battle(self._orders, gone)
        self._unveiled.fought(self.world.round, before, self.world.forces, self.fights)
        self._sees = {
            seat: {
                cell: rivals
                for cell in force.cells()
                if (rivals := _rivals(seat, self.fights[cell].left))
            }
            for seat, force in self.world.forces.items()
        }

    def _told(self, lesson: Announced) -> None:
        self._sees = {
            seat: of_seats(sees, lesson.accounts)
            for seat, sees in self._sees.items()
            if seat in lesson.accounts
        }
        if not lesson.last and not is_over(self.world.accounts(), self.public.settings.goal):
            self.world.produce()

    def _stay(self, seats: Mapping[Seat, object]) -> None:
        """The seats that a step did not concern have left."""
        self.world.leave([seat for seat in self.world.forces if seat not in seats])

    def _report_holds(self, half: Told) -> bool:
        report = half.report
        if report is None or half.posture is not None:
            return True
        own = report.posture.force.cells()
        hit = {
            cell: _rivals(half.seat, self.fights[cell].present)
            for cell in report.posture.shots
            if cell not in own
        }
        return report.fights == {cell: self.fights[cell] for cell in own} and report.hit == hit


def _rivals(seat: Seat, standings: Sequence[Standing]) -> tuple[Standing, ...]:
    return tuple(one for one in standings if one.seat != seat)
