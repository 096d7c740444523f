"""The story of a record as plain text, and the key that writes it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cli.console.text import WIDTH
from cli.model.intents import KeepText
from cli.model.replay import load
from cli.model.transcript import transcript
from cli.tui.screens.replay import ReplayScreen
from p2p.errors import LocalError
from tests.cli.tui.house import Stage
from tests.cli.tui.replays import replayed


def test_it_has_the_people_every_line_and_the_result() -> None:
    replay = replayed()
    lines = transcript(replay)
    assert lines[0] == "Inheritance"
    assert [line for line in lines if line.startswith("   1. ")]
    assert any(line.startswith(f"{len(replay.lines):4}. ") for line in lines)
    result = next(n for n, line in enumerate(lines) if line.startswith("Won by "))
    assert lines[result + 1].startswith("It took ")
    assert " decided: " in " ".join(lines[result + 1 :])
    assert all(len(line) <= WIDTH for line in lines)
    assert "checked: " in "".join(lines)


def test_o_tells_how_the_game_went_at_its_end_and_not_before() -> None:
    stage = Stage()
    stage.show(ReplayScreen(stage.ui, replayed(), "game.crownless", step=None))
    stage.press("home", "o")
    assert "It took " not in stage.text
    stage.press("end", "o")
    assert "How the game went" in stage.text
    assert "Won by " in stage.text
    assert "It took " in stage.text


def test_a_record_that_does_not_hold_says_so_at_its_end() -> None:
    replay = replayed()
    moments = list(replay.moments)
    told = transcript(replace(replay, trouble="entry 9 does not hold"))
    assert replay.moments == moments
    assert told[-1] == "Here the record ends to hold: entry 9 does not hold."


def test_a_file_that_is_no_record_is_called_that() -> None:
    for data in (b"# Crownless", b"", b"\x93"):
        with pytest.raises(LocalError, match=r"^this is no record of a Crownless table$"):
            load(data, {})


def test_x_writes_it_into_a_file_named_like_the_record() -> None:
    stage = Stage()
    replay = replayed()
    for name, file in (("game.crownless", "game.txt"), ("this table so far", "inheritance-")):
        stage.show(ReplayScreen(stage.ui, replay, name, step=None))
        stage.press("x")
        intent = stage.ui.intents[-1]
        assert isinstance(intent, KeepText)
        assert intent.name.startswith(file)
        assert intent.name.endswith(".txt")
        assert intent.text.splitlines() == transcript(replay)
