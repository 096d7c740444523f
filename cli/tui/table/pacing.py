"""The moves of others, shown one after the other at a pace: only the picture waits. Pure.

What the client tells goes through here on its way to the picture. Nothing else is held up by it.
Held by tests/cli/tui/table/test_pacing.py.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from games.engine.view import View


@dataclass(frozen=True, slots=True)
class Moment:
    """The table after so many lines of the story."""

    lines: int
    view: View

    def changed(self, since: View) -> frozenset[str]:
        """The areas that are not as they were then, by their keys."""
        old = {area.key: area for area in since.areas}
        return frozenset(area.key for area in self.view.areas if old.get(area.key) != area)


class Pacing:
    """Which moment is shown, and those that wait for their turn."""

    def __init__(self, seconds: float = 0.0) -> None:
        self.seconds = seconds
        """How long a moment stays when another waits; 0 shows all at once."""
        self.shown: Moment | None = None
        self.changed: frozenset[str] = frozenset()
        """The areas that the moment which is shown has changed."""
        self.before: View | None = None
        """The table before that moment."""
        self._queue: deque[Moment] = deque()
        self._since = float("-inf")

    @property
    def is_behind(self) -> bool:
        """Whether something waits to be shown."""
        return bool(self._queue)

    def take(self, lines: int, view: View, now: float) -> None:
        """The table as it lies now; a moment of its own if there is a new line of the story."""
        moment = Moment(lines, view)
        last = self._queue[-1] if self._queue else self.shown
        # A line of the story makes a moment; without one the table is only drawn again.
        if last is not None and lines > last.lines:
            self._queue.append(moment)
        elif self._queue:
            self._queue[-1] = moment
        else:
            self.shown = moment
        # D-88: only the picture waits. Messages and proofs are out already.
        if not self.seconds:
            self.skip(now)
        self.advance(now)

    def advance(self, now: float) -> bool:
        """Show the next moment if its time has come; says whether it has."""
        if not self._queue or now - self._since < self.seconds:
            return False
        self._show(self._queue.popleft(), now)
        return True

    def skip(self, now: float) -> None:
        """Show the newest moment at once."""
        if self._queue:
            self._show(self._queue[-1], now)
            self._queue.clear()

    def _show(self, moment: Moment, now: float) -> None:
        self.changed = moment.changed(self.shown.view) if self.shown else frozenset()
        self.before = self.shown.view if self.shown else None
        self.shown, self._since = moment, now
