"""Orders in the making: whom one can tell what, what stands, what they come to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engine.values import Primitive
from games.fortress.battle import Standing, TileSeen
from games.fortress.half import FortressHalf
from games.fortress.kinds import POINT, Terrain, full_health
from games.fortress.memo import written
from games.fortress.order_draft import AIM, GOES, LEAVES, OrderDraft
from games.fortress.orders import UnitOrder
from games.fortress.planner import begin_draft
from games.fortress.standing import GoTo, Guard, Mine, StandingOrder
from tests.games.fortress.build import (
    ARCHER,
    BALLISTA,
    CAVALRY,
    INFANTRY,
    LODGING,
    RED,
    WALL,
    WORKSHOP,
    at,
    force,
    on_cell,
    unit,
)
from tests.games.fortress.halves import half_of

FORCE = force(
    [
        unit(INFANTRY, at(0, 0), 0),
        unit(ARCHER, at(2, 0), 1),
        unit(CAVALRY, at(-3, 0), 2, gold=1),
        unit(INFANTRY, at(0, 3), 3),
    ],
    {at(0, 3): BALLISTA, at(1, 3): LODGING, at(2, 3): WORKSHOP},
)


def draft(half: FortressHalf | None = None, memo: Primitive = ()) -> OrderDraft:
    half = half or half_of(FORCE)
    made = begin_draft(half, half.public.orders_form, memo)
    assert isinstance(made, OrderDraft)
    return made


def told(made: OrderDraft, subject: str, verb: str, where: tuple[int, int] | None) -> OrderDraft:
    after = made.told(subject, verb, None if where is None else at(*where))
    assert isinstance(after, OrderDraft), after
    return after


def order(made: OrderDraft, number: int) -> UnitOrder:
    units = zip(made.half.force.units, made.orders.units, strict=True)
    return next(order for unit, order in units if unit.number == number)


def subject(made: OrderDraft, key: str) -> str:
    return next(one.order for one in made.subjects if one.key == key)


def test_units_are_told_apart_by_kind_and_number_and_ballistas_by_place() -> None:
    assert [one.key for one in draft().subjects] == ["i1", "a2", "c3", "i4", "b1"]
    assert [[v.word for v in draft().verbs(key)] for key in ("i1", "a2", "b1", "x9")] == [
        ["go", "stay", "dig", "guard"],
        ["go", "shoot", "stay", "dig", "guard"],
        ["shoot", "hold"],
        [],
    ]


def test_who_has_no_order_and_nothing_to_do_is_idle() -> None:
    idle = {one.key: one.idle for one in draft().subjects}
    assert idle == {"i1": True, "a2": True, "c3": True, "i4": False, "b1": False}
    assert draft().said == "0 of 4 Units move, 3 idle"
    assert not draft(half_of(FORCE)).told("i1", "stay", None).subjects[0].idle  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("tile", "terrain", "gold", "said"),
    [
        (LODGING, Terrain.PLAIN, 0, "stays: is upgraded"),
        (WORKSHOP, Terrain.PLAIN, 1, "stays: works"),
        (WORKSHOP, Terrain.PLAIN, 0, "no order"),
        (BALLISTA, Terrain.PLAIN, 0, "stays: mans the Ballista"),
        (WALL, Terrain.PLAIN, 0, "no order"),
        (None, Terrain.DEPOSIT, 0, "stays: digs"),
        (None, Terrain.DEPOSIT, 5, "no order"),
        (None, Terrain.PLAIN, 0, "no order"),
    ],
)
def test_what_a_unit_that_stays_does(tile: object, terrain: Terrain, gold: int, said: str) -> None:
    tiles = {at(0, 0): tile} if tile is not None else {}
    laid = force([unit(INFANTRY, at(0, 0), gold=gold)], tiles)  # type: ignore[arg-type]
    assert subject(draft(half_of(laid, terrain={at(0, 0): terrain})), "i1") == said


def test_a_near_cell_is_gone_to_at_once_and_a_far_one_by_an_order_that_stands() -> None:
    near = told(draft(), "c3", "go", (-1, 0))
    assert order(near, 2) == UnitOrder((at(-2, 0), at(-1, 0)))
    assert near.standing == {}
    far = told(draft(), "i1", "go", (-4, 4))
    assert far.standing == {0: GoTo(at(-4, 4))}
    assert len(order(far, 0).path) == 1
    assert subject(far, "i1").endswith("on the way to -4,4")
    assert far.kept == {0: GoTo(at(-4, 4))}


def test_the_last_word_counts() -> None:
    made = draft(half_of(FORCE, terrain={at(1, 0): Terrain.DEPOSIT}))
    digging = told(made, "i1", "dig", None)
    assert digging.standing == {0: Mine()}
    staying = told(digging, "i1", "stay", None)
    assert staying.standing == {}
    assert staying.given == {0: UnitOrder()}
    again = told(staying, "i1", "guard", (0, 1))
    assert again.standing == {0: Guard(at(0, 1))}
    assert again.given == {}


def test_an_order_that_cannot_be_is_refused_in_a_sentence() -> None:
    made = draft()
    assert made.told("i1", "dig", None) == "You know of no Deposit to dig at."
    assert made.told("i1", "shoot", at(0, 1)) == "Infantry attacks by moving onto a cell."
    assert made.told("a2", "shoot", at(5, 0)) == "An Archer shoots up to 2 cells far."
    assert made.told("b1", "shoot", at(0, -8)) == "A Ballista shoots up to 4 cells far."
    assert made.told("b1", "go", at(0, 0)) == "A Ballista shoots or holds."
    assert made.told("z9", "go", at(0, 0)) == "You have no z9."
    assert made.told("i1", "fly", at(0, 0)) == "Infantry cannot be told to fly."
    assert made.told("i1", "go", None) == "Say to which cell."


def test_an_archer_shoots_from_where_it_ends() -> None:
    made = told(told(draft(), "a2", "go", (3, 0)), "a2", "shoot", (5, 0))
    assert order(made, 1) == UnitOrder((at(3, 0),), at(5, 0))
    assert made.said.startswith("1 of 4 Units move, 1 shot")


def test_two_on_one_cell_are_a_matter_of_the_whole_plan() -> None:
    half = half_of(force([unit(INFANTRY, at(0, 0), 0), unit(INFANTRY, at(1, 0), 1)]))
    clash = told(draft(half), "i1", "go", (1, 0))
    assert (
        half.why_not(clash.form, clash.plan) == "two of your Units cannot end on one cell, here 1,0"
    )
    fine = told(clash, "i2", "go", (2, 0))
    assert half.why_not(fine.form, fine.plan) is None


def test_a_ballista_aims_by_itself_until_told_otherwise() -> None:
    half = half_of(FORCE, rivals={at(1, 5): (on_cell(RED, INFANTRY),)})
    made = draft(half)
    assert subject(made, "b1") == "shoots 1,5"
    assert subject(told(made, "b1", "hold", None), "b1") == "holds"
    assert subject(told(made, "b1", "shoot", (0, 6)), "b1") == "shoots 0,6"
    assert made.plan == half.default(made.form)


def test_orders_that_stand_go_on_in_the_next_round_until_they_end() -> None:
    standing: dict[int, StandingOrder] = {0: GoTo(at(4, 0)), 2: GoTo(at(-3, 0)), 9: Mine()}
    before = replace(half_of(FORCE), round=1)
    made = draft(memo=written(before, standing, {}, {}))
    assert made.standing == {0: GoTo(at(4, 0))}  # one is there, one is dead
    assert made.subjects[2].idle


def test_a_draft_goes_on_where_its_memo_was_made() -> None:
    half = half_of(FORCE, rivals={at(1, 5): (on_cell(RED, INFANTRY),)})
    made = told(told(draft(half), "c3", "go", (-1, 0)), "i1", "go", (-4, 4))
    made = told(made, "b1", "hold", None)
    again = draft(half, made.memo)
    assert (again.orders, again.standing, again.said) == (made.orders, made.standing, made.said)
    later = draft(replace(half, round=half.round + 1), made.memo)
    assert (later.given, later.standing) == ({}, {0: GoTo(at(-4, 4))})
    assert subject(later, "b1") == "shoots 1,5"


def test_who_sees_a_rival_near_is_looked_at_again() -> None:
    half = half_of(FORCE, rivals={at(2, -1): (on_cell(RED, CAVALRY),)})
    alarmed = [one.key for one in draft(half).subjects if one.alarm]
    assert alarmed == ["i1", "a2"]
    assert "a rival is near" in draft(half).subjects[0].note


def test_a_fraction_of_health_does_not_run_into_the_full_health() -> None:
    hurt = replace(unit(CAVALRY, at(0, 0), 0), health=13 * POINT + POINT // 3)
    assert draft(half_of(force([hurt]))).subjects[0].note == "health 13 1/3 of 16, gold 0/3"


def test_the_map_shows_who_leaves_who_comes_and_what_is_shot_at() -> None:
    made = told(told(draft(), "c3", "go", (-1, 0)), "b1", "shoot", (0, 5))
    places = made.map.places
    assert (places[at(-3, 0)].mark, places[at(-3, 0)].sign) == (LEAVES, "c3")
    assert (places[at(-1, 0)].mark, places[at(-1, 0)].sign) == (GOES, "c3")
    assert places[at(0, 5)].mark == AIM
    assert places[at(0, 5)].words.endswith("you shoot here")


def test_reach_is_where_it_may_end_and_at_what_it_may_shoot() -> None:
    wall = Standing(RED, None, TileSeen(WALL, full_health(WALL)))
    half = half_of(FORCE, rivals={at(1, 0): (wall,)}, terrain={at(0, 1): Terrain.MOUNTAIN})
    reach = draft(half).reach("i1")
    assert reach[at(1, 0)] == "+"
    assert at(0, 1) not in reach
    assert len(reach) == 5
    archer = draft(half).reach("a2")
    assert set(archer.values()) == {"+", AIM}
    ballista = draft(half).reach("b1")
    assert ballista[at(0, 5)] == AIM
    assert at(0, -1) not in ballista  # the mountain is in the way


def test_the_way_of_a_unit_is_shown_before_it_is_ordered() -> None:
    assert draft().ghost("c3", at(-1, 0)) == {at(-2, 0): "-", at(-1, 0): "c3"}
    assert draft().ghost("i1", at(0, 1)) == {at(0, 1): "i1"}
    assert draft().ghost("i1", at(5, 0)) == {}
    assert draft().ghost("b1", at(0, 1)) == {}


@pytest.mark.parametrize(
    ("rivals", "said"),
    [
        (
            (on_cell(RED, INFANTRY),),
            "your Infantry keeps 10 health; {1}'s Infantry keeps 10 health",
        ),
        ((on_cell(RED, INFANTRY, health=2),), "your Infantry keeps 10 health; {1}'s Infantry dies"),
        ((on_cell(RED, None, WALL),), "your Infantry is not hit; {1}'s Wall keeps 18 health"),
    ],
)
def test_how_a_fight_would_go_is_told_before_it_is_ordered(
    rivals: tuple[Standing, ...], said: str
) -> None:
    made = draft(half_of(FORCE, rivals={at(1, 0): rivals}))
    assert made.forecast("i1", at(1, 0)) == f"if all stay: {said}"
    assert made.forecast("a2", at(0, 1)) == ""  # nobody is there
    assert made.forecast("i4", at(1, 0)) == ""  # too far for this round
    assert made.forecast("b1", at(1, 0)) == ""


def test_the_guide_tells_of_each_unit() -> None:
    rules = {one.key: one.rules for one in draft().subjects}
    assert rules["c3"][0].startswith("16 health, 4 damage, carries up to 3 Gold")
    assert rules["b1"][0].startswith("Ballista, 4 health: With your Unit on it")


def test_a_ballista_keeps_its_name_when_another_is_destroyed() -> None:
    cells = [at(0, 3), at(1, 3), at(2, 3)]
    whole = half_of(force(tiles=dict.fromkeys(cells, BALLISTA)))
    assert [one.key for one in draft(whole).subjects] == ["b1", "b2", "b3"]
    left = replace(whole, force=force(tiles=dict.fromkeys(cells[1:], BALLISTA)))
    assert [one.key for one in draft(left).subjects] == ["b2", "b3"]


def test_orders_stand_in_no_repr() -> None:
    ordered = told(draft(), "i1", "go", (1, 0))
    assert ordered != draft()
    assert str(at(1, 0)) not in repr(ordered)


def test_equal_orders_are_equal() -> None:
    assert told(draft(), "i1", "go", (1, 0)) == told(draft(), "i1", "go", (1, 0))
    assert told(draft(), "i1", "go", (1, 0)) != draft()
