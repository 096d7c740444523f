"""The land as one seat knows it, as sets of cells: where one may walk, how far it is, what is near.

Bots and standing orders look at the land through this; the rules judge orders by themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from games.fortress.force import Unit
from games.fortress.hexes import Cell
from games.fortress.kinds import Terrain
from games.fortress.orders import Situation
from games.fortress.paths import FAR, CellSet, Field, away, field


class Ground:
    """What one seat knows of the land when it gives orders."""

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self.field: Field = field(situation.board.radius)
        bits = self.field.bits
        walkable = mountains = overgrowth = deposits = 0
        for cell, terrain in situation.known.items():
            if terrain is Terrain.MOUNTAIN:
                mountains |= bits[cell]
                continue
            walkable |= bits[cell]
            if terrain is Terrain.DEPOSIT:
                deposits |= bits[cell]
            elif terrain is Terrain.OVERGROWTH:
                overgrowth |= bits[cell]
        self.walkable: CellSet = walkable
        """Opened and no mountain."""
        self.unknown: CellSet = self.field.all & ~walkable & ~mountains
        self.overgrowth: CellSet = overgrowth
        self.rival_tiles: CellSet = self.field.of(situation.rival_tiles)
        self.tiles: CellSet = self.field.of(tile.cell for tile in situation.force.tiles)
        self.deposits: CellSet = deposits & ~self.tiles & ~self.rival_tiles
        """Where a Unit can dig: a Tile on a Deposit suspends it (FTG-45)."""
        self._rings: dict[CellSet, Sequence[CellSet]] = {}

    @cached_property
    def passable(self) -> CellSet:
        """What ways are looked for over: no rival's Tile, and land that nobody has seen yet."""
        return (self.walkable | self.unknown) & ~self.rival_tiles

    def rings(self, goal: CellSet) -> Sequence[CellSet]:
        """At each place the cells that are so many steps from a goal; worked out once a round."""
        found = self._rings.get(goal)
        if found is None:
            found = self._rings[goal] = self.field.rings(goal, self.passable)
        return found

    def steps(self, cell: Cell, goal: CellSet) -> int:
        """How many steps a goal is from a cell; `FAR` if no way is known."""
        rings, here = self.rings(goal), self.field.bits[cell]
        if here & self.rival_tiles & ~goal:  # ways lead round such a cell, and off it
            return min(FAR, 1 + away(rings, self.field.near[cell]))
        return away(rings, here)

    def nearest(self, cell: Cell, goals: Iterable[Cell]) -> Cell | None:
        """The goal with the shortest way from a cell, the lowest of equals; None without any."""
        bits = self.field.bits
        wanted = self.field.of(goals)
        for ring in self.rings(bits[cell]):
            if ring & wanted:
                return self.field.cells(ring & wanted)[0]
        return None

    def reach(self, unit: Unit) -> tuple[CellSet, CellSet]:
        """Where a Unit may end with one step, and with two, its own cell left out (FTD-15)."""
        here = self.field.bits[unit.cell]
        one = self.field.near[unit.cell] & self.walkable & ~here
        if unit.row.steps < 2:
            return one, 0
        two = self.field.grow(one & ~self.rival_tiles) & self.walkable & ~one & ~here
        return one, two

    def path(self, unit: Unit, end: Cell) -> tuple[Cell, ...]:
        """The cells of a way to where a Unit may end, over cells without a rival's Tile."""
        bits, near = self.field.bits, self.field.near
        if end == unit.cell:
            return ()
        if near[unit.cell] & bits[end]:
            return (end,)
        between = near[unit.cell] & near[end] & self.walkable & ~self.rival_tiles
        return (self.field.cells(between)[0], end)

    def firm(self, goals: Mapping[int, CellSet]) -> CellSet:
        """The cells of the Units that are where they want to be; `goals` by number."""
        units = self.situation.force.units
        cells = (self.field.bits[unit.cell] & goals.get(unit.number, 0) for unit in units)
        return self.field.union(cells)

    def ends(self, unit: Unit, goal: CellSet, *, firm: CellSet = 0) -> Iterator[Cell]:
        """Where a Unit on its way to a goal would end a round, the best first.

        What is nearer to the goal, then staying, then what makes room for others. On `firm` cells
        Units are at work: a goal among them is waited for, and others are gone round if that is no
        longer.
        """
        one, two = self.reach(unit)
        here, reach = self.field.bits[unit.cell], one | two
        reach &= ~(goal & firm)
        cells, rings = self.field.cells, self.rings(goal)
        steps = away(rings, here)
        nearer = [ring & reach for ring in rings[:steps] if ring & reach]
        for ring in nearer:
            yield from cells(ring & ~firm)
        if nearer and steps < len(rings) and not any(ring & ~firm for ring in nearer):
            yield from cells(rings[steps] & reach & ~firm)
        for ring in nearer:
            yield from cells(ring & firm)
        yield unit.cell
        for ring in rings[steps:]:
            yield from cells(ring & reach & ~firm)
        yield from cells(reach)
