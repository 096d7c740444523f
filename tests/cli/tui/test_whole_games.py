"""The installed command on a real terminal, drawn by an emulator: whole games by keys, by mouse.

The screen itself says when it is time to press: it asks, it holds a full draft, or it is over.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.tui.emulator import Terminal

ENTER, DOWN, LEFT = "\r", "\x1b[B", "\x1b[D"
BEGIN = ("p", DOWN, LEFT, DOWN, DOWN, DOWN, DOWN, ENTER)
"""From the start screen to a table against one bot."""


@contextmanager
def terminal(home: Path, columns: int = 80, rows: int = 24) -> Iterator[Terminal]:
    home.mkdir(mode=0o700, exist_ok=True)
    (home / "settings.toml").write_text("guard = 0\noffered = true\npace = 0\n")
    found = Terminal(home, columns, rows)
    try:
        found.shows("Play against bots")
        found.until(lambda: "none yet" in found.text or "progress" in found.text)
        yield found
    finally:
        found.stop()


def status(found: Terminal) -> str:
    """The line above the hints: what is asked, what would be sent, whom the table waits for."""
    return found.lines[-2].strip()


def is_asked(found: Terminal) -> bool:
    waits = status(found).startswith("Calling") or re.search(r"\(\d+ s\)$", status(found))
    return "The game is over" in found.text or not waits


def play(found: Terminal, move: Callable[[], None]) -> None:
    """Make moves until the game is over."""
    for _ in range(400):
        found.until(lambda: bool(status(found)) and is_asked(found))
        if "The game is over" in found.text:
            return
        move()
    raise AssertionError("the game does not end")


def test_a_game_by_keys_alone(tmp_path: Path) -> None:
    with terminal(tmp_path / "home") as found:
        for keys in BEGIN:
            found.type(keys)

        def move() -> None:
            """Enter picks what has the cursor, goes on, and sends."""
            before = status(found)
            found.type(ENTER)
            found.until(lambda: status(found) != before)

        play(found, move)
        found.shows("as it was played, and all have")
        found.type("v")
        found.shows("Sound: ended by its rules, closed by 2 of 2")
        found.type("q")
        found.shows("as it was played")
        found.type("q")
        found.shows("Replay a record")
        found.type("q")
        assert found.end() == 0


def test_a_game_by_mouse_alone(tmp_path: Path) -> None:
    with terminal(tmp_path / "home", 120, 40) as found:

        def click(pattern: str) -> None:
            found.until(lambda: found.find(pattern) is not None)
            place = found.find(pattern)
            assert place is not None
            found.click(*place)

        def move() -> None:
            """Send a full draft, else take the first of a list, else the first card."""
            send, first, card = r"\[ Send \]", r"(?<=│ )1    ", r"(?<=─ )1 ─"
            place = found.find(send)
            if place is not None:
                found.click(*place)
                found.until(lambda: found.find(send) is None)
                return
            place = found.find(first)
            if place is not None:
                found.click(*place)
                found.until(lambda: found.find(send) is not None)
                return
            click(card)
            found.until(lambda: "[x]" in found.text or "The game is over" in found.text)

        click("Play against bots")
        click("‹ 2")
        click("Begin")
        play(found, move)
        found.shows("as it was played, and all have")
        click(r"(?<=q )leave")  # a story may tell of somebody who leaves
        found.shows("Replay a record")
        click("Quit")
        assert found.end() == 0


def test_ctrl_c_twice_leaves_a_game_that_goes_on_later(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with terminal(home) as found:
        for keys in BEGIN:
            found.type(keys)
        found.shows("Choose your Admirer")
        found.type("\x03")
        found.shows("Ctrl-C once more leaves")
        found.type("\x03")
        assert found.end() == 0
    with terminal(home) as found:
        found.shows("1 table in progress")
        found.type("t")
        found.shows("Go on with this table")
        found.type(ENTER)
        found.shows("Choose your Admirer")
        found.type("\x03")
        found.shows("Ctrl-C once more leaves")
        found.type("\x03")
        assert found.end() == 0


@pytest.mark.parametrize(
    ("environment", "allowed"),
    [
        ({"COLORTERM": "truecolor"}, r"([01347]|3[89];2;\d+;\d+;\d+|4[89];2;\d+;\d+;\d+|;)+"),
        ({}, r"([01347]|[34]8;5;\d+|;)+"),
        ({"TERM": "xterm-16color"}, r"([01347]|[34][0-7]|9[0-7]|10[0-7]|;)+"),
        ({"NO_COLOR": "1"}, r"([01347]|;)+"),
    ],
)
def test_no_terminal_gets_colours_that_it_has_not(
    tmp_path: Path, environment: dict[str, str], allowed: str
) -> None:
    found = Terminal(tmp_path / "home", 80, 24, environment=environment)
    try:
        found.shows("Play against bots")
        found.until(lambda: bool(found.colours))
        for code in found.colours:
            assert re.fullmatch(allowed, code), code
    finally:
        found.stop()


def is_whole(found: Terminal, rows: int) -> bool:
    """Whether the table fills the window to its edges."""
    first = found.lines[2]  # below the head, and one row of who is near winning
    asked = "Choose your Admirer" in found.lines[rows - 2]
    return asked and first.startswith("┌ Aim: ") and first.endswith("─┐")


def test_a_window_may_change_its_size_in_the_middle_of_everything(tmp_path: Path) -> None:
    with terminal(tmp_path / "home") as found:
        for keys in BEGIN:
            found.type(keys)
        found.shows("Choose your Admirer")
        for columns, rows in ((120, 40), (60, 10), (100, 32), (81, 50), (80, 24)):
            found.resize(columns, rows)
            if columns < 80:
                found.shows("l to go on in lines")
                continue
            found.until(lambda rows=rows: is_whole(found, rows))  # type: ignore[misc]
        found.type("?")
        found.shows("┌ Keys ")
        found.resize(120, 40)
        found.until(lambda: "┌ Keys " in found.text and is_whole(found, 40))
        found.type("\x1b")
        found.shows("┌ Hand, 6 cards ")
        found.type("\x03\x03")
        assert found.end() == 0
