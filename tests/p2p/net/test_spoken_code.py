"""Codes of words: drawn from the list, read with forgiveness, and named where they are wrong."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.errors import InviteError
from p2p.key_words import word_list
from p2p.net.spoken_code import FAR_WORDS, NEAR_WORDS, SpokenCode, draw, may_be_words, read

ZEBRA = SpokenCode(("amber", "zebra"))


def test_a_code_is_drawn_from_the_whole_list() -> None:
    numbers = iter((0, 2047))
    code = draw(NEAR_WORDS, lambda below: next(numbers) if below == 2048 else -1)
    assert code.words == (word_list()[0], word_list()[-1])
    assert code.is_near
    assert not draw(FAR_WORDS, lambda below: 5).is_near


def test_a_code_stays_out_of_reprs() -> None:
    assert "zebra" not in repr(ZEBRA)
    assert str(ZEBRA) == "amber-zebra"
    assert ZEBRA.secret == b"amber-zebra"


@pytest.mark.parametrize(
    "typed",
    ["amber-zebra", "Amber Zebra", "AMBER_ZEBRA", "  amber,  zebra.", "ambe zebr", "amber–zebra"],
)
def test_what_people_type_is_forgiven(typed: str) -> None:
    assert may_be_words(typed)
    assert read(typed) == ZEBRA


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("amber-zerba", "'zerba' is no word of a code; did you mean zebra"),
        ("amber-qqqq", "'qqqq' is no word of a code; ask for it again"),
        ("amber", "this has 1 word"),
        ("amber zebra amber", "this has 3 words"),
        ("am zebra", "'am' is no word"),
    ],
)
def test_a_slip_is_named(typed: str, says: str) -> None:
    assert may_be_words(typed)
    with pytest.raises(InviteError, match=says):
        read(typed)


@pytest.mark.parametrize(
    "text",
    ["", "crown1-abcd", "CROWNL-ABCD", "192.168.1.5", "::1", "7", "hello", "a" * 200, "one " * 9],
)
def test_what_is_no_code_of_words(text: str) -> None:
    assert not may_be_words(text)


@given(st.lists(st.sampled_from(word_list()), min_size=5, max_size=5))
def test_every_code_is_read_back_from_four_letters_a_word(words: list[str]) -> None:
    code = SpokenCode(tuple(words))
    assert read(str(code)) == code
    assert read(" ".join(word[:4] for word in words)) == code
