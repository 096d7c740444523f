"""Typed orders: who, what and where, and what is said of words that do not fit."""

from __future__ import annotations

import pytest

from cli.model import plan_words
from cli.model.draft import Draft, Problem
from cli.model.prompt_model import Part, PromptModel
from games.engine.fog_steps import plan_choice
from games.engine.private import Knowledge
from games.engine.view import View
from games.fortress.force import Force
from games.fortress.hexes import Hex
from games.fortress.order_draft import OrderDraft
from games.fortress.pieces import Piece
from games.fortress.planner import begin_draft
from games.fortress.standing import GoTo
from p2p.session.person import Prompt
from tests.cli.cast import ADA_BEN
from tests.games.fortress.build import (
    ARCHER,
    BALLISTA,
    INFANTRY,
    WALL,
    WORKSHOP,
    at,
    force,
    unit,
)
from tests.games.fortress.halves import START, half_of

HALF = half_of(
    force([unit(INFANTRY, at(0, 0), 0), unit(ARCHER, at(2, 0), 1)], {at(0, 3): BALLISTA})
)
BUILD_HALF = half_of(Force())


@pytest.fixture
def draft() -> Draft:
    prompt = Prompt(9, plan_choice(HALF.public.orders_form))
    view = View("fortress", "Fortress", "", (), (), (), ())
    return Draft.begin(PromptModel(prompt, Knowledge({}, HALF), view, ADA_BEN))


def plan_of(draft: Draft | Problem) -> OrderDraft:
    assert isinstance(draft, Draft), draft
    assert isinstance(draft.plan, OrderDraft)
    return draft.plan


@pytest.mark.parametrize(
    "typed", ["i1 go 1,0", "i1 1,0", "1 go 1,0", "i1 go to 1 0", "i1 move 1, 0", "i1 attack +1,0"]
)
def test_an_order_may_be_typed_in_several_ways(draft: Draft, typed: str) -> None:
    plan = plan_of(plan_words.take(draft, typed))
    assert plan.orders.units[0].path == (at(1, 0),)


def test_all_kinds_of_orders(draft: Draft) -> None:
    assert plan_of(plan_words.take(draft, "i1 go -4,0")).standing == {0: GoTo(at(-4, 0))}
    shot = plan_of(plan_words.take(draft, "a2 shoot 4,0"))
    assert shot.orders.units[1].target == at(4, 0)
    assert plan_of(plan_words.take(draft, "b1 fire at 1,4")).targets == {at(0, 3): at(1, 4)}
    assert plan_of(plan_words.take(draft, "i1 stay")).given
    assert plan_of(plan_words.take(draft, "i1 gu 0,1")).standing


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("x7 go 1,0", "Nobody is called x7."),
        ("i1", "Say what i1 is to do: go, stay, dig or guard."),
        ("i1 g 1,0", "i1 can go, stay, dig or guard."),
        ("i1 sing", "i1 can go, stay, dig or guard."),
        ("i1 go stay", "Say one thing: go, stay, dig or guard."),
        ("i1 go 30,0", "There is no hex 30,0 on this map."),
        ("i1 go", "Say to which cell."),
        ("a2 shoot 8,0", "An Archer shoots up to 2 cells far."),
    ],
)
def test_what_does_not_fit_is_said(draft: Draft, typed: str, said: str) -> None:
    problem = plan_words.take(draft, typed)
    assert isinstance(problem, Problem)
    assert problem.sentence.startswith(said)


def test_done_goes_on_unless_the_orders_break_a_rule(draft: Draft) -> None:
    done = plan_words.take(draft, "done")
    assert isinstance(done, Draft)
    assert done.part is Part.CONFIRM
    assert done.answer.plan == plan_of(draft).plan
    one = plan_words.take(draft, "i1 go 1,0")
    assert isinstance(one, Draft)
    two = plan_words.take(one, "a2 go 1,0")
    assert isinstance(two, Draft)
    assert plan_words.take(two, "done") == Problem(
        "Two of your Units cannot end on one cell, here 1,0."
    )


def test_an_order_after_done_opens_the_orders_again(draft: Draft) -> None:
    done = plan_words.take(draft, "done")
    assert isinstance(done, Draft)
    again = done.told("i1", "go", at(1, 0))
    assert isinstance(again, Draft)
    assert again.part is Part.PLAN


def test_every_subject_has_a_line_and_its_verbs(draft: Draft) -> None:
    items = plan_words.items(plan_of(draft))
    assert [item.label for item in items] == [
        "i1 at 0,0: no order (health 12/12, gold 0/5) *",
        "a2 at 2,0: no order (health 10/10, gold 0/2) *",
        "b1 at 0,3: holds (needs a Unit on it, health 4/4)",
    ]
    assert items[2].text.startswith("Ballista b1. shoot: ")
    assert "Ballista, 4 health: With your Unit on it" in items[2].text
    assert "such as: i1 go 1,0" in plan_words.hint(plan_of(draft))


def test_the_example_is_an_order_that_can_be_given() -> None:
    building = begin_draft(BUILD_HALF, BUILD_HALF.public.build_form, ())
    laid = building.told("p1", "lay", BUILD_HALF.board.neighbours[START][0])
    assert not isinstance(laid, str)
    words = plan_words.hint(laid).partition("such as: ")[2].partition(";")[0]
    subject, verb, cell = words.split()
    place = plan_words.read_hex(laid.map, cell)
    assert isinstance(place, int)
    assert not isinstance(laid.told(subject, verb, place), str)


def test_who_sees_no_map_is_told_how_the_tiles_of_a_piece_lie() -> None:
    bent = Piece("bent three", (Hex(0, 0), Hex(1, 0), Hex(1, 1)), (WALL, BALLISTA, WORKSHOP))
    half = half_of(Force(), offer=(bent,))
    flat = begin_draft(half, half.public.build_form, ())
    assert plan_words.items(flat)[0].label == (
        "p1: not laid (bent three: Wall, Ballista 1 east of it, Workshop 1 east and 1 south-east) *"
    )
    turned = flat.told("p1", "turn", None)
    assert not isinstance(turned, str)
    assert "Wall, Ballista 1 south-east of it, Workshop" in plan_words.items(turned)[0].label


def test_only_signs_that_are_there_are_explained(draft: Draft) -> None:
    assert " A star marks what would do nothing. done goes on." in plan_words.hint(plan_of(draft))
    idle = plan_of(draft)
    for key in ("i1", "a2"):
        after = idle.told(key, "stay", None)
        assert not isinstance(after, str)
        idle = after
    assert "map shows the map. done goes on." in plan_words.hint(idle)


def test_where_a_piece_lies_is_said_once() -> None:
    building = begin_draft(BUILD_HALF, BUILD_HALF.public.build_form, ())
    east = BUILD_HALF.board.neighbours[START][0]
    laid = building.told("p1", "lay", east)
    assert not isinstance(laid, str)
    name = BUILD_HALF.board.name(east)
    assert plan_words.items(laid)[0].label == f"p1: at {name} (single: Lodging)"
