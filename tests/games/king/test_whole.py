"""Whole games: what must be true of the table at every moment, whoever plays and whoever leaves."""

from __future__ import annotations

import pytest

from games.engine.bots import Bot, RandomBot
from games.engine.engine import Engine
from games.engine.steps import Ask, Claims
from games.engine.values import Seat
from games.king.board import others, people
from games.king.bot.player import Pretender
from games.king.dice import DECK
from games.king.hands import DISCARDS, hand_of, is_bedevilled, tokens, tokens_of
from games.king.heirs import HEIRS, HERMIT, player, seat_of
from games.king.loyalty import held_by
from games.king.offers import choose_play
from games.king.ranks import PLACES, Rank
from games.king.rules import King
from games.king.state import Moment, catalogue_of, state_of
from simulation.dealer import Dealer, play


def everything_is_somewhere(engine: Engine, dealer: Dealer) -> None:
    """People once each; friends on the board; cards neither lost nor doubled; windows few."""
    table = engine.table
    state = state_of(table)
    if table.turn is None:
        return
    everybody = [*people(state), *state.dead, *state.shipped]
    seats = [Seat(seat) for seat in range(table.seats)]
    expected = [
        *(heir.key for heir in HEIRS),
        *(player(seat) for seat in seats if not table.is_gone(seat)),
    ]
    assert sorted(everybody) == sorted(expected)
    on_board = people(state)
    for person in (*state.owners, *state.bribes):
        assert person in on_board
        assert person != HERMIT
        assert seat_of(person) is None
    assert all(stack for stack in state.bribes.values())
    assert all(not held_by(state, seat) for seat in seats if table.is_gone(seat))
    dealt = [card for seat in seats for card in table.zone(hand_of(seat)).cards]
    cards = [*table.zone(DECK).cards, *table.zone(DISCARDS).cards, *dealt]
    if not table.gone:
        assert len(cards) == len(catalogue_of(table).deck(table.seats))
    assert all(table.is_open(card) for card in table.zone(DISCARDS).cards)
    assert not any(table.is_open(card) for card in table.zone(DECK).cards)
    for seat in seats:
        assert all(table.is_open(card) for card in table.zone(tokens_of(seat)).cards)


def the_table_is_settled(engine: Engine) -> None:
    """At a window with nothing announced the Ranks are full from the top, and hands as they must
    be."""
    table = engine.table
    state = state_of(table)
    counts = [len(state.ranks[rank]) for rank in Rank]
    for rank, places in PLACES.items():
        assert counts[rank - 1] == places or not any(counts[rank:])
    for seat in table.active:
        if is_bedevilled(state, seat):
            assert all(table.is_open(card) for card in table.zone(hand_of(seat)).cards)


def offers_are_as_if_made_anew(engine: Engine, step: Claims) -> None:
    """What is kept of an earlier window is what the rules would offer now."""
    table = engine.table
    for seat, choice in step.offers:
        fresh = choose_play(table, seat, Moment.WINDOW, choice.cards)
        assert choice == fresh
        assert fresh is not None
        assert choice.predicate == fresh.predicate
        assert (choice.weight, choice.slight) == (fresh.weight, fresh.slight)
    offered = [seat for seat, _ in step.offers]
    for seat in others(table, table.turn or Seat(0)):
        cards = (*table.hand_zone(seat).cards, *tokens(table, seat))
        if seat not in offered:
            assert choose_play(table, seat, Moment.WINDOW, cards) is None


def watch(engine: Engine, dealer: Dealer) -> None:
    step = engine.waiting
    if isinstance(step, Ask | Claims):
        everything_is_somewhere(engine, dealer)
    quiet = isinstance(step, Claims) and step.window not in ("announced", "attempt")
    if isinstance(step, Claims) and quiet and not step.in_order:
        the_table_is_settled(engine)
        offers_are_as_if_made_anew(engine, step)


@pytest.mark.parametrize("seats", range(2, 7))
def test_everything_is_somewhere_among_random_players(seats: int) -> None:
    for seed in range(4):
        leave = {40 + 30 * seed: (Seat(seed % seats),)} if seed and seats > 2 else None
        play(King(), seats, 70 + seed, watch=watch, leave=leave)


@pytest.mark.parametrize("seats", [3, 5])
def test_everything_is_somewhere_up_to_the_crown(seats: int) -> None:
    for seed in range(4):
        bots: list[Bot] = [Pretender(), RandomBot(), *[Pretender()] * (seats - 2)]
        play(King(), seats, 90 + seed, bots=bots, watch=watch, options={})


@pytest.mark.parametrize("seats", [2, 4])
def test_no_turn_without_a_play_has_more_than_five_windows(seats: int) -> None:
    """SKD-2."""
    quiet = 0
    for seed in range(4):
        opened: dict[int, int] = {}
        plays: dict[int, int] = {}

        def count(
            engine: Engine,
            dealer: Dealer,
            opened: dict[int, int] = opened,
            plays: dict[int, int] = plays,
        ) -> None:
            turn = engine.table.events.get("turn", 0)
            plays[turn] = engine.table.events.get("play", 0)
            opened[turn] = opened.get(turn, 0) + isinstance(engine.waiting, Claims)

        play(King(), seats, seed, bots=[Pretender()] * seats, watch=count, options={})
        still = [turn for turn in opened if turn and plays[turn] == plays.get(turn - 1, 0)]
        quiet += len(still)
        assert all(opened[turn] <= 5 for turn in still)
    assert quiet > 3
