"""What standing orders come to: round by round, as a person would have ordered it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from games.fortress.effects import worked
from games.fortress.force import Force, Unit
from games.fortress.hexes import Cell
from games.fortress.kinds import UNITS, Terrain
from games.fortress.orders import UnitOrder, end_of, orders_of, why_not_orders
from games.fortress.standing import GoTo, Guard, Mine, Round, StandingOrder, orders_for_round
from tests.games.fortress.build import (
    ARCHER,
    BOARD,
    CAVALRY,
    INFANTRY,
    LODGING,
    WORKSHOP,
    at,
    force,
    plain,
    situation,
    unit,
)

DEPOSIT = at(4, 0)
HOME = at(0, 0)
LAND = {**plain(), DEPOSIT: Terrain.DEPOSIT}


def walk(
    own: Force,
    standing: Mapping[int, StandingOrder],
    rounds: int,
    known: Mapping[Cell, Terrain] = LAND,
) -> Force:
    """A force after some rounds in which nobody disturbs it."""
    for _ in range(rounds):
        found = orders_for_round(situation(own, known), (), standing, {})
        own = follow(own, found.orders, known)
    return own


def follow(own: Force, orders: Mapping[int, UnitOrder], known: Mapping[Cell, Terrain]) -> Force:
    assert why_not_orders(situation(own, known), orders_of(own, orders)) is None
    units = (
        replace(one, cell=end_of(one, orders.get(one.number, UnitOrder()).path, ()))
        for one in own.units
    )
    return worked(replace(own, units=tuple(units)), (), known, 100)


def only(own: Force, order: StandingOrder, known: Mapping[Cell, Terrain] = LAND) -> Round:
    """One round of one Unit."""
    return orders_for_round(situation(own, known), (), {0: order}, {})


# Go there


def test_a_unit_goes_the_shortest_way_and_is_done() -> None:
    own = force([unit(INFANTRY, at(0, 3))])
    own = walk(own, {0: GoTo(at(0, 0))}, 3)
    assert own.units[0].cell == at(0, 0)
    assert only(own, GoTo(at(0, 0))).ended == {0: "It is there."}


def test_cavalry_goes_two_cells_a_round() -> None:
    own = walk(force([unit(CAVALRY, at(0, 3))]), {0: GoTo(at(0, -1))}, 2)
    assert own.units[0].cell == at(0, -1)


def test_a_unit_goes_round_mountains() -> None:
    known = {**LAND, at(1, 0): Terrain.MOUNTAIN, at(1, -1): Terrain.MOUNTAIN}
    own = force([unit(INFANTRY, at(0, 0))])
    assert walk(own, {0: GoTo(at(2, -1))}, 3, known).units[0].cell != at(2, -1)
    assert walk(own, {0: GoTo(at(2, -1))}, 4, known).units[0].cell == at(2, -1)


def test_a_unit_waits_before_land_that_is_not_opened() -> None:
    known = {cell: terrain for cell, terrain in LAND.items() if BOARD.hexes[cell].q <= 1}
    own = walk(force([unit(INFANTRY, at(0, 0))]), {0: GoTo(at(3, 0))}, 3, known)
    assert own.units[0].cell == at(1, 0)


def test_a_unit_without_a_way_says_so_and_stays() -> None:
    around = dict.fromkeys(BOARD.neighbours[at(3, 0)], Terrain.MOUNTAIN)
    found = only(force([unit(INFANTRY, at(0, 0))]), GoTo(at(3, 0)), {**LAND, **around})
    assert found.orders == {0: UnitOrder()}
    assert found.ended == {0: "There is no way to that cell."}


def test_a_rivals_tile_is_gone_round_but_may_be_the_goal() -> None:
    own = force([unit(CAVALRY, at(0, 0))])
    there = situation(own, LAND, (at(1, 0),))
    assert orders_for_round(there, (), {0: GoTo(at(1, 0))}, {}).orders[0].path == (at(1, 0),)
    path = orders_for_round(there, (), {0: GoTo(at(2, 0))}, {}).orders[0].path
    assert at(1, 0) not in path


# Mine


def test_a_unit_digs_until_full_carries_home_and_comes_back() -> None:
    own = force([unit(INFANTRY, at(3, 0))], {HOME: WORKSHOP, at(-1, 0): LODGING})
    gold = []
    for _ in range(18):
        own = walk(own, {0: Mine()}, 1)
        gold.append(own.units[0].gold)
    assert gold == [1, 2, 3, 4, 5, 5, 5, 5, 4, 3, 2, 1, 0, 0, 0, 0, 1, 2]
    assert own.gauge == 5


def test_two_units_that_mine_share_the_deposits() -> None:
    known = {**LAND, at(3, 1): Terrain.DEPOSIT}
    own = force([unit(INFANTRY, at(3, 0), 0), unit(INFANTRY, at(2, 0), 1)], {HOME: WORKSHOP})
    own = walk(own, {0: Mine(), 1: Mine()}, 4, known)
    assert {one.cell for one in own.units} == {DEPOSIT, at(3, 1)}


def test_a_second_unit_waits_until_the_only_deposit_is_free() -> None:
    units = [unit(INFANTRY, DEPOSIT, 0, gold=3), unit(INFANTRY, at(3, 0), 1)]
    own = force(units, {HOME: WORKSHOP})
    assert {one.cell for one in walk(own, {0: Mine(), 1: Mine()}, 1).units} == {
        at(3, 0),
        DEPOSIT,
    }
    own = walk(own, {0: Mine(), 1: Mine()}, 3)
    first, second = sorted(own.units, key=lambda one: one.number)
    assert second.cell == DEPOSIT
    assert first.gold == UNITS[INFANTRY].carries


def test_a_unit_uses_the_deposit_and_the_workshop_that_were_named() -> None:
    known = {**LAND, at(1, 0): Terrain.DEPOSIT}
    tiles = {HOME: WORKSHOP, at(6, 0): WORKSHOP}
    order = Mine(DEPOSIT, at(6, 0))
    own = walk(force([unit(INFANTRY, at(2, 0))], tiles), {0: order}, 2, known)
    assert own.units[0].cell == DEPOSIT
    own = walk(own, {0: order}, 6, known)
    assert own.units[0].cell == at(6, 0)


def test_mining_ends_without_a_workshop_and_without_a_deposit() -> None:
    full = force([unit(INFANTRY, DEPOSIT, gold=5)])
    assert only(full, Mine()).ended == {0: "There is no Workshop to carry Gold to."}
    empty = force([unit(INFANTRY, HOME)], {HOME: WORKSHOP})
    assert only(empty, Mine(), plain()).ended == {0: "You know of no Deposit to dig at."}


def test_a_tile_on_a_deposit_is_no_deposit() -> None:
    empty = force([unit(INFANTRY, HOME)], {DEPOSIT: WORKSHOP})
    assert only(empty, Mine()).ended == {0: "You know of no Deposit to dig at."}


# Guard


def guarding(own: Unit, *rivals: Cell) -> UnitOrder:
    there = situation(force([own]), LAND)
    return orders_for_round(there, rivals, {0: Guard(at(0, 0))}, {}).orders[0]


def test_a_guard_goes_to_its_post_and_stays() -> None:
    assert guarding(unit(INFANTRY, at(0, 1))).path == (at(0, 0),)
    assert guarding(unit(INFANTRY, at(0, 0))).path == ()


def test_a_guard_attacks_who_comes_near() -> None:
    assert guarding(unit(INFANTRY, at(0, 0)), at(1, 0)).path == (at(1, 0),)
    assert guarding(unit(INFANTRY, at(0, 0)), at(2, 0)).path == ()
    assert guarding(unit(CAVALRY, at(0, 0)), at(2, 0)).path[-1] == at(2, 0)
    assert guarding(unit(CAVALRY, at(0, 0)), at(3, 0)).path == ()


def test_a_guarding_archer_shoots_from_its_post() -> None:
    assert guarding(unit(ARCHER, at(0, 0)), at(2, 0)) == UnitOrder((), at(2, 0))
    assert guarding(unit(ARCHER, at(0, 0)), at(3, 0)) == UnitOrder()


# All together


def test_a_rival_in_sight_gives_the_alarm_to_units_near_it() -> None:
    own = force([unit(INFANTRY, at(0, 0), 0), unit(INFANTRY, at(0, 5), 1)])
    there = situation(own, LAND)
    found = orders_for_round(there, (at(3, 0),), {0: GoTo(at(2, 0)), 1: GoTo(HOME)}, {})
    assert found.alarmed == (0,)


def test_a_standing_order_keeps_out_of_the_way_of_orders_by_hand() -> None:
    own = force([unit(INFANTRY, at(0, 0), 0), unit(INFANTRY, at(2, 0), 1)])
    given = {1: UnitOrder((at(1, 0),))}
    found = orders_for_round(situation(own, LAND), (), {0: GoTo(at(2, -1))}, given)
    assert found.orders[0].path == (at(1, -1),)
    both = orders_of(own, {**found.orders, **given})
    assert why_not_orders(situation(own, LAND), both) is None


def test_a_unit_in_the_way_of_one_ordered_by_hand_makes_room() -> None:
    own = force([unit(INFANTRY, at(0, 0), 0), unit(INFANTRY, at(1, 0), 1)])
    given = {1: UnitOrder((at(0, 0),))}
    found = orders_for_round(situation(own, LAND), (), {0: Guard(at(0, 0))}, given)
    both = orders_of(own, {**found.orders, **given})
    assert why_not_orders(situation(own, LAND), both) is None


SPOTS = BOARD.within(at(1, 0), 3)
ORDERS = st.one_of(
    st.builds(GoTo, st.sampled_from(SPOTS)),
    st.builds(Guard, st.sampled_from(SPOTS)),
    st.just(Mine()),
)


@st.composite
def crowds(draw: st.DrawFn) -> tuple[Force, dict[Cell, Terrain], dict[int, StandingOrder]]:
    cells = draw(st.lists(st.sampled_from(SPOTS), unique=True, min_size=1, max_size=12))
    kinds = st.sampled_from((INFANTRY, ARCHER, CAVALRY))
    units = [
        unit(draw(kinds), cell, i, gold=draw(st.integers(0, 2))) for i, cell in enumerate(cells)
    ]
    standing = {i: draw(ORDERS) for i in range(len(units)) if draw(st.booleans())}
    others = [cell for cell in SPOTS if cell not in cells and cell not in (HOME, DEPOSIT)]
    hills = draw(st.lists(st.sampled_from(others), unique=True, max_size=8))
    known = {**LAND, **dict.fromkeys(hills, Terrain.MOUNTAIN)}
    return force(units, {HOME: WORKSHOP}), known, standing


@given(crowds(), st.lists(st.sampled_from(SPOTS), max_size=3))
def test_what_they_come_to_may_always_be_ordered(
    crowd: tuple[Force, dict[Cell, Terrain], dict[int, StandingOrder]], rivals: list[Cell]
) -> None:
    own, known, standing = crowd
    there = situation(own, known)
    found = orders_for_round(there, rivals, standing, {})
    assert found.orders.keys() <= {one.number for one in own.units}
    assert why_not_orders(there, orders_of(own, found.orders)) is None
