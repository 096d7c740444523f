"""What a seat may do now, listed: exactly what the rules allow."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.engine.values import Seat
from games.fortress.building import default_build, why_not_build
from games.fortress.drawing import drawn_build
from games.fortress.kinds import Terrain
from games.fortress.orders import (
    UnitOrder,
    why_not_orders,
    why_not_path,
    why_not_shot,
    why_not_target,
)
from games.fortress.planning import paths_of, placed, placements, shots_from, targets_from, together
from simulation.dealer import dice
from tests.games.fortress.build import (
    ARCHER,
    BALLISTA,
    BOARD,
    CAVALRY,
    INFANTRY,
    at,
    force,
    plain,
    situation,
    unit,
)
from tests.games.fortress.oracle import Oracle

HERE, EAST, EAST_2 = (at(q, 0) for q in range(3))


def test_infantry_may_stay_or_take_a_step() -> None:
    own = force([unit(INFANTRY, HERE)])
    known = {**plain(), EAST: Terrain.MOUNTAIN}
    found = paths_of(situation(own, known), own.units[0])
    assert next(iter(found)) == HERE
    assert set(found) == {HERE, *BOARD.neighbours[HERE]} - {EAST}


def test_cavalry_is_cut_by_a_tile_and_goes_round_it() -> None:
    own = force([unit(CAVALRY, HERE)])
    found = paths_of(situation(own, rival_tiles=[EAST]), own.units[0])
    assert found[EAST] == (EAST,)
    assert EAST_2 not in found
    assert len(paths_of(situation(own), own.units[0])) == 19
    assert all(why_not_path(situation(own), own.units[0], path) is None for path in found.values())


@given(st.integers(0, len(BOARD) - 1))
def test_targets_and_shots_are_all_that_is_allowed(end: int) -> None:
    own = force([unit(ARCHER, HERE)], {HERE: BALLISTA})
    within = situation(own)
    (one,) = own.units
    listed = targets_from(within, one, end)
    assert set(listed) == {
        cell for cell in range(len(BOARD)) if why_not_target(within, one, end, cell) is None
    }
    shots = shots_from(within, HERE)
    assert set(shots) == {
        cell for cell in range(len(BOARD)) if why_not_shot(within, HERE, cell) is None
    }
    assert targets_from(within, unit(INFANTRY, HERE), end) == ()


def test_wishes_are_put_together_without_two_on_one_cell() -> None:
    own = force([unit(INFANTRY, HERE, 0), unit(INFANTRY, EAST, 1), unit(INFANTRY, EAST_2, 2)])
    within = situation(own)
    east = UnitOrder((EAST_2,))
    orders = together(
        within, [(2, [UnitOrder((at(3, 0),))]), (1, [east]), (0, [UnitOrder((EAST,))])]
    )
    assert [order.path for order in orders.units] == [(EAST,), (EAST_2,), (at(3, 0),)]
    blocked = together(within, [(0, [UnitOrder((EAST,))]), (1, [east])])
    assert [order.path for order in blocked.units] == [(), (), ()]
    assert why_not_orders(within, orders) is None


def test_placements_are_all_that_is_allowed() -> None:
    public = Oracle(2, 3).public
    plan = default_build()
    for piece in range(3):
        listed = placements(public, 0, plan, piece)
        assert len(set(listed)) == len(listed) > 0
        for cell, turns in listed:
            one = placed(plan, piece, cell, turns)
            assert why_not_build(public.chart, 0, public.offer, one) is None


def test_drawn_buildings_are_allowed_for_every_offer() -> None:
    for seed in range(30):
        public = Oracle(2, seed).public
        for seat in range(2):
            plan = drawn_build(public, seat, dice(seed))
            assert why_not_build(public.chart, Seat(seat), public.offer, plan) is None
