"""One round's fight: who stands where after the moves, who hits whom, who is left (FT-25 to FT-34).

Everything here is worked out alike by the full game and by each seat alone: a party on a cell knows
the whole fight there (FTD-7, FTD-25), so `survivors` of that cell needs nothing else.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from games.engine.values import Seat
from games.fortress.force import Force, Tile, Unit
from games.fortress.hexes import Cell
from games.fortress.kinds import (
    BALLISTA_DAMAGE,
    POINT,
    UNITS,
    TileKind,
    UnitKind,
)
from games.fortress.orders import Orders, ballistas, end_of, shoots_for_tile


@dataclass(frozen=True, slots=True)
class UnitSeen:
    """A Unit as others see it: never its gold, nor which one it is (FTD-21, FTD-31)."""

    kind: UnitKind
    health: int


@dataclass(frozen=True, slots=True)
class TileSeen:
    """A Fortress Tile as others see it."""

    kind: TileKind
    health: int


@dataclass(frozen=True, slots=True)
class Standing:
    """What one seat has on one cell."""

    seat: Seat
    unit: UnitSeen | None = None
    tile: TileSeen | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nothing is left of it."""
        return self.unit is None and self.tile is None


@dataclass(frozen=True, slots=True)
class Attacks:
    """What of one seat attacks one cell: for those on that cell alone (FTD-31)."""

    archers: int = 0
    ballistas: int = 0
    strikes: bool = False
    """Whether its Unit on the cell fights there, and does not shoot or serve."""

    @property
    def is_shot(self) -> bool:
        """Whether anything shoots."""
        return bool(self.archers or self.ballistas)


@dataclass(frozen=True, slots=True)
class Posture:
    """What one seat has after its moves, and what each of it does."""

    force: Force
    attacks: Mapping[Cell, Attacks]
    """By cell, ascending: each Unit attacks one, so there are no more than Units."""

    @property
    def shots(self) -> dict[Cell, Attacks]:
        """The cells that it shoots at, ascending."""
        return {cell: one for cell, one in self.attacks.items() if one.is_shot}


def standing(seat: Seat, force: Force, cell: Cell) -> Standing:
    """What a seat has on a cell, as others may see it."""
    return _standing(seat, force.unit_at(cell), force.tile_at(cell))


def standings(seat: Seat, force: Force) -> dict[Cell, Standing]:
    """What a seat has on each of its cells, ascending."""
    units = {unit.cell: unit for unit in force.units}
    tiles = {tile.cell: tile for tile in force.tiles}
    cells = sorted({*units, *tiles})
    return {cell: _standing(seat, units.get(cell), tiles.get(cell)) for cell in cells}


def _standing(seat: Seat, unit: Unit | None, tile: Tile | None) -> Standing:
    return Standing(
        seat,
        None if unit is None else UnitSeen(unit.kind, unit.health),
        None if tile is None else TileSeen(tile.kind, tile.health),
    )


@dataclass(frozen=True, slots=True)
class Fight:
    """What happened on one cell: who was there, who attacked it, and what is left."""

    present: tuple[Standing, ...]
    attacks: Mapping[Seat, Attacks]
    left: tuple[Standing, ...]

    @property
    def shots(self) -> dict[Seat, Attacks]:
        """Who shot at it."""
        return {seat: one for seat, one in self.attacks.items() if one.is_shot}


# Moves


