"""The panel of a guided game on the screen."""

from __future__ import annotations

import pytest

from cli.model.guidance import Guidance
from cli.tui.table.lesson_panel import LessonPanel
from tests.cli.tui.house import SIZES, LocalTable, Stage, golden


def guided(size: str = "small") -> Stage:
    table, stage = LocalTable(seed=4), Stage(size)
    screen = stage.sit(table)
    screen.state.guidance = Guidance(0)
    stage.take(screen.state, table.snapshot())
    stage.picture()
    return stage


@pytest.mark.golden
@pytest.mark.parametrize("size", SIZES)
def test_the_panel_leaves_board_and_question_in_sight(size: str) -> None:
    stage = guided(size)
    assert "Choose your Admirer." in stage.text
    golden("inheritance", "lesson", stage)


def test_one_key_goes_on_and_then_out_of_the_way() -> None:
    stage = guided()
    assert "A wedding at court" in stage.text
    stage.press("enter")
    assert "All choose at the same time." in stage.text
    assert isinstance(stage.ui.top, LessonPanel)
    stage.press("enter")
    assert not isinstance(stage.ui.top, LessonPanel)
    stage.press("1", "enter")
    assert "DRAFT" not in stage.text  # the answer is out


def test_the_panel_leads_to_the_rules_and_back() -> None:
    stage = guided()
    stage.press("i")
    assert "Ring of Favour" in stage.text
    stage.press("esc")
    assert isinstance(stage.ui.top, LessonPanel)


def test_whoever_knows_enough_stops_the_lessons() -> None:
    stage = guided()
    stage.press("x")
    assert not isinstance(stage.ui.top, LessonPanel)
    assert "No more lessons in this game" in stage.text
