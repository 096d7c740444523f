"""Units, Fortress Tiles and terrain: what the rulebook prints in its tables (FT-10 to FT-21)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Final

POINT: Final = 840
"""One point of health or damage: whole numbers keep every usual split exact (FTG-24)."""


class Terrain(StrEnum):
    """What lies on a cell; the words are the faces of the terrain cards."""

    PLAIN = "plain"
    OVERGROWTH = "overgrowth"
    MOUNTAIN = "mountain"
    DEPOSIT = "deposit"


class UnitKind(IntEnum):
    """In the order in which Units are upgraded (FT-18)."""

    INFANTRY = 1
    ARCHER = 2
    CAVALRY = 3


class TileKind(IntEnum):
    """The kinds of Fortress Tile."""

    LODGING = 1
    WORKSHOP = 2
    WALL = 3
    BALLISTA = 4


@dataclass(frozen=True, slots=True)
class UnitRow:
    """What is printed of a kind of Unit. Damage and health are in points."""

    name: str
    damage: int
    health: int
    carries: int
    steps: int
    """How many cells it moves a round (FTG-16)."""
    reach: int
    """How far it shoots; 0 if it does not (FT-20)."""


@dataclass(frozen=True, slots=True)
class TileRow:
    """What is printed of a kind of Fortress Tile. Health is in points."""

    name: str
    health: int


UNITS: Final[Mapping[UnitKind, UnitRow]] = {
    UnitKind.INFANTRY: UnitRow("Infantry", 2, 12, 5, 1, 0),
    UnitKind.ARCHER: UnitRow("Archer", 1, 10, 2, 1, 2),
    UnitKind.CAVALRY: UnitRow("Cavalry", 4, 16, 3, 2, 0),
}
TILES: Final[Mapping[TileKind, TileRow]] = {
    TileKind.LODGING: TileRow("Lodging", 10),
    TileKind.WORKSHOP: TileRow("Workshop", 6),
    TileKind.WALL: TileRow("Wall", 20),
    TileKind.BALLISTA: TileRow("Ballista", 4),
}
BALLISTA_DAMAGE: Final = 8
BALLISTA_RANGE: Final = 4
"""FTG-31: one beyond sight, so the last cell is shot at blind (FTD-12)."""
TILE_SIGHT: Final = 3
UNIT_SIGHT: Final = 2
"""FTD-4."""


def full_health(kind: UnitKind | TileKind) -> int:
    """The health of a new Unit or Tile, in 840ths."""
    points = UNITS[kind].health if isinstance(kind, UnitKind) else TILES[kind].health
    return points * POINT


def upgraded(kind: UnitKind) -> UnitKind:
    """The next kind (FT-17); Cavalry is the last (FT-18)."""
    return UnitKind(min(kind + 1, UnitKind.CAVALRY))


def points(health: int) -> str:
    """Health or damage as people read it: whole points and a fraction in lowest terms (FTG-24)."""
    whole, rest = divmod(health, POINT)
    if not rest:
        return str(whole)
    top, bottom = rest, POINT
    while bottom:
        top, bottom = bottom, top % bottom
    fraction = f"{rest // top}/{POINT // top}"
    return f"{whole} {fraction}" if whole else fraction
