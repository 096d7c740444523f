"""Fortress on a real terminal against a bot, with real cryptography: left, and gone on with."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.tui.emulator import Terminal
from tests.cli.tui.test_whole_games import DOWN, ENTER, LEFT, status, terminal

RIGHT, TAB = "\x1b[C", "\t"
BUILD, ORDERS = "Build your fortress", "Give your orders"


def begin(found: Terminal) -> None:
    """From the start screen to a table against one bot."""
    found.type("p")
    found.shows("Begin")
    found.type(LEFT)
    found.shows("Fortress")
    for keys in (DOWN, LEFT, *[DOWN] * 10, ENTER):
        found.type(keys)


def seal(found: Terminal) -> None:
    """Both times that Enter is asked for."""
    found.type(ENTER)
    found.until(lambda: status(found).startswith("DRAFT"))
    found.type(ENTER)
    found.until(lambda: not status(found).startswith("DRAFT"))


def round_of(found: Terminal) -> int:
    shown = re.search(r"Round (\d+) of", found.text)
    return int(shown[1]) if shown else 0


def asked_in(found: Terminal, number: int) -> None:
    """Wait for the orders of a round."""
    found.until(lambda: round_of(found) == number and ORDERS in found.text)


def map_of(found: Terminal) -> list[str]:
    """What the map shows, without the cursor and the marks of what is new since the last orders:

    those are only known to the run of the program that gave the orders.
    """
    return [line[:54].translate({ord("["): " ", ord("!"): " "}) for line in found.lines[2:14]]


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_a_table_is_played_left_and_gone_on_with(tmp_path: Path) -> None:
    with terminal(tmp_path / "home") as found:
        begin(found)
        found.shows(BUILD)
        for keys in (RIGHT, "g"):
            found.type(keys)
        found.until(lambda: "1 of 3 pieces laid" in found.text)
        seal(found)
        for number in (2, 3, 4):
            asked_in(found, number)
            found.type(RIGHT)
            found.type("g")
            found.until(lambda: " Units move" in status(found))
            seal(found)
        asked_in(found, 5)
        asked = status(found)
        found.type(RIGHT)
        found.type("g")
        found.until(lambda: status(found) != asked)
        before, ordered = map_of(found), status(found)
        assert any("~" in line for line in before)
        found.type("q")
        found.type("p")
        found.until(lambda: "Play against bots" in found.text)
    with terminal(tmp_path / "home") as again:
        again.type("t")
        again.shows("Fortress")
        again.type(ENTER)
        asked_in(again, 5)
        again.until(lambda: status(again) == ordered)
        assert map_of(again) == before
