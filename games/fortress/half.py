"""One seat's private half of the game: all that it knows, and what it says and asks by the rules.

A half never changes; each lesson gives a new one. It calls the same functions as the game with full
information (`games.fortress.world`), with what it has learned in the place of what is true (D-74).
The invariant, which `games.fortress.whole` checks: after the same lessons, every half agrees with
the full game on all that its seat may know.

One round, in the order in which the lessons come:

    Sealed      orders are fixed and moves end: `posture`
    Seen        battle: every fight on its own cells, and what its shots hit; the report is written
    Announced   accounts of all; Lodgings produce, and the next round begins
    Opened      terrain that has come into sight
    Seen        sight: the rivals that it sees now, and what it remembers of others

`posture` stands between Sealed and the battle alone, so the two exchanges never mix: a battle asks
about the cells on which its Units end, a sight about those that it sees from where they stand.

A plan that breaks the rules counts as no order (`orders`), so a half can always go on; that its
seat sealed one is for the audit to find.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from games.engine.errors import BadMove
from games.engine.private import (
    Announced,
    Below,
    Exchange,
    ExchangePlan,
    Lesson,
    Number,
    Openings,
    Plan,
    PlanForm,
    Sealed,
    Seen,
    Whole,
)
from games.engine.private import Terrain as Opened
from games.engine.values import Face, Seat
from games.fortress import details
from games.fortress.battle import (
    Attacks,
    Posture,
    fight_on,
    fought,
    moved,
    standings,
)
from games.fortress.building import built, default_build, why_not_build
from games.fortress.drawing import drawn_build, drawn_orders
from games.fortress.effects import Account, account_of, is_over, worked
from games.fortress.force import Force, produce
from games.fortress.hexes import Cell, Grid
from games.fortress.kinds import Terrain
from games.fortress.orders import (
    Orders,
    Situation,
    ballistas,
    default_target,
    orders_of,
    plan_of,
    read_plan,
    why_not_orders,
)
from games.fortress.public import BUILD, ORDERS, Public
from games.fortress.sight import to_ask, to_open
from games.fortress.sightings import (
    Remembered,
    Report,
    Sighting,
    met_on,
    of_seats,
    remembered,
    said_of,
    unseen_in,
    with_units,
)
from games.fortress.whole import WholeGame


@dataclass(frozen=True, slots=True, repr=False)
class FortressHalf:
    """All that one seat knows."""

    seat: Seat
    public: Public
    round: int = 1
    force: Force = field(default_factory=Force)
    known: Mapping[Cell, Terrain] = field(default_factory=dict)
    """The terrain of every cell that it has seen."""
    rivals: Sighting = field(default_factory=dict)
    """What it sees of its rivals now, on its own cells and elsewhere."""
    watched: tuple[Cell, ...] = ()
    """The cells that it has looked at in this round, but for its own, ascending."""
    memory: Mapping[Cell, Remembered] = field(default_factory=dict)
    accounts: Mapping[Seat, Account] = field(default_factory=dict)
    """What the seats last announced; none before the first time."""
    posture: Posture | None = None
    """After its orders were sealed: where its Units end, and who shoots."""
    report: Report | None = None
    built: tuple[Cell, ...] = ()
    """The cells of the Ballistas that it built, ascending: they are called by them."""

    # What it makes of its situation

    @property
    def board(self) -> Grid:
        """The cells of the map."""
        return self.public.chart.grid

    @property
    def situation(self) -> Situation:
        """By what its orders are judged."""
        return Situation(self.board, self.force, self.known, self.rival_tiles)

    @property
    def rival_tiles(self) -> tuple[Cell, ...]:
        """Where it sees rival Fortress Tiles."""
        return tuple(
            cell
            for cell, standings in self.rivals.items()
            if any(one.tile is not None for one in standings)
        )

    @property
    def rival_units(self) -> tuple[Cell, ...]:
        """Where it sees rival Units."""
        return with_units(self.rivals)

    def orders(self, plan: Plan | None) -> Orders:
        """The orders of a plan; stay and hold if there is none, or it breaks the rules."""
        if plan is not None:
            try:
                return self._read(plan)
            except BadMove:
                # The full game reads it the same way, so a game with a cheat in it can go on.
                pass  # the audit names a seat that seals such a plan
        return orders_of(self.force)

    def plan(self, orders: Orders) -> Plan:
        """The plan of orders."""
        return plan_of(orders, self.public.settings.cap)

    def default_orders(self) -> Orders:
        """Stay; every Ballista shoots at the nearest rival Unit in view (FTG-32, FTD-12)."""
        situation, rivals = self.situation, self.rival_units
        targets = {
            tile.cell: target
            for tile in ballistas(self.force)
            if (target := default_target(situation, tile.cell, rivals)) is not None
        }
        return orders_of(self.force, targets=targets)

    # What it is asked (`games.engine.private.Half`)

    def openings(self, count: int) -> Openings:
        """FTD-4: what is in sight and not opened yet, nearest first (FTD-19)."""
        board, plain = self.board, self.public.chart.plain()
        # Cells that are known already fill up the count: opening one again tells nobody anything.
        wanted = to_open(board, self.force, self.known)
        return Openings(wanted, tuple(sorted(cell for cell in self.known if cell not in plain)))

    def exchange(self, exchange: Exchange, plan: Plan | None) -> ExchangePlan:
        """What it has on its cells, and about which cells it asks."""
        if exchange.labels == ("sight",):
            own = standings(self.seat, self.force)
            asks = to_ask(self.board, self.force, self.known, exchange.limits.sight.asks)
            return ExchangePlan({"sight": said_of(own)}, {"sight": tuple(sorted(asks))})
        posture = moved(self.force, self.orders(plan), self.rival_tiles)
        own = standings(self.seat, posture.force)
        aims = tuple((cell, details.attacks_bytes(one)) for cell, one in posture.attacks.items())
        return ExchangePlan(
            {"here": said_of(own), "target": aims},
            # It asks about its targets too, to see what its shots hit, and on own cells alone who
            # attacks there (FTD-31).
            {"here": tuple(sorted({*own, *posture.shots})), "target": tuple(own)},
        )

    def question(self, form: PlanForm) -> PlanForm | None:
        """A seat that is out goes on by itself (FTD-26)."""
        return None if form.name == ORDERS and self.force.is_out else form

    def why_not(self, form: PlanForm, plan: Plan) -> str | None:
        """Why it may not seal that plan, or None if it may."""
        if form.name == BUILD:
            return why_not_build(self.public.chart, self.seat, self.public.offer, plan)
        try:
            self._read(plan)
        except BadMove as error:
            return error.reason
        return None

    def default(self, form: PlanForm) -> Plan:
        """Nothing is placed; or all stay, and Ballistas shoot by themselves."""
        return default_build() if form.name == BUILD else self.plan(self.default_orders())

    def drawn(self, form: PlanForm, below: Below) -> Plan:
        """A plan that it may seal, drawn at random."""
        if form.name == BUILD:
            return drawn_build(self.public, self.seat, below)
        return self.plan(drawn_orders(self.situation, below))

    def preview(self, form: PlanForm, plan: Plan) -> FortressHalf:
        """The half with its Tiles laid, or its Units where the plan takes them."""
        return self._sealed(Sealed(form, plan))

    def account(self, numbers: tuple[Number, ...]) -> tuple[int, ...]:
        """FTD-27."""
        own = account_of(self.force, last=True)
        said = {
            "artifacts": own.artifacts,
            "out": int(own.is_out),
            "gauge": own.gauge,
            "units": own.units,
        }
        return tuple(said[number.name] for number in numbers)

    # What it learns

    def learned(self, lesson: Lesson) -> FortressHalf:
        """The half that has learned this."""
        match lesson:
            case Sealed():
                return self._sealed(lesson)
            case Seen() if lesson.exchange.labels == ("sight",):
                return self._saw(lesson)
            case Seen():
                return self._fought(lesson)
            case Announced():
                return self._told(lesson)
            case Opened():
                faces = {cell: Terrain(str(face)) for cell, face in lesson.faces.items()}
                return replace(self, known={**self.known, **faces})

    def whole(self, faces: Mapping[Cell, Face]) -> Whole:
        """The full game, by the terrain of the hidden cells."""
        return WholeGame(self.public, faces)

    def _sealed(self, lesson: Sealed) -> FortressHalf:
        plan = lesson.plan
        if lesson.form.name == BUILD:
            chart, offer = self.public.chart, self.public.offer
            if plan is None or why_not_build(chart, self.seat, offer, plan) is not None:
                # An illegal plan places nothing, for this seat as for the full game; the audit
                # names it.
                plan = default_build()
            force = Force(tiles=built(chart, self.seat, offer, plan))
            return replace(self, force=force, built=tuple(one.cell for one in ballistas(force)))
        return replace(self, posture=moved(self.force, self.orders(plan), self.rival_tiles))

    def _fought(self, lesson: Seen) -> FortressHalf:
        """Attacks, removal, effects and gauge (FTD-6), by what it met."""
        assert self.posture is not None, "a battle is fought under sealed orders"
        posture, own = self.posture, standings(self.seat, self.posture.force)
        met = met_on(lesson, "here", tuple(sorted({*own, *posture.shots})))
        fights = {
            cell: fight_on((one, *met.get(cell, ())), self._attacks_on(lesson, posture, cell))
            for cell, one in own.items()
        }
        left = {cell: fight.left for cell, fight in fights.items()}
        after = fought(self.seat, posture.force, left)
        rivals = {
            cell: others
            for cell in after.cells()
            if (others := tuple(one for one in left[cell] if one.seat != self.seat))
        }
        hit = {cell: met.get(cell, ()) for cell in posture.shots if cell not in own}
        gauge = self.public.settings.gauge
        return replace(
            self,
            force=worked(after, with_units(rivals), self.known, gauge),
            rivals=rivals,
            watched=(),
            posture=None,
            memory=remembered(self.memory, hit, self.round),
            report=Report(
                self.force,
                posture,
                fights,
                hit,
                unseen_in(self.board, fights, self.seat, self.rivals),
            ),
        )

    def _attacks_on(self, lesson: Seen, posture: Posture, cell: Cell) -> dict[Seat, Attacks]:
        """Who attacks one of its cells, itself included (FTG-33)."""
        attacks = {
            seat: details.read_attacks(said["target"][cell])
            for seat, said in lesson.pieces.items()
            if cell in said["target"]
        }
        own = {self.seat: posture.attacks[cell]} if cell in posture.attacks else {}
        return {**attacks, **own}

    def _told(self, lesson: Announced) -> FortressHalf:
        """Accounts; unless the game ends, the next round begins and Lodgings produce (FTD-6).

        The pieces of seats that said nothing have vanished (FTD-13).
        """
        accounts = {
            seat: Account(said[0], bool(said[1]), *said[2:])
            for seat, said in lesson.accounts.items()
        }
        rivals = of_seats(self.rivals, accounts)
        told = replace(self, accounts=accounts, rivals=rivals)
        if lesson.last or is_over(accounts, self.public.settings.goal):
            return told
        force = produce(self.force, with_units(rivals), self.public.settings.cap)
        return replace(told, round=self.round + 1, force=force)

    def _saw(self, lesson: Seen) -> FortressHalf:
        """Rivals in sight, and those whom it has just fought on its own cells (FTD-25)."""
        limit = lesson.exchange.limits.sight.asks
        watched = tuple(sorted(to_ask(self.board, self.force, self.known, limit)))
        own = self.force.cells()
        shared = {
            cell: standings
            for cell, standings in of_seats(self.rivals, lesson.pieces).items()
            if cell in own
        }
        rivals = dict(sorted({**met_on(lesson, "sight", watched), **shared}.items()))
        looked = {cell: rivals.get(cell, ()) for cell in (*watched, *own)}
        # What a seat that left had has vanished (FTD-13), in memory as on the map.
        kept = {cell: one for cell, one in self.memory.items() if one.seat in lesson.pieces}
        memory = remembered(kept, looked, self.round)
        return replace(self, rivals=rivals, watched=watched, memory=memory)

    def _read(self, plan: Plan) -> Orders:
        situation = self.situation
        orders = read_plan(plan, situation.board, self.force, self.public.settings.cap)
        reason = why_not_orders(situation, orders)
        if reason is not None:
            raise BadMove(reason)
        return orders


def new_half(public: Public, seat: Seat) -> FortressHalf:
    """What a seat knows before the first round: the build areas, which everybody knows."""
    return FortressHalf(seat, public, known=public.chart.plain())
