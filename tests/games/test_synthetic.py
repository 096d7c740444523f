"""Magpies, rule by rule; also the example of how scenarios are written."""

from __future__ import annotations

import pytest

from games import registry
from games.engine.errors import BadTable
from games.engine.steps import (
    Ask,
    AskAll,
    Chance,
    Claims,
    Deal,
    Give,
    Mix,
    Open,
    Peek,
    PutBack,
    Reveal,
    Shuffle,
)
from games.engine.values import Seat
from simulation.dealer import play
from tests.games.scenario import Scenario, ask, carried, chance, claims, passes
from tests.games.synthetic import Magpies, registered

GAME = Magpies()


def table(seats: int = 3) -> Scenario:
    s = Scenario(GAME, seats)
    s.setup(GAME.lay_out)
    s.hand(0, [("gem", 4), ("crow", 0)])
    s.hand(1, [("gem", 1), ("crow", 1)])
    s.pile("draw", [("gem", 5), ("gem", 2)])
    return s


def coins(s: Scenario) -> list[int]:
    return GAME.nest(s.table).coins


def test_mg_1_the_top_card_is_seen_by_one_and_sent_to_another() -> None:
    s = table()
    (top, _) = s.table.zone("draw").cards
    s.run(lambda t: GAME.send_top(t, Seat(0)), ask(0, "send", option="2"))
    assert s.known(0)[top] == s.known(2)[top] == ("gem", 5)
    assert top not in s.known(1)
    assert s.in_hand(2) == [("gem", 5)]
    assert s.log[-1] == "{0} sends a card to {2}"


def test_mg_3_a_sale_pays_its_value() -> None:
    s = table()
    s.run(
        lambda t: GAME.sell(t, Seat(0), tuple(t.hand_zone(Seat(0)).cards)),
        ask(0, "sell", ("crow", 0), bad="only gems"),
        ask(0, "sell", ("gem", 4)),
        carried("open"),
        claims("deed", 1),
        passes(1, "scare"),
    )
    assert coins(s) == [4, 0, 0]
    assert s.faces("purse 0") == ["coin"] * 4
    assert s.faces("discards") == [("gem", 4)]


def test_mg_3_a_crow_sends_the_gem_home_unseen() -> None:
    s = table()
    s.run(
        lambda t: GAME.sell(t, Seat(0), tuple(t.hand_zone(Seat(0)).cards)),
        ask(0, "sell", ("gem", 4)),
        claims("deed", 1),
        ask(1, "scare", ("gem", 1), bad="only a crow"),
        ask(1, "scare", ("crow", 1)),
        claims("deed"),
    )
    assert coins(s) == [0, 0, 0]
    hand = s.run(lambda t: t.hand(Seat(0)))
    assert sorted(s.in_hand(0)) == [("crow", 0), ("gem", 4)]
    assert not any(s.table.is_open(card) for card in hand)


def test_mg_4_a_hidden_card_is_shuffled_in_unseen() -> None:
    s = table()
    hand = tuple(s.table.zone("hand 0").cards)
    s.run(lambda t: GAME.hide(t, Seat(0), hand), ask(0, "hide", ("crow", 0)))
    assert s.faces("discards") == [("crow", 0)]
    s.run(lambda t: t.shuffle(["discards", "draw"], into="draw"))
    assert s.faces("draw") == [("crow", 0), ("gem", 5), ("gem", 2)]


def test_mg_5_a_stolen_card_is_known_to_two() -> None:
    s = table()
    s.run(
        lambda t: GAME.steal(t, Seat(0), Seat(1)),
        claims("deed"),
        chance(1, why="steal 0"),
    )
    assert ("crow", 1) in s.in_hand(0)
    card = s.card(("crow", 1))
    assert [card in s.known(seat) for seat in (0, 1, 2)] == [True, True, False]


def test_mg_5_nothing_is_stolen_from_one_who_leaves() -> None:
    s = table()
    s.run(
        lambda t: GAME.steal(t, Seat(0), Seat(1)),
        claims("deed"),
        chance(1, leaves=(1,)),
    )
    assert len(s.in_hand(0)) == 2
    assert s.log == ["{1} flies away"]


def test_mg_6_a_gift_earns_a_coin() -> None:
    s = table()
    hand = tuple(s.table.zone("hand 0").cards)
    s.run(lambda t: GAME.give(t, Seat(0), Seat(2), hand), ask(0, "give", ("crow", 0)))
    assert s.in_hand(2) == [("crow", 0)]
    assert coins(s) == [1, 0, 0]


def test_mg_7_showing_off() -> None:
    s = table()
    s.run(
        lambda t: GAME.show_off(t, Seat(1)),
        ask(0, "show", ("gem", 4)),
    )
    assert coins(s) == [1, 0, 0]


def test_mg_9_coins_and_gems_are_counted() -> None:
    s = table(2)
    outcome = s.run(GAME.count)
    assert outcome.winners == (0,)
    assert outcome.said == "4 points"


def test_every_step_of_the_engine_is_played() -> None:
    kinds = {type(step) for seed in range(12) for step in play(GAME, 3, seed).dealer.steps}
    carried_out = {Shuffle, Mix, Deal, Peek, Give, PutBack, Open, Reveal}
    assert kinds == carried_out | {Chance, Ask, AskAll, Claims}


def test_a_game_has_a_handy_length() -> None:
    lengths = [play(GAME, 3, seed).engine.number for seed in range(12)]
    assert 60 <= min(lengths) <= max(lengths) <= 110


def test_the_registry_knows_it_only_while_told_so() -> None:
    with registered():
        assert registry.make("magpies").info.title == "Magpies"
        assert registry.bot_kinds("magpies") == ("random",)
    with pytest.raises(BadTable):
        registry.make("magpies")
