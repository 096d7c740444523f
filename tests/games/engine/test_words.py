"""How sentences of any game begin and list things."""

from __future__ import annotations

import pytest

from games.engine.words import begun, listed


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ((), ""),
        (("one",), "one"),
        (("one", "two"), "one and two"),
        (("one", "two", "three"), "one, two and three"),
    ],
)
def test_things_are_listed(words: tuple[str, ...], expected: str) -> None:
    assert listed(words) == expected


@pytest.mark.parametrize(
    ("text", "expected"), [("", ""), ("the Spy", "The Spy"), ("Judge", "Judge")]
)
def test_a_sentence_begins_with_a_capital(text: str, expected: str) -> None:
    assert begun(text) == expected
