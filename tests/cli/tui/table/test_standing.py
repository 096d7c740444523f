"""Sentences about who is near winning, fitted into rows."""

from __future__ import annotations

import pytest

from cli.model.names import Person
from cli.model.table_text import Names
from cli.tui.table.standing import standing_rows
from games.engine.view import Standing

NAMES = Names((Person("Juniper", b"j"), Person("Ben", b"b")))
WINS = Standing("{0} wins next turn unless {1} can move the Ring.", "{0} is about to win.", True)
PILE = Standing("The Draw Pile is empty: 3 cards left to play.", "3 cards left.")


@pytest.mark.parametrize(
    ("size", "most", "rows"),
    [
        (
            100,
            2,
            [
                "Juniper wins next turn unless Ben can move the Ring. The Draw Pile is empty: 3"
                " cards left to play."
            ],
        ),
        (70, 2, ["Juniper wins next turn unless Ben can move the Ring. 3 cards left."]),
        (40, 2, ["Juniper is about to win. 3 cards left."]),
        (
            36,
            3,
            [
                "Juniper wins next turn unless Ben",
                "can move the Ring. The Draw Pile is",
                "empty: 3 cards left to play.",
            ],
        ),
        (30, 2, ["Juniper is about to win. 3", "cards left."]),
        (30, 1, ["Juniper is about to win."]),
    ],
)
def test_nothing_is_cut_off(size: int, most: int, rows: list[str]) -> None:
    assert standing_rows((WINS, PILE), NAMES, size, most) == rows


def test_a_game_that_says_nothing_takes_no_row() -> None:
    assert standing_rows((), NAMES, 78, 2) == []
