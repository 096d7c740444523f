"""Forces, standings and worlds laid by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.engine.values import Seat
from games.fortress.battle import Attacks, Standing, TileSeen, UnitSeen
from games.fortress.chart import TEST_SIZE, chart_of, size_for, starts_of
from games.fortress.force import Force, Tile, Unit, new_tile
from games.fortress.hexes import Cell, Grid, Hex, grid
from games.fortress.kinds import POINT, Terrain, TileKind, UnitKind, full_health
from games.fortress.orders import Situation
from games.fortress.settings import Settings, limits_for
from games.fortress.world import World

INFANTRY, ARCHER, CAVALRY = UnitKind
LODGING, WORKSHOP, WALL, BALLISTA = TileKind
BLUE, RED, YELLOW, GREEN = (Seat(seat) for seat in range(4))
BOARD = Grid(8)


def at(q: int, r: int) -> Cell:
    """The cell of a hex of `BOARD`."""
    return BOARD.cell(Hex(q, r))


def unit(
    kind: UnitKind, cell: Cell, number: int = 0, *, gold: int = 0, health: int | None = None
) -> Unit:
    """A Unit; `health` in points, else full."""
    full = full_health(kind) if health is None else health * POINT
    return Unit(number, kind, cell, full, gold)


def force(units: Sequence[Unit] = (), tiles: Mapping[Cell, TileKind] | None = None) -> Force:
    """A force with new Tiles."""
    laid = tuple(new_tile(cell, kind) for cell, kind in sorted((tiles or {}).items()))
    return Force(tuple(units), laid, born=1 + max((one.number for one in units), default=-1))


def on_cell(
    seat: Seat,
    kind: UnitKind | None = None,
    tile: TileKind | None = None,
    *,
    health: int | None = None,
) -> Standing:
    """What a seat has on some cell; `health` of the Unit in points, else full."""
    seen = None
    if kind is not None:
        seen = UnitSeen(kind, full_health(kind) if health is None else health * POINT)
    return Standing(seat, seen, None if tile is None else TileSeen(tile, full_health(tile)))


def lost(before: Standing, after: Sequence[Standing]) -> tuple[int, int]:
    """The damage in 840ths that Unit and Tile of a seat have taken; all of it if gone."""
    left = next((one for one in after if one.seat == before.seat), Standing(before.seat))
    return (
        _health(before.unit) - _health(left.unit),
        _health(before.tile) - _health(left.tile),
    )


def _health(piece: UnitSeen | TileSeen | None) -> int:
    return 0 if piece is None else piece.health


def plain(board: Grid = BOARD) -> dict[Cell, Terrain]:
    """All of a map known to be plain."""
    return dict.fromkeys(range(len(board)), Terrain.PLAIN)


def situation(
    own: Force,
    known: Mapping[Cell, Terrain] | None = None,
    rival_tiles: Sequence[Cell] = (),
) -> Situation:
    """What a seat knows; without `known` all is plain."""
    return Situation(BOARD, own, plain() if known is None else known, tuple(rival_tiles))


def settings(seats: int = 2, cap: int = 12) -> Settings:
    """The settings of an ordinary table."""
    return Settings(12, 5, cap, 120, size_for(seats), limits_for(seats, cap, len(grid(6 + seats))))


def world(
    forces: Mapping[Seat, Force], terrain: Mapping[Cell, Terrain] | None = None, *, seats: int = 2
) -> World:
    """A full game on the map of `seats`, all plain but for `terrain`, all of it known to all."""
    size = size_for(seats)
    chart = chart_of(size, starts_of(size, [Seat(seat) for seat in range(seats)], 0))
    hidden = {**dict.fromkeys(chart.hidden, Terrain.PLAIN), **(terrain or {})}
    made = World(settings(seats), chart, hidden)
    for seat in made.forces:
        made.forces[seat] = forces.get(seat, Force())
        made.known[seat] = dict(made.terrain)
    return made


__all__ = [
    "ARCHER",
    "BALLISTA",
    "BLUE",
    "BOARD",
    "CAVALRY",
    "GREEN",
    "INFANTRY",
    "LODGING",
    "RED",
    "TEST_SIZE",
    "WALL",
    "WORKSHOP",
    "YELLOW",
    "Attacks",
    "Tile",
    "at",
    "force",
    "lost",
    "on_cell",
    "plain",
    "settings",
    "situation",
    "unit",
    "world",
]
