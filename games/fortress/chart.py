"""The map before anybody has seen it: starts, build areas and tile decks (FTD-2, FTD-3, FTD-18)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from games.engine.values import Seat
from games.fortress.hexes import CENTRE, Cell, Grid, distance, grid, ring
from games.fortress.kinds import Terrain

NEAR: Final = ((Terrain.DEPOSIT, 2), (Terrain.MOUNTAIN, 2), (Terrain.OVERGROWTH, 3))
"""What every near deck holds beside plain."""
WILD: Final = ((Terrain.DEPOSIT, 5), (Terrain.MOUNTAIN, 10), (Terrain.OVERGROWTH, 14))
"""What the wild deck holds, in hundredths of its cells, rounded down; the rest is plain."""
NEAR_RINGS: Final = 2
"""A near deck lies on so many rings round a build area."""


@dataclass(frozen=True, slots=True)
class Size:
    """How large a map is."""

    radius: int
    inset: int
    """The starts lie on the ring so far in from the edge."""
    build: int
    """A build area reaches so far from its start."""


def size_for(seats: int) -> Size:
    """FTD-2."""
    return Size(6 + seats, 3, 3)


TEST_SIZE: Final = Size(4, 1, 1)
"""The smallest map, on which tests play with real cryptography."""


@dataclass(frozen=True, slots=True)
class Deck:
    """Terrain cards for some cells: where they are laid out, and what is on them."""

    name: str
    cells: tuple[Cell, ...]
    faces: tuple[Terrain, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """What everybody knows of the map of a table once starts are drawn."""

    size: Size
    starts: tuple[Cell, ...]
    """Of each seat the cell of its Workshop."""
    areas: tuple[tuple[Cell, ...], ...]
    """Of each seat the cells on which it may build, ascending; plain, as everybody knows."""
    decks: tuple[Deck, ...]

    @property
    def grid(self) -> Grid:
        """Its cells."""
        return grid(self.size.radius)

    @property
    def hidden(self) -> tuple[Cell, ...]:
        """The cells that come from the decks, ascending: nobody knows their terrain."""
        return tuple(sorted(cell for deck in self.decks for cell in deck.cells))

    def plain(self) -> dict[Cell, Terrain]:
        """The terrain that everybody knows before anything is opened."""
        return dict.fromkeys(sorted(cell for area in self.areas for cell in area), Terrain.PLAIN)


def ring_length(size: Size) -> int:
    """How many cells the ring of the starts has: so many ways there are to turn it."""
    return 6 * (size.radius - size.inset)


def starts_of(size: Size, order: Sequence[Seat], turn: int) -> tuple[Cell, ...]:
    """The start of each seat: spread evenly in this order over the turned ring (FTD-2)."""
    cells = grid(size.radius).on_map(ring(CENTRE, size.radius - size.inset))
    places = {seat: place * len(cells) // len(order) for place, seat in enumerate(order)}
    return tuple(cells[(places[Seat(i)] + turn) % len(cells)] for i in range(len(order)))


@lru_cache(maxsize=64)
def chart_of(size: Size, starts: tuple[Cell, ...]) -> Chart:
    """Build areas and decks for these starts (FTD-3)."""
    board = grid(size.radius)
    areas = tuple(
        tuple(cell for cell in range(len(board)) if _owner(board, starts, cell, size.build) == seat)
        for seat in range(len(starts))
    )
    built = {cell for area in areas for cell in area}
    near = tuple(_near_order(board, size, starts, seat, built) for seat in range(len(starts)))
    count = min(len(cells) for cells in near)
    decks = tuple(_near_deck(seat, cells[:count]) for seat, cells in enumerate(near))
    taken = built | {cell for deck in decks for cell in deck.cells}
    wild = tuple(cell for cell in range(len(board)) if cell not in taken)
    return Chart(size, starts, areas, (*decks, _wild_deck(wild)))


def _owner(board: Grid, starts: Sequence[Cell], cell: Cell, within: int) -> int | None:
    """The seat whose start is nearest and at most so far; None if none is, or two are."""
    away = [board.distance(cell, start) for start in starts]
    nearest = min(away)
    return away.index(nearest) if nearest <= within and away.count(nearest) == 1 else None


def _near_order(
    board: Grid, size: Size, starts: Sequence[Cell], seat: int, built: set[Cell]
) -> tuple[Cell, ...]:
    """The cells that a near deck may lie on, in the fixed order of FTD-18."""
    start = board.hexes[starts[seat]]
    found: list[Cell] = []
    for away in range(size.build + 1, size.build + NEAR_RINGS + 1):
        around = ring(start, away)
        first = min(around, key=lambda one: (-distance(one, CENTRE), one))
        at = around.index(first)
        cells = board.on_map((*around[at:], *around[:at]))
        found += [
            cell
            for cell in cells
            if cell not in built and _owner(board, starts, cell, away) == seat
        ]
    return tuple(found)


def _near_deck(seat: int, cells: tuple[Cell, ...]) -> Deck:
    return Deck(f"near {seat}", tuple(sorted(cells)), _faces(dict(NEAR), len(cells)))


def _wild_deck(cells: tuple[Cell, ...]) -> Deck:
    counts = {terrain: len(cells) * percent // 100 for terrain, percent in WILD}
    return Deck("wild", cells, _faces(counts, len(cells)))


def _faces(counts: Mapping[Terrain, int], cells: int) -> tuple[Terrain, ...]:
    """So many of each kind, and plain for the rest of the cells."""
    rare = tuple(terrain for terrain, count in counts.items() for _ in range(count))[:cells]
    return (*rare, *[Terrain.PLAIN] * (cells - len(rare)))