def moved(force: Force, orders: Orders, rival_tiles: Container[Cell]) -> Posture:
    """Moves end; who shoots, and at what (FT-26, FT-27).

    A Ballista fires as ordered if an own Unit is on it after the moves, and that Unit does not
    strike; on hold it does (FTD-24). An Archer on a rival Tile or on an own Ballista does not shoot
    by itself (FTG-29, FTD-16).
    """
    ends = tuple(
        end_of(unit, order.path, rival_tiles)
        for unit, order in zip(force.units, orders.units, strict=True)
    )
    pairs = zip(force.units, ends, strict=True)
    after = replace(force, units=tuple(replace(unit, cell=end) for unit, end in pairs))
    busy: set[Cell] = set()
    attacks: dict[Cell, Attacks] = {}
    for unit, end, order in zip(force.units, ends, orders.units, strict=True):
        if order.target is None or not unit.row.reach or end in rival_tiles:
            continue
        if not shoots_for_tile(after, end):
            busy.add(end)
            at = attacks.get(order.target, Attacks())
            attacks[order.target] = replace(at, archers=at.archers + 1)
    for tile, target in zip(ballistas(after), orders.ballistas, strict=True):
        if target is not None and after.unit_at(tile.cell) is not None:
            busy.add(tile.cell)
            at = attacks.get(target, Attacks())
            attacks[target] = replace(at, ballistas=at.ballistas + 1)
    for end in ends:
        if end not in busy:
            attacks[end] = replace(attacks.get(end, Attacks()), strikes=True)
    return Posture(after, dict(sorted(attacks.items())))


# Blows


def survivors(present: Sequence[Standing], attacks: Mapping[Seat, Attacks]) -> tuple[Standing, ...]:
    """What is left on a cell after all attacks at once (FT-29, FT-30, FTG-36).

    `present` is what each seat has there, `attacks` what each does to the cell. Each attack is
    split evenly among its viable targets and rounded down to a whole 840th (FTG-24, FTD-21), so no
    order of Units counts; who dies strikes all the same.
    """
    units = {one.seat: one.unit for one in present}
    damages: list[tuple[Seat, int]] = []
    for seat, attack in attacks.items():
        unit = units.get(seat)
        if attack.strikes and unit is not None:
            damages.append((seat, UNITS[unit.kind].damage))
        damages += [(seat, UNITS[UnitKind.ARCHER].damage)] * attack.archers
        damages += [(seat, BALLISTA_DAMAGE)] * attack.ballistas
    # 840 divides by 1 to 8 and by 10: only among nine targets is anything rounded off.
    blows = [(seat, damage * POINT // (targets_of(seat, present) or 1)) for seat, damage in damages]
    left = (_hit(one, sum(blow for seat, blow in blows if seat != one.seat)) for one in present)
    return tuple(one for one in left if not one.is_empty)


def fight_on(everything: Iterable[Standing], attacks: Mapping[Seat, Attacks]) -> Fight:
    """The fight on a cell where seats have all of this, by seat; some may have nothing."""
    present = tuple(sorted((one for one in everything if not one.is_empty), key=_by_seat))
    return Fight(present, attacks, survivors(present, attacks))


def _by_seat(one: Standing) -> Seat:
    return one.seat


def targets_of(seat: Seat, present: Sequence[Standing]) -> int:
    """How many there are whom an attack of a seat may hit: rivals' Units and Tiles (FTG-25)."""
    rivals = [one for one in present if one.seat != seat]
    return sum((one.unit is not None) + (one.tile is not None) for one in rivals)


def _hit(one: Standing, damage: int) -> Standing:
    """What is left of it where each of its pieces takes this damage."""
    unit, tile = one.unit, one.tile
    return Standing(
        one.seat,
        None
        if unit is None or unit.health <= damage
        else replace(unit, health=unit.health - damage),
        None
        if tile is None or tile.health <= damage
        else replace(tile, health=tile.health - damage),
    )


def fought(seat: Seat, force: Force, left: Mapping[Cell, Sequence[Standing]]) -> Force:
    """A seat after the fight: `left` says of each of its cells what is left there (FTG-37, FTG-38).

    The dead and the destroyed are removed; the gold of the dead is lost.
    """
    own = {
        cell: next((one for one in all_ if one.seat == seat), Standing(seat))
        for cell, all_ in left.items()
    }
    units = tuple(
        replace(unit, health=seen.health)
        for unit in force.units
        if (seen := own[unit.cell].unit) is not None
    )
    tiles = tuple(
        replace(tile, health=still.health)
        for tile in force.tiles
        if (still := own[tile.cell].tile) is not None
    )
    return replace(force, units=units, tiles=tiles)
