"""The list of games and of who can play them."""

from __future__ import annotations

import subprocess
import sys

import pytest

from games import registry
from games.engine.bots import RandomBot
from games.engine.errors import BadTable
from simulation.dealer import play


@pytest.mark.parametrize("game", registry.GAMES)
def test_every_game_is_made_under_its_own_id(game: str) -> None:
    assert registry.make(game).info.id == game
    assert registry.make(game) is not registry.make(game)


@pytest.mark.parametrize("game", registry.GAMES)
def test_every_kind_of_bot_plays_a_game_to_its_end(game: str) -> None:
    made = registry.make(game)
    for kind in registry.bot_kinds(game):
        bots = [registry.bot(game, kind) for _ in range(made.info.max_seats)]
        assert play(made, made.info.max_seats, 3, bots=bots).engine.outcome is not None


def test_the_best_bot_comes_first_and_random_last() -> None:
    for game in registry.GAMES:
        kinds = registry.bot_kinds(game)
        assert kinds[-1] == "random"
        assert type(registry.bot(game)) is type(registry.bot(game, kinds[0]))
        assert isinstance(registry.bot(game, "random"), RandomBot)


def test_what_there_is_not() -> None:
    with pytest.raises(BadTable, match="no game 'chess'"):
        registry.make("chess")
    game = next(iter(registry.GAMES))
    with pytest.raises(BadTable, match="no bot 'clever'"):
        registry.bot(game, "clever")


def test_a_game_loads_only_when_it_is_made() -> None:
    code = (
        "import sys, games.registry as r;"
        "print([m for m in sys.modules if any(m.startswith(f'games.{g}') for g in r.GAMES)])"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"
