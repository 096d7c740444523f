"""The bot: what it takes, what it refuses to know, and how often it beats a random player."""

from __future__ import annotations

from collections import Counter

import pytest

from games.engine.bots import Bot, RandomBot
from games.engine.choice import NOTHING, Answer, Choice
from games.engine.legal_answers import why_not
from games.engine.values import Seat
from games.inheritance.bot.player import Courtier, insight_of, strength
from games.inheritance.cards import card_of
from games.inheritance.choices import (
    OBEY,
    REVEAL_EARLY,
    REVEAL_LATE,
    choose_admirer,
    disguise_admirer,
    play_card,
    reveal_secret,
)
from games.inheritance.position import admirer_of, position_of
from games.inheritance.rules import Inheritance, play_a_card
from games.registry import bot
from simulation.dealer import play
from tests.games.inheritance.build import card, court, lay, plays
from tests.games.scenario import Scenario, ask

ME = Seat(0)


def decide(s: Scenario, choice: Choice, seat: Seat = ME) -> Answer:
    answer = Courtier().choose(s.situation(seat, choice), lambda n: 0)
    assert why_not(choice, answer, s.table.sees(s.knowledge(seat))) is None
    return answer


def played(s: Scenario) -> tuple[str, str | None]:
    hand = s.table.hand_zone(ME).cards
    answer = decide(s, play_card(position_of(s.table), ME, hand))
    return card_of(s.known(0)[answer.card]).short, answer.option


def test_it_takes_the_ring_from_a_rival_who_would_win_next() -> None:
    s = lay(["3 love", "8 dowry"], [["2 war", "9 war"], ["1 war"]], ring=1)
    assert played(s) == ("2 war", "rule")


def test_it_lays_an_admirer_that_is_favoured() -> None:
    s = lay(["", "8 dowry"], [["9 dowry", "4 dowry"], ["1 war"]], ring=1)
    assert played(s) == ("9 dowry", "lay")


def test_it_reveals_after_its_play_and_only_if_that_helps() -> None:
    s = lay(["?9 love", "8 dowry"], [["2 war"], ["1 war"]], ring=1)
    secret = s.table.zone(admirer_of(ME)).cards[0]
    assert decide(s, reveal_secret(REVEAL_EARLY, secret)) == NOTHING
    assert decide(s, reveal_secret(REVEAL_LATE, secret)).cards == (secret,)
    worse = lay(["?7 love", "8 dowry"], [["2 war"], ["1 war"]], ring=1)
    secret = worse.table.zone(admirer_of(ME)).cards[0]
    assert decide(worse, reveal_secret(REVEAL_LATE, secret)) == NOTHING


def test_it_counts_on_its_secret_admirer_when_it_plays() -> None:
    s = lay(["?3 love", "8 dowry"], [["2 war", "9 war"], ["1 war"]], ring=1)
    assert played(s) == ("2 war", "rule")


def test_it_enters_with_the_admirer_that_outdoes_most_cards() -> None:
    s = lay(["", ""], [["9 love", "3 war", "1 dowry"], []], proposal="1 love")
    answer = decide(s, choose_admirer(s.table.hand_zone(ME).cards))
    assert s.known(0)[answer.card] == card("3 war").face


def test_its_spy_brings_the_card_that_takes_the_ring() -> None:
    s = lay(["3 love", "8 dowry"], [["4 war", "9 war"], ["1 war"]], ring=1)
    answer = decide(s, disguise_admirer(s.table.hand_zone(ME).cards))
    assert s.known(0)[answer.card] == card("9 war").face


def test_strength_counts_the_cards_that_an_admirer_would_outdo() -> None:
    table = court("1 love", "5 war", ("3 love", "7 love"))
    others = [card("9 war"), card("2 war"), card("10 love")]
    assert strength(table, card("8 war"), others) == 2
    assert strength(table, card("8 love"), others) == 0


def test_ind_4_it_makes_no_use_of_a_former_secret_that_is_a_parent_now() -> None:
    s = lay(["?8 love", "3 love"], [["9 dowry", "1 peace"], ["2 peace"]])
    s.run(lambda t: play_a_card(t, ME), plays(0, "9 dowry", "exchange parent B"))
    assert s.card(card("8 love").face) in s.known(0)
    assert card("8 love") in insight_of(s.table, ME, s.known(0)).unseen


def test_it_knows_its_hand_and_secret_and_nothing_of_the_others() -> None:
    s = lay(["?8 love", "?3 love"], [["9 dowry"], ["2 peace"]], pile=["4 peace"])
    insight = insight_of(s.table, ME, s.known(0))
    assert (insight.hand, insight.secret) == ((card("9 dowry"),), card("8 love"))
    assert {card("3 love"), card("2 peace"), card("4 peace")} <= set(insight.unseen)
    assert not {card("9 dowry"), card("8 love"), card("5 war")} & set(insight.unseen)


def test_it_plays_a_card_that_lies_open_in_its_hand() -> None:
    # A Soldier takes the Admirer back into a hand that is otherwise empty: everybody knows it.
    s = lay(["3 love", "8 dowry"], [["1 peace"], ["5 war"]])
    s.run(
        lambda t: play_a_card(t, Seat(1)),
        plays(1, "5 war", "command admirer 0"),
        ask(0, OBEY, card("1 peace").face),
    )
    choice = play_card(position_of(s.table), ME, s.table.hand_zone(ME).cards)
    assert decide(s, choice).option in ("propose", "rule")


@pytest.mark.parametrize("seeds", [range(1), pytest.param(range(1, 4), marks=pytest.mark.slow)])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_plays_whole_games_against_itself(seats: int, seeds: range) -> None:
    bots: list[Bot] = [bot("inheritance") for _ in range(seats)]
    for seed in seeds:
        assert play(Inheritance(), seats, seed, bots=bots).engine.outcome is not None


SAMPLES = [(2, 60, 60), (3, 60, 40), pytest.param(4, 60, 30, marks=pytest.mark.slow)]
FULL = [
    pytest.param(2, 500, 70, marks=pytest.mark.soak),
    *(
        pytest.param(seats, 250, share, marks=pytest.mark.soak)
        for seats, share in ((3, 60), (4, 45))
    ),
]


@pytest.mark.parametrize(("seats", "games", "share"), [*SAMPLES, *FULL])
def test_it_beats_random_players(seats: int, games: int, share: int) -> None:
    won = Counter[bool]()
    for seed in range(games):
        me = seed % seats
        bots: list[Bot] = [RandomBot() for _ in range(seats)]
        bots[me] = Courtier()
        outcome = play(Inheritance(), seats, seed, bots=bots).engine.outcome
        assert outcome is not None
        won[outcome.winners == (me,)] += 1
    print(f"{seats} seats: the courtier won {won[True]} of {games}")  # for docs/rules
    assert won[True] * 100 > games * share
