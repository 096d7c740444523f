"""Choices: what is checked and what is hashed."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.choice import NOTHING, Answer, Choice, Option, check
from games.engine.errors import BadMove, RulesError
from games.engine.legal_answers import why_not
from games.engine.private import NOTHING_KNOWN
from games.engine.values import form
from tests.games.engine.gems import CARDS, TWO, cards, high


def test_each_part_is_checked() -> None:
    choice = Choice("all", "?", CARDS, 1, 2, TWO, low=2, high=4, items=("x", "y"))
    right = Answer(cards(10, 14), "b", 3, (1, 0))
    check(choice, right)
    for wrong, reason in [
        (NOTHING, "choose 1 to 2 cards"),
        (Answer(cards(10, 11, 12), "b", 3, (1, 0)), "choose 1 to 2 cards"),
        (Answer(cards(10, 10), "b", 3, (1, 0)), "only once"),
        (Answer(cards(9), "b", 3, (1, 0)), "cannot be chosen"),
        (Answer(cards(10), "c", 3, (1, 0)), "one of the options"),
        (Answer(cards(10), None, 3, (1, 0)), "one of the options"),
        (Answer(cards(10), "b", 5, (1, 0)), "from 2 to 4"),
        (Answer(cards(10), "b", True, (1, 0)), "from 2 to 4"),
        (Answer(cards(10), "b", None, (1, 0)), "from 2 to 4"),
        (Answer(cards(10), "b", 3, (1, 1)), "its place"),
        (Answer(cards(10), "b", 3, (0,)), "its place"),
    ]:
        with pytest.raises(BadMove, match=reason):
            check(choice, wrong)


def test_parts_that_are_not_asked_for_are_refused() -> None:
    choice = Choice("plain", "?", CARDS, 0, 1)
    for wrong in (Answer(option="a"), Answer(number=1), Answer(order=(0,))):
        with pytest.raises(BadMove):
            check(choice, wrong)
    with pytest.raises(BadMove, match="no card"):
        check(Choice("option", "?", options=TWO), Answer(cards(10), "a"))
    with pytest.raises(BadMove, match="no answer"):
        check(choice, "answer")  # type: ignore[arg-type]


def test_passing_needs_leave() -> None:
    assert not Choice("must", "?", CARDS, 1, 1).may_pass
    assert not Choice("must", "?", options=TWO).may_pass
    assert Choice("may", "?", CARDS, 0, 2).may_pass
    passing = Choice("may", "?", CARDS, 1, 1, predicate=high, pass_label="Pass")
    check(passing, NOTHING)
    assert why_not(passing, NOTHING, NOTHING_KNOWN) is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"cards": CARDS, "min_cards": 2, "max_cards": 1},
        {"cards": CARDS, "min_cards": 1, "max_cards": 6},
        {"cards": (*CARDS, CARDS[0]), "min_cards": 1, "max_cards": 1},
        {
            "cards": CARDS,
            "min_cards": 1,
            "max_cards": 1,
            "predicate": high,
            "default": Answer(CARDS[:1]),
        },
        {"options": TWO, "standing": True},
    ],
)
def test_a_choice_that_makes_no_sense_is_a_bug_of_the_rules(wrong: dict[str, Any]) -> None:
    with pytest.raises(RulesError):
        Choice("wrong", "?", **wrong)


def test_a_default_is_nothing_or_a_right_answer() -> None:
    assert Choice("act", "?", options=TWO, default=Answer(option="a")).default.option == "a"
    assert Choice("act", "?", options=TWO).default is NOTHING
    with pytest.raises(BadMove):
        Choice("act", "?", options=TWO, default=Answer(option="c"))


@given(
    st.lists(st.integers(0, 2000), max_size=5),
    st.none() | st.text(max_size=20),
    st.none() | st.integers(-(2**53), 2**53),
    st.lists(st.integers(0, 20), max_size=5),
)
def test_answers_survive_the_wire(
    chosen: list[int], option: str | None, number: int | None, order: list[int]
) -> None:
    answer = Answer(cards(*chosen), option, number, tuple(order))
    assert Answer.from_primitives(answer.primitives()) == answer


def test_one_card_of_an_answer() -> None:
    assert Answer(cards(3)).card == 3
    with pytest.raises(ValueError, match="unpack"):
        _ = Answer(cards(3, 4)).card


def test_texts_and_predicates_are_not_hashed_but_shapes_are() -> None:
    base = Choice("one", "?", CARDS, 1, 1, TWO)
    texts = Choice("one", "!", CARDS, 1, 1, (Option("a", "x"), Option("b", "y")), predicate=high)
    assert base.primitives() == texts.primitives()
    others = [
        Choice("two", "?", CARDS, 1, 1, TWO),
        Choice("one", "?", CARDS[:4], 1, 1, TWO),
        Choice("one", "?", CARDS, 0, 1, TWO),
        Choice("one", "?", CARDS, 1, 2, TWO),
        Choice("one", "?", CARDS, 1, 1, TWO[:1]),
        Choice("one", "?", CARDS, 1, 1, TWO, high=3),
        Choice("one", "?", CARDS, 1, 1, TWO, items=("x",)),
        Choice("one", "?", CARDS, 1, 1, TWO, default=Answer(CARDS[:1], "a")),
        Choice("one", "?", CARDS, 1, 1, TWO, pass_label="Pass"),
        Choice("one", "?", CARDS, 1, 1, TWO, pass_label="Pass", standing=True),
    ]
    assert len({str(choice.primitives()) for choice in (base, *others)}) == len(others) + 1
    assert all(choice.form == form(choice.primitives()) for choice in (base, *others))


def test_a_word_of_an_enumeration_is_signed_as_plain_text() -> None:
    class Verb(StrEnum):
        DISCARD = "discard"

    answer = Answer(option=Verb.DISCARD)
    primitives = answer.primitives()
    assert isinstance(primitives, tuple)
    assert type(primitives[1]) is str
    assert Answer.from_primitives(primitives) == answer
