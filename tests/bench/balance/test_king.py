"""What the page of King counts, and among whom."""

from __future__ import annotations

import json
from dataclasses import asdict, replace

import pytest

from bench.balance.king import KINDS, SERIES, Found, deck, duel, equals, one_game, page, prompts
from bench.balance.questions import PARTS
from bench.balance.series import Kind
from games.king.endings import CROWNED, HANGED_MAN_FRIEND, HIGHEST_RANK

DECK, DUEL, EQUALS = (
    next(kind for kind in KINDS if kind.name == name and kind.seats == 4)
    for name in ("deck", "duel", "equals")
)
OWN, GIFTS = PARTS[0], PARTS[-1]
SHOWN = [{OWN: 10}, {OWN: 20, GIFTS: 4}, {OWN: 10}, {}]
GAMES = {
    0: Found(CROWNED, [0], place=2, rounds=8, asked=80, shown=SHOWN, spent={"0.02": 9, "21.00": 1}),
    1: Found(HANGED_MAN_FRIEND, [1], place=2, rounds=11, asked=120, shown=SHOWN),
    2: Found(HIGHEST_RANK, [0], place=0, rounds=60, asked=100, shown=SHOWN),
    3: Found(CROWNED, all_lost=True, rounds=9, asked=100, shown=SHOWN),
}


def test_the_rows_of_games_by_hand() -> None:
    assert deck(DECK, GAMES) == ("deck", 4, 4, 1, 2, 1, 1, "1, 0, 2, 0", "10")
    assert prompts(DECK, GAMES) == ("deck", "25", "11", "10", "0", "0", "0", "1")
    assert duel(DUEL, GAMES) == ("strong", "fair", 4, 4, "50.0 %", "2.00")
    row = ("strong", 4, 4, 2, 1, 1, 0, 1, "10", 60, "0.02", "10.00")
    assert equals(EQUALS, GAMES) == row


def test_the_page_has_a_row_for_each_kind_and_counts_the_draws() -> None:
    people = Kind("concerned", 4, 1)
    asked = {0: Found(shown=SHOWN, idle=3)}
    text = page({DECK: GAMES, replace(DECK, seats=3): GAMES, EQUALS: GAMES, people: asked})
    assert text.count("\n| deck | ") == 3
    assert "all lost: there were none." in text
    assert "| what concerns one (default) | 11.0 | 10 | 24 | 10 | 0 | 0 | 0 | 1 | 3 |" in text
    drawn = page({EQUALS: {**GAMES, 4: Found(HIGHEST_RANK, rounds=60)}})
    assert "all lost: there were 1." in drawn


@pytest.mark.parametrize("name", ["dice", "equals"])
def test_a_game_is_read_as_it_was_written(name: str) -> None:
    kind = next(kind for kind in KINDS if kind.name == name and kind.seats == 2)
    found = one_game((kind, 1))
    assert SERIES.read(json.loads(json.dumps(asdict(found)))) == found
    assert found.rounds > 1
    assert (found.asked > 0) == (name == "dice")
    assert bool(found.spent) == (name == "equals")


def test_every_deal_of_a_duel_is_played_from_every_seat() -> None:
    kind = replace(DUEL, seats=2, better="fair")
    first, second = (one_game((kind, number)) for number in (0, 1))
    assert first == second


def test_in_games_of_people_only_what_they_are_shown_is_counted() -> None:
    kind = next(kind for kind in KINDS if kind.name == "concerned")
    found = one_game((kind, 0))
    assert len(found.shown) == 4
    assert all(seat[OWN] > 0 for seat in found.shown)
    assert (found.winners, found.asked) == ([], 0)
