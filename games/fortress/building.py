"""Round 1: where the pieces on offer may lie, and what becomes of those that do not (FTD-20).

A building plan is six numbers, two for each piece on offer: the cell of its first Tile plus one, or
0 if it is not placed, and how often it is turned clockwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Final

from games.fortress.chart import Chart
from games.fortress.force import Tile, new_tile
from games.fortress.hexes import Cell, Grid
from games.fortress.kinds import TileKind
from games.fortress.pieces import LODGING, RANDOM_PIECES, TURNS, Piece

PIECES: Final = 1 + RANDOM_PIECES
BUILD_NUMBERS: Final = 2 * PIECES
Kinds = Mapping[Cell, TileKind]


def why_not_build(
    chart: Chart, seat: int, offer: Sequence[Piece], plan: Sequence[int]
) -> str | None:
    """Why a seat may not build so, or None if it may (FTF-7, FTG-8, FTD-20)."""
    if len(plan) != BUILD_NUMBERS:
        return f"a building plan has {BUILD_NUMBERS} numbers"
    area = set(chart.areas[seat])
    kinds: dict[Cell, TileKind] = {chart.starts[seat]: TileKind.WORKSHOP}
    for piece, place, turns in _placements(offer, plan):
        if not place and turns:
            return "a piece that is not placed is not turned"
        if not 0 <= place <= len(chart.grid) or not 0 <= turns < TURNS:
            return "there is no such place or turn"
        if not place:
            continue
        cells = piece.cells(chart.grid, place - 1, turns)
        if len(cells) < len(piece.hexes) or any(cell not in area for cell in cells):
            return f"every Tile lies within {chart.size.build} of your start"
        if any(cell in kinds for cell in cells):
            return "two Tiles cannot lie on one cell"
        kinds.update(zip(cells, piece.kinds, strict=True))
    if not _connected(chart.grid, kinds):
        return "every piece has to touch your fortress"
    if not plan[0] and area <= set(kinds):
        return "leave a cell free for your Lodging"
    return None


def built(chart: Chart, seat: int, offer: Sequence[Piece], plan: Sequence[int]) -> tuple[Tile, ...]:
    """The fortress after round 1 by a plan that is allowed, its Tiles by cell.

    A piece that was not placed is lost, but for the single Lodging (FTG-9): it lies on the lowest
    free neighbour of the start, else on the lowest free cell of the build area that touches the
    fortress (FTD-20).
    """
    start = chart.starts[seat]
    kinds: dict[Cell, TileKind] = {start: TileKind.WORKSHOP}
    for piece, place, turns in _placements(offer, plan):
        if place:
            cells = piece.cells(chart.grid, place - 1, turns)
            kinds.update(zip(cells, piece.kinds, strict=True))
    if not plan[0]:
        beside = sorted(set(chart.grid.neighbours[start]) & set(chart.areas[seat]))
        touching = (cell for cell in chart.areas[seat] if _touches(chart.grid, kinds, cell))
        free = (cell for cell in (*beside, *touching) if cell not in kinds)
        kinds.update(dict.fromkeys(islice(free, 1), TileKind.LODGING))
    return tuple(new_tile(cell, kinds[cell]) for cell in sorted(kinds))


def default_build() -> tuple[int, ...]:
    """The plan of a seat that gives none: nothing is placed."""
    return (0,) * BUILD_NUMBERS


def offer_of(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """What is on offer: the single Lodging, and then the pieces that were drawn."""
    return (LODGING, *pieces)


def _placements(offer: Sequence[Piece], plan: Sequence[int]) -> list[tuple[Piece, int, int]]:
    return [(piece, plan[2 * i], plan[2 * i + 1]) for i, piece in enumerate(offer)]


def _connected(board: Grid, kinds: Kinds) -> bool:
    """Whether the Tiles hang together; the first is the one at the start."""
    reached = {next(iter(kinds))}
    waiting = list(reached)
    while waiting:
        for cell in board.neighbours[waiting.pop()]:
            if cell in kinds and cell not in reached:
                reached.add(cell)
                waiting.append(cell)
    return len(reached) == len(kinds)


def _touches(board: Grid, kinds: Kinds, cell: Cell) -> bool:
    return any(beside in kinds for beside in board.neighbours[cell])
