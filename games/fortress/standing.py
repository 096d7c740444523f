"""Standing orders: go there, dig and carry home, guard; and what they come to in one round.

They belong to a client alone: each round they are turned into orders as a person could have given
them, and nobody else can tell the difference. Nothing here keeps anything between two rounds: what
a Unit does next follows from where it is and what it carries.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from games.fortress.force import Unit
from games.fortress.ground import Ground
from games.fortress.hexes import Cell
from games.fortress.kinds import TileKind
from games.fortress.orders import STAY, Situation, UnitOrder, end_of, why_not_target
from games.fortress.paths import FAR, CellSet, Traffic

WATCH: Final = 3
"""A rival's Unit that comes so near gives the alarm."""
GUARDED: Final = 2
"""A guard leaves its cell for rivals at most so far from it."""


@dataclass(frozen=True, slots=True)
class GoTo:
    """Go to a cell by the shortest way that is known, and be done there."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Mine:
    """Dig until full, carry it to a Workshop, spend it there, and again.

    `deposit` and `workshop`: the only ones to use; None for the nearest that is free.
    """

    deposit: Cell | None = None
    workshop: Cell | None = None


@dataclass(frozen=True, slots=True)
class Guard:
    """Stay on a cell, and attack rivals that come near it."""

    cell: Cell


StandingOrder: TypeAlias = GoTo | Mine | Guard


@dataclass(frozen=True, slots=True)
class Round:
    """What standing orders come to in one round."""

    orders: Mapping[int, UnitOrder]
    """By Unit number; of all Units that have one."""
    ended: Mapping[int, str] = field(default_factory=dict)
    """Of the Units whose standing order ends here: why, as a sentence."""
    alarmed: tuple[int, ...] = ()
    """Units that see a rival's Unit near: their player will want to look."""


def orders_for_round(
    situation: Situation,
    rivals: Sequence[Cell],
    standing: Mapping[int, StandingOrder],
    given: Mapping[int, UnitOrder],
) -> Round:
    """The orders that standing orders come to.

    `rivals`: where rival Units are seen. `standing`: by Unit number. `given`: what a person has
    ordered for other Units this round; who is in neither stays. Ballistas are not looked at.
    """
    ground = Ground(situation)
    units = {unit.number: unit for unit in situation.force.units}
    goals, ended = _goals(ground, rivals, standing)
    fixed = {
        number: end_of(unit, given.get(number, STAY).path, situation.rival_tiles)
        for number, unit in units.items()
        if number not in goals
    }
    places = {number: unit.cell for number, unit in units.items()}
    firm = ground.firm(goals)

    def wishes(number: int) -> Iterator[Cell]:
        return ground.ends(units[number], goals[number], firm=firm)

    traffic = Traffic(places, wishes, fixed)
    ends = traffic.settle(goals)
    orders = {
        number: order_to(ground, units[number], ends[number], rivals)
        for number in standing
        if number in units
    }
    alarmed = (
        unit.number
        for unit in situation.force.units
        if any(situation.board.distance(unit.cell, cell) <= WATCH for cell in rivals)
    )
    return Round(orders, ended, tuple(alarmed))


def order_to(ground: Ground, unit: Unit, end: Cell, rivals: Sequence[Cell]) -> UnitOrder:
    """The order that takes a Unit to where it ends; an Archer shoots at the nearest rival there."""
    path = ground.path(unit, end)
    if not unit.row.reach or end in rivals:
        return UnitOrder(path)
    board = ground.situation.board
    near = sorted(rivals, key=lambda cell: (board.distance(end, cell), cell))
    targets = (cell for cell in near if not why_not_target(ground.situation, unit, end, cell))
    return UnitOrder(path, next(targets, None))


