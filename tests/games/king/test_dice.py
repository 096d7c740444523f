"""The dice game: draws, discards, the two searches, and seats that leave (SK-63, SKD-33)."""

from __future__ import annotations

from collections import Counter

import pytest

from games.engine.bots import RandomBot
from games.engine.engine import Engine
from games.engine.steps import Chance, Shuffle, ShuffleAhead
from games.engine.values import Seat
from games.king import dice
from games.king.bot.player import Pretender
from games.king.dice import DECK
from games.king.hands import DISCARDS, discard_all, draw, hand_of
from games.king.plays import CATALOGUE
from games.king.rules import King
from games.king.state import Stage, state_of
from simulation.dealer import Dealer, play
from tests.games.king.build import BARON, EARL, Court, court, turn
from tests.games.scenario import ask, passes

DICE: dict[str, str | int] = {"deck": "dice"}


def test_skd_33_the_deck_is_the_default() -> None:
    (option,) = [option for option in King().info.options if option.key == "deck"]
    assert option.values == ("deck", "dice")


FACES = sorted(card.face for card in CATALOGUE.cards)
SIDES = len(FACES)


def test_skd_33_a_set_is_one_card_of_each_face() -> None:
    s = court({}, options=DICE)
    assert dice.sides(s.table) == len(set(FACES)) == SIDES


def test_skd_33_each_card_comes_from_a_set_of_its_own_and_the_rest_leaves() -> None:
    s = court({"player 0": EARL}, options=DICE)
    s.setup(lambda t: draw(t, Seat(0), 5))
    assert len(s.in_hand(0)) == 5
    assert len(s.table.zone(DECK).cards) == dice.AHEAD * SIDES
    shuffled = [step for step in s.steps if isinstance(step, ShuffleAhead)]
    assert [len(step.cards) for step in shuffled] == [SIDES] * (5 + dice.AHEAD)
    assert not any(type(step) is Shuffle for step in s.steps)


def test_skd_33_discards_leave_the_game() -> None:
    s = court({"player 0": EARL}, options=DICE, hands={0: ["ship", "bribe"]})
    s.setup(lambda t: discard_all(t, Seat(0)))
    assert s.in_hand(0) == []
    assert s.table.zone(DISCARDS).cards == []


def test_skd_34_a_hand_that_grew_before_the_draw_draws_nothing() -> None:
    s = court(
        {"player 0": EARL},
        options=DICE,
        hands={0: ["ship", "bribe", "bribe", "bribe"]},
        friends={0: ["librarian"]},
        shipped=["merchant"],
    )
    s.go(turn(0), ask(0, "library", "ship", option="ship"))  # the Merchant brings three cards
    assert len(s.in_hand(0)) == 6
    assert len(s.table.zone(DECK).cards) == dice.AHEAD * SIDES


def test_skd_33_the_librarian_searches_a_fresh_set() -> None:
    s = court({"player 0": EARL}, options=DICE, friends={0: ["librarian"]}, stage=Stage.START)
    s.hold(turn(0), ask(0, "library", option="search"))
    assert sorted(card.short for card in s.view(0).seen) == sorted(
        card.face for card in CATALOGUE.cards
    )
    assert s.view(1).seen == s.view(None).seen == ()
    s.hold_on(ask(0, "search", "pardon"))
    assert s.in_hand(0) == ["pardon"]
    assert s.table.zone(dice.FRESH).cards == []
    assert len(s.table.zone(DECK).cards) == dice.AHEAD * SIDES


def test_skd_33_the_bishops_blackmail_comes_from_a_set_and_is_shown() -> None:
    s = court({"player 0": EARL}, options=DICE, friends={0: ["bishop"]}, stage=Stage.START)
    s.go(turn(0), passes(0, "act"))
    assert s.in_hand(0).count("blackmail") >= 1
    assert "{0} takes a Blackmail." in s.log
    assert s.table.zone(dice.FRESH).cards == []


def test_skd_33_the_view_has_no_deck() -> None:
    s = court({"player 0": BARON}, options=DICE)
    keys = [area.key for area in s.view(0).areas]
    assert "dice" in keys
    assert not {"deck", "discards"} & set(keys)


def sets_are_whole(engine: Engine, dealer: Dealer) -> None:
    """The deck holds whole sets, one of each face in each, whoever has left."""
    cards = engine.table.zone(DECK).cards
    assert len(cards) % SIDES == 0
    for first in range(0, len(cards), SIDES):
        faces = [dealer.true[card] for card in cards[first : first + SIDES]]
        assert sorted(map(str, faces)) == FACES
    assert not engine.table.zone(DISCARDS).cards


@pytest.mark.parametrize("seats", range(2, 7))
def test_skd_33_whole_games_end_by_the_rules_whoever_leaves(seats: int) -> None:
    for seed in range(2):
        leave = {60: (Seat(seed),)} if seats > 2 and seed else None
        bots = [Pretender()] * seats
        outcome = play(
            King(), seats, seed, bots=bots, options=DICE, leave=leave, watch=sets_are_whole
        ).engine.outcome
        assert outcome is not None
    short: dict[str, str | int] = {**DICE, "turns": 6}
    play(King(), seats, 7, bots=[RandomBot()] * seats, options=short, watch=sets_are_whole)


def test_skd_33_no_draw_is_a_public_throw() -> None:
    """Only the drawer learns what was thrown."""
    playout = play(King(), 3, 5, bots=[Pretender()] * 3, options=DICE)
    whys = {step.why for step in playout.dealer.steps if isinstance(step, Chance)}
    assert whys <= {"seniority", "fool", "magician_survives"}


def drawn(s: Court, count: int) -> Counter[str]:
    """So many cards, drawn by a trusted dealer."""
    s.setup(lambda t: draw(t, Seat(0), count))
    return Counter(map(str, s.in_hand(0)))


def test_skd_33_hands_are_those_of_their_seats() -> None:
    s = court({"player 0": EARL}, options=DICE)
    assert sum(drawn(s, 4).values()) == 4
    assert state_of(s.table).order
    assert all(s.table.reader(card) == 0 for card in s.table.zone(hand_of(Seat(0))).cards)
