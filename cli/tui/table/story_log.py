"""The story of a table with the chat in between, what was checked, and how the table lay before.

Pure. Held by tests/cli/tui/table/test_story_log.py.
"""

from __future__ import annotations

from collections import Counter

from cli.model.check_marks import Checks, full
from cli.model.table_text import Names
from cli.tui.table.panels import StoryLine
from games.engine.table import LogLine
from games.engine.view import View
from p2p.client.play.snapshot import Snapshot
from p2p.client.talk.chat import ChatLine

MAX_VIEWS = 500
"""Moments that can be gone back to on the screen; the replay has all of them."""


class StoryLog:
    """Everything that was told or said here, in the order in which it came."""

    def __init__(self) -> None:
        self.checks = Checks()
        self.views: list[tuple[int, View]] = []
        """The table as it lay after so many lines, as far as it was seen here."""
        self._lines: tuple[LogLine, ...] = ()
        self._entries: list[int | ChatLine] = []
        """Lines of the story by their place, and chat."""
        self._counted: tuple[int, list[Counter[str]]] = (0, [])

    # What the client tells

    def take(self, snapshot: Snapshot) -> None:
        """A new snapshot."""
        self.checks.take(signed.message for signed in snapshot.good[self.checks.messages :])
        self._entries += range(len(self._lines), len(snapshot.lines))
        self._lines = snapshot.lines
        if snapshot.view is not None:
            self._remember(len(snapshot.lines), snapshot.view)

    def _remember(self, count: int, view: View) -> None:
        if self.views and self.views[-1][0] == count:
            self.views[-1] = (count, view)
            return
        self.views.append((count, view))
        del self.views[:-MAX_VIEWS]

    def hear(self, fresh: tuple[ChatLine, ...], kept: int) -> None:
        """These lines were said; of all that was said, only the last `kept` are kept."""
        self._entries += fresh
        gone = sum(1 for entry in self._entries if isinstance(entry, ChatLine)) - kept
        for entry in [one for one in self._entries if isinstance(one, ChatLine)][: max(0, gone)]:
            self._entries.remove(entry)

    # What is shown

    def lines(
        self, names: Names, *, with_chat: bool, shown: int | None = None, fresh: int | None = None
    ) -> list[StoryLine]:
        """The story so far, with the chat in between where that has no panel of its own.

        `shown`: only so many lines of the story; `fresh`: those behind so many are marked.
        """
        found = []
        for entry in self._entries:
            if isinstance(entry, int):
                if shown is not None and entry >= shown:
                    continue
                text = names.put_into(self._lines[entry].text)
                new = fresh is not None and entry >= fresh
                found.append(StoryLine(entry + 1, text, fresh=new))
            elif with_chat:
                found.append(chat_line(entry, names))
        return found

    def checked(self, place: int) -> str:
        """In full words what was checked for a line of the story."""
        return full(self._counts()[place])

    def view_at(self, lines: int) -> View | None:
        """The table as it lay after so many lines, if it was seen here just then."""
        return next((view for count, view in self.views if count == lines), None)

    def _counts(self) -> list[Counter[str]]:
        """What was checked for each line; counted anew after new messages."""
        messages, counts = self._counted
        if messages != self.checks.messages or len(counts) != len(self._lines):
            counts = self.checks.of_lines(self._lines)
            self._counted = (self.checks.messages, counts)
        return counts


def chat_line(line: ChatLine, names: Names) -> StoryLine:
    """A line of chat as it is shown."""
    return StoryLine(0, f"{names[line.seat]}: {line.text}", f"seat{line.seat % 6}")
