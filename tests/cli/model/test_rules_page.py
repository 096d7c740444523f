"""A guide as a page, and what it says of a word."""

from __future__ import annotations

import pytest

from cli.model.rules_page import as_text, beginning, entries, found, mentioned, page
from games import registry
from games.engine.guide import GOAL, Chapter, Guide, Topic

RING = Topic("term.ring", "Ring", "It lies on an Admirer.", ("rank.spy",))
SPY = Topic("rank.spy", "6 Spy", "Takes the ring road.")
GUIDE = Guide("Win.", "Win soon.", ("Look.", "Play."), (Chapter("all", "All", (RING, SPY)),))


def test_a_page_has_the_aim_the_turn_and_every_topic() -> None:
    assert as_text(page(GUIDE)) == [
        "What you play for",
        "  Win.",
        "",
        "A turn",
        "  1. Look.",
        "  2. Play.",
        "",
        "All",
        "  Ring",
        "    It lies on an Admirer.",
        "  6 Spy",
        "    Takes the ring road.",
    ]
    assert page(GUIDE)[:6] == beginning(GUIDE)


@pytest.mark.parametrize(
    ("word", "topics"),
    [
        ("ring", (RING,)),  # called so, though the other speaks of it
        ("SPY", (SPY,)),
        ("rin", (RING,)),
        ("road", (SPY,)),
        ("the ring", (SPY,)),
        ("queen", ()),
        (" ", ()),
    ],
)
def test_topics_by_a_word(word: str, topics: tuple[Topic, ...]) -> None:
    assert tuple(found(GUIDE, word)) == topics


def test_an_entry_says_where_there_is_more() -> None:
    assert as_text(entries(GUIDE, "ring")) == [
        "Ring",
        "  It lies on an Admirer.",
        "  See also: 6 Spy.",
    ]
    assert entries(GUIDE, "queen") == []


@pytest.mark.parametrize("game", registry.GAMES)
def test_the_guide_of_every_game_is_whole(game: str) -> None:
    guide = registry.guide(game)
    topics = guide.topics()
    assert guide.aim.endswith(".")
    assert "{" not in guide.aim
    assert guide.goal.endswith(".")
    assert len(guide.goal) <= GOAL  # a narrow screen has no more room, and cuts nothing off
    assert 3 <= len(guide.turn) <= 7
    assert len({topic.key for topic in topics}) == len(topics)
    assert len({topic.title for topic in topics}) == len(topics)
    for topic in topics:
        assert topic.text.endswith("."), topic.key
        assert topic.key not in topic.see
        assert all(guide.topic(key).text for key in topic.see)
        assert found(guide, topic.title)[0] == topic


@pytest.mark.parametrize(
    ("game", "text", "titles"),
    [
        ("inheritance", "6 Spy of love", ["6 Spy", "Love"]),
        ("inheritance", "The Ring of Favour goes to Ana.", ["Ring of Favour"]),
        ("king", "Assassin (2)", ["Assassin"]),
        ("king", "The Hanged Man is crowned", ["Hanged Man"]),
        ("fortress", "your Cavalry c3 (16 of 16 health), plain", ["Cavalry", "Plain"]),
        ("court", "Ana takes Chancellor Odo.", ["Chancellor Odo"]),
        ("king", "nothing to see", []),
    ],
)
def test_the_words_of_a_text_lead_to_their_entries(game: str, text: str, titles: list[str]) -> None:
    assert [topic.title for topic in mentioned(registry.guide(game), text)] == titles
