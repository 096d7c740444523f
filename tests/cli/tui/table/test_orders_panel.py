"""The panel of orders: where room is scarce, the list leaves it to whom orders go."""

from __future__ import annotations

import pytest

from cli.tui.boards.scene import Scene
from cli.tui.table.orders_panel import Orders, paint_orders
from cli.tui.toolkit.canvas import Canvas, Rect
from games.engine.plan_draft import PlanDraft
from games.engine.view import Note, View
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
NOTES = (Note("1 of 12", "Artifacts", "artifacts"), Note("3 of 5", "Gauge"), Note("2", "Units"))
LEGEND = (("~", "never seen"), ("i a", "your Infantry and Archers"))
REPORT = ("{1}'s Cavalry died.", "You dug.")


def plan(pieces: int) -> PlanDraft:
    half = half_of(Force(), offer=(SINGLE, *(LINE,) * (pieces - 1)))
    return begin_draft(half, half.public.build_form, ())


def rows_of(orders: Orders, height: int, *, width: int = 24) -> list[str]:
    canvas = Canvas(width, height)
    view = View("fortress", "Fortress", "", (), (), (), NOTES)
    paint_orders(canvas, Rect(0, 0, width, height), orders, Scene(view, ADA_BEN, wide=False))
    return ["".join(row).rstrip() for row in canvas.cells]


def painted(height: int, pieces: int) -> list[str]:
    return rows_of(Orders(plan(pieces), "p2", ()), height)


def test_all_tiles_of_a_piece_are_told_where_there_is_room() -> None:
    assert painted(6, 3)[-3:] == ["Piece 2", "line of three: Wall,", "Ballista, Workshop"]
    assert painted(8, 3)[3:] == [
        "",
        "Piece 2",
        "line of three: Wall,",
        "Ballista, Workshop",
        "g lay, t turn, x take",
    ]


def test_a_long_list_keeps_all_rows_but_two() -> None:
    rows = painted(6, 6)
    assert [row[1:3] for row in rows[:4]] == ["p1", "p2", "p3", "p4"]
    assert rows[-2:] == ["Piece 2", "line of three: Wall,"]


def test_what_the_seat_has_and_the_signs_stand_at_the_end() -> None:
    rows = rows_of(Orders(plan(3), "p2", (), LEGEND), 16)
    assert rows[-7:] == [
        "",
        "Gauge: 3 of 5",
        "Units: 2",
        "",
        "~   never seen",
        "i a your Infantry and",
        "    Archers",
    ]


def test_of_the_rules_of_a_piece_only_whole_sentences_are_told() -> None:
    told = rows_of(Orders(plan(3), "p1", ()), 22, width=40)[7:]
    assert told[:3] == [
        "Lodging, 10 health: Makes one Infantry",
        "at the start of a round if nobody stands",
        "on it. A Unit that ends the round on it",
    ]
    assert told[3:6] == [
        "becomes the next better one, with full",
        "health: Infantry, Archer, Cavalry. Gold",
        "above what the new Unit can carry is",
    ]
    fewer = rows_of(Orders(plan(3), "p1", ()), 15, width=40)[7:]
    assert fewer[:6] == [*told[:4], "health: Infantry, Archer, Cavalry.", ""]


def test_without_a_draft_it_tells_the_last_round() -> None:
    rows = rows_of(Orders(None, "", REPORT), 6)
    assert rows[:3] == ["Ben's Cavalry died.", "You dug.", ""]
    assert rows[-2:] == ["Gauge: 3 of 5", "Units: 2"]


def test_orders_that_were_sealed_stand_above_it_until_they_are_carried_out() -> None:
    orders = Orders(None, "", REPORT, sealed=plan(3))
    assert orders.title == "Pieces, sealed"
    rows = rows_of(orders, 10)
    assert rows[:7] == [
        " p1  not laid",
        " p2  not laid",
        " p3  not laid",
        "",
        "The last round",
        "Ben's Cavalry died.",
        "You dug.",
    ]
    assert rows_of(orders, 4)[2:] == [" p3  not laid", ""]
    assert rows_of(orders, 2) == [" p1  not laid", " p2  not laid         +1"]


@pytest.mark.parametrize(("given", "title"), [(True, "Pieces"), (False, "The last round")])
def test_its_title_says_what_it_shows(given: bool, title: str) -> None:
    assert Orders(plan(2) if given else None, "p1", ()).title == title
