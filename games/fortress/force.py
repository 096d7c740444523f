"""What one seat has: Units, Fortress Tiles, gold and a gauge. Values; nothing here changes.

The invariant: which number a Unit has decides nothing. It is the name by which its owner calls it;
rules, plans, bots and standing orders take Units in the order of their cells, so two equal Units
that change places leave everything as it was for all others (FTD-31). Held by
tests/games/fortress/test_namesakes.py and tests/p2p/test_fog_secrecy.py.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, replace

from games.fortress.hexes import Cell
from games.fortress.kinds import UNITS, TileKind, UnitKind, UnitRow, full_health


@dataclass(frozen=True, slots=True)
class Unit:
    """One Unit. Health is in 840ths; a number is never used again in a game, nor told to others."""

    number: int
    kind: UnitKind
    cell: Cell
    health: int
    gold: int = 0

    @property
    def row(self) -> UnitRow:
        """What is printed of its kind."""
        return UNITS[self.kind]


@dataclass(frozen=True, slots=True)
class Tile:
    """One Fortress Tile. Health is in 840ths."""

    cell: Cell
    kind: TileKind
    health: int


@dataclass(frozen=True, slots=True)
class Force:
    """All that one seat has: Units and Tiles by cell."""

    units: tuple[Unit, ...] = ()
    tiles: tuple[Tile, ...] = ()
    born: int = 0
    """How many Units it has ever had: the number of the next."""
    gauge: int = 0
    artifacts: int = 0

    def __post_init__(self) -> None:
        # D-148: by cell, wherever a force is made; an order by age would show in what a seat does.
        object.__setattr__(self, "units", tuple(sorted(self.units, key=lambda unit: unit.cell)))

    @property
    def is_out(self) -> bool:
        """FTG-47: without a Unit and a Lodging."""
        return not self.units and all(tile.kind is not TileKind.LODGING for tile in self.tiles)

    def unit_at(self, cell: Cell) -> Unit | None:
        """Its Unit on a cell; it never has two on one (FTG-1)."""
        return next((unit for unit in self.units if unit.cell == cell), None)

    def tile_at(self, cell: Cell) -> Tile | None:
        """Its Tile on a cell."""
        return next((tile for tile in self.tiles if tile.cell == cell), None)

    def cells(self) -> tuple[Cell, ...]:
        """The cells on which it has anything, ascending."""
        occupied = {unit.cell for unit in self.units} | {tile.cell for tile in self.tiles}
        return tuple(sorted(occupied))


def new_tile(cell: Cell, kind: TileKind) -> Tile:
    """A Tile as it is built: finished (FTG-11)."""
    return Tile(cell, kind, full_health(kind))


def produce(force: Force, rivals: Container[Cell], cap: int) -> Force:
    """Each free Lodging makes one Infantry (FT-7, FTG-12), lowest cell first (FTD-20).

    It is free if nobody's living Unit is on it (FT-10, FTG-14): `rivals` are the cells on which
    rivals have Units. At `cap` Units the Lodgings pause (FTG-15). A seat that is out produces
    nothing (FTD-22): it has no Lodging.
    """
    own = {unit.cell for unit in force.units}
    free = [
        tile.cell
        for tile in force.tiles
        if tile.kind is TileKind.LODGING and tile.cell not in own and tile.cell not in rivals
    ]
    free = free[: max(0, cap - len(force.units))]
    health = full_health(UnitKind.INFANTRY)
    fresh = (
        Unit(force.born + count, UnitKind.INFANTRY, cell, health) for count, cell in enumerate(free)
    )
    return replace(force, units=(*force.units, *fresh), born=force.born + len(free))
