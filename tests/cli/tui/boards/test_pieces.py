"""Rows of pieces: what stays together, how they wrap, and whose colours they have."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cli.tui.boards.pieces import Piece, flow, joined, paint_rows, told
from cli.tui.boards.scene import BOARD, Scene
from cli.tui.toolkit.canvas import Canvas, Rect, Target
from cli.tui.toolkit.cells import width
from games.engine.view import View
from tests.cli.cast import ADA_BEN

SCENE = Scene(View("court", "Court", "", (), (), (), ()), ADA_BEN, wide=False)


def texts(rows: list[list[Piece]]) -> list[str]:
    canvas = Canvas(60, 12)
    paint_rows(canvas, Rect(0, 0, 60, 12), rows, SCENE)
    return [line for line in canvas.text() if line]


def test_people_have_their_colours_in_a_text() -> None:
    pieces = told(SCENE, "{1} helps {0}, and {1}'s pool grows")
    first, second = SCENE.names[0], SCENE.names[1]
    styles = {piece.text: piece.style for piece in pieces}
    assert styles[second] == "seat1 bold"
    assert styles[first] == "seat0 bold"
    assert styles["helps"] == ""
    assert texts([pieces]) == [f"{second} helps {first}, and {second}'s pool grows"]


def test_later_rows_are_indented_and_words_that_touch_stay_together() -> None:
    pieces = [Piece("one"), Piece("two"), Piece(",", gap=0), Piece("three"), Piece("four")]
    assert texts(flow(pieces, 8, 2)) == ["one two,", "  three", "  four"]


def test_a_tied_piece_stays_with_the_one_before_it() -> None:
    pieces = [Piece("one"), Piece("two"), Piece("(2)", tied=True)]
    assert texts(flow(pieces, 9)) == ["one", "two (2)"]


def test_groups_stand_apart() -> None:
    groups = joined([[Piece("a"), Piece("b")], [], [Piece("c")]])
    assert texts([groups]) == ["a b   c"]


def test_a_card_can_be_clicked_and_has_the_cursor() -> None:
    canvas = Canvas(20, 2)
    scene = Scene(SCENE.view, ADA_BEN, wide=False, cursor=7)
    paint_rows(canvas, Rect(1, 1, 18, 1), [[Piece("  Odo", card=7)]], scene)
    assert canvas.at(3, 1) == Target(BOARD, 7)
    assert canvas.at(2, 1) is None
    assert canvas.cursor == (3, 1)


@given(st.lists(st.integers(1, 30), min_size=1, max_size=20), st.integers(8, 40), st.integers(0, 4))
def test_no_row_is_too_long_and_no_piece_is_lost(sizes: list[int], room: int, indent: int) -> None:
    pieces = [Piece(chr(97 + n) * size) for n, size in enumerate(sizes)]
    rows = flow(pieces, room, indent)
    assert sum(len(row) for row in rows) == len(pieces)
    for row in rows:
        used = sum(width(piece.text) + (piece.gap if n else 0) for n, piece in enumerate(row))
        assert used <= room
