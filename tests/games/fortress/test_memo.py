"""Orders that are written down and read again, by the same round, a later one, or another game."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.values import Primitive, decode, encode
from games.fortress.half import FortressHalf
from games.fortress.hexes import Cell
from games.fortress.kinds import Terrain
from games.fortress.memo import NOTHING, read, written
from games.fortress.orders import UnitOrder
from games.fortress.standing import GoTo, Guard, Mine, StandingOrder
from tests.games.fortress.build import (
    ARCHER,
    BALLISTA,
    CAVALRY,
    INFANTRY,
    LODGING,
    WORKSHOP,
    at,
    force,
    unit,
)
from tests.games.fortress.halves import half_of

HALF = half_of(
    force(
        [
            unit(INFANTRY, at(0, 0), 0),
            unit(ARCHER, at(2, 0), 1),
            unit(CAVALRY, at(-3, 0), 2, gold=1),
            unit(INFANTRY, at(0, 3), 3),
        ],
        {at(0, 3): BALLISTA, at(1, 3): LODGING, at(2, 3): WORKSHOP},
    )
)
STANDING: dict[int, StandingOrder] = {0: GoTo(at(4, 0)), 1: Guard(0), 2: Mine(), 3: Mine(at(1, 1))}
GIVEN = {
    1: UnitOrder((at(3, 0),), at(5, 0)),
    2: UnitOrder((at(-2, 0), at(-1, 0))),
    3: UnitOrder(),
}
TARGETS: dict[Cell, Cell | None] = {at(0, 3): at(0, 6)}


def test_in_its_round_a_memo_says_all_that_was_ordered() -> None:
    memo = decode(encode(written(HALF, STANDING, GIVEN, TARGETS)))
    assert read(HALF, memo) == (STANDING, GIVEN, TARGETS)
    held = written(HALF, {}, {}, dict.fromkeys(TARGETS))
    assert read(HALF, held) == ({}, {}, dict.fromkeys(TARGETS))


def test_in_a_later_round_only_what_stands() -> None:
    memo = written(HALF, STANDING, GIVEN, TARGETS)
    assert read(replace(HALF, round=HALF.round + 1), memo) == (STANDING, {}, {})


def test_the_dead_and_the_destroyed_have_no_orders() -> None:
    memo = written(HALF, STANDING, GIVEN, TARGETS)
    left = replace(HALF, force=force([unit(CAVALRY, at(-3, 0), 2)], {at(1, 3): LODGING}))
    assert read(left, memo) == ({2: Mine()}, {2: GIVEN[2]}, {})


@pytest.mark.parametrize(
    ("order", "left"),
    [
        (UnitOrder((at(1, 0),)), None),  # a mountain by now
        (UnitOrder((at(5, 0),)), None),  # too far
        (UnitOrder((at(0, 1),), at(5, 0)), UnitOrder((at(0, 1),))),  # no Archer
    ],
)
def test_what_is_no_order_any_more_is_left_out(order: UnitOrder, left: UnitOrder | None) -> None:
    half = replace(HALF, known={**HALF.known, at(1, 0): Terrain.MOUNTAIN})
    found = read(half, written(half, {}, {0: order}, {at(0, 3): at(0, -8)}))
    assert found == ({}, {} if left is None else {0: left}, {})


def test_nothing_says_nothing() -> None:
    assert read(HALF, NOTHING) == ({}, {}, {})


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 400) | st.sampled_from(["orders", "go", "dig"]),
    lambda inner: st.lists(inner, max_size=5).map(tuple),
    max_leaves=30,
)


@given(VALUES)
def test_a_memo_of_anything_is_read_without_harm(memo: Primitive) -> None:
    _harmless(HALF, memo)
    _harmless(HALF, ("orders", HALF.round, memo, memo, memo))


def _harmless(half: FortressHalf, memo: Primitive) -> None:
    standing, given_, targets = read(half, memo)
    assert set(standing) | set(given_) <= {0, 1, 2, 3}
    assert set(targets) <= {at(0, 3)}
