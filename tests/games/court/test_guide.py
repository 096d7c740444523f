"""The guide says what the cards say, all of them."""

from __future__ import annotations

import pytest

from games.court.cards import Action, Character, Event, Prince, Row
from games.court.deck import CARDS
from games.court.guide import GUIDE
from games.court.words import kind_of, printed, when
from games.engine.words import begun


def key_of(row: Row) -> str:
    kinds = {Prince: "prince", Character: "character", Event: "event", Action: "card"}
    return f"{kinds[type(row)]}.{row.key}"


@pytest.mark.parametrize("row", CARDS, ids=lambda row: row.title)
def test_every_card_has_an_entry(row: Row) -> None:
    topic = GUIDE.topic(key_of(row))
    assert topic.title == row.title
    assert topic.text.endswith(row.text)
    if isinstance(row, Event):
        assert topic.text.startswith(begun(kind_of(row)))
    elif isinstance(row, Action):
        assert topic.text.startswith(when(row))
    else:
        assert begun(printed(row)) in topic.text


def test_every_reference_leads_somewhere() -> None:
    keys = [topic.key for topic in GUIDE.topics()]
    assert len(keys) == len(set(keys))
    assert all(GUIDE.topic(key) for topic in GUIDE.topics() for key in topic.see)
