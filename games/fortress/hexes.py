"""Hexes: a map of them as numbered cells, distances, rings and straight lines (FTG-2, FTD-17).

A hex has axial coordinates (q, r), its third coordinate is s = -q - r, and rows run from west to
east with r growing southwards. All else in this game names a hex by its *cell*: the index in the
list of the map's hexes sorted by (q, r).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

Cell: TypeAlias = int
"""Index of a hex in the sorted list of a map."""

_FINE: Final = 1 << 10
"""A nudge is one such part of a hex (times 1, 2 and 3): less than any line of a map can tell."""


class Hex(NamedTuple):
    """Axial coordinates."""

    q: int
    r: int

    def __str__(self) -> str:
        return f"{self.q},{self.r}"


CENTRE: Final = Hex(0, 0)
CLOCKWISE: Final = (Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0), Hex(0, -1), Hex(1, -1))
"""The six directions: east, south-east, south-west, west, north-west, north-east."""


def distance(one: Hex, other: Hex) -> int:
    """Steps from one hex to another (FTF-2)."""
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


def add(one: Hex, other: Hex) -> Hex:
    """The sum of two hexes as vectors."""
    return Hex(one.q + other.q, one.r + other.r)


def turned(one: Hex, turns: int) -> Hex:
    """A vector turned clockwise by so many times 60 degrees."""
    q, r = one
    for _ in range(turns % 6):
        q, r = -r, q + r
    return Hex(q, r)


def ring(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """The hexes at one distance, clockwise from the north-western corner; at 0 the centre."""
    if radius == 0:
        return (centre,)
    found = []
    at = Hex(centre.q, centre.r - radius)
    for direction in CLOCKWISE:
        for _ in range(radius):
            found.append(at)
            at = add(at, direction)
    return tuple(found)


def line(one: Hex, other: Hex, nudge: int) -> tuple[Hex, ...]:
    """The hexes strictly between two on the straight line nudged to one side, 1 or -1 (FTD-17).

    Sample points i/n of the way, n being the distance, moved by the nudge times (1, 2, -3) small
    parts and rounded to the nearest hex, all in whole numbers. The same both ways, in reverse.
    """
    n = distance(one, other)
    whole = n * _FINE
    found = []
    for i in range(1, n):
        q = _FINE * (one.q * (n - i) + other.q * i) + nudge * n
        r = _FINE * (one.r * (n - i) + other.r * i) + nudge * 2 * n
        found.append(_nearest(q, r, whole))
    return tuple(found)


def _nearest(q: int, r: int, whole: int) -> Hex:
    """The hex nearest to the point (q, r) / whole."""
    s = -q - r
    near_q, near_r, near_s = (_rounded(part, whole) for part in (q, r, s))
    off_q, off_r, off_s = (
        abs(near_q * whole - q),
        abs(near_r * whole - r),
        abs(near_s * whole - s),
    )
    if off_q > off_r and off_q > off_s:
        near_q = -near_r - near_s
    elif off_r > off_s:
        near_r = -near_q - near_s
    return Hex(near_q, near_r)


def _rounded(part: int, whole: int) -> int:
    return (2 * part + whole) // (2 * whole)


class Grid:
    """A hexagon of hexes as numbered cells; the same object for the same radius (`grid`)."""

    def __init__(self, radius: int) -> None:
        self.radius = radius
        span = range(-radius, radius + 1)
        self.hexes = tuple(Hex(q, r) for q in span for r in span if abs(q + r) <= radius)
        """The canonical list."""
        self._cells = {hex_: cell for cell, hex_ in enumerate(self.hexes)}
        self.neighbours: tuple[tuple[Cell, ...], ...] = tuple(
            self.on_map(add(hex_, step) for step in CLOCKWISE) for hex_ in self.hexes
        )
        """Of each cell those that touch it, clockwise from the east."""
        self._within: dict[tuple[Cell, int], tuple[Cell, ...]] = {}
        self._lines: dict[tuple[Cell, Cell], tuple[tuple[Cell, ...], ...]] = {}

    def __len__(self) -> int:
        return len(self.hexes)

    def __contains__(self, hex_: object) -> bool:
        return hex_ in self._cells

    def cell(self, hex_: Hex) -> Cell:
        """The cell of a hex. Raises ``KeyError`` for one that is not on the map."""
        return self._cells[hex_]

    def name(self, cell: Cell) -> str:
        """How a cell is called on screens: by its coordinates."""
        return str(self.hexes[cell])

    def on_map(self, hexes: Iterable[Hex]) -> tuple[Cell, ...]:
        """The cells of those hexes that are on the map, in their order."""
        return tuple(self._cells[hex_] for hex_ in hexes if hex_ in self._cells)

    def distance(self, one: Cell, other: Cell) -> int:
        """Steps between two cells."""
        return distance(self.hexes[one], self.hexes[other])

    def within(self, cell: Cell, radius: int) -> tuple[Cell, ...]:
        """The cells at most so far away, itself among them, nearest first, then by (q, r)."""
        found = self._within.get((cell, radius))
        if found is None:
            middle = self.hexes[cell]
            rings = (sorted(self.on_map(ring(middle, d))) for d in range(radius + 1))
            found = self._within[cell, radius] = tuple(cell for one in rings for cell in one)
        return found

    def lines(self, one: Cell, other: Cell) -> tuple[tuple[Cell, ...], ...]:
        """The cells strictly between two cells on each of the two nudged lines, once if equal."""
        found = self._lines.get((one, other))
        if found is None:
            ends = self.hexes[one], self.hexes[other]
            both = (self.on_map(line(*ends, nudge)) for nudge in (1, -1))
            found = self._lines[one, other] = tuple(dict.fromkeys(both))
        return found


@lru_cache(maxsize=16)
def grid(radius: int) -> Grid:
    """The map of this radius."""
    return Grid(radius)