def _goals(
    ground: Ground, rivals: Sequence[Cell], standing: Mapping[int, StandingOrder]
) -> tuple[dict[int, CellSet], dict[int, str]]:
    """Where each Unit with a standing order wants to be, and whose order ends."""
    goals: dict[int, CellSet] = {}
    ended: dict[int, str] = {}
    posts = Posts(ground)
    for unit in ground.situation.force.units:
        order = standing.get(unit.number)
        if order is None:
            continue
        if isinstance(order, GoTo):
            cell, why = _go(ground, unit, order)
        elif isinstance(order, Guard):
            cell, why = _guard(ground, unit, order, rivals)
        else:
            cell, why = posts.mine(unit, order)
        goals[unit.number] = ground.field.bits[cell]
        if why:
            ended[unit.number] = why
    return goals, ended


def _go(ground: Ground, unit: Unit, order: GoTo) -> tuple[Cell, str]:
    if unit.cell == order.cell:
        return unit.cell, "It is there."
    if ground.steps(unit.cell, ground.field.bits[order.cell]) >= FAR:
        return unit.cell, "There is no way to that cell."
    return order.cell, ""


def _guard(ground: Ground, unit: Unit, order: Guard, rivals: Sequence[Cell]) -> tuple[Cell, str]:
    """An Archer shoots from its post; others go for whom they can reach."""
    board = ground.situation.board
    if not unit.row.reach:
        one, two = ground.reach(unit)
        near = (cell for cell in rivals if board.distance(order.cell, cell) <= GUARDED)
        prey = ground.nearest(unit.cell, near)
        if (
            prey is not None
            and (one | two | ground.field.bits[unit.cell]) & ground.field.bits[prey]
        ):
            return prey, ""
    return _go(ground, unit, GoTo(order.cell)) if unit.cell != order.cell else (unit.cell, "")


class Posts:
    """Deals out Deposits and Workshops among the Units that mine: each to one of them."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._free = ground.deposits
        self._workshops = ground.field.of(
            tile.cell for tile in ground.situation.force.tiles if tile.kind is TileKind.WORKSHOP
        )
        self._idle = self._workshops
        for unit in ground.situation.force.units:
            bit = ground.field.bits[unit.cell]
            if bit & self._free and unit.gold < unit.row.carries:
                self._free &= ~bit  # whoever digs goes on
            if bit & self._idle and unit.gold:
                self._idle &= ~bit

    def mine(self, unit: Unit, order: Mine) -> tuple[Cell, str]:
        """Where a Unit goes that mines, and why it cannot go on, if it cannot."""
        ground, bit = self._ground, self._ground.field.bits[unit.cell]
        if is_loaded(ground, unit):
            wanted = (
                self._workshops if order.workshop is None else ground.field.bits[order.workshop]
            )
            if not wanted & self._workshops:
                return unit.cell, "There is no Workshop to carry Gold to."
            if bit & wanted:
                return unit.cell, ""
            return self._take(unit, wanted, self._idle, "There is no way to a Workshop.")
        wanted = ground.deposits if order.deposit is None else ground.field.bits[order.deposit]
        if not wanted & ground.deposits:
            return unit.cell, "You know of no Deposit to dig at."
        if bit & wanted:
            return unit.cell, ""
        return self._take(unit, wanted, self._free, "There is no way to a Deposit.")

    def _take(self, unit: Unit, wanted: CellSet, free: CellSet, why: str) -> tuple[Cell, str]:
        """The nearest that is free; if none is, the nearest of all, to wait beside it."""
        ground = self._ground
        for choice in (wanted & free, wanted):
            found = ground.nearest(unit.cell, ground.field.cells(choice))
            if found is not None:
                taken = ground.field.bits[found]
                self._free &= ~taken
                self._idle &= ~taken
                return found, ""
        return unit.cell, why


def is_loaded(ground: Ground, unit: Unit) -> bool:
    """Whether a Unit that mines is on its way home: full, or at a Workshop with gold left.

    One that was sent mining with some Gold in its hands goes on digging if a Deposit is nearer.
    """
    if unit.gold in (0, unit.row.carries):
        return unit.gold > 0
    bits = ground.field.bits
    if bits[unit.cell] & ground.deposits:
        return False
    homes = (t.cell for t in ground.situation.force.tiles if t.kind is TileKind.WORKSHOP)
    home = ground.steps(unit.cell, ground.field.of(homes))
    return home <= ground.steps(unit.cell, ground.deposits)
