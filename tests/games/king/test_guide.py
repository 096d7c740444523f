"""The guide says what the cards, the Ranks and the Heirs say."""

from __future__ import annotations

import pytest

from games.engine.tutorial import asked
from games.king.cards import KINDS, Kind
from games.king.guide import GUIDE
from games.king.heirs import HEIRS, Heir
from games.king.lessons import TUTORIAL
from games.king.offers import PLANNING
from games.king.ranks import ABILITY, PLACES, Rank


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.key)
def test_every_kind_of_card_has_an_entry(kind: Kind) -> None:
    topic = GUIDE.topic(f"card.{kind.key}")
    assert topic.title == kind.name
    assert kind.text in topic.text
    assert f"Played {kind.when}." in topic.text
    if len(kind.values) > 1:
        assert "Values: 1, 2, 3." in topic.text


@pytest.mark.parametrize("heir", HEIRS, ids=lambda heir: heir.key)
def test_every_heir_has_an_entry_with_both_powers(heir: Heir) -> None:
    topic = GUIDE.topic(f"heir.{heir.key.replace(' ', '_')}")
    assert topic.title == heir.short
    assert heir.own in topic.text
    assert heir.friend in topic.text


@pytest.mark.parametrize("rank", Rank, ids=lambda rank: rank.title)
def test_every_rank_has_an_entry_with_its_places(rank: Rank) -> None:
    topic = GUIDE.topic(f"rank.{rank.title.lower()}")
    assert topic.title == rank.title
    assert ABILITY[rank] in topic.text
    places = PLACES.get(rank)
    assert topic.text.startswith("As many" if places is None else f"{places} place")


def test_the_lesson_on_too_many_cards_says_who_discards() -> None:
    """SKD-18: nobody but a Viscount ever discards down."""
    lessons = [lesson for lesson in TUTORIAL.lessons if asked(PLANNING) in lesson.when]
    assert [lesson.text.startswith("A Viscount draws") for lesson in lessons] == [True]
    assert "end of your turn" not in lessons[0].text
