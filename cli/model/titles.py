"""What a game says of itself, for lists, the lobby and the table. Pure."""

from __future__ import annotations

from games import registry
from p2p.display import safe


def title_of(game: str) -> str:
    """The title of a game; what is not known here is made safe to show."""
    return registry.make(game).info.title if game in registry.GAMES else safe(game or "a table", 32)


def option_line(game: str, key: str, value: str | int) -> str:
    """One option of a table, with the label that the game gives it."""
    if game in registry.GAMES:
        for option in registry.make(game).info.options:
            if option.key == key:
                return f"{option.label or key}: {safe(str(value), 40)}"
    return f"{safe(key, 32)}: {safe(str(value), 40)}"


def goal_of(game: str) -> str:
    """The goal of a game in one short line; empty for a game that this release does not know."""
    return registry.guide(game).goal if game in registry.GAMES else ""


def turn_of(game: str) -> tuple[str, ...]:
    """A turn of a game, one line a part; nothing for a game that this release does not know."""
    return registry.guide(game).turn if game in registry.GAMES else ()


def drawn_as(game: str) -> str:
    """The kind of board that draws a game; empty where the plain one does."""
    return registry.board(game)


def strengths_of(game: str) -> tuple[str, ...]:
    """How well bots of a game can play, the best first; nothing for a game not known here."""
    kinds = registry.bot_kinds(game) if game in registry.GAMES else ()
    return tuple(kind for kind in kinds if kind != "random")
