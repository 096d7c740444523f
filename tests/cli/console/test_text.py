"""Wrapping, counting and listing."""

from __future__ import annotations

import os
import pty
import sys
import termios
from collections.abc import Iterator
from typing import TextIO

import pytest

from cli.console.errors import complain
from cli.console.stdout import say
from cli.console.text import WIDTH, ago, counted, listed, sentence, width, wrapped
from cli.model import text_commands


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (-3, "0 s"),
        (0.4, "0 s"),
        (12.9, "12 s"),
        (119.9, "119 s"),
        (120, "2 min"),
        (7199, "119 min"),
        (7200, "2 h"),
        (7260, "2 h 1 min"),
        (2 * 86400, "2 days"),
        (3 * 86400 + 5, "3 days"),
    ],
)
def test_a_time_reads_well_at_any_length(seconds: float, words: str) -> None:
    assert ago(seconds) == words


@pytest.mark.parametrize(
    ("words", "text"),
    [([], ""), (["Ada"], "Ada"), (["Ada", "Ben"], "Ada and Ben"), ("abc", "a, b and c")],
)
def test_lists(words: list[str], text: str) -> None:
    assert listed(words) == text


def test_counts() -> None:
    assert [counted(n, "card") for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert counted(2, "person", "people") == "2 people"


@pytest.mark.parametrize(
    ("text", "whole"),
    [("you may not", "You may not."), ("Why?", "Why?"), (" so. ", "So."), ("", ""), ("…", "…")],
)
def test_a_reason_becomes_a_sentence(text: str, whole: str) -> None:
    assert sentence(text) == whole


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("rootJoe 🎲 wins", "rootJoe 🎲 wins."),
        ("ada wins", "ada wins."),
        ("./game.crown cannot be read", "./game.crown cannot be read."),
        ("notes.txt is no record", "notes.txt is no record."),
        ("no, ada", "No, ada."),
    ],
)
def test_names_and_files_stay_as_they_are(text: str, whole: str) -> None:
    assert sentence(text, ("ada", "")) == whole


def test_long_lines_are_wrapped_and_hang_under_their_lead() -> None:
    lines = wrapped("word " * 40, "  1. ")
    assert len(lines) > 1
    assert all(len(line) <= WIDTH for line in lines)
    assert lines[0].startswith("  1. word")
    assert all(line.startswith("     word") for line in lines[1:])


def test_what_must_be_pasted_is_never_broken() -> None:
    invite = "crown1-" + "-".join(["abcd"] * 30)
    assert invite in wrapped(f"join {invite}")


def test_no_text_is_one_empty_line() -> None:
    assert wrapped("") == [""]


@pytest.fixture
def window() -> Iterator[TextIO]:
    """A terminal that a test writes to; nobody reads it."""
    reading, writing = pty.openpty()
    with os.fdopen(writing, "w") as stream:
        yield stream
    os.close(reading)


def shown(stream: TextIO, columns: int, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What standard output and standard error take in from now on."""
    termios.tcsetwinsize(stream.fileno(), (20, columns))
    lines: list[str] = []
    monkeypatch.setattr(stream, "write", lines.append, raising=False)
    monkeypatch.setattr(sys, "stdout", stream)
    monkeypatch.setattr(sys, "stderr", stream)
    return lines


@pytest.mark.parametrize(("columns", "room"), [(200, 79), (80, 79), (60, 59), (20, 39)])
def test_lines_are_as_long_as_the_window_allows(
    columns: int, room: int, window: TextIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    termios.tcsetwinsize(window.fileno(), (20, columns))
    monkeypatch.setattr(sys, "stdout", window)
    assert width() == room
    assert all(len(line) <= room for line in [*wrapped("word " * 60), *text_commands.help_lines()])


def test_what_is_said_in_a_narrow_window_breaks_no_word(
    window: TextIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = shown(window, 60, monkeypatch)
    say(["  Paused; nothing is lost. " * 4, "invite: " + "x" * 90])
    complain("there is no such thing as this one, whatever you may have heard about it")
    text = "".join(lines).splitlines()
    assert "invite: " + "x" * 90 in text
    assert all(len(line) < 60 for line in text if not line.startswith("invite"))
    assert text[1].startswith("    ")
    assert any(line.startswith("crownless: there is") for line in text)


def test_nothing_is_changed_on_its_way_into_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    line = "a long line " * 20
    say(line)
    complain(line)
    out, err = capsys.readouterr()
    assert out == f"{line}\n"
    assert err.count("\n") == 1
