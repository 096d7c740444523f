"""What lay under the fog, for the tale of an audited game: who passed whom, what was missed, where.

The full game (`games.fortress.whole`) calls it while an audit plays a game again with all seeds.
Of each kind only the most telling is kept. Held by tests/games/fortress/test_unveiled.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from games.engine.values import Seat
from games.engine.view import who
from games.engine.words import listed
from games.fortress.battle import Fight
from games.fortress.force import Force, Tile, Unit
from games.fortress.hexes import Cell, Grid
from games.fortress.kinds import TILES, UNITS, TileKind, UnitKind, full_health, points
from games.fortress.sightings import Sighting

# D-137: of each kind only the closest is kept, since a list of all of them is the replay.
NEAR = 4
"""From further off nobody has missed anybody."""
_HOMES = (TileKind.WORKSHOP, TileKind.LODGING)


@dataclass(frozen=True, slots=True, order=True)
class Passing:
    """A Unit near something of a rival, neither of whom saw the other. The least is told."""

    distance: int
    at_unit: bool
    """Whether what it missed is a Unit: a Workshop or a Lodging is told rather."""
    round: int
    seat: Seat
    cell: Cell
    rival: Seat
    place: Cell
    unit: str
    """What the Unit was."""
    missed: str
    """What the other was."""


@dataclass(frozen=True, slots=True, order=True)
class Shot:
    """A shot at a cell on which no rival stood, with the nearest one. The least is told."""

    distance: int
    round: int
    seat: Seat
    cell: Cell
    rival: Seat


@dataclass(frozen=True, slots=True, order=True)
class Escape:
    """A Workshop or Lodging that was hit and stands. The least health is told."""

    health: int
    round: int
    seat: Seat
    cell: Cell
    kind: TileKind


class Unveiled:
    """Grows with the rounds of a game."""

    def __init__(self, grid: Grid, gauge: int) -> None:
        """`gauge`: steps that an Artifact takes."""
        self._grid = grid
        self._gauge = gauge
        self._made: dict[Seat, Counter[Cell]] = {}
        self._passings: dict[tuple[Seat, Seat], Passing] = {}
        self._shot: Shot | None = None
        self._escape: Escape | None = None

    # What it watches

    def looked(
        self, round_: int, forces: Mapping[Seat, Force], sees: Mapping[Seat, Sighting]
    ) -> None:
        """A round begins: who stands where, and what each sees of the others."""
        for seat, force in forces.items():
            for rival, other in forces.items():
                if seat != rival:
                    for unit in force.units:
                        if not _sees(sees, rival, unit.cell, seat):
                            self._pass(round_, seat, unit, rival, other, sees)

    def _pass(
        self,
        round_: int,
        seat: Seat,
        unit: Unit,
        rival: Seat,
        other: Force,
        sees: Mapping[Seat, Sighting],
    ) -> None:
        pieces: list[Tile | Unit] = [tile for tile in other.tiles if tile.kind in _HOMES]
        for piece in (*pieces, *other.units):
            distance = self._grid.distance(unit.cell, piece.cell)
            if distance > NEAR or _sees(sees, seat, piece.cell, rival):
                continue
            at_unit = isinstance(piece, Unit)
            names = _named(unit), _named(piece)
            one = Passing(distance, at_unit, round_, seat, unit.cell, rival, piece.cell, *names)
            pair = (min(seat, rival), max(seat, rival))
            self._passings[pair] = min(one, self._passings.get(pair, one))

    def fought(
        self,
        round_: int,
        before: Mapping[Seat, Force],
        after: Mapping[Seat, Force],
        fights: Mapping[Cell, Fight],
    ) -> None:
        """A battle is over: what each seat had at its orders, what it has now, and the fights."""
        for seat, force in after.items():
            if seat in before:
                self._make(seat, before[seat], force)
        for cell, fight in fights.items():
            for seat in fight.shots:
                self._miss(round_, seat, cell, fights)
            for standing in fight.left:
                tile = standing.tile
                if tile is None or tile.kind not in _HOMES:
                    continue
                was = [one.tile for one in fight.present if one.seat == standing.seat]
                if was and was[0] is not None and was[0].health > tile.health:
                    one = Escape(tile.health, round_, standing.seat, cell, tile.kind)
                    self._escape = min(one, self._escape or one)

    def _make(self, seat: Seat, before: Force, after: Force) -> None:
        """Gold that filled a gauge made an Artifact in the Workshop that it came to."""
        gold = {unit.number: unit.gold for unit in before.units}
        steps = before.gauge
        for unit in after.units:
            tile = after.tile_at(unit.cell)
            if tile is not None and tile.kind is TileKind.WORKSHOP:
                spent = gold.get(unit.number, 0) > unit.gold
                steps += spent
                if spent and steps % self._gauge == 0:
                    self._made.setdefault(seat, Counter())[unit.cell] += 1

    def _miss(self, round_: int, seat: Seat, cell: Cell, fights: Mapping[Cell, Fight]) -> None:
        rivals = [
            (self._grid.distance(cell, at), one.seat)
            for at, fight in fights.items()
            for one in fight.present
            if one.seat != seat
        ]
        if rivals and min(rivals)[0] > 0:
            distance, rival = min(rivals)
            one = Shot(distance, round_, seat, cell, rival)
            self._shot = min(one, self._shot or one)

    # What it tells

    def tale(self) -> tuple[str, ...]:
        """A sentence each."""
        return (*self._places(), *self._near(), *self._misses(), *self._escapes())

    def _places(self) -> Iterator[str]:
        made = [f"{who(seat)} {self._at(cells)}" for seat, cells in sorted(self._made.items())]
        if made:
            yield f"The Artifacts were made in these Workshops: {'; '.join(made)}."

    def _at(self, cells: Counter[Cell]) -> str:
        return listed([f"{count} at {self._grid.name(at)}" for at, count in sorted(cells.items())])

    def _near(self) -> Iterator[str]:
        for one in sorted(self._passings.values()):
            yield (
                f"Round {one.round}: {one.unit} of {who(one.seat)} at {self._grid.name(one.cell)} "
                f"was {_cells(one.distance)} from {one.missed} of {who(one.rival)} at "
                f"{self._grid.name(one.place)}, and neither saw the other."
            )

    def _misses(self) -> Iterator[str]:
        one = self._shot
        if one is not None and one.distance <= NEAR:
            yield (
                f"The nearest miss: in round {one.round} {who(one.seat)} shot at "
                f"{self._grid.name(one.cell)}, {_cells(one.distance)} from what {who(one.rival)} "
                "had there."
            )

    def _escapes(self) -> Iterator[str]:
        one = self._escape
        if one is not None and 2 * one.health <= full_health(one.kind):
            yield (
                f"The narrowest escape: a {TILES[one.kind].name} of {who(one.seat)} at "
                f"{self._grid.name(one.cell)} came through round {one.round} with "
                f"{points(one.health)} of {TILES[one.kind].health} health."
            )


def _sees(sees: Mapping[Seat, Sighting], seat: Seat, cell: Cell, rival: Seat) -> bool:
    return any(one.seat == rival for one in sees.get(seat, {}).get(cell, ()))


def _named(piece: Tile | Unit) -> str:
    if isinstance(piece, Tile):
        return f"a {TILES[piece.kind].name}"
    name = UNITS[piece.kind].name
    return f"an {name}" if piece.kind is UnitKind.ARCHER else name


def _cells(count: int) -> str:
    return "1 cell" if count == 1 else f"{count} cells"
