"""The guide says what the cards and the rules say."""

from __future__ import annotations

import pytest

from games.inheritance.cards import CHARACTERS, Character, Influence, Suit
from games.inheritance.guide import GUIDE


@pytest.mark.parametrize("row", CHARACTERS, ids=lambda row: row.name)
def test_every_rank_has_an_entry_with_its_ability(row: Character) -> None:
    topic = GUIDE.topic(f"rank.{row.name.lower()}")
    assert topic.title == f"{row.rank} {row.name}"
    assert row.text.format(suit="its own suit") in topic.text


@pytest.mark.parametrize("suit", Suit)
def test_every_suit_says_what_it_favours_as_the_proposal(suit: Suit) -> None:
    topic = GUIDE.topic(f"suit.{suit}")
    assert topic.title.lower() == suit
    assert topic.text.startswith("As the Proposal:")


def test_every_way_to_compare_ranks_is_named_with_its_card() -> None:
    topic = GUIDE.topic("term.influence")
    cards = {row.influence: row.name for row in CHARACTERS if row.influence is not None}
    assert set(cards) == set(Influence)
    for name in cards.values():
        assert name in topic.text
        assert f"rank.{name.lower()}" in topic.see
