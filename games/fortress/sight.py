"""What a seat may look at: terrain to open, cells to ask for rivals (FTD-4, FTD-5, FTD-19)."""

from __future__ import annotations

from collections.abc import Mapping

from games.fortress.force import Force
from games.fortress.hexes import Cell, Grid
from games.fortress.kinds import TILE_SIGHT, UNIT_SIGHT, Terrain

Known = Mapping[Cell, Terrain]
"""The terrain that a seat has seen: what is not in it has not been opened to that seat."""


def free_line(board: Grid, known: Known, one: Cell, other: Cell) -> bool:
    """Whether no mountain strictly between blocks both nudged lines (FTD-4, FTG-34).

    A cell that is not opened blocks a line as a mountain does: nobody acts on what it does not
    know (FTD-19).
    """
    return any(
        all(known.get(cell, Terrain.MOUNTAIN) is not Terrain.MOUNTAIN for cell in line)
        for line in board.lines(one, other)
    )


def opened_line(board: Grid, known: Known, one: Cell, other: Cell) -> bool:
    """Whether all cells strictly between on one of the nudged lines are opened (FTD-19)."""
    return any(all(cell in known for cell in line) for line in board.lines(one, other))


def eyes(force: Force) -> list[tuple[Cell, int]]:
    """From where a seat sees, and how far. One that is out sees nothing (FTD-22)."""
    if force.is_out:
        return []
    tiles = [(tile.cell, TILE_SIGHT) for tile in force.tiles]
    return [*tiles, *[(unit.cell, UNIT_SIGHT) for unit in force.units]]


def in_radius(board: Grid, force: Force) -> tuple[Cell, ...]:
    """All cells within sight, whatever stands between: nearest to an own piece, then by (q, r)."""
    nearest: dict[Cell, int] = {}
    for eye, radius in eyes(force):
        for cell in board.within(eye, radius):
            away = board.distance(eye, cell)
            if away < nearest.get(cell, away + 1):
                nearest[cell] = away
    return tuple(sorted(nearest, key=lambda cell: (nearest[cell], cell)))


def to_open(board: Grid, force: Force, known: Known) -> tuple[Cell, ...]:
    """The cells whose terrain a seat is to learn, the most urgent first (FTD-4, FTD-19)."""
    return tuple(cell for cell in in_radius(board, force) if cell not in known)


def to_ask(board: Grid, force: Force, known: Known, limit: int) -> tuple[Cell, ...]:
    """The cells on which a seat may see rivals, at most `limit`, nearest first.

    Left out is where nothing can be seen: own cells (who shares one knows the fight, FTD-25),
    mountains, overgrowth (FTD-5: no Tile stands there), what is not opened, and what is behind
    mountains (FTD-4).
    """
    own = force.cells()
    watch = eyes(force)
    found: list[Cell] = []
    for cell in in_radius(board, force):
        terrain = known.get(cell, Terrain.MOUNTAIN)
        if terrain in (Terrain.MOUNTAIN, Terrain.OVERGROWTH) or cell in own:
            continue
        if any(
            board.distance(eye, cell) <= radius and free_line(board, known, eye, cell)
            for eye, radius in watch
        ):
            found.append(cell)
            if len(found) == limit:
                break
    return tuple(found)
