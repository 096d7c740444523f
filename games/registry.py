"""The games there are, and who can play them. One entry a game; modules load when first used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from games.engine.bots import Bot, RandomBot
from games.engine.errors import BadTable
from games.engine.game import Game


def _inheritance() -> Game:
    from games.inheritance.rules import Inheritance

    return Inheritance()


def _courtier() -> Bot:
    from games.inheritance.bot.player import Courtier

    return Courtier()


def _king() -> Game:
    from games.king.rules import King

    return King()


def _pretender() -> Bot:
    from games.king.bot.player import Pretender

    return Pretender()


GAMES: Mapping[str, Callable[[], Game]] = MappingProxyType(
    {"inheritance": _inheritance, "king": _king}
)
"""How to make each game, by id."""

BOTS: Mapping[str, Mapping[str, Callable[[], Bot]]] = MappingProxyType(
    {"inheritance": {"courtier": _courtier}, "king": {"pretender": _pretender}}
)
"""The better bots of each game, by id and kind, the best first."""


def make(game: str) -> Game:
    """The game of this id. Raises ``BadTable`` if there is none."""
    if game not in GAMES:
        raise BadTable(f"there is no game '{game}'; there are: {', '.join(GAMES)}")
    return GAMES[game]()


def bot_kinds(game: str) -> tuple[str, ...]:
    """The kinds of bot that can play a game, the best first."""
    return (*BOTS.get(game, {}), "random")


def bot(game: str, kind: str = "") -> Bot:
    """A bot for a game; without a kind, its best. Raises ``BadTable`` for an unknown kind."""
    kinds = bot_kinds(game)
    chosen = kind or kinds[0]
    if chosen not in kinds:
        raise BadTable(f"there is no bot '{chosen}' for {game}; there are: {', '.join(kinds)}")
    return RandomBot() if chosen == "random" else BOTS[game][chosen]()
