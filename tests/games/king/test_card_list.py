"""The page of all cards in the docs is what the rows say."""

from __future__ import annotations

import pytest

from games.king.card_list import page
from games.king.plays import CATALOGUE
from tests.goldens import AGAIN, kept
from tests.paths import ROOT


@pytest.mark.golden
def test_the_card_list_in_the_docs_is_what_the_rows_say() -> None:
    made = page(CATALOGUE)
    assert kept(ROOT / "docs" / "cards" / "king.md", made) == made, AGAIN


def test_every_kind_stands_in_the_list_once() -> None:
    lines = page(CATALOGUE).splitlines()
    for kind in CATALOGUE.kinds:
        (line,) = [line for line in lines if line.startswith(f"| {kind.name} |")]
        assert line.endswith(f"| {kind.when} | {kind.text} |")
