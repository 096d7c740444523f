"""The table of a board that shows the seats: who gets which rows, and how the cards are grouped."""

from __future__ import annotations

import pytest

from cli.tui.table.layout import Layout, seated_layout
from cli.tui.table.panels import LIST, StoryLine, list_rows, paint_list, paint_story
from cli.tui.toolkit.canvas import Canvas, Rect, Target
from games.engine.choice import Choice, Option
from tests.cli.cast import drafted
from tests.cli.tui.house import Stage
from tests.cli.tui.stages import court

SMALL, WIDE = Rect(0, 0, 80, 23), Rect(0, 0, 120, 39)


def laid(room: Rect, *, seats: int = 3, picks: int = 0, listed: int = 0, number: bool = False,
         near: int = 1) -> Layout:  # fmt: skip
    return seated_layout(
        room, wide=room is WIDE, seats=seats, picks=picks, listed=listed, number=number, talk=False,
        near=near,
    )  # fmt: skip


@pytest.mark.parametrize("room", [SMALL, WIDE])
@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("near", [0, 1, 2])
def test_panels_follow_each_other_and_share_their_frames(room: Rect, seats: int, near: int) -> None:
    for picks, listed in ((0, 0), (4, 0), (9, 0), (0, 1), (0, 6), (0, 30)):
        found = laid(room, seats=seats, picks=picks, listed=listed, near=near)
        middle = found.hand or found.options
        assert middle is not None
        assert found.board.y == 1 + near
        assert middle.y == found.board.bottom - 1
        assert (found.hand is None) is (listed > 0)
        end = found.low.bottom if found.low.height else middle.bottom
        assert end == found.bars.y
        if found.low.height:
            assert found.low.y == middle.bottom - 1
            assert found.low.height > 2  # a frame with a line in it


def test_what_cards_do_not_need_the_board_gets() -> None:
    few, many = laid(SMALL, picks=4), laid(SMALL, picks=6)
    assert few.board.height == many.board.height + 1
    assert few.low.height == many.low.height


def test_a_list_that_is_scrolled_anyway_leaves_the_story_in_sight() -> None:
    assert laid(SMALL, listed=5).low.height >= 3
    assert laid(SMALL, listed=20).low.height >= 3
    assert laid(SMALL, listed=9, number=True).low.height == 0


def test_in_a_single_row_the_newest_line_begins_at_its_beginning() -> None:
    canvas = Canvas(20, 1)
    story = [StoryLine(1, "short"), StoryLine(2, "one that goes on and on")]
    paint_story(canvas, Rect(0, 0, 20, 1), story, 0)
    assert canvas.text() == ["  2 one that goes o…"]


def test_cards_stand_under_what_can_be_done_with_them() -> None:
    stage = Stage()
    court(stage, "react")
    rows = [line[2:].partition("  ")[0] for line in stage.lines()]
    able = next(row for row, line in enumerate(stage.lines()) if "Cards to pick from" in line) + 1
    assert rows[able].startswith(("Hand", "Your court"))
    assert rows[able + 1].startswith("Not now")


def test_offers_are_told_before_they_are_chosen() -> None:
    stage = Stage("wide")
    court(stage, "challenge")
    assert "Support it with" in stage.text
    assert "then fails" in stage.text or "then succeeds" in stage.text


def test_options_of_other_cards_are_not_listed() -> None:
    stage = Stage("wide")
    court(stage, "contest")
    stage.press("1")
    assert "what for?" in stage.text
    assert "it goes with another card" not in stage.text


def test_a_card_opens_with_its_entries_in_the_guide() -> None:
    stage = Stage("wide")
    court(stage, "contest")
    stage.press("tab", "i")
    assert "Contest" in stage.text
    assert "Each Prince has a pool." in stage.text


def test_what_a_card_says_is_not_said_twice() -> None:
    stage = Stage("wide")
    court(stage, "contest")
    stage.press("i")
    assert stage.text.count("In her Draw Phase she may") == 1
    assert "from 5 down to 1. It breaks   │" in stage.text  # what the entry of the card leads to


def test_who_passes_before_picking_sees_no_options() -> None:
    stage = Stage("wide")
    court(stage, "contest")
    assert "Cards to pick from" in stage.text
    stage.press("p")
    assert "Cards to pick from" in stage.text
    assert "choose one card" not in stage.text


def test_a_long_option_goes_on_in_the_next_row_and_is_counted_once() -> None:
    options = tuple(Option(key, f"{key} " + "and so on " * 4) for key in "abc")
    draft = drafted(Choice("pick", "Choose.", options=options)).draft
    assert list_rows(draft, 0, 80) == 3
    assert list_rows(draft, 0, 30) == 6
    canvas = Canvas(30, 4)
    assert paint_list(canvas, Rect(0, 0, 30, 4), draft, 0) == 4
    shown = canvas.text()
    assert shown[0].startswith("1    a and so on")
    assert shown[1].startswith("       ")
    assert shown[2].startswith("2    b and so on")
    assert shown[3].endswith("+1")
    assert canvas.at(8, 1) == canvas.at(8, 0) == Target(LIST, 0)
    assert "…" not in "".join(shown)
    paint_list(again := Canvas(30, 4), Rect(0, 0, 30, 4), draft, 2)
    assert again.text()[-2].startswith("3    c and so on")
    assert again.cursor == (0, 2)
