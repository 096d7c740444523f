"""The rules of a game on the screen: from a table, by a word, and from the start."""

from __future__ import annotations

import pytest

from cli.model.rules_page import page
from cli.tui.screens.start import Rules, Start
from cli.tui.table.screen import TableScreen
from cli.tui.toolkit.windows import Text
from games import registry
from tests.cli.tui.house import SIZES, LocalTable, Stage, golden


def typed(stage: Stage, line: str) -> None:
    stage.press(":")
    stage.ui.top.typed(line)
    stage.press("enter")


@pytest.mark.golden
@pytest.mark.parametrize("size", SIZES)
def test_a_key_opens_the_rules_at_a_table(size: str) -> None:
    stage = Stage(size)
    stage.sit(LocalTable(seed=4))
    stage.press("R")
    assert isinstance(stage.ui.top, Text)
    golden("inheritance", "rules", stage)
    stage.press("/")
    stage.ui.top.typed("8 vizier")
    stage.press("enter")
    assert "From now on the highest rank wins." in stage.text
    stage.press("esc")
    assert isinstance(stage.ui.top, TableScreen)


def test_a_typed_word_opens_its_entry() -> None:
    stage = Stage("small")
    stage.sit(LocalTable(seed=4))
    typed(stage, "rules ring of favour")
    assert "It lies on the Admirer who was favoured last." in stage.text
    assert "See also: Favour." in stage.text
    stage.press("esc")
    typed(stage, "rules bishop")
    assert "The rules do not speak of 'bishop'." in stage.text
    stage.press("esc", "esc")
    typed(stage, "rules")
    assert "What you play for" in stage.text


@pytest.mark.parametrize("place", range(len(registry.GAMES)))
def test_the_start_leads_to_the_rules_of_each_game(place: int) -> None:
    stage = Stage("wide")
    stage.show(Start(stage.ui, "Ana"))
    stage.press("u")
    assert isinstance(stage.ui.top, Rules)
    stage.press(*["down"] * place, "enter")
    assert isinstance(stage.ui.top, Text)
    first = page(registry.guide(list(registry.GAMES)[place]))[1]
    assert first.text[:40] in stage.text
