"""The strong bot: what it sees at the end of a game; and how often each strength wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from games.engine.bots import Bot
from games.engine.legal_answers import why_not
from games.engine.values import Seat
from games.inheritance.bot.gentle import Page
from games.inheritance.bot.player import Courtier, insight_of
from games.inheritance.bot.strengths import BOTS
from games.inheritance.bot.strong import Regent, deal
from games.inheritance.bot.world import NUMBER, Dice
from games.inheritance.cards import card_of
from games.inheritance.choices import play_card
from games.inheritance.position import position_of
from games.inheritance.rules import Inheritance
from games.inheritance.uses import use_of
from simulation.dealer import dice, play
from tests.games.inheritance.build import lay
from tests.games.scenario import Scenario

ME = Seat(0)


def played(s: Scenario, bot: Bot, seed: int = 0) -> tuple[str, str | None]:
    choice = play_card(position_of(s.table), ME, s.table.hand_zone(ME).cards)
    answer = bot.choose(s.situation(ME, choice), dice(seed))
    assert why_not(choice, answer, s.table.sees(s.knowledge(ME))) is None
    return card_of(s.known(0)[answer.card]).short, answer.option


def test_it_takes_the_ring_with_its_last_chance() -> None:
    s = lay(["3 love", "8 dowry"], [["2 war", "9 war"], ["1 war"]], ring=1)
    assert played(s, Regent()) == ("2 war", "rule")


def test_it_keeps_what_takes_the_ring_when_anything_else_would_do_now() -> None:
    # The Ring is its own and the rival has no card left: nothing can go wrong but a play of its
    # own that takes the Ring off. Every seed finds one that does not.
    s = lay(["9 love", "8 dowry"], [["2 war", "9 war", "8 peace"], []], ring=1)
    for seed in range(5):
        short, option = played(s, Regent(), seed)
        assert (short, option) != ("2 war", "rule")


def test_a_deal_lays_every_card_once_and_leaves_in_place_what_it_knows() -> None:
    s = lay(
        ["?8 love", "?3 love"],
        [["9 dowry", "1 peace"], ["2 peace", "6 war"]],
        parents=("?10 love", "7 war"),
        pile=["4 peace", "5 dowry"],
    )
    insight = insight_of(s.table, ME, s.known(0))
    rivals = Counter[int]()
    for seed in range(300):
        world = deal(insight, 2, Dice(seed))
        cards = [*world.admirers, *world.family, world.proposal, *world.deck]
        cards += [one for hand in world.hands for one in hand]
        assert len(set(cards)) == len(cards) == 2 + 3 + 1 + 2 + 4
        assert world.hands[0] == [NUMBER[one] for one in insight.hand]
        assert world.admirers[0] == NUMBER[insight.secret or insight.hand[0]]
        assert (world.secret, world.veiled) == ([True, True], [False, True, False])
        rivals.update(world.hands[1])
    hidden = {NUMBER[one] for one in insight.unseen}
    assert set(rivals) == hidden
    assert max(rivals.values()) < 60  # 600 cards over 33: about 18 each


def test_every_option_of_a_strong_play_is_one_of_the_rules() -> None:
    s = lay(["", "8 dowry"], [["6 dowry", "4 dowry"], ["1 war"]], ring=1, pile=["9 war"])
    _, option = played(s, Regent())
    assert use_of(option).key == option


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("kind", BOTS)
def test_each_strength_plays_whole_games(kind: str, seats: int) -> None:
    bots = [BOTS[kind]() for _ in range(seats)]
    assert play(Inheritance(), seats, 5, bots=bots).engine.outcome is not None


def wins(one: Callable[[], Bot], others: Callable[[], Bot], seats: int, games: int) -> int:
    """How many games one bot wins against others; its seat changes."""
    won = 0
    for seed in range(games):
        bots = [others() for _ in range(seats)]
        bots[seed % seats] = one()
        outcome = play(Inheritance(), seats, seed, bots=bots).engine.outcome
        assert outcome is not None
        won += outcome.winners == (seed % seats,)
    return won


@pytest.mark.slow
def test_the_fair_one_beats_the_gentle_one() -> None:
    assert wins(Courtier, Page, 2, 60) >= 40


@pytest.mark.soak
@pytest.mark.parametrize(("seats", "share"), [(2, 0.6), (3, 1.1 / 3), (4, 1.1 / 4)])
def test_the_strong_one_beats_the_fair_one(seats: int, share: float) -> None:
    assert wins(Regent, Courtier, seats, 500) >= 500 * share
