"""Games played in the head: what a play does to the Ring, and who wins in the end."""

from __future__ import annotations

import pytest

from games.engine.values import Seat
from games.inheritance.bot.rollout import (
    comfort,
    quick_move,
    reveal_if_better,
    ring_after,
    take_turn,
    winner,
)
from games.inheritance.bot.world import NOBODY, NUMBER, Dice
from games.inheritance.cards import DECK
from games.inheritance.uses import Verb
from tests.games.inheritance.bot.test_world import tables, world_of
from tests.games.inheritance.build import card, position

ME = Seat(0)


@pytest.mark.parametrize("holder", [NOBODY, 0, 1, 2])
def test_the_ring_suits_best_at_oneself_then_in_the_centre_then_far_away(holder: int) -> None:
    world = world_of(tables()[0], [])
    marks = [comfort(world, ME, each) for each in (0, NOBODY, 2, 1)]
    assert marks == sorted(marks, reverse=True)
    assert len(set(marks)) == 4
    world.gone = (Seat(2),)
    assert comfort(world, ME, 2) == comfort(world, ME, NOBODY)


def test_what_a_play_does_to_the_ring_is_foreseen_without_playing_it() -> None:
    for given in tables():
        hand = [one for one in DECK if one not in given.board.values()][::3][:9]
        world = world_of(given, hand)
        for move in list(world.moves(ME)):
            if move[1] is Verb.COMMAND:
                continue  # what its victim lays is secret and never favoured: next test
            before = world.copy()
            found = ring_after(world, ME, move)
            assert world == before
            tried = world.copy()
            take_turn(tried, ME, move, Dice(1))
            assert found == tried.ring


def test_a_soldier_takes_the_ring_off_an_admirer() -> None:
    world = world_of(position(["3 love", "8 dowry", "4 war"], ring=1), [card("5 peace")])
    assert ring_after(world, ME, (NUMBER[card("5 peace")], Verb.COMMAND, 1)) == 2


def test_a_secret_admirer_is_shown_only_where_it_helps() -> None:
    world = world_of(position(["?", "8 dowry", "4 war"], ring=1), [])
    world.admirers[ME] = NUMBER[card("9 love")]
    assert reveal_if_better(world, ME)
    assert not world.secret[ME]
    world.admirers[ME], world.secret[ME] = NUMBER[card("2 love")], True
    assert not reveal_if_better(world, ME)
    assert world.secret[ME]


def test_the_first_play_that_takes_the_ring_is_made() -> None:
    world = world_of(position(["2 love", "8 dowry", "4 war"], ring=1), [])
    beggar, cleric = NUMBER[card("2 war")], NUMBER[card("7 peace")]
    for seed in range(20):
        world.hands[ME] = [cleric, beggar]
        assert quick_move(world, ME, Dice(seed)) == (beggar, Verb.RULE, NOBODY)


def test_who_begins_a_turn_with_the_ring_wins() -> None:
    world = world_of(position(["3 love", "8 dowry", "4 war"], ring=1), [])
    assert winner(world, 1, 0, Dice(1)) == 1


def test_who_alone_has_a_card_that_takes_the_ring_wins() -> None:
    world = world_of(position(["2 love", "8 dowry", "4 war"], ring=1), [card("2 war")])
    world.hands[1] = world.hands[2] = []
    assert winner(world, ME, 2, Dice(1)) == ME


def test_a_game_without_cards_ends_after_one_round_of_checks() -> None:
    world = world_of(position(["3 love", "8 dowry", "4 war"]), [])
    world.hands = [[], [], []]
    assert winner(world.copy(), 1, 0, Dice(1)) == NOBODY
    world.ring = 0
    assert winner(world, 1, 0, Dice(1)) == 0


def test_the_ring_of_somebody_who_has_left_wins_for_nobody() -> None:
    world = world_of(position(["3 love", "8 dowry", "4 war"], ring=1, gone=[1]), [])
    world.hands = [[], [], []]
    assert winner(world, ME, 2, Dice(1)) == NOBODY
