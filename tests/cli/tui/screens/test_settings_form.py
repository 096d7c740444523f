"""The settings screen: what is turned holds at once, and is written when the screen is left."""

from __future__ import annotations

from cli.model.intents import KeepSettings, Rename
from cli.tui.screens.settings_form import WORDS, SettingsForm
from cli.tui.screens.start import Start
from cli.tui.toolkit.settings import CHOICES
from tests.cli.tui.house import Stage


def opened() -> tuple[Stage, SettingsForm]:
    stage = Stage()
    form = SettingsForm(stage.ui, "Ana")
    stage.show(Start(stage.ui, "Ana"), form)
    return stage, form


def test_every_setting_has_a_line() -> None:
    assert set(WORDS) == set(CHOICES)


def test_a_turned_setting_holds_at_once_and_is_kept_when_the_screen_is_left() -> None:
    stage, form = opened()
    while form.line.label != "Mouse":
        stage.press("down")
    stage.press("right")
    assert not stage.ui.settings.mouse
    assert not stage.ui.intents
    stage.press("esc")
    assert stage.ui.intents == [KeepSettings()]


def test_a_new_name_is_asked_for() -> None:
    stage, form = opened()
    while form.line.field is None:
        stage.press("down")
    stage.press("x", "esc")
    assert stage.ui.intents == [Rename("Anax"), KeepSettings()]
