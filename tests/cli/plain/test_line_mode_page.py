"""The game on the page about line mode is one that the program tells."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cli.model.end_text import ending_lines, tale_lines
from cli.model.intents import Decide, PreviewMove
from cli.plain.controller import LineController
from games.engine.choice import Answer
from tests.cli.tui.film import FilmTable
from tests.cli.tui.house import names_of
from tests.goldens import AGAIN, kept
from tests.paths import ROOT

SEED = 368
TYPED = (("1", ""), ("5", "3", ""), ("5", "3", ""))
"""What is typed at each question."""
NOW = 5.0
PAGE = ROOT / "docs" / "line-mode.md"
FENCE = "```\n"


def told() -> Iterator[str]:
    """Every line of the game, those that are typed among them."""
    table, names = FilmTable(SEED), names_of(3)
    player = LineController(plays=True)
    player.begin(names)
    for lines in TYPED:
        yield from player.follow(table.snapshot(), NOW)
        for line in lines:
            yield line
            reaction = player.typed(line, NOW)
            yield from reaction.lines
            match reaction.intent:
                case PreviewMove(answer, of) if table.prompt and not table.prompt.secret:
                    yield from player.foreseen(of, table.preview(answer))
                case Decide(_, decision):
                    assert isinstance(decision, Answer)
                    table.decide(decision)
    snapshot = table.snapshot()
    yield from player.follow(snapshot, NOW)
    assert snapshot.ending is not None
    yield from ("", *ending_lines(snapshot.ending, names), *tale_lines(snapshot.view, names))


def sample() -> str:
    """The game from the choice of the Admirers on, without its second turn."""
    _, _, entered, turn, _, _, *end = "\n".join(told()).split("\n\n")
    return "\n\n".join([entered, turn, "[...]", *end]) + "\n"


@pytest.mark.golden
def test_the_page_shows_a_game_as_line_mode_tells_it() -> None:
    text = PAGE.read_text("utf-8")
    start = text.index(FENCE) + len(FENCE)
    made = text[:start] + sample() + text[text.index(FENCE, start) :]
    assert kept(PAGE, made) == made, AGAIN
