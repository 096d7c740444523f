"""What each card may be played for: every ability with and without a target, and the reasons."""

from __future__ import annotations

from itertools import product

import pytest

from games.engine.values import Seat
from games.inheritance.cards import DECK
from games.inheritance.position import Position
from games.inheritance.uses import (
    LAY,
    NOTHING,
    PROPOSE,
    abilities,
    legal_uses,
    use_of,
    uses,
    why_no_ability,
    why_not,
)
from tests.games.inheritance.build import card, position

ME = Seat(0)
FULL = position(["4 love", "6 dowry", "?"])
BARE = position(["", "", ""])

TARGETS = [
    ("1 love", FULL, ["remove admirer 0", "remove admirer 1", "remove admirer 2"]),
    ("2 love", BARE, ["rule"]),
    ("3 love", BARE, ["rule"]),
    ("8 love", BARE, ["rule"]),
    ("4 love", FULL, ["replace admirer 0", "replace admirer 1", "replace admirer 2"]),
    ("5 love", FULL, ["command admirer 1", "command admirer 2"]),
    ("6 love", FULL, ["disguise"]),
    ("7 love", BARE, ["replace successor", "replace parent B", "replace parent C"]),
    ("9 love", FULL, ["exchange parent B", "exchange parent C"]),
    ("10 love", FULL, ["replace admirer 0"]),
    ("10 dowry", FULL, ["replace admirer 1"]),
    ("10 war", FULL, ["replace successor", "replace parent B", "replace parent C"]),
]


def keys(table: Position, short: str) -> list[str]:
    return [use.key for use in abilities(table, ME, card(short))]


@pytest.mark.parametrize(("short", "table", "expected"), TARGETS, ids=lambda v: str(v)[:12])
def test_the_targets_of_each_ability(short: str, table: Position, expected: list[str]) -> None:
    assert keys(table, short) == expected


@pytest.mark.parametrize(
    ("short", "table", "reason"),
    [
        ("1 love", BARE, "nobody has an Admirer"),
        ("4 love", BARE, "nobody has an Admirer"),
        ("5 love", BARE, "no opponent has both an Admirer and a hand card"),
        ("5 love", position(["4 love", ""]), "no opponent has both an Admirer and a hand card"),
        ("6 love", position(["", "4 love"]), "you have no Admirer"),
        ("6 love", position(["4 love", ""], hands=[1, 5]), "you have no other hand card"),
        ("9 love", position(["", "4 love"]), "you have no Admirer"),
        ("10 peace", FULL, "no open Admirer or Family Member is of peace"),
    ],
    ids=lambda v: str(v)[:24],
)
def test_ing_27_without_a_target_the_ability_may_be_played_for_no_effect(
    short: str, table: Position, reason: str
) -> None:
    assert keys(table, short) == ["nothing"]
    assert why_no_ability(table, ME, card(short)) == reason
    assert why_not(table, ME, card(short), NOTHING) is None


@pytest.mark.parametrize(("short", "table", "expected"), TARGETS, ids=lambda v: str(v)[:12])
def test_ing_27_with_a_target_the_ability_may_not_be_played_for_no_effect(
    short: str, table: Position, expected: list[str]
) -> None:
    assert why_no_ability(table, ME, card(short)) is None
    assert "has a target" in (why_not(table, ME, card(short), NOTHING) or "")


@pytest.mark.parametrize("one", DECK, ids=lambda one: one.short)
def test_in_26_every_card_may_become_the_proposal(one: object) -> None:
    assert why_not(FULL, ME, one, PROPOSE) is None  # type: ignore[arg-type]


@pytest.mark.parametrize("one", DECK, ids=lambda one: one.short)
def test_in_25_every_card_may_fill_an_empty_place_and_in_42_none_an_occupied_one(
    one: object,
) -> None:
    assert why_not(BARE, ME, one, LAY) is None  # type: ignore[arg-type]
    assert why_not(FULL, ME, one, LAY) == "you have an Admirer already"  # type: ignore[arg-type]


def test_in_42_a_secret_admirer_fills_the_place_as_well() -> None:
    assert LAY not in uses(position(["?", ""]), ME)


def test_ing_18_the_own_admirer_is_a_target_of_assassin_thespian_and_royal() -> None:
    alone = position(["4 love", ""])
    for short in ("1 war", "4 war"):
        assert [key.split(" ", 1)[1] for key in keys(alone, short)] == ["admirer 0"]
    assert "replace admirer 0" in keys(alone, "10 love")


