"""Replays of games under fog: what each seat knew, as far as its seed is in the record."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import pytest

from cli.model.replay import Replay, load
from cli.tui.screens.replay import ReplayScreen
from games.engine.bots import RandomBot
from games.engine.values import Seat
from games.fortress.settings import TEST_CAP
from p2p.log.beside import Beside, Entry
from p2p.record.record import Record, record_of
from simulation.network import SimNet, table_of
from tests.cli.tui.house import Stage

A, B = Seat(0), Seat(1)


@lru_cache(maxsize=1)
def played() -> SimNet:
    """A small game of two. To be looked at, never changed."""
    net = table_of(2, game="fortress", options={"units": TEST_CAP, "rounds": 5})
    for node in net.nodes:
        node.bot = RandomBot()
    net.start_all()
    net.run(lambda: all(len(net.session(seat).seeds()) == 2 for seat in range(2)))
    return net


@lru_cache(maxsize=1)
def record() -> Record:
    net = played()
    return record_of(net.charter, net.session(0).log, net.session(0).replica.engine)


def without_seed_of(seat: Seat) -> Replay:
    kept = tuple(
        signed
        for signed in record().entries
        if (one := Beside.decode(signed.body)).kind is not Entry.SEED or one.seat != seat
    )
    assert len(kept) == len(record().entries) - 1
    return load(replace(record(), entries=kept).encode(), {})


@pytest.mark.parametrize("seat", [A, B])
def test_at_its_end_a_half_is_what_its_seat_had(seat: Seat) -> None:
    replay = load(record().encode(), {})
    assert not replay.trouble
    live = played().session(seat).knowledge().half
    assert live is not None
    assert replay.halves[seat].before(1 << 20) == live


def test_each_seat_is_seen_with_its_own_map_at_each_moment() -> None:
    replay = load(record().encode(), {})
    own = replay.view(len(replay.moments) - 1, A).map
    other = replay.view(len(replay.moments) - 1, B).map
    assert own is not None
    assert other is not None
    assert any(place.mine for place in own.places)
    assert own.home != other.home
    assert replay.view(len(replay.moments) - 1, None).map is None
    first = replay.view(0, A).map
    assert first is None or not any(place.mine for place in first.places)


def test_where_all_play_at_once_a_turn_is_a_round() -> None:
    replay = load(record().encode(), {})
    places = [0]
    while places[-1] < len(replay.moments) - 1:
        places.append(replay.turn_after(places[-1]))
    told = [replay.moments[place].lines for place in places]
    assert told == sorted(set(told)) or told[:-1] == sorted(set(told))
    assert len(places) > 4
    assert replay.turn_before(places[3]) == places[2]


def test_without_its_seed_a_seat_shows_what_everybody_knows() -> None:
    replay = without_seed_of(B)
    assert set(replay.halves) == {A}
    assert replay.withholds(B)
    assert not replay.withholds(A)
    assert not replay.withholds(None)
    assert replay.view(len(replay.moments) - 1, B).map is None
    assert replay.view(len(replay.moments) - 1, A).map is not None


@pytest.mark.parametrize("size", ["small", "wide"])
def test_the_screen_shows_the_map_of_whose_eyes_it_uses(size: str) -> None:
    stage = Stage(size)
    stage.show(ReplayScreen(stage.ui, without_seed_of(B), "game.crownless", step=None))
    stage.press("end", "s")
    assert "┌ Aim: Be the first to make all the Artifacts. ─" in stage.text
    stage.press("tab", "i")
    assert "Around" in stage.text
    stage.press("esc", "s")
    assert "What it knew stays hidden: its seed is not here." in stage.text
