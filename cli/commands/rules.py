"""rules: how a game is played, or what one of its words means."""

from __future__ import annotations

import argparse

from cli.console.errors import UsageError
from cli.console.exit_codes import Exit
from cli.console.stdout import say
from cli.console.text import wrapped
from cli.model.rules_page import as_text, entries, page
from cli.model.titles import title_of
from games import registry


def run(args: argparse.Namespace) -> int:
    """Print the page, or the entries of a word; without a game, the games that there are."""
    say(_games() if args.game is None else _of(args.game.lower(), " ".join(args.words)))
    return Exit.DONE


def _games() -> list[str]:
    said: list[str] = []
    for game in registry.GAMES:
        info = registry.make(game).info
        seats = f"{info.min_seats} to {info.max_seats} players"
        said += wrapped(f"{info.title}, {seats}: {registry.guide(game).aim}", f"{game}  ", " " * 4)
    return [*said, "To read how one is played: crownless rules GAME"]


def _of(game: str, word: str) -> list[str]:
    guide = registry.guide(game)
    if not word:
        return [title_of(game), "", *as_text(page(guide))]
    lines = entries(guide, word)
    if not lines:
        raise UsageError(f"the rules of {title_of(game)} do not speak of {word!a}")
    return as_text(lines)