def test_ing_18_a_royal_needs_a_visible_suit() -> None:
    assert keys(position(["?", "?"], successor="5 love"), "10 war") == [
        "replace parent B",
        "replace parent C",
    ]


def test_ing_19_a_thespian_may_take_the_place_of_a_secret_admirer() -> None:
    assert keys(position(["", "?"]), "4 war") == ["replace admirer 1"]


def test_ing_20_an_empty_seat_is_no_target() -> None:
    for short in ("1 war", "4 war", "10 love"):
        assert "admirer 1" not in " ".join(keys(position(["4 love", ""]), short))


def test_ing_22_a_soldier_finds_only_opponents_with_an_admirer_and_a_hand_card() -> None:
    table = position(["4 love", "6 dowry", "?", ""], hands=[5, 0, 1, 5])
    assert keys(table, "5 war") == ["command admirer 2"]


def test_ing_23_a_soldier_may_hit_a_secret_admirer() -> None:
    assert keys(position(["", "?"]), "5 war") == ["command admirer 1"]


def test_ing_25_a_spy_needs_a_card_besides_itself() -> None:
    assert keys(position(["?", ""], hands=[2, 0]), "6 war") == ["disguise"]
    assert keys(position(["?", ""], hands=[1, 0]), "6 war") == ["nothing"]


def test_ind_10_a_royal_takes_no_face_down_parent_and_a_cleric_does() -> None:
    table = position(["", ""], successor="5 love", parents=("?", "7 war"))
    assert keys(table, "10 war") == ["replace parent C"]
    assert "replace parent B" in keys(table, "7 war")


def test_ind_6_a_soldier_finds_no_departed_seat_and_an_assassin_finds_its_admirer() -> None:
    table = position(["4 love", "6 dowry", "8 peace"], gone=[1])
    assert keys(table, "5 war") == ["command admirer 2"]
    assert "remove admirer 1" in keys(table, "1 war")


def test_ind_10_a_soldier_without_effect_names_no_target() -> None:
    table = position(["4 love", "", "6 war"], hands=[5, 5, 0])
    assert legal_uses(table, ME, card("5 war")) == [PROPOSE, NOTHING]


TABLES = [
    FULL,
    BARE,
    position(["?", "", "7 love", "8 peace"], hands=[1, 0, 2, 3], parents=("?", "7 war")),
    position(["", "4 war"], successor="5 peace", parents=("?", "?"), gone=[1]),
    position(["9 dowry", "?", "?"], hands=[1, 0, 0]),
]


@pytest.mark.parametrize("table", TABLES)
def test_the_offered_uses_are_exactly_those_that_fit_some_card(table: Position) -> None:
    offered = set(uses(table, ME))
    fitting = {use for one in DECK for use in legal_uses(table, ME, one)}
    assert offered == fitting
    assert len(offered) == len(uses(table, ME))


@pytest.mark.parametrize("table", TABLES)
def test_every_offered_use_is_legal_for_a_card_or_has_a_reason(table: Position) -> None:
    for use, one in product(uses(table, ME), DECK):
        reason = why_not(table, ME, one, use)
        assert (reason is None) == (use in legal_uses(table, ME, one))
        assert reason is None or len(reason) > 10


@pytest.mark.parametrize("table", TABLES)
def test_keys_lead_back_to_uses_and_labels_differ(table: Position) -> None:
    offered = uses(table, ME)
    assert [use_of(use.key) for use in offered] == list(offered)
    assert len({use.brief_for(Seat(0)) for use in offered}) == len(offered)


@pytest.mark.parametrize(
    ("short", "key", "reason"),
    [
        ("2 war", "remove admirer 1", "only an Assassin removes an Admirer"),
        ("1 war", "rule", "only a Beggar, a Peasant or a Vizier sets the influence rule"),
        ("1 war", "replace successor", "the Assassin takes no other card's place"),
        ("4 war", "replace successor", "the Thespian takes only the place of an Admirer"),
        (
            "7 war",
            "replace admirer 1",
            "the Cleric takes only the place of the Successor or a Parent",
        ),
        (
            "10 war",
            "replace admirer 1",
            "this Royal takes only the place of an open card of war",
        ),
        (
            "9 war",
            "command admirer 1",
            "only a Soldier makes an opponent exchange their Admirer",
        ),
        ("9 war", "disguise", "only a Spy exchanges your Admirer with a hand card"),
        ("6 war", "exchange parent B", "only a General exchanges your Admirer with a Parent"),
    ],
)
def test_the_reason_why_a_card_does_not_fit_a_use(short: str, key: str, reason: str) -> None:
    assert why_not(FULL, ME, card(short), use_of(key)) == reason
