"""Whole games as line mode tells them, kept to be read by somebody who sees no board."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from cli.console.text import WIDTH
from cli.model.end_text import ending_lines, tale_lines
from cli.plain.controller import LineController
from tests.cli.tui.house import LocalTable, names_of
from tests.goldens import AGAIN, kept

FOLDER = Path(__file__).parent / "golden"
GAMES: dict[str, tuple[int, int, dict[str, str | int]]] = {
    "inheritance": (3, 13, {}),
    "king": (3, 2, {"turns": 6}),
    "court": (3, 4, {"events": 1}),
    "fortress": (2, 3, {"artifacts": 1, "gauge": 1, "units": 2, "rounds": 10}),
}
"""By the id of a game: seats, seed and options of a short one."""
CLOSED = "That question is no longer open."
"""Said because nobody typed the answer."""
FOR_EYES = re.compile(
    r"\b(cursor|highlight|click|panel|colou?r|screen|arrow|mouse|row|column)", re.I
)
"""Words that mean something only to who sees a board."""
DRAWN = re.compile("[─│┌┐└┘├┤▸‹›▾▴█·●○♥♦♣♠]")


@cache
def transcript(game: str) -> tuple[str, ...]:
    """Everything that is said to the first seat, whom a bot answers for."""
    seats, seed, options = GAMES[game]
    table, names = LocalTable(game, seats, seed, options), names_of(seats)
    player = LineController(plays=True)
    player.begin(names)
    lines: list[str] = []
    while table.prompt is not None:
        lines += player.follow(table.snapshot(), 5.0)
        lines.append(">>> answered by a bot")
        table.decide(table.advised())
    snapshot = table.snapshot()
    lines += player.follow(snapshot, 5.0)
    assert snapshot.ending is not None
    lines += ["", *ending_lines(snapshot.ending, names), *tale_lines(snapshot.view, names)]
    return tuple(line for line in lines if line != CLOSED)


@pytest.mark.golden
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_reads_as_it_did(game: str) -> None:
    told = "\n".join(transcript(game)) + "\n"
    assert kept(FOLDER / f"{game}.txt", told) == told, AGAIN


@pytest.mark.parametrize("game", GAMES)
def test_no_line_is_for_eyes_alone(game: str) -> None:
    for line in transcript(game):
        assert not FOR_EYES.search(line), line
        assert not DRAWN.search(line), line
        assert "[?]" not in line
        assert "{" not in line
        assert len(line) <= WIDTH


@pytest.mark.parametrize("game", GAMES)
def test_it_says_the_aim_how_it_stands_whose_turn_it_is_and_how_it_went(game: str) -> None:
    told = transcript(game)
    assert any(line.startswith("  Aim: ") for line in told)
    assert any(line.startswith("  Standing: ") for line in told)
    assert any(line.startswith("The game is over: ") for line in told)
    over = next(n for n, line in enumerate(told) if line.startswith("The game is over: "))
    assert len(told) > over + 2
