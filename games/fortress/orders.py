"""Orders of one round: their plan of whole numbers, and which are allowed (FT-22 to FT-27).

A plan has a fixed length, three numbers for each Unit that a seat may have and one for each Tile:

    for the k-th living Unit by cell     first cell, second cell, target
    for the k-th Ballista by cell        target

Each is a cell plus one, or 0: no step, hold. What has no Unit or Ballista is 0.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from games.engine.errors import BadMove
from games.fortress.force import Force, Tile, Unit
from games.fortress.hexes import Cell, Grid
from games.fortress.kinds import BALLISTA_RANGE, Terrain, TileKind
from games.fortress.pieces import MOST_TILES
from games.fortress.sight import Known, free_line, opened_line

_PER_UNIT = 3


@dataclass(frozen=True, slots=True)
class UnitOrder:
    """Where a Unit goes, cell by cell, and at what it then shoots."""

    path: tuple[Cell, ...] = ()
    target: Cell | None = None


STAY = UnitOrder()


@dataclass(frozen=True, slots=True)
class Orders:
    """One for each living Unit by cell; of each Ballista by cell its target, None to hold."""

    units: tuple[UnitOrder, ...]
    ballistas: tuple[Cell | None, ...]


@dataclass(frozen=True, slots=True)
class Situation:
    """What a seat knows when it gives orders: all that decides which are allowed."""

    board: Grid
    force: Force
    known: Known
    rival_tiles: Collection[Cell]
    """The cells of rival Fortress Tiles that it sees."""


def ballistas(force: Force) -> tuple[Tile, ...]:
    """Its Ballistas by cell."""
    return tuple(tile for tile in force.tiles if tile.kind is TileKind.BALLISTA)


def orders_of(
    force: Force,
    units: Mapping[int, UnitOrder] | None = None,
    targets: Mapping[Cell, Cell] | None = None,
) -> Orders:
    """Orders by Unit number and by the cell of a Ballista; who is not named stays and holds."""
    return Orders(
        tuple((units or {}).get(unit.number, STAY) for unit in force.units),
        tuple((targets or {}).get(tile.cell) for tile in ballistas(force)),
    )


# The plan


def plan_size(cap: int) -> int:
    """How many numbers a plan has at a table with this limit of Units."""
    return _PER_UNIT * cap + MOST_TILES


def plan_of(orders: Orders, cap: int) -> tuple[int, ...]:
    """The plan of orders."""
    units = [0] * (_PER_UNIT * cap)
    for k, order in enumerate(orders.units):
        for step, cell in enumerate(order.path):
            units[_PER_UNIT * k + step] = cell + 1
        units[_PER_UNIT * k + 2] = _number(order.target)
    shots = [_number(target) for target in orders.ballistas]
    return (*units, *shots, *[0] * (MOST_TILES - len(shots)))


def read_plan(plan: Sequence[int], board: Grid, force: Force, cap: int) -> Orders:
    """The orders of a plan. Raises ``BadMove`` if it is none for this force."""
    if len(plan) != plan_size(cap) or not all(0 <= number <= len(board) for number in plan):
        raise BadMove(f"a plan has {plan_size(cap)} numbers, each a cell of the map or nothing")
    units, shots = plan[: _PER_UNIT * cap], plan[_PER_UNIT * cap :]
    if any(units[_PER_UNIT * len(force.units) :]) or any(shots[len(ballistas(force)) :]):
        raise BadMove("an order names a Unit or a Ballista that you do not have")
    orders = []
    for k in range(len(force.units)):
        first, second, target = units[_PER_UNIT * k : _PER_UNIT * (k + 1)]
        if second and not first:
            raise BadMove("a path has its first step first")
        path = tuple(number - 1 for number in (first, second) if number)
        orders.append(UnitOrder(path, _cell(target)))
    return Orders(tuple(orders), tuple(map(_cell, shots[: len(ballistas(force))])))


def _number(cell: Cell | None) -> int:
    return 0 if cell is None else cell + 1


def _cell(number: int) -> Cell | None:
    return number - 1 if number else None


# What is allowed


def end_of(unit: Unit, path: Sequence[Cell], rival_tiles: Container[Cell]) -> Cell:
    """Where a Unit ends: a rival Fortress Tile on the first cell cuts its path (FT-21, FTD-15)."""
    if not path:
        return unit.cell
    return path[0] if path[0] in rival_tiles else path[-1]


def ends_of(situation: Situation, orders: Orders) -> tuple[Cell, ...]:
    """Where each Unit ends."""
    pairs = zip(situation.force.units, orders.units, strict=True)
    return tuple(end_of(unit, order.path, situation.rival_tiles) for unit, order in pairs)


def why_not_orders(situation: Situation, orders: Orders) -> str | None:
    """Why a seat may not give these orders, or None if it may."""
    ends = ends_of(situation, orders)
    for unit, order, end in zip(situation.force.units, orders.units, ends, strict=True):
        reason = why_not_path(situation, unit, order.path)
        if reason is None and order.target is not None:
            reason = why_not_target(situation, unit, end, order.target)
        if reason is not None:
            return reason
    if len(set(ends)) < len(ends):
        both = next(cell for place, cell in enumerate(ends) if cell in ends[:place])
        return f"two of your Units cannot end on one cell, here {situation.board.name(both)}"
    for tile, target in zip(ballistas(situation.force), orders.ballistas, strict=True):
        reason = None if target is None else why_not_shot(situation, tile.cell, target)
        if reason is not None:
            return reason
    return None


def why_not_path(situation: Situation, unit: Unit, path: Sequence[Cell]) -> str | None:
    """Why a Unit may not go this way (FT-8, FT-14, FT-22, FTG-16, FTD-15, FTD-19)."""
    row, known = unit.row, situation.known
    if len(path) > row.steps:
        return f"{row.name} moves {row.steps} {'cell' if row.steps == 1 else 'cells'} a round"
    for one, other in pairwise((unit.cell, *path)):
        if other not in situation.board.neighbours[one]:
            return "a Unit moves from cell to adjacent cell"
        if other not in known:
            return "nobody moves onto a cell that is not opened yet"
        if known[other] is Terrain.MOUNTAIN:
            return "no Unit passes a mountain"
    if unit.cell in path:
        return "a path does not come back to its start"
    return None


def why_not_target(situation: Situation, unit: Unit, end: Cell, target: Cell) -> str | None:
    """Why a Unit may not shoot at a cell from where it ends (FT-26, FT-34, FTD-16, FTD-19)."""
    board, reach = situation.board, unit.row.reach
    if not reach:
        return f"{unit.row.name} attacks by moving onto a cell"
    if end in situation.rival_tiles:
        return "an Archer on a rival's Tile can only attack there"
    if shoots_for_tile(situation.force, end):
        return "an Archer on a Ballista serves the Ballista"
    if not 1 <= board.distance(end, target) <= reach:
        return f"an Archer shoots up to {reach} cells far"
    if target not in situation.known or not opened_line(board, situation.known, end, target):
        return "nobody shoots at a cell that is not opened yet"
    return None


def why_not_shot(situation: Situation, ballista: Cell, target: Cell) -> str | None:
    """Why a Ballista may not shoot at a cell (FTG-31, FTG-34, FTD-24)."""
    board = situation.board
    if not 1 <= board.distance(ballista, target) <= BALLISTA_RANGE:
        return f"a Ballista shoots up to {BALLISTA_RANGE} cells far"
    if not free_line(board, situation.known, ballista, target):
        return "a mountain, or a cell that is not opened yet, is in the way"
    return None


def shoots_for_tile(force: Force, cell: Cell) -> bool:
    """Whether whoever is on a cell serves an own Ballista there."""
    tile = force.tile_at(cell)
    return tile is not None and tile.kind is TileKind.BALLISTA


def default_target(situation: Situation, ballista: Cell, rivals: Sequence[Cell]) -> Cell | None:
    """At what a Ballista shoots without an order (FTG-32, FTD-12, FTD-16).

    The nearest rival Unit in range with a free line, lowest (q, r) among equals; `rivals` are the
    cells of the rival Units that its owner sees.
    """
    away = {cell: situation.board.distance(ballista, cell) for cell in rivals}
    open_to = [cell for cell in away if why_not_shot(situation, ballista, cell) is None]
    return min(open_to, key=lambda cell: (away[cell], cell), default=None)
