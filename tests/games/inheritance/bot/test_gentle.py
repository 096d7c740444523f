"""The gentle bot: three plays in mind, but no game that is over before everybody had turns."""

from __future__ import annotations

import pytest

from games.engine.bots import Bot, RandomBot
from games.engine.values import Seat
from games.inheritance.bot.gentle import BEFORE_ANY_END, Page
from games.inheritance.bot.player import Courtier
from games.inheritance.lessons import TUTORIAL
from games.inheritance.position import Past, state_of
from games.inheritance.rules import Inheritance
from simulation.dealer import play
from tests.games.inheritance.bot.test_strong import played
from tests.games.inheritance.build import lay
from tests.games.scenario import Scenario


def threatened(*had: int) -> Scenario:
    """Somebody has the Ring and a hand of three plays one card that moves it; turns had by seat."""
    s = lay(["3 love", "8 dowry"], [["2 war", "9 war", "7 love"], ["1 war"]], ring=1)
    past = [Past(Seat(seat), "", None) for seat, count in enumerate(had) for _ in range(count)]
    state_of(s.table).past.extend(past)
    return s


@pytest.mark.parametrize("had", [(0, 0), (BEFORE_ANY_END - 1, BEFORE_ANY_END)])
def test_nobody_wins_before_everybody_had_turns_if_a_play_can_stop_it(had: tuple[int, ...]) -> None:
    s = threatened(*had)
    assert {played(s, Page(), seed) for seed in range(12)} == {("2 war", "rule")}


def test_later_it_plays_many_things_where_the_fair_one_plays_one() -> None:
    s = threatened(BEFORE_ANY_END, BEFORE_ANY_END)
    assert len({played(s, Courtier(), seed) for seed in range(12)}) == 1
    assert len({played(s, Page(), seed) for seed in range(12)}) > 2


def test_who_has_left_needs_no_turns() -> None:
    s = lay(["3 love", "8 dowry", ""], [["2 war", "9 war", "7 love"], ["1 war"], []], ring=1)
    had = [Past(Seat(seat), "", None) for seat in (0, 1)] * BEFORE_ANY_END
    state_of(s.table).past.extend(had)
    assert len({played(s, Page(), seed) for seed in range(12)}) == 1
    s.table.gone = (Seat(2),)
    assert len({played(s, Page(), seed) for seed in range(12)}) > 2


def turns_of_a_newcomer(newcomer: Bot, seed: int) -> int:
    """How many turns the first seat has had when a guided game is over."""
    seats = TUTORIAL.bots + 1
    bots = [newcomer, *(Page() for _ in range(TUTORIAL.bots))]
    table = play(Inheritance(), seats, seed, bots=bots, options=TUTORIAL.options).engine.table
    return sum(one.seat == 0 for one in state_of(table).past)


def test_a_guided_game_lasts_until_its_newcomer_has_had_a_turn_and_two_if_careful() -> None:
    assert min(turns_of_a_newcomer(RandomBot(), seed) for seed in range(30)) == 1
    assert min(turns_of_a_newcomer(Courtier(), seed) for seed in range(5)) >= BEFORE_ANY_END


@pytest.mark.slow
def test_the_same_of_many_games() -> None:
    for newcomer in (RandomBot(), Courtier()):
        assert min(turns_of_a_newcomer(newcomer, seed) for seed in range(30, 330)) >= 1
