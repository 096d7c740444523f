"""Other keys than the usual: they act, hints and help name them, and what is wrong is said."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cli.tui.keymap import problems
from cli.tui.table.story import LogScreen
from cli.tui.toolkit.windows import Jump, Text
from tests.cli.tui.house import LocalTable, Stage


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ({"nonsense": ("x",)}, "There is no action 'nonsense'"),
        ({"an entry of a list": ("x",)}, "There is no action 'an entry of a list'"),
        ({"pick": ("x",)}, "There is no action 'pick'"),
        ({"jump": ("xx",)}, "'xx' is no key"),
        ({"jump": ("c-c",)}, "'c-c' is no key"),
        ({"jump": (" ",)}, "' ' is no key"),
        ({"jump": ("q",)}, "The key q is for 'jump' and for 'leave'"),
        ({"choose": ("y",)}, "The key y is for 'choose' and for 'an entry of a list'"),
        ({"on": ("left",)}, "The key left is for 'back' and for 'on'"),
    ],
)
def test_what_is_wrong_is_said(keys: dict[str, tuple[str, ...]], says: str) -> None:
    assert any(says in problem for problem in problems(keys))


def test_keys_that_change_places_are_no_conflict() -> None:
    assert problems({}) == []
    assert problems({"jump": ("z", "c-f", "f5"), "leave": ("Q",)}) == []
    assert problems({"undo": ("U",), "redo": ("u",)}) == []


def test_other_keys_act_and_are_named() -> None:
    stage = Stage()
    stage.sit(LocalTable(seed=4))
    stage.ui.settings = replace(stage.ui.settings, keys={"jump": ("c-f",), "log": ("T",)})
    assert "T Log" in stage.lines()[-1]
    stage.press("f")
    assert not isinstance(stage.ui.top, Jump)
    stage.press("c-f")
    assert isinstance(stage.ui.top, Jump)
    stage.press("esc", "T")
    assert isinstance(stage.ui.top, LogScreen)
    stage.press("esc", "?")
    assert isinstance(stage.ui.top, Text)
    stage.press("pgdn")
    assert "Ctrl-F" in stage.text
