"""What is said before a table is deleted, and which word does it."""

from __future__ import annotations

import pytest

from cli.model.deleting import deletion_of
from p2p.table_summary import TableSummary


@pytest.mark.parametrize(
    ("about", "word", "said"),
    [
        ({"state": "over"}, "yes", "the history forgets it"),
        ({"state": "left"}, "yes", "the history forgets it"),
        ({"state": "open", "role": "watch", "people": "Ben"}, "yes", "you only watch"),
        ({"state": "open", "practice": True, "people": "Ana"}, "yes", "never go on with it"),
        ({"state": "open", "role": "host", "people": ""}, "yes", "has not begun"),
        ({"state": "open", "role": "guest", "people": "Ana, Ben"}, "delete", "waits for you"),
        ({"state": "open", "role": "bot", "people": "Ana, Ben"}, "delete", "waits for your bot"),
        ({}, "yes", "has not begun"),
    ],
)
def test_others_who_would_wait_make_the_word_stronger(
    about: dict[str, object], word: str, said: str
) -> None:
    deletion = deletion_of(TableSummary.decode(about))
    assert deletion.word == word
    assert said in deletion.said
