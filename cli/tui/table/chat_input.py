"""The line in which a person talks to the table; what is left there with Esc is kept. Pure.

Held by tests/cli/tui/table/test_table_keys.py.
"""

from __future__ import annotations

from cli.model.intents import Say
from cli.tui.table.shown import TableCursor
from cli.tui.table.state import TableState
from cli.tui.toolkit.canvas import Canvas, Rect
from cli.tui.toolkit.fields import Field, is_named
from cli.tui.toolkit.ui import Ui


class ChatInput:
    """Has the keys while it is open."""

    def __init__(self, ui: Ui, state: TableState, cursor: TableCursor) -> None:
        self._ui = ui
        self._state = state
        self._cursor = cursor
        self._field: Field | None = None
        self._unsaid = ""

    @property
    def is_open(self) -> bool:
        """Whether it has the keys."""
        return self._field is not None

    def open(self) -> None:
        """Give it the keys, where others can hear us."""
        if self._state.can_chat:
            self._field, self._cursor.chat_back = Field(self._unsaid), 0

    def edit(self, key: str) -> bool:
        """Take a key; False if it is not for here."""
        if self._field is None:
            return False
        text = self._field.text
        if key == "enter":
            self._field, self._unsaid = None, ""
            if text.strip():
                self._ui.intent(Say(text.strip()))
        elif key == "esc":
            self._field, self._unsaid = None, text
            if text.strip():
                self._ui.say("What you typed is kept; c goes on with it.")
        else:
            return self._field.edit(key) or is_named(key)
        return True

    def typed(self, text: str) -> bool:
        """Take typed or pasted text; False if it is not for here."""
        if self._field is None:
            return False
        self._field.insert(text)
        return True

    def paint(self, canvas: Canvas, row: Rect) -> None:
        """Draw it over this row while it is open."""
        if self._field is not None:
            canvas.fill(row, "")
            x = canvas.put(1, row.y, "Say: ", "draft")
            self._field.paint(canvas, Rect(x, row.y, row.width - x - 1, 1), focused=True)
