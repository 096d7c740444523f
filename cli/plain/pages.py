"""What a person at a table can look up in line mode: each command gives a page of lines. Pure.

Held by tests/cli/plain/test_pages.py.
"""

from __future__ import annotations

from collections.abc import Mapping

from cli.console.text import wrapped
from cli.model.map_text import map_command
from cli.model.path_text import paths_in_words
from cli.model.rules_page import as_text, beginning, entries
from cli.model.table_follower import TableFollower
from cli.model.table_text import (
    Names,
    area_lines,
    hand_lines,
    log_lines,
    seat_lines,
    standing_lines,
    table_lines,
)
from cli.model.watching import watching_line
from games import registry
from games.engine.plan_draft import PlanDraft
from games.engine.view import View
from p2p.client.reach.paths import MemberPath


class Pages:
    """What can be looked up at a table that `follower` follows."""

    def __init__(self, follower: TableFollower) -> None:
        self.paths: Mapping[bytes, MemberPath] = {}
        """How each member is reached, by its key."""
        self.words: tuple[str, ...] = ()
        """The key words of the seats, once they are computed."""
        self.watchers: tuple[str, ...] = ()
        """Who watches, as the seats say."""
        self.invites: list[str] = []
        """How others come here, with the addresses of this moment."""
        self._follower = follower

    @property
    def _names(self) -> Names:
        return self._follower.names

    @property
    def _view(self) -> View | None:
        return self._follower.view

    def waiting(self, now: float) -> str:
        """Where the table stands, in a sentence."""
        if self._follower.snapshot is None:
            return "The game has not begun."
        if self._follower.over:
            return "The game is over."
        said = self._follower.waiting(now)
        return f"{said}." if said else "The table goes on by itself."

    def table(self, now: float, *, asked: bool) -> list[str]:
        """All that lies there. `asked`: a question is open, so nobody else is waited for."""
        if self._view is None:
            return ["Nothing lies on the table: the game has not begun."]
        lines = table_lines(self._view, self._names)
        return lines if asked else [*lines, self.waiting(now)]

    def part(self, word: str) -> list[str]:
        """One part of the table with all that lies there."""
        if self._view is None:
            return ["Nothing lies on the table: the game has not begun."]
        lines = area_lines(self._view, self._names, word)
        return lines or [f"No part of the table is called {word!a}; table tells all of it."]

    def look(self) -> list[str]:
        """How near everybody is to winning."""
        if self._view is None:
            return ["The game has not begun."]
        return standing_lines(self._view, self._names)

    def rules(self, word: str) -> list[str]:
        """How the game begins to be played, or what the guide says of a word."""
        if self._view is None:
            return ["The game has not begun; crownless rules shows how each is played."]
        guide = registry.guide(self._view.game)
        if not word:
            more = f"For more, name a word, such as: rules {guide.topics()[-1].title.casefold()}"
            return [*as_text(beginning(guide)), more]
        lines = as_text(entries(guide, word))
        return lines or [f"The rules do not speak of {word!a}."]

    def map(self, typed: str, plan: PlanDraft | None) -> list[str]:
        """The map with the orders that are being given drawn into it."""
        seen = plan.map if plan is not None else self._view.map if self._view is not None else None
        return map_command(seen, typed, self._names, plan)

    def hand(self) -> list[str]:
        """The own cards."""
        if self._view is None:
            return ["You have no cards yet: the game has not begun."]
        if self._names.own is None:
            return ["You watch, so you hold no cards."]
        return hand_lines(self._view, self._names)

    def seats(self, now: float) -> list[str]:
        """Who sits there, how they are reached, and who watches."""
        if not self._names.people:
            return ["Nobody is known to sit here yet."]
        absent = self._follower.attendance.absences(now)
        paths = paths_in_words(self.paths, self._names)
        lines = seat_lines(self._names, self._follower.snapshot, self.words, absent, paths)
        return [*lines, *wrapped(watching_line(self.watchers))] if self.watchers else lines

    def log(self, count: int) -> list[str]:
        """The last lines of the story."""
        snapshot = self._follower.snapshot
        return log_lines(snapshot.lines if snapshot else (), self._names, count)
