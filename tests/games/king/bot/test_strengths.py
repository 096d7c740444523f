"""The three strengths, in their order, and what the strong and the gentle one are known by."""

from __future__ import annotations

import pytest

from games.engine.values import Seat
from games.king.bot.strengths import BOTS
from games.king.rules import King
from games.king.state import state_of
from games.registry import bot_kinds
from simulation.dealer import choice_for, dice, play
from tests.games.king.build import (
    ANNOUNCED,
    BARON,
    COMMONER,
    DUKE,
    EARL,
    KING,
    MARQUIS,
    Court,
    acting,
    attack,
    court,
    turn,
)
from tests.games.scenario import ask, ask_all, claims, passes, pick

Decided = tuple[str | None, list[str]]
"""An option, and the faces of the cards."""


def decides(kind: str, s: Court, seat: int) -> Decided:
    """What a bot of this kind answers to the waiting question."""
    choice = choice_for(s.engine, Seat(seat))
    assert choice is not None
    situation = s.situation(seat, choice)
    answer = BOTS[kind]().choose(situation, dice(1))
    faces = situation.sees.faces
    return answer.option, sorted(str(faces[card]) for card in answer.cards)


def test_the_registry_has_them_the_best_first() -> None:
    assert bot_kinds("king") == ("strong", "fair", "gentle", "random")


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "games"), [(2, 150), (4, 160)])
def test_the_strong_one_beats_the_fair_one(seats: int, games: int) -> None:
    """60 % of the games of two; at four a quarter more than its even share."""
    wins = 0
    for number in range(games):
        own = Seat(number % seats)
        bots = [BOTS["strong" if seat == own else "fair"]() for seat in range(seats)]
        outcome = play(King(), seats, number // seats, bots=bots).engine.outcome
        assert outcome is not None
        wins += outcome.winners == (own,)
    wanted = 60 if seats == 2 else 125 // seats
    assert wins * 100 >= games * wanted


@pytest.mark.slow
def test_among_strong_ones_games_end_before_the_last_round() -> None:
    ended = 0
    for seed in range(20):
        engine = play(King(), 4, seed, bots=[BOTS["strong"]()] * 4, options={}).engine
        ended += state_of(engine.table).round < 60
    assert ended >= 19


# The strong one


def test_it_spends_no_more_on_an_heir_than_is_needed() -> None:
    s = court({"player 0": EARL}, hands={0: ["assassin 1", "assassin 3", "ship"]})
    s.hold(acting(0))
    assert decides("strong", s, 0) == ("assassinate", ["assassin 1"])
    assert decides("fair", s, 0) == ("assassinate", ["assassin 1", "assassin 3"])


def test_it_bribes_the_prince_who_lifts_it_in_its_rank() -> None:
    places = {"player 1": BARON, "player 2": BARON, "player 0": BARON}
    s = court(places, hands={0: ["bribe", "ship"]})
    s.hold(acting(0))
    assert decides("strong", s, 0) == ("bribe", ["bribe"])
    s.hold_on(ask(0, "act", "bribe", option="bribe"))
    assert decides("strong", s, 0) == ("prince", [])


def test_it_does_not_put_a_rival_on_the_throne() -> None:
    places = {"spy": KING, "player 1": DUKE, "player 0": EARL}
    s = court(places, hands={0: ["assassin 2"]})
    s.hold(acting(0), ask(0, "act", "assassin 2", option="assassinate"))
    assert decides("strong", s, 0)[0] != "spy"


@pytest.mark.parametrize("other", ["true heir", "hanged man"])
def test_it_does_not_make_all_lose(other: str) -> None:
    places = {"spy": KING, other: DUKE, "player 0": MARQUIS}
    s = court(places, hands={0: ["assassin 2"]}, dead=["judge"])
    s.hold(acting(0), ask(0, "act", "assassin 2", option="assassinate"))
    assert decides("strong", s, 0)[0] != "spy"


def test_it_bribes_the_hanged_man_when_he_is_about_to_be_crowned() -> None:
    s = court(
        {"spy": KING, "hanged man": DUKE},
        dead=["judge", "queen", "true heir"],
        hands={0: ["ship"], 1: ["bribe", "ship"], 2: ["ship", "ship"]},
        friends={2: ["hanged man"]},
    )
    gifts = {1: pick("ship"), 2: pick("ship")}
    s.hold(
        attack(0, "spy", 3),
        claims(ANNOUNCED),
        claims("poison"),
        claims("ship"),
        ask_all("discard", gifts),
        claims("join"),
    )
    assert decides("strong", s, 1) == ("bribe", ["bribe"])
    s.hold_on(claims("attempt", 1), ask(1, "react", "bribe", option="bribe"))
    assert decides("strong", s, 1) == ("hanged man", [])


def test_it_defends_the_king_against_whoever_would_be_crowned() -> None:
    places = {"queen": KING, "player 0": DUKE}
    s = court(places, hands={1: ["knight 1", "knight 2"]})
    s.hold(attack(0, "queen", 1), claims(ANNOUNCED))
    assert decides("strong", s, 1) == (None, ["knight 2"])
    assert decides("fair", s, 1) == (None, [])


def test_a_king_keeps_knights_and_few_others() -> None:
    hand = ["knight 1", "knight 2", "knight 3", "bribe", "betrayal"]
    s = court({"player 0": KING, "player 1": COMMONER}, hands={0: hand})
    s.hold(turn(0), ask(0, "coronation"))
    assert decides("strong", s, 0) == ("discard", ["betrayal", "bribe"])


# The gentle one


def test_it_attacks_no_player_and_with_its_weakest_assassin() -> None:
    places = {"player 1": KING, "player 2": DUKE, "player 0": EARL}
    s = court(places, hands={0: ["assassin 3", "assassin 1"]})
    s.hold(acting(0))
    assert decides("gentle", s, 0) == ("assassinate", ["assassin 1"])
    s.hold_on(ask(0, "act", "assassin 1", option="assassinate"))
    assert decides("gentle", s, 0)[0] not in ("player 1", "player 2")


def test_it_does_not_join_against_a_king() -> None:
    s = court({"player 0": KING}, hands={0: ["ship"], 1: ["assassin 3", "assassin 2", "ship"]})
    s.hold(
        turn(0),
        claims("start"),
        ask(0, "coronation", option="declare"),
        ask_all("gift", {1: pick("ship")}),
        claims("start"),
        passes(0, "act"),
        claims("drawn"),
        passes(0, "act"),
    )
    assert decides("gentle", s, 1) == (None, [])
    assert decides("fair", s, 1) == (None, ["assassin 2", "assassin 3"])
