"""The rules pages in docs/ hold the guide that screens show, and know all that it names."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games import registry
from games.engine.guide import Guide
from tests.goldens import AGAIN, kept
from tests.paths import ROOT

BEGIN = "<!-- from the guide of the game: make golden -->\n"
PIECES = ("card", "character", "heir", "rank", "suit", "unit", "tile", "terrain", "prince")
"""Kinds of topics that are things on the table: a page has a row for each."""
PAGES = ROOT / "docs" / "rules"


def lines_of(guide: Guide) -> Iterator[str]:
    """The guide as a part of a page."""
    yield "## What the program tells a player"
    yield ""
    yield guide.aim
    yield ""
    yield from (f"{number}. {line}" for number, line in enumerate(guide.turn, 1))
    for chapter in guide.chapters:
        yield ""
        yield f"### {chapter.title}"
        yield ""
        yield from (f"- **{topic.title}**: {topic.text}" for topic in chapter.topics)


def by_hand(game: str) -> str:
    """The part of a page that people write."""
    return (PAGES / f"{game}.md").read_text().partition(BEGIN)[0]


@pytest.mark.golden
@pytest.mark.parametrize("game", registry.GAMES)
def test_a_page_ends_with_the_guide(game: str) -> None:
    page = by_hand(game).rstrip("\n") + "\n\n" + BEGIN
    page += "\n" + "\n".join(lines_of(registry.guide(game))) + "\n"
    assert kept(PAGES / f"{game}.md", page) == page, AGAIN


@pytest.mark.parametrize("game", registry.GAMES)
def test_the_part_by_hand_knows_every_piece_of_the_guide(game: str) -> None:
    text = by_hand(game).casefold()
    cards = ROOT / "docs" / "cards" / f"{game}.md"
    text += cards.read_text().casefold() if cards.exists() else ""
    topics = [one for one in registry.guide(game).topics() if one.key.partition(".")[0] in PIECES]
    missing = [
        one.title for one in topics if one.title.lstrip("0123456789 ").casefold() not in text
    ]
    assert len(topics) > 5
    assert not missing
