"""The screen of an examination: it fills line by line, and marks the line that went wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cli.model.intents import OpenReplay
from cli.tui.screens.start import Start
from cli.tui.screens.verify import VerifyScreen, VerifyState
from p2p.record.progress import Checked, Mark, Phase, checklist
from p2p.record.report import Report
from p2p.record.verify import verify
from p2p.wire.message import Kind
from simulation.tables import NAMES
from tests.cli.tui.house import SIZES, Stage, golden
from tests.cli.tui.replays import played
from tests.cli.tui.reports import (
    HALF,
    NOTHING,
    broken,
    checked,
    failed,
    report,
    unreadable,
)
from tests.p2p import records

STATES: dict[str, Checked | Report] = {
    "begun": checked(Phase.SIGNATURES, {**NOTHING, "signatures": 13}),
    "running": checked(Phase.MESSAGES, HALF),
    "sound": report(),
    "failed": failed(),
    "broken": broken(),
    "unreadable": unreadable(),
}


def shown(name: str, size: str = "small") -> tuple[Stage, VerifyScreen]:
    stage = Stage(size)
    state = VerifyState("inheritance.crownless", "inheritance.crownless")
    found = STATES[name]
    if isinstance(found, Report):
        state.checked = found.checked
        state.report = found
        state.words = ("river-copper-anvil", "spill-factory-hint", "never-shown-words")
    else:
        state.checked = found
    screen = VerifyScreen(stage.ui, state)
    stage.show(Start(stage.ui, "Ana"), screen)
    return stage, screen


@pytest.mark.golden
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", STATES)
def test_verify(name: str, size: str) -> None:
    golden("verify", name, shown(name, size)[0])


@pytest.mark.parametrize("name", ["failed", "broken"])
def test_the_cursor_goes_to_what_went_wrong_and_from_there_to_its_step(name: str) -> None:
    stage, screen = shown(name)
    stage.picture()
    assert screen.state.lines()[screen.at].check.key == "mixes"
    assert "see step 31" in stage.lines()[-1]
    stage.press("up", "up")
    assert screen.state.lines()[screen.at].check.key == "keys"
    stage.press("enter")
    assert stage.ui.intents[-1] == OpenReplay("inheritance.crownless", 31)


def test_what_was_not_reached_shows_nothing() -> None:
    stage, screen = shown("failed", "wide")
    stage.press(*["down"] * 20)
    line = screen.state.lines()[screen.at]
    assert (line.check.key, line.mark) == ("closings", Mark.WAITS)
    assert "Not reached, so not checked." in stage.text
    assert line.check.shows not in stage.text


def test_a_file_that_is_no_record_has_no_game_to_see() -> None:
    stage, _ = shown("unreadable")
    told = stage.text
    stage.press("r", "enter", "down", "up")
    assert stage.text == told
    assert "inheritance.crownless" in told
    assert not stage.ui.intents
    assert "replay" not in stage.lines()[-1]
    assert "✓" not in stage.text


def test_there_is_nothing_to_see_before_the_verdict() -> None:
    stage, _ = shown("running")
    stage.press("r", "t")
    assert not stage.ui.intents
    assert "Verify" in stage.text
    assert "Sound" not in stage.text


def test_ascii_glyphs_are_ascii() -> None:
    for name in STATES:
        stage, _ = shown(name)
        stage.ui.settings = replace(stage.ui.settings, glyphs="ascii")
        assert stage.text.isascii(), stage.text


def test_no_size_breaks_a_picture() -> None:
    for name in STATES:
        for size in ((80, 24), (81, 31), (99, 50), (100, 32), (200, 60)):
            stage, _ = shown(name)
            stage.size = size
            stage.press("down", "down")
            stage.picture()


def test_a_real_record_fills_its_lines() -> None:
    """Seen at every message of a game: no line shrinks, and all that is shown was checked."""
    stage = Stage("wide")
    state = VerifyState("game.crownless", "game.crownless")
    stage.show(Start(stage.ui, "Ana"), VerifyScreen(stage.ui, state))
    assert "Reading the file" in stage.text
    before: dict[str, int] = {}
    pictures = set()

    def watch(found: Checked) -> None:
        state.checked = found
        for line in checklist(found):
            assert line.found >= before.get(line.check.key, 0)
            before[line.check.key] = line.found
        if sum(found.counts.values()) % 5 == 0:
            pictures.add(stage.text)

    state.report = verify(played().encode(), watch=watch)
    assert len(pictures) > 10
    assert "Sound: ended by its rules, closed by 3 of 3." in stage.text
    assert [line.found for line in state.lines()] == [before[ln.check.key] for ln in state.lines()]
    stage.press("t", "end", "esc", "r")
    assert stage.ui.intents[-1] == OpenReplay("game.crownless", None)


def test_a_record_that_fails_leads_to_the_step_that_failed() -> None:
    made = played()
    at = records.first_with(made.messages, Kind.MIX)
    bad = records.changed(
        made.messages[at],
        lambda message: replace(message, digest=bytes(32)),
        records.signer(made.messages[at].message.seat),
    )
    data = replace(made, messages=(*made.messages[:at], bad)).encode()
    stage = Stage("wide")
    state = VerifyState("game.crownless", "game.crownless", report=verify(data))
    stage.show(Start(stage.ui, "Ana"), VerifyScreen(stage.ui, state))
    assert f"✗ {state.report.checked.counts['steps']} steps of the rules" in stage.text  # type: ignore[union-attr]
    assert f"Signed by {NAMES[bad.message.seat]}: message" in stage.text
    assert bad.hash.hex() in stage.text
    stage.press("enter")
    assert stage.ui.intents[-1] == OpenReplay("game.crownless", bad.message.step)
