"""Whole games: what must be true of the table at every moment, whoever plays and whoever leaves."""

from __future__ import annotations

import pytest

from games import registry
from games.court.deck import ACTIONS as ACTION_ROWS
from games.court.rules import Court
from games.court.state import (
    ACTIONS,
    ATTACHED,
    AUCTION,
    CHARACTERS,
    DISCARDS,
    EVENTS,
    FORMER,
    LASTING,
    PLAYED,
    REVEALED,
    court,
    hand_of,
    state_of,
)
from games.engine.bots import Bot, RandomBot
from games.engine.engine import Engine
from games.engine.steps import Ask
from games.engine.values import Seat
from simulation.dealer import Dealer, play


def everything_is_somewhere(engine: Engine, dealer: Dealer) -> None:
    """Cards are neither lost nor doubled; nobody has more than may be."""
    table, state = engine.table, state_of(engine.table)
    if not state.princes:
        return
    seats = [Seat(seat) for seat in range(table.seats)]
    in_play = [one.key for one in state.people.values() if not one.is_prince]
    waiting = [
        dealer.true[card] for zone in (CHARACTERS, FORMER, AUCTION) for card in _in(engine, zone)
    ]
    newcomer = 30 - len(in_play) - len(waiting) - len(state.killed)
    assert newcomer in (0, 1)  # drawn and not yet let in: it still lies on the deck
    assert len(set(in_play) | set(state.killed)) == len(in_play) + len(state.killed)
    held = [card for seat in seats for card in _in(engine, hand_of(seat))]
    zones = (ACTIONS, DISCARDS, ATTACHED, PLAYED)
    cards = [*held, *(card for zone in zones for card in _in(engine, zone))]
    actions = {row.key for row in ACTION_ROWS}
    assert len({str(dealer.true[card]) for card in cards} & actions) == len(
        [card for card in cards if str(dealer.true[card]) in actions]
    )
    if not table.gone:
        assert sum(str(dealer.true[card]) in actions for card in cards) == len(ACTION_ROWS)
    assert all(favor >= 0 for favor in state.favor.values())
    assert all(table.is_open(card) for zone in (DISCARDS, FORMER) for card in _in(engine, zone))
    assert not any(table.is_open(card) for zone in (ACTIONS, EVENTS) for card in _in(engine, zone))
    for seat in seats:
        if table.is_gone(seat):
            assert not court(state, seat)
            assert not _in(engine, hand_of(seat))
    if isinstance(engine.waiting, Ask) and engine.waiting.choice.kind in ("act", "event", "draw"):
        assert all(len(court(state, seat)) <= 5 for seat in seats)  # HA-13
        assert not state.pending
        assert not _in(engine, PLAYED)
    if state.affair is None:
        assert not _in(engine, REVEALED)
    assert len(_in(engine, LASTING)) == len(state.lasting)


def _in(engine: Engine, zone: str) -> list:  # type: ignore[type-arg]
    return list(engine.table.zone(zone).cards)


def players(kind: str, seats: int) -> list[Bot]:
    return [RandomBot() if kind == "random" else registry.bot("court") for _ in range(seats)]


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("kind", ["random", "best"])
def test_every_card_is_somewhere_at_every_moment(kind: str, seats: int) -> None:
    playout = play(Court(), seats, 2, bots=players(kind, seats), watch=everything_is_somewhere)
    assert playout.engine.outcome is not None


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_every_card_is_somewhere_in_more_games(seed: int) -> None:
    bots = players("random" if seed % 2 else "best", 3 + seed % 3)
    play(Court(), 3 + seed % 3, 100 + seed, bots=bots, watch=everything_is_somewhere)


@pytest.mark.parametrize("seed", range(4))
def test_and_when_seats_leave(seed: int) -> None:
    leave = {20 + 40 * seed: (Seat(seed % 4),), 130: (Seat((seed + 1) % 4),)}
    play(Court(), 4, seed, leave=leave, watch=everything_is_somewhere)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_hag_44_everybody_has_exactly_four_turns(seats: int) -> None:
    playout = play(Court(), seats, 3)
    events = playout.engine.table.events
    assert [events[f"turn {seat}"] for seat in range(seats)] == [4] * seats
    assert events["event"] == 4 * seats


def test_the_winner_has_the_most_favor() -> None:
    engine = play(Court(), 3, 6).engine
    favor = state_of(engine.table).favor
    assert engine.outcome is not None
    assert favor[engine.outcome.winners[0]] == max(favor.values())
