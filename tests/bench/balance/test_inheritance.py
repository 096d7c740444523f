"""What the page of Inheritance counts, and among whom."""

from __future__ import annotations

import json
from dataclasses import asdict

from bench.balance.inheritance import KINDS, SERIES, Found, duel, even, one_game, page
from games.engine.values import Seat

EVEN, DUEL = (next(kind for kind in KINDS if kind.name == name) for name in ("even", "duel"))
GAMES = {
    0: Found([Seat(0)], 9, 4),
    1: Found([Seat(0)], 3, 0),
    2: Found([], 30, 0),
    3: Found([Seat(1)], 12, 1),
    4: Found([Seat(1)], 10, 1),
}


def test_the_rows_of_games_by_hand() -> None:
    assert even(EVEN, GAMES) == (2, 5, 1, 2, "10", "3 to 30", "2, 2")
    assert duel(DUEL, GAMES) == ("strong against 1 fair", 5, "40.0 %", "20.0 %", "1.00")
    assert "| 2 | 5 | 1 | 2 | 10 | 3 to 30 | 2, 2 |" in page({EVEN: GAMES})


def test_a_game_is_read_as_it_was_written() -> None:
    found = one_game((DUEL, 1))
    assert SERIES.read(json.loads(json.dumps(asdict(found)))) == found
    assert found.plays > 0
