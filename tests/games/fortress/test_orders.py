"""Which orders are allowed (FT-22 to FT-27 and the rulings on moves and shots), and their plans."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.errors import BadMove
from games.fortress.force import Force
from games.fortress.kinds import Terrain, UnitKind
from games.fortress.orders import (
    Orders,
    Situation,
    UnitOrder,
    default_target,
    ends_of,
    orders_of,
    plan_of,
    plan_size,
    read_plan,
    why_not_orders,
)
from tests.games.fortress.build import (
    ARCHER,
    BALLISTA,
    BOARD,
    CAVALRY,
    INFANTRY,
    WALL,
    at,
    force,
    plain,
    situation,
    unit,
)

HERE, EAST, EAST_2, EAST_3 = (at(q, 0) for q in range(4))


def refusal(own: Force, units: dict[int, UnitOrder], within: Situation | None = None) -> str | None:
    within = within or situation(own)
    return why_not_orders(within, orders_of(own, units))


def go(*path: int, target: int | None = None) -> UnitOrder:
    return UnitOrder(path, target)


@pytest.mark.parametrize("kind", [INFANTRY, ARCHER])
def test_ftg_16_infantry_and_archers_move_one_cell(kind: UnitKind) -> None:
    own = force([unit(kind, HERE)])
    assert refusal(own, {0: go(EAST)}) is None
    assert "moves 1 cell a round" in (refusal(own, {0: go(EAST, EAST_2)}) or "")


def test_ftg_16_cavalry_moves_two() -> None:
    own = force([unit(CAVALRY, HERE)])
    assert refusal(own, {0: go(EAST, EAST_2)}) is None
    assert refusal(own, {0: go(EAST)}) is None
    assert "moves 2 cells" in (refusal(own, {0: go(EAST, EAST_2, EAST_3)}) or "")


def test_ft_8_a_move_is_from_cell_to_adjacent_cell() -> None:
    assert "adjacent" in (refusal(force([unit(INFANTRY, HERE)]), {0: go(EAST_2)}) or "")
    assert "adjacent" in (refusal(force([unit(CAVALRY, HERE)]), {0: go(EAST, EAST_3)}) or "")


def test_ftd_15_a_path_does_not_come_back_to_its_start() -> None:
    assert "come back" in (refusal(force([unit(CAVALRY, HERE)]), {0: go(EAST, HERE)}) or "")


def test_ft_14_no_unit_passes_a_mountain() -> None:
    own = force([unit(CAVALRY, HERE)])
    known = {**plain(), EAST: Terrain.MOUNTAIN}
    assert "mountain" in (refusal(own, {0: go(EAST, EAST_2)}, situation(own, known)) or "")


def test_ftd_19_nobody_moves_onto_what_is_not_opened() -> None:
    own = force([unit(INFANTRY, HERE)])
    known = {cell: terrain for cell, terrain in plain().items() if cell != EAST}
    assert "not opened" in (refusal(own, {0: go(EAST)}, situation(own, known)) or "")


def test_ftg_1_two_own_units_do_not_end_on_one_cell() -> None:
    own = force([unit(INFANTRY, HERE, 0), unit(INFANTRY, EAST_2, 1)])
    assert "two of your Units" in (refusal(own, {0: go(EAST), 1: go(EAST)}) or "")
    beside = force([unit(INFANTRY, HERE, 0), unit(INFANTRY, EAST, 1)])
    assert "two of your Units" in (refusal(beside, {0: go(EAST)}) or "")


def test_ftg_21_a_chain_of_own_units_is_legal() -> None:
    own = force([unit(INFANTRY, HERE, 0), unit(INFANTRY, EAST, 1), unit(INFANTRY, EAST_2, 2)])
    assert refusal(own, {0: go(EAST), 1: go(EAST_2), 2: go(EAST_3)}) is None


def test_ftg_21_a_ring_of_own_units_is_legal() -> None:
    ring = [HERE, EAST, at(0, 1)]
    own = force([unit(INFANTRY, cell, number) for number, cell in enumerate(ring)])
    assert refusal(own, {0: go(ring[1]), 1: go(ring[2]), 2: go(ring[0])}) is None


def test_ftd_15_a_cut_path_counts_where_it_ends() -> None:
    own = force([unit(CAVALRY, HERE, 0), unit(INFANTRY, at(1, 1), 1)])
    run = {0: go(EAST, EAST_2), 1: go(EAST)}
    assert refusal(own, run) is None
    seen = situation(own, rival_tiles=[EAST])
    assert ends_of(seen, orders_of(own, run)) == (EAST, EAST)
    assert "two of your Units" in (refusal(own, run, seen) or "")


# Shots


@pytest.mark.parametrize(("target", "allowed"), [(EAST, True), (EAST_2, True), (EAST_3, False)])
def test_ft_20_an_archer_reaches_two_cells(target: int, allowed: bool) -> None:
    reason = refusal(force([unit(ARCHER, HERE)]), {0: go(target=target)})
    assert (reason is None) is allowed


def test_ft_26_range_counts_from_where_the_archer_ends() -> None:
    own = force([unit(ARCHER, HERE)])
    assert refusal(own, {0: go(EAST, target=EAST_3)}) is None
    assert refusal(own, {0: go(EAST, target=EAST)}) is not None


@pytest.mark.parametrize("kind", [INFANTRY, CAVALRY])
def test_ft_19_who_is_no_archer_does_not_shoot(kind: UnitKind) -> None:
    reason = refusal(force([unit(kind, HERE)]), {0: go(target=EAST)})
    assert "attacks by moving" in (reason or "")


def test_ftg_30_an_archer_shoots_over_a_mountain() -> None:
    own = force([unit(ARCHER, HERE)])
    known = {**plain(), EAST: Terrain.MOUNTAIN}
    assert refusal(own, {0: go(target=EAST_2)}, situation(own, known)) is None


def test_ftd_19_an_archer_shoots_at_opened_cells_only() -> None:
    own = force([unit(ARCHER, HERE)])
    for hidden in (EAST, EAST_2):
        known = {cell: terrain for cell, terrain in plain().items() if cell != hidden}
        reason = refusal(own, {0: go(target=EAST_2)}, situation(own, known))
        assert "not opened" in (reason or "")


def test_ft_34_ftd_16_an_archer_on_a_rival_tile_gets_no_target() -> None:
    own = force([unit(ARCHER, HERE)])
    onto = {0: go(EAST, target=EAST_2)}
    assert "only attack there" in (refusal(own, onto, situation(own, rival_tiles=[EAST])) or "")
    stands = situation(own, rival_tiles=[HERE])
    assert "only attack there" in (refusal(own, {0: go(target=EAST)}, stands) or "")


def test_ftb_2_an_archer_that_walks_off_a_rival_tile_may_shoot_from_where_it_ends() -> None:
    own = force([unit(ARCHER, HERE)])
    stands = situation(own, rival_tiles=[HERE])
    assert refusal(own, {0: go(EAST, target=EAST_2)}, stands) is None


def test_ftb_1_a_shot_may_go_to_an_own_cell_but_not_to_the_shooters() -> None:
    own = force([unit(ARCHER, HERE, 0), unit(INFANTRY, EAST, 1)], {HERE: WALL, EAST_2: WALL})
    assert refusal(own, {0: go(target=EAST)}) is None
    assert refusal(own, {0: go(target=EAST_2)}) is None
    assert refusal(own, {0: go(target=HERE)}) is not None


def test_ftd_16_an_archer_on_an_own_ballista_gets_no_target() -> None:
    own = force([unit(ARCHER, HERE)], {HERE: BALLISTA})
    assert "serves the Ballista" in (refusal(own, {0: go(target=EAST)}) or "")


def shot(own: Force, target: int, within: Situation | None = None) -> str | None:
    return why_not_orders(within or situation(own), orders_of(own, targets={HERE: target}))


@pytest.mark.parametrize(("q", "allowed"), [(0, False), (1, True), (4, True), (5, False)])
def test_ftg_31_a_ballista_shoots_four_cells_far(q: int, allowed: bool) -> None:
    own = force(tiles={HERE: BALLISTA})
    assert (shot(own, at(q, 0)) is None) is allowed


def test_ftg_34_a_mountain_on_both_lines_stops_a_ballista_and_a_wall_does_not() -> None:
    own = force(tiles={HERE: BALLISTA, EAST: WALL})
    assert shot(own, EAST_3) is None
    blocked = situation(own, {**plain(), EAST: Terrain.MOUNTAIN})
    assert "mountain" in (shot(own, EAST_3, blocked) or "")


def test_ftg_34_one_free_line_is_enough() -> None:
    own = force(tiles={HERE: BALLISTA})
    target = at(1, 1)
    one = {**plain(), at(1, 0): Terrain.MOUNTAIN}
    assert shot(own, target, situation(own, one)) is None
    both = {**one, at(0, 1): Terrain.MOUNTAIN}
    assert shot(own, target, situation(own, both)) is not None


def test_ftd_24_the_cells_between_must_be_opened_and_the_target_need_not() -> None:
    own = force(tiles={HERE: BALLISTA})
    blind = {cell: terrain for cell, terrain in plain().items() if cell != EAST_3}
    assert shot(own, EAST_3, situation(own, blind)) is None
    dark = {cell: terrain for cell, terrain in plain().items() if cell != EAST_2}
    assert "not opened" in (shot(own, EAST_3, situation(own, dark)) or "")


def test_ftg_32_the_default_target_is_the_nearest_visible_rival() -> None:
    within = situation(force(tiles={HERE: BALLISTA}))
    assert default_target(within, HERE, [EAST_3, EAST_2]) == EAST_2
    assert default_target(within, HERE, []) is None
    assert default_target(within, HERE, [at(5, 0)]) is None
    same = [at(2, 0), at(0, 2), at(-2, 0)]
    assert default_target(within, HERE, same) == at(-2, 0)


def test_ftd_16_the_default_takes_only_units_with_a_free_line() -> None:
    own = force(tiles={HERE: BALLISTA})
    blocked = situation(own, {**plain(), EAST: Terrain.MOUNTAIN})
    assert default_target(blocked, HERE, [EAST_2, at(0, 3)]) == at(0, 3)


# Plans


def armies() -> st.SearchStrategy[tuple[Force, Orders]]:
    cells = st.integers(0, len(BOARD) - 1)
    orders = st.builds(UnitOrder, st.lists(cells, max_size=2).map(tuple), st.none() | cells)

    def with_orders(own: Force) -> st.SearchStrategy[tuple[Force, Orders]]:
        guns = sum(tile.kind is BALLISTA for tile in own.tiles)
        return st.tuples(
            st.just(own),
            st.builds(
                Orders,
                st.tuples(*[orders] * len(own.units)),
                st.tuples(*[st.none() | cells] * guns),
            ),
        )

    units = st.lists(cells, max_size=12, unique=True)
    tiles = st.dictionaries(cells, st.sampled_from([BALLISTA, WALL]), max_size=10)
    forces = st.builds(
        lambda places, laid: force(
            [unit(ARCHER, cell, number) for number, cell in enumerate(places)], laid
        ),
        units,
        tiles,
    )
    return forces.flatmap(with_orders)


@given(armies())
def test_a_plan_holds_any_orders_in_one_fixed_length(army: tuple[Force, Orders]) -> None:
    own, orders = army
    plan = plan_of(orders, 12)
    assert len(plan) == plan_size(12) == 46
    assert read_plan(plan, BOARD, own, 12) == orders


def test_a_plan_that_names_what_one_does_not_have_is_refused() -> None:
    own = force([unit(INFANTRY, HERE)], {EAST: BALLISTA})
    right = plan_of(orders_of(own), 12)
    assert read_plan(right, BOARD, own, 12) == orders_of(own)
    wrong = {
        "a second Unit": (*right[:3], 1, *right[4:]),
        "a second Ballista": (*right[:37], 1, *right[38:]),
        "a second step without a first": (0, 1, *right[2:]),
        "a cell off the map": (len(BOARD) + 1, *right[1:]),
        "a negative number": (-1, *right[1:]),
        "another length": right[:-1],
    }
    for plan in wrong.values():
        with pytest.raises(BadMove):
            read_plan(plan, BOARD, own, 12)


def test_orders_are_given_by_unit_number() -> None:
    own = force([unit(INFANTRY, HERE, 3), unit(INFANTRY, EAST_2, 7)])
    assert orders_of(own, {7: go(EAST_3)}).units == (UnitOrder(), go(EAST_3))
