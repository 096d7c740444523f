"""Every game has the board that its entry asks for, and no front end knows a game by its name."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from cli.tui.boards.board import BOARDS, PLAIN, board_of
from games import registry
from games.engine.view import View
from tests.paths import ROOT

NAMES_GAMES = {"cli/console/shared_arguments.py"}
"""Help lists the games and loads none: tests/cli/console/test_arguments.py holds the list true."""
MODULES = sorted(path.relative_to(ROOT) for path in (ROOT / "cli").rglob("*.py"))


def view_of(game: str) -> View:
    return View(game, "", "", (), (), (), ())


def test_every_kind_of_board_is_drawn_and_wanted() -> None:
    assert {registry.board(game) for game in registry.GAMES} == set(BOARDS)
    for game in registry.GAMES:
        assert board_of(view_of(game)) is BOARDS[registry.board(game)]


def test_a_game_that_asks_for_no_board_has_the_plain_one() -> None:
    assert registry.board("chess") == ""
    assert board_of(view_of("chess")) is PLAIN


def games_named(path: Path) -> set[str]:
    """The ids of games that a module has as texts of their own, in an import or as its name."""
    found = {path.stem}
    for node in ast.walk(ast.parse((ROOT / path).read_text())):
        match node:
            case ast.Constant(value=str(text)):
                found.add(text.strip().casefold())
            case ast.ImportFrom(module=str(module)):
                found |= {*module.split("."), *(alias.name for alias in node.names)}
            case ast.Import():
                found |= {part for alias in node.names for part in alias.name.split(".")}
    return found & set(registry.GAMES)


def test_no_front_end_names_a_game() -> None:
    naming = {str(path) for path in MODULES if games_named(path)}
    assert naming == NAMES_GAMES


@pytest.mark.parametrize("text", ['if game == "king": ...', "from games.court import rules"])
def test_a_module_that_did_would_be_found(text: str, tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(text)
    assert games_named(module)
