"""How a table of Fortress looks: to a seat with its map, to everybody else without one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engine.engine import Engine
from games.engine.private import NOTHING_KNOWN, Knowledge
from games.engine.values import Seat
from games.fortress.course import state_of
from games.fortress.effects import Account
from games.fortress.force import Force, Tile, new_tile
from games.fortress.half import FortressHalf
from games.fortress.kinds import POINT
from games.fortress.rules import Fortress
from games.fortress.settings import TEST_CAP
from games.fortress.view import view_of
from simulation.dealer import Dealer, Playout, dice, play
from tests.games.fortress.build import LODGING, WALL
from tests.games.fortress.halves import half_of

A, B, C = (Seat(seat) for seat in range(3))
SMALL: dict[str, str | int] = {"units": TEST_CAP, "rounds": 5}


def played(seed: int = 1, **more: object) -> Playout:
    return play(Fortress(), 3, seed, options=SMALL, **more)  # type: ignore[arg-type]


def test_before_the_map_is_laid_there_is_nothing_to_see() -> None:
    engine = Engine(Fortress(), 3, SMALL)
    engine.start()
    view = view_of(engine.table, A, NOTHING_KNOWN)
    assert view.turn == "The map is being laid"
    assert view.map is None
    assert view.notes == ()


def test_everybody_sees_artifacts_and_who_is_out_and_nothing_else() -> None:
    table = played().engine.table
    state_of(table).accounts = {A: Account(3, False), B: Account(0, True), C: Account(1, False)}
    for seat in (None, A):
        view = view_of(table, seat, NOTHING_KNOWN)
        assert [one.note for one in view.seats] == [
            "3 of 12 Artifacts",
            "0 of 12 Artifacts, out",
            "1 of 12 Artifacts",
        ]
        assert [one.short for one in view.seats] == ["3/12", "0/12, out", "1/12"]
        assert all(one.hand is None for one in view.seats)
        assert (view.map, view.notes, view.hand, view.areas) == (None, (), (), ())


def test_a_seat_sees_its_own_half_and_no_other() -> None:
    playout = played()
    table, dealer = playout.engine.table, playout.dealer
    half = dealer.halves[A]
    assert isinstance(half, FortressHalf)
    view = view_of(table, A, dealer.knowledge(A))
    assert view.map is not None
    own = [place for place in view.map.places if place.mine]
    assert len(own) == len(half.force.cells())
    assert view.map.home == half.public.chart.starts[A]
    notes = {note.key: note.value for note in view.notes}
    assert notes["artifacts"] == f"{half.force.artifacts} of 12"
    assert notes["gauge"] == f"{half.force.gauge} of 5"
    assert notes["tiles"].count("; ") == len({tile.kind for tile in half.force.tiles}) - 1


@pytest.mark.parametrize(
    ("tiles", "said"),
    [
        ((), "none"),
        ((new_tile(0, WALL),), "Wall 20"),
        (
            (new_tile(0, WALL), Tile(1, WALL, 7 * POINT), new_tile(2, LODGING)),
            "Lodging 10; Walls 20 and 7",
        ),
    ],
)
def test_what_stands_of_a_fortress_is_told_with_its_health(
    tiles: tuple[Tile, ...], said: str
) -> None:
    half = half_of(Force(tiles=tiles))
    table = played().engine.table
    notes = {note.key: note.value for note in view_of(table, A, Knowledge({}, half)).notes}
    assert notes["tiles"] == said
    building = Knowledge({}, replace(half, round=1))
    assert view_of(table, A, building).notes == ()


def test_the_view_of_a_seat_does_not_depend_on_what_others_know() -> None:
    playout = played()
    table, dealer = playout.engine.table, playout.dealer
    before = view_of(table, A, dealer.knowledge(A))
    other = dealer.halves[B]
    assert isinstance(other, FortressHalf)
    dealer.halves[B] = replace(other, known={})
    assert view_of(table, A, dealer.knowledge(A)) == before
    assert view_of(table, B, dealer.knowledge(B)) != view_of(table, B, Knowledge({}, other))


def test_who_has_left_is_shown_as_gone() -> None:
    playout = played(leave={4: (C,)})
    view = view_of(playout.engine.table, A, NOTHING_KNOWN)
    assert [one.gone for one in view.seats] == [False, False, True]


def test_a_round_is_named_with_the_most_there_are() -> None:
    engine = Engine(Fortress(), 3, SMALL)
    dealer = Dealer(engine, dice(1))
    engine.start()
    dealer.follow()
    while view_of(engine.table, None, NOTHING_KNOWN).turn == "The map is being laid":
        assert engine.waiting is not None
        engine.feed(dealer.result(engine.waiting))
        dealer.follow()
    assert view_of(engine.table, None, NOTHING_KNOWN).turn == "Round 1 of 5: everybody builds"
