"""The bot's habits: sound answers, the same from the same eyes."""

from __future__ import annotations

import pytest

from games.court.bot.marks import after, prospect, worth_of
from games.court.bot.player import Envoy
from games.court.deck import CATALOGUE
from games.court.rules import Court
from games.engine.bots import RandomBot
from games.engine.values import Seat
from simulation.dealer import play
from tests.games.court.build import at_event, lay


def test_a_strong_character_with_keywords_is_worth_more() -> None:
    worth = [worth_of(CATALOGUE.character(key)) for key in ("odo", "isaura", "lisbet")]
    assert worth[0] > worth[2]
    assert worth[1] > worth[2]


@pytest.mark.parametrize(
    ("pools", "better", "worse"),
    [
        pytest.param("0:1 1:3", "support odo 0", "gift 1", id="to win is better than to help"),
        pytest.param("0:9 1:3", "gift 0", "support odo 1", id="and no better than what is won"),
    ],
)
def test_the_prospect_of_a_contest(pools: str, better: str, worse: str) -> None:
    s = lay({0: "odo"})
    affair = at_event(s, "poets", pools)
    marks = [
        prospect(s.table, after(s.table, affair, Seat(0), one), Seat(0)) for one in (better, worse)
    ]
    assert marks[0] >= marks[1]


def test_the_prospect_of_a_challenge_is_what_follows_for_oneself_and_the_others() -> None:
    s = lay()
    assert prospect(s.table, at_event(s, "dragon", "support:3:0"), Seat(0)) == 40
    assert prospect(s.table, at_event(s, "dragon", "support:3:0"), Seat(1)) == -10
    assert prospect(s.table, at_event(s, "dragon"), Seat(0)) < 0


def test_it_beats_chance() -> None:
    wins = 0
    for seed in range(6):
        bots = [Envoy() if seat == seed % 3 else RandomBot() for seat in range(3)]
        outcome = play(Court(), 3, seed, bots=bots).engine.outcome
        assert outcome is not None
        wins += outcome.winners == (seed % 3,)
    assert wins >= 5
