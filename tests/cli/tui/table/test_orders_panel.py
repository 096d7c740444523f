"""The panel of orders: where room is scarce, the list leaves it to whom orders go."""

from __future__ import annotations

import pytest

from cli.tui.boards.scene import Scene
from cli.tui.table.orders_panel import Orders, paint_orders
from cli.tui.toolkit.canvas import Canvas, Rect
from games.engine.view import View
from games.fortress.force import Force
from games.fortress.hexes import Hex
from games.fortress.pieces import LODGING as SINGLE
from games.fortress.pieces import Piece
from games.fortress.planner import begin_draft
from tests.cli.cast import ADA_BEN
from tests.games.fortress.build import BALLISTA, WALL, WORKSHOP
from tests.games.fortress.halves import half_of

LINE = Piece(
    "line of three", (Hex(0, 0), Hex(1, 0), Hex(2, 0)), (WALL, BALLISTA, WORKSHOP)
)  # its Tiles take two lines


def painted(height: int, pieces: int) -> list[str]:
    half = half_of(Force(), offer=(SINGLE, *(LINE,) * (pieces - 1)))
    plan = begin_draft(half, half.public.build_form, ())
    canvas = Canvas(24, height)
    view = View("fortress", "Fortress", "", (), (), (), ())
    paint_orders(
        canvas, Rect(0, 0, 24, height), Orders(plan, "p2", ()), Scene(view, ADA_BEN, wide=False)
    )
    return ["".join(row).rstrip() for row in canvas.cells]


@pytest.mark.parametrize("height", [6, 8, 9])
def test_all_tiles_of_a_piece_are_told_where_there_is_room(height: int) -> None:
    assert painted(height, 3)[-3:] == ["Piece 2", "line of three: Wall,", "Ballista, Workshop"]


def test_a_long_list_keeps_all_rows_but_two() -> None:
    rows = painted(6, 6)
    assert [row[1:3] for row in rows[:4]] == ["p1", "p2", "p3", "p4"]
    assert rows[-2:] == ["Piece 2", "line of three: Wall,"]
