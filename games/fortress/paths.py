"""Ways over the map for many Units at once: sets of cells as whole numbers, and who goes where.

A *set* is an integer with one bit for each cell of it. The bits lie in rows with a border between
them, so that a set grows by one step with six shifts: a search over the whole map costs as much as
its longest way is long. Sight, standing orders and bots use this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import Final, TypeAlias

from games.fortress.hexes import Cell, grid

CellSet: TypeAlias = int
"""One bit a cell; only a `Field` knows which."""

FAR: Final = 1 << 16
"""Longer than any way."""


class Field:
    """The cells of a map as bits; the same object for the same radius (`field`)."""

    def __init__(self, radius: int) -> None:
        self.grid = grid(radius)
        self._row = 2 * radius + 3
        middle = (radius + 1) * (self._row + 1)
        self._places = tuple(q * self._row + r + middle for q, r in self.grid.hexes)
        self.bits: tuple[CellSet, ...] = tuple(1 << place for place in self._places)
        """Of each cell the set of it alone."""
        self._cells = {place: cell for cell, place in enumerate(self._places)}
        self.all: CellSet = self.of(range(len(self.grid)))
        self.near: tuple[CellSet, ...] = tuple(self.grow(bit) for bit in self.bits)
        """Of each cell itself and its neighbours."""
        self._discs: dict[tuple[Cell, int], CellSet] = {}

    def of(self, cells: Iterable[Cell]) -> CellSet:
        """The set of some cells."""
        found = 0
        for cell in cells:
            found |= self.bits[cell]
        return found

    def union(self, sets: Iterable[CellSet]) -> CellSet:
        """All cells of some sets."""
        return reduce(or_, sets, 0)

    def cells(self, cells: CellSet) -> list[Cell]:
        """The cells of a set, ascending."""
        found = []
        while cells:
            lowest = cells & -cells
            found.append(self._cells[lowest.bit_length() - 1])
            cells ^= lowest
        return found

    def grow(self, cells: CellSet) -> CellSet:
        """A set and all that touches it."""
        row = self._row
        tall = cells | cells << 1 | cells >> 1
        grown = tall | cells << row | cells >> row | cells << row - 1 | cells >> row - 1
        return grown & self.all

    def disc(self, cell: Cell, radius: int) -> CellSet:
        """The cells at most so far from one."""
        found = self._discs.get((cell, radius))
        if found is None:
            found = self.bits[cell]
            for _ in range(radius):
                found = self.grow(found)
            self._discs[cell, radius] = found
        return found

    def rings(self, goal: CellSet, free: CellSet) -> list[CellSet]:
        """At each place the cells from which a set is that many steps away, over free cells."""
        found = [goal]
        seen = edge = goal
        while edge:
            edge = self.grow(edge) & free & ~seen
            seen |= edge
            found.append(edge)
        return found


@lru_cache(maxsize=16)
def field(radius: int) -> Field:
    """The cells of the map of this radius."""
    return Field(radius)


def away(rings: Sequence[CellSet], bit: CellSet) -> int:
    """How many steps a cell is from where the rings start; `FAR` if there is no way."""
    for steps, ring in enumerate(rings):
        if ring & bit:
            return steps
    return FAR


class Traffic:
    """Gives each of one's Units a cell for the end of the round, no two of them the same (FTG-1).

    Units decide in the order in which they are asked for. One may take the cell of a Unit that has
    not decided yet: that one has to make room at once, and may change places with it (FTG-21).
    """

    def __init__(
        self,
        places: Mapping[int, Cell],
        wishes: Callable[[int], Iterable[Cell]],
        fixed: Mapping[int, Cell],
    ) -> None:
        """`places`: of each Unit its cell now. `wishes`: where it would end, the best first.

        `fixed`: where Units end that are not asked.
        """
        self._places = places
        self._at = {cell: unit for unit, cell in places.items()}
        self._wishes = wishes
        self._deciding: list[int] = []
        self._ends = dict(fixed)
        self._taken = set(fixed.values())

    def settle(self, units: Iterable[int]) -> dict[int, Cell]:
        """Where all Units end: these are asked in this order, after them all others.

        Only a Unit that finds no cell beside `fixed` stays on one of those.
        """
        for unit in (*units, *self._places):
            if unit not in self._ends and not self._decide(unit):
                self._ends[unit] = self._places[unit]
        return self._ends

    def _decide(self, unit: int) -> bool:
        """Whether a Unit finds where to end; nothing has changed if it does not."""
        self._deciding.append(unit)
        for cell in self._wishes(unit):
            if cell in self._taken:
                continue
            self._taken.add(cell)
            if self._makes_room(unit, cell):
                self._deciding.pop()
                self._ends[unit] = cell
                return True
            self._taken.discard(cell)
        self._deciding.pop()
        return False

    def _makes_room(self, unit: int, cell: Cell) -> bool:
        """Whether nobody will be on a cell but this Unit."""
        other = self._at.get(cell)
        if other is None or other == unit or other in self._ends:
            return True
        return other in self._deciding or self._decide(other)
