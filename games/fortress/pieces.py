"""The fortress pieces on offer, the same for all (FT-6, FTF-5, FTF-6, FTG-7, FTG-10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from games.fortress.hexes import Cell, Grid, Hex, add, turned
from games.fortress.kinds import TileKind

SHAPES: Final = (
    ("rhombus", (Hex(0, 0), Hex(1, 0), Hex(0, 1), Hex(1, 1))),
    ("triangle", (Hex(0, 0), Hex(1, 0), Hex(0, 1))),
    ("line of two", (Hex(0, 0), Hex(1, 0))),
    ("line of three", (Hex(0, 0), Hex(1, 0), Hex(2, 0))),
    ("bent three", (Hex(0, 0), Hex(1, 0), Hex(1, 1))),
)
"""FTF-6: each is drawn with the same chance."""
Lots: TypeAlias = tuple[TileKind, ...]
"""Each hex of a piece draws its kind among them."""


def _lots(walls: int, lodgings: int, workshops: int, ballistas: int) -> Lots:
    return (
        *[TileKind.WALL] * walls,
        *[TileKind.LODGING] * lodgings,
        *[TileKind.WORKSHOP] * workshops,
        *[TileKind.BALLISTA] * ballistas,
    )


# D-105: the first are ours, for games that are not all war; the second those of the public program.
WORKSHOPS, WALLS = "workshops", "walls"
LOTS: Final[Mapping[str, Lots]] = {WORKSHOPS: _lots(3, 1, 5, 4), WALLS: _lots(7, 3, 2, 1)}
"""Of what there is most: as played here (FTB-12), and as in the public program (FTF-6)."""
LARGEST: Final = 4
RANDOM_PIECES: Final = 2
PIECE_SIDES: Final = len(SHAPES) * len(LOTS[WORKSHOPS]) ** LARGEST
"""So many equally likely throws make a piece; what a smaller shape does not need goes unused."""
MOST_TILES: Final = 2 + RANDOM_PIECES * LARGEST
"""The Workshop at the start, the single Lodging, and two pieces of the largest shape."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Some Fortress Tiles that are placed together. It may be turned, and not turned over."""

    shape: str
    hexes: tuple[Hex, ...]
    """Where its Tiles lie from the first of them."""
    kinds: tuple[TileKind, ...]

    def cells(self, board: Grid, cell: Cell, turns: int) -> tuple[Cell, ...]:
        """Where its Tiles lie with the first on a cell, fewer of them if some are off the map."""
        middle = board.hexes[cell]
        return board.on_map(add(middle, turned(hex_, turns)) for hex_ in self.hexes)


LODGING: Final = Piece("single", (Hex(0, 0),), (TileKind.LODGING,))
"""The one piece that everybody is sure of (FTG-7)."""
TURNS: Final = 6


def piece_from(throw: int, lots: Lots = LOTS[WORKSHOPS]) -> Piece:
    """The piece that a throw of `PIECE_SIDES` sides gives with these thirteen lots."""
    throw, shape = divmod(throw, len(SHAPES))
    name, hexes = SHAPES[shape]
    kinds = []
    for _ in hexes:
        throw, lot = divmod(throw, len(lots))
        kinds.append(lots[lot])
    return Piece(name, hexes, tuple(kinds))
