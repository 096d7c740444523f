"""A fortress in the making: pieces are laid, turned and taken back."""

from __future__ import annotations

from games.engine.values import Primitive
from games.fortress.build_draft import LAID, BuildDraft
from games.fortress.force import Force
from games.fortress.hexes import Hex
from games.fortress.pieces import LODGING as SINGLE
from games.fortress.pieces import Piece
from games.fortress.planner import begin_draft
from tests.games.fortress.build import BALLISTA, WALL
from tests.games.fortress.halves import CHART, START, half_of

LINE = Piece("line of two", (Hex(0, 0), Hex(1, 0)), (WALL, BALLISTA))
PAIR = Piece("line of two", (Hex(0, 0), Hex(1, 0)), (WALL, WALL))
HALF = half_of(Force(), offer=(SINGLE, LINE, PAIR))
EAST = CHART.grid.neighbours[START][0]


def draft(memo: Primitive = ()) -> BuildDraft:
    made = begin_draft(HALF, HALF.public.build_form, memo)
    assert isinstance(made, BuildDraft)
    return made


def told(made: BuildDraft, subject: str, verb: str, cell: int | None = None) -> BuildDraft:
    after = made.told(subject, verb, cell)
    assert isinstance(after, BuildDraft), after
    return after


def test_every_piece_on_offer_is_laid_by_itself() -> None:
    made = draft()
    assert [one.key for one in made.subjects] == ["p1", "p2", "p3"]
    assert [one.note for one in made.subjects] == [
        "single: Lodging",
        "line of two: Wall, Ballista",
        "line of two: Wall, Wall",
    ]
    assert all(one.idle for one in made.subjects)
    assert made.said == "0 of 3 pieces laid; what is not laid is lost"
    assert made.plan == (0, 0, 0, 0, 0, 0)
    assert [v.word for v in made.verbs("p1")] == ["lay", "take"]
    assert [v.word for v in made.verbs("p2")] == ["lay", "turn", "take"]


def test_a_draft_goes_on_where_its_memo_was_made() -> None:
    made = told(told(draft(), "p2", "lay", EAST), "p2", "turn")
    assert draft(made.memo) == made
    others: tuple[Primitive, ...] = (
        "build",
        ("build", 1, 2),
        ("build", 0, 6, 0, 0, 0, 0),
        ("build", 10_000, 0, 0, 0, 0, 0),
        ("orders", *made.plan),
    )
    assert all(draft(memo) == draft() for memo in others)


def test_laid_turned_and_taken_back() -> None:
    laid = told(draft(), "p2", "lay", EAST)
    assert laid.plan == (0, 0, EAST + 1, 0, 0, 0)
    turned = told(laid, "p2", "turn")
    assert turned.plan == (0, 0, EAST + 1, 1, 0, 0)
    assert turned.subjects[1].order.endswith("turned 60 degrees")
    back = told(turned, "p2", "take")
    assert back.plan == (0, 0, 0, 0, 0, 0)
    assert told(back, "p2", "lay", EAST).plan == turned.plan  # it keeps its turn in the hand


def test_a_piece_in_the_hand_is_turned_all_round() -> None:
    made = draft()
    for _ in range(6):
        made = told(made, "p2", "turn")
    assert made == draft()


def test_what_a_piece_lies_on_is_judged_at_once_and_what_hangs_together_in_the_end() -> None:
    made = draft()
    assert (
        made.told("p1", "lay", START)
        == f"Two Tiles cannot lie on one cell, here {made.half.board.name(START)}."
    )
    far = CHART.grid.within(START, 6)[-1]
    assert made.told("p1", "lay", far) == "Every Tile lies within 3 of your start at 0,-5."
    assert made.told("p1", "lay", None) == "Say on which cell."
    assert made.told("p9", "lay", EAST) == "There is no piece p9."
    apart = next(c for c in CHART.areas[0] if CHART.grid.distance(c, START) == 3)
    loose = told(made, "p1", "lay", apart)
    assert HALF.why_not(loose.form, loose.plan) == "every piece has to touch your fortress"


def test_a_piece_is_shown_as_it_would_lie() -> None:
    made = draft()
    east = CHART.grid.neighbours[EAST][0]
    assert made.ghost("p2", EAST) == {EAST: "#", east: "B"}
    assert made.ghost("p2", START) == {}
    assert told(made, "p2", "turn").ghost("p2", EAST) != made.ghost("p2", EAST)


def test_it_is_said_whether_a_piece_fits_where_the_cursor_is() -> None:
    made = draft()
    assert made.forecast("p1", EAST) == "Piece 1 fits here"
    assert made.forecast("p2", EAST) == "Piece 2 fits here with its first Tile"
    assert made.forecast("p1", START) == "Piece 1 fits where a + is"
    assert told(made, "p1", "lay", EAST).forecast("p1", EAST) == ""


def test_the_guide_tells_of_each_kind_of_tile_in_a_piece_once() -> None:
    rules = [one.rules for one in draft().subjects]
    assert [[text.partition(",")[0] for text in texts] for texts in rules] == [
        ["Lodging"],
        ["Wall", "Ballista"],
        ["Wall"],
    ]
    assert rules[0][0].startswith("Lodging, 10 health: Makes one Infantry at the start of a round")


def test_the_signs_of_a_map_to_build_on_are_explained() -> None:
    signs = {sign for sign, _ in draft().map.legend}
    assert {"+", ">", "L", "W", "#", "B", ",", "~"} == signs


def test_reach_and_map_follow() -> None:
    made = told(draft(), "p1", "lay", EAST)
    reach = made.reach("p2")
    assert START not in reach
    assert EAST not in reach
    assert all(isinstance(made.told("p2", "lay", cell), BuildDraft) for cell in reach)
    place = made.map.places[EAST]
    assert (place.mark, place.sign, place.mine) == (LAID, "L10", True)
    assert made.map.places[START].sign == "W6"
