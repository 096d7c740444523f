"""What a bot goes by: the half of its seat, and nothing of the full game.

Rivals are as they are seen this round; their Tiles also as remembered, and a Workshop is taken to
stand on every rival's start (FTG-7) while nothing speaks against it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from games.engine.values import Seat
from games.fortress.battle import UnitSeen
from games.fortress.force import Unit
from games.fortress.ground import Ground
from games.fortress.half import FortressHalf
from games.fortress.hexes import Cell
from games.fortress.kinds import TileKind
from games.fortress.paths import CellSet

BELIEVED: Final = 25
"""Up to this round a Workshop is taken to stand where nobody has looked: later somebody has."""


@dataclass(frozen=True, slots=True)
class Rival:
    """A rival's Unit in sight."""

    seat: Seat
    cell: Cell
    unit: UnitSeen


class Outlook:
    """A half with what follows from it, each worked out once."""

    def __init__(self, half: FortressHalf) -> None:
        self.half = half
        self.force = half.force
        self.ground = Ground(half.situation)
        self.field = self.ground.field
        self.board = half.board
        self.start = half.public.chart.starts[half.seat]
        self.cap = half.public.settings.cap
        self.rivals = [
            Rival(one.seat, cell, one.unit)
            for cell, standings in half.rivals.items()
            for one in standings
            if one.unit is not None
        ]

    def tiles(self, kind: TileKind) -> list[Cell]:
        """The own Tiles of a kind, ascending."""
        return [tile.cell for tile in self.force.tiles if tile.kind is kind]

    @cached_property
    def workshops(self) -> CellSet:
        """The own Workshops."""
        return self.field.of(self.tiles(TileKind.WORKSHOP))

    @cached_property
    def lodgings(self) -> CellSet:
        """The own Lodgings."""
        return self.field.of(self.tiles(TileKind.LODGING))

    @cached_property
    def steps_to_win(self) -> int:
        """How many pieces of Gold are still to be spent at a Workshop."""
        settings, force = self.half.public.settings, self.force
        return (settings.goal - force.artifacts) * settings.gauge - force.gauge

    @cached_property
    def carried(self) -> int:
        """All Gold that its Units carry."""
        return sum(unit.gold for unit in self.force.units)

    @cached_property
    def rivals_in(self) -> tuple[Seat, ...]:
        """The other seats that are not out."""
        accounts = self.half.accounts.items()
        return tuple(s for s, one in accounts if s != self.half.seat and not one.is_out)

    def rival_starts(self) -> list[Cell]:
        """The starts of the rivals that are not out, the nearest first."""
        starts = [self.half.public.chart.starts[seat] for seat in self.rivals_in]
        return sorted(starts, key=lambda cell: (self.away(cell), cell))

    def targets(self) -> Iterator[tuple[Cell, Seat, TileKind]]:
        """The Tiles of rivals that it knows of or has reason to believe in."""
        for seat in self.rivals_in:
            start = self.half.public.chart.starts[seat]
            if self._is_unseen(start):
                yield start, seat, TileKind.WORKSHOP
        for cell, one in self.half.memory.items():
            if one.seat in self.rivals_in:
                yield cell, one.seat, one.tile.kind

    def _is_unseen(self, start: Cell) -> bool:
        """Whether a Workshop may stand on a rival's start, as far as it knows."""
        half = self.half
        near = self.field.disc(start, 1)
        visited = any(near & self.field.bits[cell] for cell in half.memory)
        looked = self.field.of((*half.watched, *(unit.cell for unit in half.force.units)))
        return half.round <= BELIEVED and not visited and not looked & self.field.bits[start]

    def away(self, cell: Cell) -> int:
        """How far a cell is from the start, as the crow flies."""
        return self.board.distance(cell, self.start)

    def is_home(self, unit: Unit, within: int) -> bool:
        """Whether a Unit is so near to the start."""
        return self.away(unit.cell) <= within
