"""The set-up, the Admirers chosen together and the first player (IN-5 to IN-12)."""

from __future__ import annotations

import random

import pytest

from games.engine.choice import Answer
from games.engine.engine import Engine
from games.engine.errors import BadTable
from games.engine.steps import AskAll, Chance, Open
from games.engine.table import Table
from games.engine.values import Seat
from games.inheritance.cards import DECK, INITIAL_INFLUENCE
from games.inheritance.choices import ADMIRER
from games.inheritance.position import DRAW, INFLUENCE, PARENTS, PROPOSAL, SUCCESSOR
from games.inheritance.rules import (
    Inheritance,
    choose_admirers,
    deal_cards,
    first_seat,
    lay_out,
    make_places,
)
from games.registry import bot_kinds, make
from simulation.dealer import Dealer
from tests.games.inheritance.build import admirer, at, card, in_hand, lay, ring
from tests.games.scenario import Scenario, ask_all, chance, pick

HANDS = [["1 love", "2 love"], ["3 peace", "4 peace"], ["6 dowry", "8 dowry"]]


async def set_up(t: Table) -> None:
    lay_out(t)
    await deal_cards(t)


def table_of(seats: int) -> Scenario:
    s = Scenario(Inheritance(), seats=seats)
    s.setup(set_up)
    return s


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_in_5_to_in_8_everything_lies_in_its_place(seats: int) -> None:
    s = table_of(seats)
    assert s.faces(INFLUENCE) == [INITIAL_INFLUENCE]
    for place in (*PARENTS, SUCCESSOR, PROPOSAL):
        assert [one.startswith("?") for one in at(s, place)] == [False]
    for seat in range(seats):
        hand = s.table.hand_zone(Seat(seat)).cards
        assert len(hand) == 6
        assert set(hand) <= set(s.known(seat))
        assert not any(
            card_id in s.known(other) for other in range(seats) if other != seat for card_id in hand
        )
    assert len(s.table.zone(DRAW).cards) == 40 - 6 * seats - 4


def test_in_6_the_whole_deck_is_shuffled_before_it_is_dealt() -> None:
    s = Scenario(Inheritance(), seats=3)
    s.run(set_up)
    assert s.trace[0] == "shuffle 40 cards zone draw"
    assert s.trace[-1] == "open 4 cards"


def test_in_9_admirers_are_chosen_face_down_and_opened_together() -> None:
    s = lay(["", "", ""], HANDS)
    picks = {k: pick(card(short).face) for k, short in enumerate(["2 love", "3 peace", "6 dowry"])}
    s.run(choose_admirers, ask_all(ADMIRER, picks))
    assert [admirer(s, seat) for seat in range(3)] == ["2 love", "3 peace", "6 dowry"]
    assert [in_hand(s, seat) for seat in range(3)] == [["1 love"], ["4 peace"], ["8 dowry"]]
    assert s.trace == ["ask_all (0, 1, 2) 'admirer'", "open 3 cards"]


def test_ing_36_nothing_of_an_admirer_is_known_before_all_have_chosen() -> None:
    s = lay(["", "", ""], HANDS)
    with pytest.raises(AssertionError, match="script is at its end"):
        s.run(choose_admirers)
    assert [admirer(s, seat) for seat in range(3)] == ["", "", ""]
    assert not any(line.endswith("love.") for line in s.log)


def test_in_11_the_seat_left_of_the_favoured_admirer_begins() -> None:
    s = lay(["2 love", "9 peace", "6 dowry"], HANDS)
    assert s.run(first_seat) == 2
    assert ring(s) == 1


def test_ing_30_left_of_the_last_seat_is_the_first() -> None:
    s = lay(["2 love", "3 peace", "6 dowry"], HANDS)
    assert s.run(first_seat) == 0
    assert ring(s) == 2


@pytest.mark.parametrize("drawn", [0, 1, 2])
def test_in_12_and_ind_2_after_a_tie_one_throw_decides_and_the_ring_is_in_the_centre(
    drawn: int,
) -> None:
    s = lay(["9 love", "9 peace", "6 dowry"], HANDS)
    assert s.run(first_seat, chance(drawn, why="first_player")) == drawn
    assert ring(s) is None
    assert s.trace == ["chance 'first_player' of 3"]


def test_ind_6_a_seat_that_left_is_passed_over_for_the_first_turn() -> None:
    s = lay(["9 love", "3 peace", "6 dowry"], HANDS)
    s.table.leave([Seat(1)])
    assert s.run(first_seat) == 2


def test_ind_6_who_leaves_instead_of_choosing_has_no_admirer_and_no_hand() -> None:
    s = lay(["", "", ""], HANDS)
    picks = {0: pick(card("2 love").face), 1: pick(), 2: pick(card("6 dowry").face)}
    s.run(choose_admirers, ask_all(ADMIRER, picks, leaves=[1]))
    assert [admirer(s, seat) for seat in range(3)] == ["2 love", "", "6 dowry"]
    assert in_hand(s, 1) == []


def first_choices(seats: int) -> tuple[Engine, Dealer, AskAll]:
    """A game up to the choice of Admirers."""
    engine = Engine(Inheritance(), seats, {})
    dealer = Dealer(engine, random.Random(5).randrange)
    engine.start()
    dealer.follow()
    while not isinstance(step := engine.waiting, AskAll):
        assert step is not None
        engine.feed(dealer.result(step))
        dealer.follow()
    return engine, dealer, step


def test_a_late_seat_enters_without_an_admirer() -> None:
    engine, dealer, step = first_choices(2)
    (_, first), _ = step.asks
    engine.feed((Answer(cards=first.cards[:1]), None))
    dealer.follow()
    assert engine.waiting is not None
    engine.feed(dealer.result(engine.waiting))
    assert len(engine.table.zone("admirer 0").cards) == 1
    assert engine.table.zone("admirer 1").cards == []
    assert len(engine.table.hand_zone(Seat(1)).cards) == 6
    assert engine.table.turn == 1


def test_ind_6_an_admirer_is_not_opened_if_its_owner_left_with_the_choice() -> None:
    engine, _, step = first_choices(3)
    answers = tuple(Answer(cards=choice.cards[:1]) for _, choice in step.asks)
    engine.feed(answers, (Seat(1),))
    assert engine.waiting == Open((answers[0].card, answers[2].card))


def test_ind_6_a_seat_drawn_by_chance_that_leaves_then_is_passed_over() -> None:
    s = lay(["9 love", "9 peace", "6 dowry"], HANDS)
    assert s.run(first_seat, chance(1, leaves=[1])) == 2


@pytest.mark.parametrize("seats", [1, 5])
def test_ind_1_the_game_takes_two_to_four_seats(seats: int) -> None:
    with pytest.raises(BadTable, match="takes 2 to 4 seats"):
        Engine(Inheritance(), seats, {})


def test_the_registry_knows_the_game_and_its_bot() -> None:
    game = make("inheritance")
    assert game.info.title == "Inheritance"
    assert "Paul Capovilla" in game.info.credits
    assert bot_kinds("inheritance") == ("strong", "fair", "gentle", "random")


def test_the_data_tables_hold_every_card_and_no_text() -> None:
    text = repr(Inheritance().tables())
    assert all(repr(one.face) in text for one in DECK)
    assert not any(one.name in text or one.text in text for one in DECK)


def test_the_ring_begins_in_the_centre() -> None:
    s = Scenario(Inheritance(), seats=2)
    s.setup(make_places)
    assert ring(s) is None
    assert not isinstance(s.engine.waiting, Chance)
