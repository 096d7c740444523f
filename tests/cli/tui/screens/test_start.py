"""The forms that open a table: what they ask for, and what they refuse."""

from __future__ import annotations

import pytest

from cli.model.intents import Host, KeepSettings, Play, guided
from cli.tui.screens.game_forms import HostForm, PlayForm
from games import registry
from tests.cli.tui.house import Stage
from tests.cli.tui.stages import start


@pytest.mark.parametrize(
    ("typed", "beat"), [("", None), ("0", 0), (" 500 ", 500), ("10000", 10000)]
)
def test_the_beat_of_a_table_is_typed_in_milliseconds(typed: str, beat: int | None) -> None:
    stage = Stage()
    for form in (HostForm(stage.ui), PlayForm(stage.ui)):
        stage.ui.push(form)
        assert form.beat.field is not None
        form.beat.field.text = typed
        (form._open if isinstance(form, HostForm) else form._begin)()
    host, play = stage.ui.intents
    assert isinstance(host, Host)
    assert isinstance(play, Play)
    assert host.beat == play.beat == beat


@pytest.mark.parametrize("typed", ["10001", "-1", "fast", "0.5"])
def test_another_beat_is_refused_with_a_sentence(typed: str) -> None:
    stage = Stage()
    for form in (HostForm(stage.ui), PlayForm(stage.ui)):
        stage.ui.push(form)
        assert form.beat.field is not None
        form.beat.field.text = typed
        (form._open if isinstance(form, HostForm) else form._begin)()
    assert stage.ui.intents == []
    assert "from 0 to 10000" in stage.text


def test_a_preset_sets_the_options_and_the_usual_one_sets_them_back() -> None:
    stage = Stage("wide")
    form = PlayForm(stage.ui)
    stage.ui.push(form)
    while form.chosen.id != "fortress":
        stage.press("right")
    assert "2 to 6 players" in stage.text
    stage.press("down", "down", "right")
    assert form.preset.value == "quick"
    assert form.settled() == {
        "artifacts": 4,
        "gauge": 3,
        "units": 12,
        "rounds": 120,
        "pieces": "workshops",
    }
    assert "quick" in stage.text
    stage.press("right")
    assert form.preset.value == "usual"
    assert form.settled() == {
        "artifacts": 12,
        "gauge": 5,
        "units": 12,
        "rounds": 120,
        "pieces": "workshops",
    }


def test_a_game_without_presets_shows_none() -> None:
    stage = Stage("wide")
    stage.ui.push(PlayForm(stage.ui))
    assert "Preset" not in stage.text
    assert "Ring of Favour" in stage.text


def test_the_strength_of_bots_is_not_asked_where_a_game_has_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(registry, "bot_kinds", lambda game: ("only", "random"))
    stage = Stage("wide")
    stage.ui.push(PlayForm(stage.ui))
    assert "Their strength" not in stage.text
    assert "Ring of Favour" in stage.text


def test_the_strength_of_bots_is_chosen_where_a_game_has_several() -> None:
    stage = Stage("wide")
    form = PlayForm(stage.ui)
    stage.ui.push(form)
    while form.chosen.id != "fortress":
        stage.press("right")
    assert "Their strength" in stage.text
    form._begin()
    form.strength.at = form.strength.values.index("gentle")
    form._begin()
    first, second = stage.ui.intents
    assert isinstance(first, Play)
    assert isinstance(second, Play)
    assert (first.strength, second.strength) == ("", "gentle")


def test_a_guided_first_game_is_offered_once_and_stays_in_the_menu() -> None:
    stage = Stage()
    first = start(stage)
    first.offer()
    assert "New here?" in stage.text
    assert stage.ui.settings.offered
    stage.press("2")
    assert stage.ui.intents == [KeepSettings(), guided("king")]
    stage.press("g")
    assert "A guided first game" in stage.text
    stage.press("enter")
    assert stage.ui.intents[-1] == guided("inheritance")
