"""The panel of a guided game: what is told the first time something comes. Pure.

It lies above story and hand, so that board and question stay in sight, and goes with one key.
Held by tests/cli/tui/table/test_lessons.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from cli.model.guidance import more
from cli.tui.table.rules import rules_window
from cli.tui.table.state import TableState
from cli.tui.toolkit.actions import Action
from cli.tui.toolkit.canvas import Canvas, Rect
from cli.tui.toolkit.cells import wrap
from cli.tui.toolkit.ui import Screen, Ui
from games import registry
from games.engine.tutorial import Lesson

COLUMNS = 78


class LessonPanel(Screen):
    """Lessons, one after the other."""

    title = "Guide"
    floats = True

    def __init__(self, ui: Ui, state: TableState, lessons: Sequence[Lesson]) -> None:
        super().__init__(ui)
        self._state = state
        self._lessons = list(lessons)
        self._since = ui.now

    def asked_at(self) -> float | None:
        """See Screen: a key that was meant for something else does not close it unread."""
        return self._since

    def actions(self) -> Sequence[Action]:
        """See Screen."""
        return (
            Action("go on", ("enter", "space", "esc"), "I have read it", self._next, "go on",
                   answers=True),
            Action("more", ("i",), "what the rules say of it", self._more, "more",
                   lambda: bool(self._lessons[0].see)),
            Action("rules", ("R",), "how this game is played", self._rules, "Rules"),
            Action("stop", ("x",), "tell me nothing more in this game", self._stop,
                   "no more lessons"),
        )  # fmt: skip

    def _next(self) -> None:
        self._lessons.pop(0)
        self._since = self.ui.now
        if not self._lessons:
            self.ui.pop()

    def _more(self) -> None:
        view = self._state.view
        if view is not None:
            lines = more(registry.guide(view.game), self._lessons[0])
            self.ui.push(rules_window(self.ui, view.game, lines))

    def _rules(self) -> None:
        view = self._state.view
        if view is not None:
            self.ui.push(rules_window(self.ui, view.game, []))

    def _stop(self) -> None:
        self._state.stop_lessons()
        self.ui.pop()
        self.ui.say("No more lessons in this game; R has the rules.")

    def paint(self, canvas: Canvas, room: Rect) -> None:
        """See Screen."""
        lesson = self._lessons[0]
        columns = min(COLUMNS, room.width - 2)
        lines = wrap(lesson.text, columns - 4)
        keys = wrap(lesson.keys, columns - 4) if lesson.keys else []
        height = len(lines) + len(keys) + 2
        rect = Rect(1, room.bottom - 2 - height, columns, height)
        inner = canvas.box(rect, lesson.title, "focus", clear=True)
        used = canvas.lines(inner, lines)
        canvas.lines(inner.below(used), keys, "key")
        canvas.cursor = (inner.x, inner.y)
