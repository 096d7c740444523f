"""What a seat may do now, one Unit and one piece at a time: for screens and bots that make plans.

Everything here is a list of what `why_not_orders` and `why_not_build` allow, or puts such choices
together to a plan that they allow.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from games.fortress.building import PIECES, why_not_build
from games.fortress.force import Unit
from games.fortress.hexes import Cell
from games.fortress.kinds import BALLISTA_RANGE
from games.fortress.orders import (
    Orders,
    Situation,
    UnitOrder,
    end_of,
    orders_of,
    why_not_path,
    why_not_shot,
    why_not_target,
)
from games.fortress.pieces import TURNS
from games.fortress.public import Public

Path = tuple[Cell, ...]


def paths_of(situation: Situation, unit: Unit) -> dict[Cell, Path]:
    """Where a Unit may end, by the shortest way; staying comes first, then the nearest cells."""
    found: dict[Cell, Path] = {unit.cell: ()}
    paths: list[Path] = [()]
    for _ in range(unit.row.steps):
        paths = [
            (*path, cell)
            for path in paths
            for cell in situation.board.neighbours[path[-1] if path else unit.cell]
            if why_not_path(situation, unit, (*path, cell)) is None
        ]
        for path in paths:
            found.setdefault(end_of(unit, path, situation.rival_tiles), path)
    return found


def targets_from(situation: Situation, unit: Unit, end: Cell) -> tuple[Cell, ...]:
    """At what a Unit may shoot from where it ends, nearest first; nothing if it does not shoot."""
    cells = situation.board.within(end, unit.row.reach)
    return tuple(cell for cell in cells if why_not_target(situation, unit, end, cell) is None)


def shots_from(situation: Situation, ballista: Cell) -> tuple[Cell, ...]:
    """At what a Ballista may shoot, nearest first."""
    cells = situation.board.within(ballista, BALLISTA_RANGE)
    return tuple(cell for cell in cells if why_not_shot(situation, ballista, cell) is None)


def together(
    situation: Situation,
    wishes: Iterable[tuple[int, Sequence[UnitOrder]]],
    targets: Mapping[Cell, Cell] | None = None,
) -> Orders:
    """Orders in which no two Units end on one cell (FTG-1), by wishes.

    `wishes`: a Unit's number and what it would do, the best first, each allowed by itself. Units
    are served in this order: each gets the first of its wishes that ends on a cell which nobody has
    taken and on which nobody stands who is still to be served; else it stays. Who is not named
    stays. `targets`: of Ballistas.
    """
    units = {unit.number: unit for unit in situation.force.units}
    asked = list(wishes)
    taken = {unit.cell for unit in units.values()}
    given: dict[int, UnitOrder] = {}
    for number, orders in asked:
        unit = units[number]
        taken.discard(unit.cell)
        chosen = UnitOrder()
        for order in orders:
            if end_of(unit, order.path, situation.rival_tiles) not in taken:
                chosen = order
                break
        given[number] = chosen
        taken.add(end_of(unit, chosen.path, situation.rival_tiles))
    return orders_of(situation.force, given, targets)


def placements(public: Public, seat: int, plan: Sequence[int], piece: int) -> list[tuple[int, int]]:
    """The places and turns that a building plan may have for one more piece, as it is now."""
    found = []
    for cell in public.chart.areas[seat]:
        for turns in range(TURNS if len(public.offer[piece].hexes) > 1 else 1):
            if why_not_build(public.chart, seat, public.offer, placed(plan, piece, cell, turns)):
                continue
            found.append((cell, turns))
    return found


def placed(plan: Sequence[int], piece: int, cell: Cell, turns: int) -> tuple[int, ...]:
    """A building plan with one piece placed."""
    pairs = [(plan[2 * k], plan[2 * k + 1]) for k in range(PIECES)]
    pairs[piece] = (cell + 1, turns)
    return tuple(number for pair in pairs for number in pair)
