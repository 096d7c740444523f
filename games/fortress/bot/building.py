"""Where a bot lays its pieces in round 1.

One piece after the other, each where the whole looks best: Tiles that see far find Deposits at
once; Tiles round a Workshop keep rivals off it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from games.engine.values import Seat
from games.fortress.building import BUILD_NUMBERS
from games.fortress.chart import Chart
from games.fortress.hexes import Cell
from games.fortress.kinds import TILE_SIGHT, TILES, TileKind
from games.fortress.paths import Field, field
from games.fortress.pieces import LODGING, TURNS, Piece

Kinds = dict[Cell, TileKind]


def building_plan(
    chart: Chart, seat: Seat, offer: Sequence[Piece], *, shields: int
) -> tuple[int, ...]:
    """A plan that places every piece for which there is room, the largest first."""
    board = field(chart.size.radius)
    kinds: Kinds = {chart.starts[seat]: TileKind.WORKSHOP}
    plan = [0] * BUILD_NUMBERS
    order = sorted(range(len(offer)), key=lambda i: (-len(offer[i].hexes), i))
    for i in order:
        best = max(
            _places(chart, seat, board, offer[i], kinds),
            default=None,
            key=lambda place: _worth(board, chart.starts[seat], {**kinds, **place[2]}, shields),
        )
        if best is not None:
            cell, turns, tiles = best
            plan[2 * i : 2 * i + 2] = [cell + 1, turns]
            kinds.update(tiles)
    return tuple(plan)


def _places(
    chart: Chart, seat: Seat, board: Field, piece: Piece, kinds: Kinds
) -> Iterator[tuple[Cell, int, Kinds]]:
    """Where a piece may lie: all its Tiles free in the build area, one beside the fortress."""
    area = board.of(chart.areas[seat]) & ~board.of(kinds)
    beside = board.grow(board.of(kinds))
    for cell in chart.areas[seat]:
        for turns in range(TURNS if len(piece.hexes) > 1 else 1):
            cells = _laid(board, piece, cell, turns)
            tiles = board.of(cells)
            if len(cells) < len(piece.hexes) or tiles & ~area or not tiles & beside:
                continue
            if piece is LODGING or tiles != area:  # a cell stays free for the Lodging (FTB-10)
                yield cell, turns, dict(zip(cells, piece.kinds, strict=True))


@lru_cache(maxsize=1 << 16)
def _laid(board: Field, piece: Piece, cell: Cell, turns: int) -> tuple[Cell, ...]:
    """Where the Tiles of a piece lie; all bots at a table ask for the same places."""
    return piece.cells(board.grid, cell, turns)


def _worth(board: Field, start: Cell, kinds: Kinds, shields: int) -> int:
    """How good a fortress is."""
    seen = 0
    for cell in kinds:
        seen |= board.disc(cell, TILE_SIGHT)
    worth = 2 * (seen & board.disc(start, 6)).bit_count()
    if shields:
        tiles = board.of(kinds)
        for cell, kind in kinds.items():
            if kind is TileKind.WORKSHOP:
                around = board.near[cell] & tiles & ~board.bits[cell]
                worth += shields * sum(
                    3 + TILES[kinds[one]].health // 5 for one in board.cells(around)
                )
    return worth
