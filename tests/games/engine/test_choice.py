"""Choices: what is checked, what is legal, what is greyed out, what is hashed."""

from __future__ import annotations

from enum import StrEnum
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.choice import (
    LEGAL_LIMIT,
    NOTHING,
    Answer,
    Choice,
    Option,
    cards_status,
    check,
    legal,
    why_not,
)
from games.engine.errors import BadMove, RulesError
from games.engine.private import NOTHING_KNOWN, Knowledge
from games.engine.values import CardId, Face, form

CARDS = tuple(CardId(card) for card in range(10, 15))
FACES = Knowledge({card: ("gem", card - 10) for card in CARDS})
TWO = (Option("a", "A"), Option("b", "B"))


def cards(*numbers: int) -> tuple[CardId, ...]:
    return tuple(CardId(number) for number in numbers)


def high(faces: tuple[Face, ...], answer: Answer) -> str | None:
    return None if all(face[1] >= 2 for face in faces) else "too low"  # type: ignore


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


def test_the_predicate_sees_faces_in_the_order_of_the_answer() -> None:
    seen: list[tuple[Face, ...]] = []

    def watch(faces: tuple[Face, ...], answer: Answer) -> str | None:
        seen.append(faces)
        return None

    choice = Choice("two", "?", CARDS, 2, 2, predicate=watch)
    assert why_not(choice, Answer(cards(12, 10)), FACES) is None
    assert seen == [(("gem", 2), ("gem", 0))]


def test_the_reason_of_the_predicate_comes_through() -> None:
    choice = Choice("one", "?", CARDS, 1, 1, predicate=high)
    assert why_not(choice, Answer(cards(13)), FACES) is None
    assert why_not(choice, Answer(cards(11)), FACES) == "too low"
    assert why_not(choice, Answer(cards(13)), NOTHING_KNOWN) == "you have not seen this card"
    assert why_not(choice, Answer(cards(99)), FACES) == "that card cannot be chosen here"


def test_legal_gives_every_legal_answer_once() -> None:
    choice = Choice("pair", "?", CARDS, 1, 2, TWO, predicate=high, pass_label="Pass")
    answers = list(legal(choice, FACES))
    assert answers[0] == NOTHING
    assert len(answers) == len(set(answers)) == 1 + 2 * (3 + 3)
    assert all(why_not(choice, answer, FACES) is None for answer in answers)


@given(st.integers(0, 4), st.integers(0, 4), st.integers(0, 3), st.integers(-1, 2), st.booleans())
def test_legal_agrees_with_why_not(
    min_cards: int, most: int, options: int, top: int, passing: bool
) -> None:
    choice = Choice(
        "any",
        "?",
        CARDS[:4],
        min(min_cards, most),
        most,
        tuple(Option(str(key), "") for key in range(options)),
        high=top,
        items=("x",) * options,
        predicate=high,
        pass_label="Pass" if passing else "",
    )
    answers = list(legal(choice, FACES))
    assert len(answers) == len(set(answers))
    assert all(why_not(choice, answer, FACES) is None for answer in answers)
    assert (NOTHING in answers) == choice.may_pass


def test_legal_is_lazy_and_bounded() -> None:
    many = tuple(CardId(card) for card in range(60))
    choice = Choice("many", "?", many, 5, 5, items=tuple("abcdefgh"))
    assert len(list(islice(legal(choice, NOTHING_KNOWN), 3))) == 3
    assert len(list(legal(choice, NOTHING_KNOWN))) == LEGAL_LIMIT


def test_cards_are_greyed_out_with_their_reason() -> None:
    choice = Choice("one", "?", CARDS, 1, 1, TWO, predicate=high)
    assert cards_status(choice, FACES) == ("too low", "too low", None, None, None)
    assert cards_status(Choice("one", "?", CARDS, 1, 1), NOTHING_KNOWN) == (None,) * 5
    assert set(cards_status(choice, NOTHING_KNOWN)) == {"you have not seen this card"}


def test_a_card_is_playable_if_any_answer_plays_it() -> None:
    def pair(faces: tuple[Face, ...], answer: Answer) -> str | None:
        total = sum(face[1] for face in faces)  # type: ignore
        return None if total == 7 and answer.option == "b" else "must make seven"

    choice = Choice("pair", "?", CARDS, 2, 2, TWO, predicate=pair)
    assert cards_status(choice, FACES) == (*("must make seven",) * 3, None, None)
    assert list(legal(choice, FACES)) == [Answer(cards(13, 14), "b")]


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
