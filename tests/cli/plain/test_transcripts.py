"""Games as line mode tells them, kept to be read by somebody who sees no board."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from cli.console.text import WIDTH
from cli.model.end_text import ending_lines, tale_lines
from cli.plain.controller import LineController
from tests.cli.tui.house import LocalTable, ShownTable, names_of
from tests.cli.tui.set_tables import court_game, king_game
from tests.goldens import AGAIN, COMPARE, digest_of, kept, kept_part

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


SET: dict[str, Callable[[], Iterator[ShownTable]]] = {"king": king_game, "court": court_game}
"""By the id of a game with a deck that may grow, what is kept to be read: played from a table set
by hand. Of its whole game the digest is kept."""


def played(game: str) -> Iterator[ShownTable]:
    """A whole game, wherever the first seat is asked, whom a bot answers for, and at its end."""
    seats, seed, options = GAMES[game]
    table = LocalTable(game, seats, seed, options)
    while table.prompt is not None:
        yield table
        table.decide(table.advised())
    yield table


def told(tables: Iterable[ShownTable]) -> Iterator[str]:
    """Everything that is said to the first seat."""
    player = LineController(plays=True)
    for number, table in enumerate(tables):
        names = names_of(table.seats)
        if not number:
            player.begin(names)
        snapshot = table.snapshot()
        yield from (line for line in player.follow(snapshot, 5.0) if line != CLOSED)
        if table.prompt is not None:
            yield ">>> answered"
        if snapshot.ending is not None:
            yield from ("", *ending_lines(snapshot.ending, names))
            yield from tale_lines(snapshot.view, names)


@cache
def transcript(game: str) -> tuple[str, ...]:
    """Everything that is said in a whole game."""
    return tuple(told(played(game)))


@cache
def short(game: str) -> tuple[str, ...]:
    """Everything that is said in what is kept to be read."""
    return tuple(told(SET[game]())) if game in SET else transcript(game)


@pytest.mark.golden
@pytest.mark.parametrize("game", GAMES)
def test_a_game_reads_as_it_did(game: str) -> None:
    text = "\n".join(short(game)) + "\n"
    assert kept(FOLDER / f"{game}.txt", text) == text, AGAIN


@pytest.mark.golden
@pytest.mark.parametrize("game", SET)
def test_a_whole_game_is_told_as_it_was(game: str) -> None:
    digest = digest_of(f"told-{game}.txt", "\n".join(transcript(game)))
    assert kept_part(FOLDER / "whole.txt", game, digest) == digest, f"{COMPARE}; {AGAIN}"


@pytest.mark.parametrize("game", GAMES)
def test_no_line_is_for_eyes_alone(game: str) -> None:
    for line in (*short(game), *transcript(game)):
        assert not FOR_EYES.search(line), line
        assert not DRAWN.search(line), line
        assert "[?]" not in line
        assert "{" not in line
        assert len(line) <= WIDTH


@pytest.mark.parametrize("game", GAMES)
def test_it_says_the_aim_how_it_stands_whose_turn_it_is_and_how_it_went(game: str) -> None:
    lines = transcript(game)
    assert any(line.startswith("  Aim: ") for line in lines)
    assert any(line.startswith("  Standing: ") for line in lines)
    assert any(line.startswith("The game is over: ") for line in lines)
    over = next(n for n, line in enumerate(lines) if line.startswith("The game is over: "))
    assert len(lines) > over + 2
