"""What rivals in sight are about to attack at home, as a bot reckons, and how it shoots there.

Who foresees nothing shoots at where rivals are now: they have left when the shot lands (FT-28).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from games.fortress.bot.outlook import Outlook, Rival
from games.fortress.force import Unit
from games.fortress.hexes import Cell
from games.fortress.kinds import UNITS, TileKind
from games.fortress.orders import Orders, UnitOrder, ballistas, why_not_shot, why_not_target

PRIZES: Final = (TileKind.WORKSHOP, TileKind.LODGING, TileKind.BALLISTA)
"""What a rival is taken to go for, the dearest first; on a Wall it is only by the way."""


@dataclass(frozen=True, slots=True)
class Threat:
    """A rival that is on an own Tile, or can be there after this round's moves."""

    cell: Cell
    """Where the Tile is."""
    kind: TileKind
    rival: Rival

    @property
    def is_there(self) -> bool:
        """Whether it is on the Tile already."""
        return self.rival.cell == self.cell

    @property
    def urgency(self) -> tuple[int, bool, Cell, Cell]:
        """By what threats are sorted: the dearest Tile first, and who is there before others."""
        dear = PRIZES.index(self.kind) if self.kind in PRIZES else len(PRIZES)
        return (dear, not self.is_there, self.cell, self.rival.cell)


def threats(outlook: Outlook) -> list[Threat]:
    """All of them, the most urgent first."""
    kinds = {tile.cell: tile.kind for tile in outlook.force.tiles}
    prizes = ((_prize(outlook, rival), rival) for rival in outlook.rivals)
    found = (Threat(cell, kinds[cell], rival) for cell, rival in prizes if cell is not None)
    return sorted(found, key=lambda threat: threat.urgency)


def _prize(outlook: Outlook, rival: Rival) -> Cell | None:
    """The own Tile that a rival attacks this round, if it does the worst that it can."""
    field = outlook.field
    if field.bits[rival.cell] & outlook.ground.tiles:
        return rival.cell
    close = field.disc(rival.cell, UNITS[rival.unit.kind].steps)
    for kind in PRIZES:
        cells = field.cells(close & field.of(outlook.tiles(kind)))
        if cells:
            return min(cells, key=lambda cell: (outlook.board.distance(cell, rival.cell), cell))
    return None


def aimed_orders(outlook: Outlook, ends: Mapping[int, Cell]) -> Orders:
    """Orders by where the Units end; who can shoots at where rivals are expected."""
    situation, wanted = outlook.half.situation, _aims(outlook)

    def target(unit: Unit, end: Cell) -> Cell | None:
        if not unit.row.reach or end in wanted:  # with a rival on its cell it fights there
            return None
        legal = (cell for cell in wanted if why_not_target(situation, unit, end, cell) is None)
        return next(legal, None)

    def shot(ballista: Cell) -> Cell | None:
        return next((c for c in wanted if why_not_shot(situation, ballista, c) is None), None)

    units = tuple(
        UnitOrder(outlook.ground.path(unit, ends[unit.number]), target(unit, ends[unit.number]))
        for unit in outlook.force.units
    )
    return Orders(units, tuple(shot(tile.cell) for tile in ballistas(outlook.force)))


def _aims(outlook: Outlook) -> list[Cell]:
    """Where to shoot: at the Tiles in danger, at rivals elsewhere, last where some come from."""
    found = threats(outlook)
    coming = sorted(threat.rival.cell for threat in found if not threat.is_there)
    others = sorted(rival.cell for rival in outlook.rivals if rival.cell not in coming)
    return list(dict.fromkeys((*(threat.cell for threat in found), *others, *coming)))
