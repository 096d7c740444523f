"""Which answers are legal, and why others are not."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.choice import NOTHING, Answer, Choice, Option
from games.engine.legal_answers import LEGAL_LIMIT, cards_status, legal, only_answer, why_not
from games.engine.private import NOTHING_KNOWN
from games.engine.values import CardId, Face
from tests.games.engine.gems import CARDS, FACES, TWO, cards, high


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


@pytest.mark.parametrize(
    ("choice", "only"),
    [
        (Choice("lay", "Lay.", (CardId(7),), 1, 1), Answer((CardId(7),))),
        (Choice("lay", "Lay.", (CardId(7), CardId(8)), 2, 2), Answer((CardId(7), CardId(8)))),
        (Choice("pay", "Pay.", low=3, high=3), Answer(number=3)),
        (Choice("put", "Put in order.", items=("one",)), Answer(order=(0,))),
        (Choice("lay", "Lay.", (CardId(7), CardId(8)), 1, 1), None),
        (Choice("lay", "Lay.", (CardId(7),), 1, 1, pass_label="keep it"), None),
        (Choice("lay", "Lay.", (CardId(7),), 1, 1, predicate=lambda faces, answer: None), None),
    ],
)
def test_an_answer_is_the_only_one_where_all_can_tell(choice: Choice, only: Answer | None) -> None:
    assert only_answer(choice) == only


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
