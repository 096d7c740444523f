"""What a seat may look at: terrain to open, cells to ask for rivals (FTD-4, FTD-5, FTD-19)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from games.fortress.force import Force
from games.fortress.hexes import Cell, Grid
from games.fortress.kinds import TILE_SIGHT, UNIT_SIGHT, Terrain
from games.fortress.paths import CellSet, field

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


def in_radius(board: Grid, force: Force) -> Iterator[CellSet]:
    """All cells within sight, whatever stands between: ring by ring from the nearest piece."""
    cells, watch = field(board.radius), eyes(force)
    seen = 0
    for away in range(max(TILE_SIGHT, UNIT_SIGHT) + 1):
        near = cells.union(cells.disc(eye, away) for eye, radius in watch if away <= radius)
        yield near & ~seen
        seen |= near


def to_open(board: Grid, force: Force, known: Known) -> tuple[Cell, ...]:
    """The cells whose terrain a seat is to learn, the most urgent first (FTD-4, FTD-19)."""
    cells = field(board.radius)
    unknown = cells.all & ~cells.of(known)
    return tuple(cell for ring in in_radius(board, force) for cell in cells.cells(ring & unknown))


def to_ask(board: Grid, force: Force, known: Known, limit: int) -> tuple[Cell, ...]:
    """The cells on which a seat may see rivals, at most `limit`, nearest first, then by (q, r).

    Left out is where nothing can be seen: own cells (who shares one knows the fight, FTD-25),
    mountains, overgrowth (FTD-5: no Tile stands there), what is not opened, and what is behind
    mountains (FTD-4).
    """
    cells = field(board.radius)
    overgrown = cells.of(cell for cell, land in known.items() if land is Terrain.OVERGROWTH)
    clear = cells.of(cell for cell, land in known.items() if land is not Terrain.MOUNTAIN)
    askable = _visible(board, force, known, clear) & clear & ~overgrown & ~cells.of(force.cells())
    rings = (cells.cells(ring & askable) for ring in in_radius(board, force))
    return tuple(islice((cell for ring in rings for cell in ring), limit))


def _visible(board: Grid, force: Force, known: Known, clear: CellSet) -> CellSet:
    """The cells within sight to which a line is free from some own piece that sees so far.

    `clear`: what is opened and no mountain.
    """
    cells = field(board.radius)
    found = 0
    for eye, radius in eyes(force):
        disc = cells.disc(eye, radius)
        between = cells.disc(eye, radius - 1) & ~cells.bits[eye]
        # Lines are dear and mostly free: only where something stands between is each one looked at.
        if between & ~clear:  # something may be in the way
            doubtful = disc & ~found & ~cells.near[eye]
            found |= cells.near[eye] | cells.of(
                cell for cell in cells.cells(doubtful) if free_line(board, known, eye, cell)
            )
        else:
            found |= disc
    return found
