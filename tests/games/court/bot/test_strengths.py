"""The three strengths, in their order."""

from __future__ import annotations

import pytest

from games.court.bot.strengths import BOTS
from games.court.rules import Court
from games.engine.values import Seat
from games.registry import bot_kinds
from simulation.dealer import play


def test_the_registry_has_them_the_best_first() -> None:
    assert bot_kinds("court") == ("strong", "fair", "gentle", "random")


@pytest.mark.slow
@pytest.mark.parametrize(("better", "worse"), [("strong", "fair"), ("fair", "gentle")])
def test_the_better_wins_more_than_its_share_by_a_quarter(better: str, worse: str) -> None:
    games, seats, wins = 120, 3, 0
    for number in range(games):
        own = Seat(number % seats)
        kinds = [better if seat == own else worse for seat in range(seats)]
        bots = [BOTS[kind]() for kind in kinds]
        outcome = play(Court(), seats, number // seats, bots=bots).engine.outcome
        assert outcome is not None
        wins += outcome.winners == (own,)
    assert wins * seats * 4 >= games * 5
