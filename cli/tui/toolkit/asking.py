"""A window that asks for one line of text: a name, or a word that is not typed by accident. Pure.

Held by tests/cli/tui/toolkit/test_asking.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cli.tui.toolkit.actions import Action
from cli.tui.toolkit.canvas import Canvas, Rect
from cli.tui.toolkit.cells import wrap
from cli.tui.toolkit.fields import Field, is_named, typing
from cli.tui.toolkit.ui import Screen, Ui, remark
from cli.tui.toolkit.windows import middle

COLUMNS = 66


class AskLine(Screen):
    """Enter gives the text to `done`, after the window has closed; Esc closes it."""

    floats = True

    def __init__(
        self, ui: Ui, title: str, text: str, done: Callable[[str], None], value: str = ""
    ) -> None:
        """`value` stands in the line at first."""
        super().__init__(ui)
        self.title = title
        self._text = text
        self._done = done
        self._field = Field(value, 60)

    def actions(self) -> Sequence[Action]:
        """See Screen."""
        return typing("done", self.edit)

    def edit(self, key: str) -> bool:
        """See Screen."""
        if key == "enter":
            self.ui.pop()
            self._done(self._field.text.strip())
        elif key == "esc":
            self.ui.pop()
        else:
            return self._field.edit(key) or is_named(key)
        return True

    def typed(self, text: str) -> bool:
        """See Screen."""
        self._field.insert(text)
        return True

    def paint(self, canvas: Canvas, room: Rect) -> None:
        """See Screen."""
        lines = wrap(self._text, COLUMNS - 6)
        rect = middle(room, COLUMNS, len(lines) + 4)
        inner = canvas.box(rect, self.title, "focus", clear=True)
        canvas.lines(inner, lines)
        row = Rect(inner.x, inner.y + len(lines) + 1, inner.width, 1)
        self._field.paint(canvas, row, focused=True)
        remark(self.ui, canvas, Rect(1, room.bottom - 1, room.width - 2, 1))
