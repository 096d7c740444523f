"""history: the games that are over, and who won how often.

Held by tests/cli/commands/test_history.py.
"""

from __future__ import annotations

import argparse
import time

from cli.commands.elsewhere import elsewhere
from cli.console.exit_codes import Exit
from cli.console.stdout import say
from cli.console.text import wrapped
from cli.model.history import score_line
from cli.model.titles import title_of
from p2p.client.tables.history import called, past_games, scores
from p2p.client.tables.table_list import tables_of
from p2p.storage.profile import Profile

NOTHING = "You have not finished a game yet. To begin: crownless play inheritance"


def run(args: argparse.Namespace) -> int:
    """List them, the last first."""
    said = lines(Profile.open(args.profile))
    say(said if said != [NOTHING] else [NOTHING, *elsewhere(args.profile, "history")])
    return Exit.DONE


def lines(profile: Profile) -> list[str]:
    """A line or two a game, then the counts."""
    games = past_games(tables_of(profile))
    if not games:
        return [NOTHING]
    said: list[str] = []
    contacts, problem = profile.known_names()
    said += wrapped(problem) if problem else []
    for number, game in enumerate((called(game, contacts) for game in games), 1):
        date = time.strftime("%Y-%m-%d %H:%M", time.localtime(game.ended / 1e9))
        what = f"{title_of(game.game)}; {game.people}; {game.result}; table {game.id}"
        said += wrapped(what, f"{number:3}. {date}  ", " " * 5)
    said.append("To check or replay one: crownless verify NUMBER, crownless replay NUMBER")
    counts = scores(games, profile.identity.public.hex(), contacts)
    return [*said, "", *map(score_line, counts)] if counts else said
