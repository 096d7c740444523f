"""The window that asks for one line."""

from __future__ import annotations

from cli.tui.screens.start import Start
from cli.tui.toolkit.asking import AskLine
from tests.cli.tui.house import Stage


def asked(stage: Stage, said: list[str], value: str = "") -> AskLine:
    stage.show(Start(stage.ui, "Ana"))
    window = AskLine(stage.ui, "A name", "What do you call this key?", said.append, value)
    stage.ui.push(window)
    return window


def test_enter_gives_the_line_after_the_window_has_closed() -> None:
    stage, said = Stage("small"), list[str]()
    window = asked(stage, said, "Be")
    assert "What do you call this key?" in stage.text
    stage.press(*"nn", "backspace", "space", "enter")
    assert said == ["Ben"]
    assert stage.ui.top is not window


def test_esc_gives_nothing() -> None:
    stage, said = Stage("small"), list[str]()
    window = asked(stage, said)
    stage.press(*"qx", "esc")
    assert said == []
    assert stage.ui.top is not window
