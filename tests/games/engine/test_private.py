"""Values that halves speak in: forms, limits, and the exchange with nothing hidden."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.engine.choice import Answer
from games.engine.errors import RulesError
from games.engine.private import (
    BATTLE,
    SIGHT,
    Exchange,
    ExchangePlan,
    FogLimits,
    Knowledge,
    LabelLimits,
    PlanForm,
    Sealed,
    check_plan,
    exchanged,
)
from games.engine.values import Seat

A, B, C = Seat(0), Seat(1), Seat(2)
LIMITS = FogLimits(
    cells=6,
    sight=LabelLimits(2, 3, 1),
    here=LabelLimits(2, 2, 2),
    target=LabelLimits(1, 2, 1),
    openings=((2, 48), (3, 24), (21, 8)),
    blanks=9,
)
LOOK = Exchange(SIGHT, (A, B, C), 2, LIMITS)


def plan(*pieces: tuple[int, bytes], asks: tuple[int, ...] = ()) -> ExchangePlan:
    return ExchangePlan({"sight": pieces}, {"sight": asks})


@pytest.mark.parametrize(
    ("value", "fits"),
    [
        ((0, 3), True),
        ((0, 4), False),
        ((-1, 0), False),
        ((0,), False),
        ((0, 1, 2), False),
        ([0, 3], False),
        ((0, True), False),
        (None, False),
    ],
)
def test_a_plan_has_the_shape_of_its_form(value: object, fits: bool) -> None:
    assert PlanForm("go", 2, 3).fits(value) is fits


def test_the_prompt_of_a_form_is_no_part_of_what_is_hashed() -> None:
    asked = PlanForm("go", 2, 3, "Where to?")
    assert asked == PlanForm("go", 2, 3)
    assert asked.primitives() == ("go", 2, 3)


@pytest.mark.parametrize(
    ("round_", "count"), [(1, 0), (2, 48), (3, 24), (20, 24), (21, 8), (120, 8)]
)
def test_the_schedule_of_openings_is_public(round_: int, count: int) -> None:
    assert LIMITS.openings_in(round_) == count


def test_every_count_is_hashed() -> None:
    changes: list[dict[str, Any]] = [
        {"cells": 7},
        {"sight": LabelLimits(3, 3, 1)},
        {"here": LabelLimits(2, 3, 2)},
        {"target": LabelLimits(1, 2, 2)},
        {"openings": ((2, 48),)},
        {"blanks": 8},
    ]
    forms = {LIMITS.primitives(), *(replace(LIMITS, **change).primitives() for change in changes)}
    assert len(forms) == 1 + len(changes)


def test_a_viewer_learns_what_stands_where_it_asks_and_nothing_else() -> None:
    seen = exchanged(
        LOOK,
        {A: plan((0, b"a"), (3, b"b"), asks=(2, 4)), B: plan((2, b"c"), asks=(0, 1)), C: plan()},
    )
    assert seen[A].pieces == {B: {"sight": {2: b"c"}}, C: {"sight": {}}}
    assert seen[B].pieces == {A: {"sight": {0: b"a"}}, C: {"sight": {}}}
    assert seen[C].pieces == {A: {"sight": {}}, B: {"sight": {}}}
    assert seen[A].exchange is LOOK


def test_each_label_is_met_by_itself() -> None:
    fight = Exchange(BATTLE, (A, B), 2, LIMITS)
    mine = ExchangePlan({"here": ((1, b"aa"),), "target": ()}, {"here": (1,), "target": (1,)})
    theirs = ExchangePlan({"here": (), "target": ((1, b"s"),)}, {"here": (1,), "target": ()})
    seen = exchanged(fight, {A: mine, B: theirs})
    assert seen[A].pieces == {B: {"here": {}, "target": {1: b"s"}}}
    assert seen[B].pieces == {A: {"here": {1: b"aa"}, "target": {}}}


@pytest.mark.parametrize(
    "wrong",
    [
        plan((0, b"a"), (1, b"a"), (2, b"a")),
        plan(asks=(0, 1, 2, 3)),
        plan((0, b"ab")),
        plan((1, b"a"), (0, b"a")),
        plan((1, b"a"), (1, b"a")),
        plan(asks=(1, 1)),
        plan(asks=(6,)),
        plan((-1, b"a")),
    ],
)
def test_a_half_that_keeps_to_no_limits_is_a_bug_of_the_game(wrong: ExchangePlan) -> None:
    with pytest.raises(RulesError):
        check_plan(LOOK, wrong)
    with pytest.raises(RulesError):
        exchanged(LOOK, {A: wrong, B: plan()})


def test_what_is_private_stands_in_no_repr() -> None:
    form = PlanForm("go", 1, 999)
    for value in (Sealed(form, (777,)), plan((5, b"secret")), Knowledge({}), Answer(plan=(777,))):
        assert "777" not in repr(value)
        assert "secret" not in repr(value)
        assert type(value).__name__ in repr(value)
