"""The page of all cards in the docs is what the rows say."""

from __future__ import annotations

import pytest

from games.court.card_list import page
from games.court.deck import CARDS, CATALOGUE
from tests.goldens import kept
from tests.paths import ROOT


@pytest.mark.golden
def test_the_card_list_in_the_docs_is_what_the_rows_say() -> None:
    assert kept(ROOT / "docs" / "cards" / "court.md", page(CATALOGUE)) == page(CATALOGUE)


def test_every_card_stands_in_the_list_once() -> None:
    lines = page(CATALOGUE).splitlines()
    for row in CARDS:
        assert sum(line.startswith(f"| {row.title} |") for line in lines) == 1
        assert sum(line.endswith(f"| {row.text} |") for line in lines) == 1
