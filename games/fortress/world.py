"""The game with full information: every seat's Force, all terrain, and what each seat may know.

No client plays with this: each has its own private half (`games.fortress.half`), which calls the
same functions. It is what the halves are held against, in tests and when all seeds are revealed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from games.engine.values import Seat
from games.fortress.battle import (
    Fight,
    Posture,
    Standing,
    fight_on,
    fought,
    moved,
    standing,
    standings,
)
from games.fortress.building import built
from games.fortress.chart import Chart
from games.fortress.effects import Account, account_of, worked
from games.fortress.force import Force, produce
from games.fortress.hexes import Cell
from games.fortress.kinds import Terrain
from games.fortress.orders import Orders, Situation
from games.fortress.pieces import Piece
from games.fortress.settings import Settings
from games.fortress.sight import to_ask, to_open


class World:
    """One table, all of it. Seats that have departed are no longer in `forces`."""

    def __init__(self, settings: Settings, chart: Chart, terrain: Mapping[Cell, Terrain]) -> None:
        """`terrain`: of every cell that is not in a build area."""
        self.settings = settings
        self.chart = chart
        self.terrain = {**chart.plain(), **terrain}
        self.round = 1
        seats = [Seat(seat) for seat in range(len(chart.starts))]
        self.forces: dict[Seat, Force] = {seat: Force() for seat in seats}
        self.known: dict[Seat, dict[Cell, Terrain]] = {seat: chart.plain() for seat in seats}

    def leave(self, seats: Iterable[Seat]) -> None:
        """FTD-13: what departed seats had vanishes."""
        for seat in seats:
            self.forces.pop(seat, None)

    # The building round

    def build(self, offer: Sequence[Piece], plans: Mapping[Seat, Sequence[int]]) -> None:
        """Round 1 (FT-5, FT-6)."""
        for seat in self.forces:
            tiles = built(self.chart, seat, offer, plans[seat])
            self.forces[seat] = Force(tiles=tiles)

    # All further rounds (FTD-6)

    def produce(self) -> None:
        """A round begins: Lodgings produce."""
        self.round += 1
        cap = self.settings.cap
        rivals = {seat: self._rival_units(seat) for seat in self.forces}
        self.forces = {
            seat: produce(force, rivals[seat], cap) for seat, force in self.forces.items()
        }

    def open(self) -> dict[Seat, tuple[Cell, ...]]:
        """Terrain is opened, as much as the round allows; gives the cells."""
        count = self.settings.limits.openings_in(self.round)
        opened = {}
        for seat, force in self.forces.items():
            cells = to_open(self.chart.grid, force, self.known[seat])[:count]
            self.known[seat].update({cell: self.terrain[cell] for cell in cells})
            opened[seat] = cells
        return opened

    def seen_by(self, seat: Seat) -> dict[Cell, tuple[Standing, ...]]:
        """What a seat may know of its rivals now: by cell, ascending.

        Those on cells in sight, and those on its own cells, whom it has just fought (FTD-25).
        """
        force, limit = self.forces[seat], self.settings.limits.sight.asks
        asked = to_ask(self.chart.grid, force, self.known[seat], limit)
        found = {cell: self._rivals_at(seat, cell) for cell in sorted((*asked, *force.cells()))}
        return {cell: rivals for cell, rivals in found.items() if rivals}

    def situation(self, seat: Seat) -> Situation:
        """By what a seat's orders are judged."""
        return Situation(
            self.chart.grid, self.forces[seat], self.known[seat], self.rival_tiles(seat)
        )

    def rival_tiles(self, seat: Seat) -> tuple[Cell, ...]:
        """Where the others' Fortress Tiles stand."""
        return tuple(
            tile.cell
            for other, force in self.forces.items()
            if other != seat
            for tile in force.tiles
        )

    def battle(self, orders: Mapping[Seat, Orders], left: Iterable[Seat] = ()) -> dict[Cell, Fight]:
        """Moves, attacks, removal, effects and gauges; gives what happened on each cell.

        Seats that have `left` before their orders counted are gone once the moves of the others
        are settled (FTD-22): those were sealed in view of their Tiles.
        """
        after = {
            seat: moved(force, orders[seat], self.rival_tiles(seat))
            for seat, force in self.forces.items()
            if seat in orders
        }
        self.leave(left)
        postures = {seat: after[seat] for seat in self.forces}
        here = {seat: standings(seat, posture.force) for seat, posture in postures.items()}
        fights = {cell: _fight(here, postures, cell) for cell in _cells(postures)}
        for seat, posture in postures.items():
            own = {cell: fights[cell].left for cell in posture.force.cells()}
            self.forces[seat] = fought(seat, posture.force, own)
        rivals = {seat: self._rival_units(seat) for seat in self.forces}
        size = self.settings.gauge
        self.forces = {
            seat: worked(force, rivals[seat], self.known[seat], size)
            for seat, force in self.forces.items()
        }
        return fights

    def accounts(self, *, last: bool = False) -> dict[Seat, Account]:
        """What every seat announces truthfully."""
        return {seat: account_of(force, last=last) for seat, force in self.forces.items()}

    # Helpers

    def _rivals_at(self, seat: Seat, cell: Cell) -> tuple[Standing, ...]:
        others = (
            standing(other, force, cell) for other, force in self.forces.items() if other != seat
        )
        return tuple(one for one in others if not one.is_empty)

    def _rival_units(self, seat: Seat) -> tuple[Cell, ...]:
        return tuple(
            unit.cell
            for other, force in self.forces.items()
            if other != seat
            for unit in force.units
        )


def _fight(
    here: Mapping[Seat, Mapping[Cell, Standing]], postures: Mapping[Seat, Posture], cell: Cell
) -> Fight:
    everything = (standing[cell] for standing in here.values() if cell in standing)
    attacks = {
        seat: posture.attacks[cell] for seat, posture in postures.items() if cell in posture.attacks
    }
    return fight_on(everything, attacks)


def _cells(postures: Mapping[Seat, Posture]) -> tuple[Cell, ...]:
    """Where anything stands or is shot at, ascending."""
    cells = {cell for posture in postures.values() for cell in posture.force.cells()}
    aims = {cell for posture in postures.values() for cell in posture.shots}
    return tuple(sorted(cells | aims))
