"""One line of text that a person types. Pure. Held by tests/cli/tui/toolkit/test_parts.py."""

from __future__ import annotations

from collections.abc import Callable

from cli.tui.toolkit.actions import Action
from cli.tui.toolkit.canvas import Canvas, Rect
from cli.tui.toolkit.cells import width


def typing(said: str, edit: Callable[[str], bool]) -> tuple[Action, ...]:
    """What can be done while a line is typed; `edit` takes the keys."""
    return (
        Action("done", ("enter",), said, lambda: _press(edit, "enter"), said),
        Action("never mind", ("esc",), "back, doing nothing", lambda: _press(edit, "esc"), "back"),
    )


def is_named(key: str) -> bool:
    """Whether a key is none that types something: a field takes those too, and does nothing."""
    return len(key) > 1 and key != "space"


def _press(edit: Callable[[str], bool], key: str) -> None:
    edit(key)


class Field:
    """A text with a cursor in it, at most `most` characters."""

    def __init__(self, text: str = "", most: int = 400) -> None:
        self.text = text[:most]
        self.place = len(self.text)
        self._most = most

    def insert(self, text: str) -> None:
        """Put text in where the cursor is; what cannot be shown is left out."""
        kept = "".join(char for char in text if char.isprintable())
        kept = kept[: self._most - len(self.text)]
        self.text = self.text[: self.place] + kept + self.text[self.place :]
        self.place += len(kept)

    def edit(self, key: str) -> bool:
        """Take a key that moves or deletes; False for another key."""
        match key:
            case "left":
                self.place = max(0, self.place - 1)
            case "right":
                self.place = min(len(self.text), self.place + 1)
            case "home":
                self.place = 0
            case "end":
                self.place = len(self.text)
            case "backspace" if self.place:
                self.text = self.text[: self.place - 1] + self.text[self.place :]
                self.place -= 1
            case "delete":
                self.text = self.text[: self.place] + self.text[self.place + 1 :]
            case "backspace":
                pass
            case _:
                return False
        return True

    def clear(self) -> None:
        """Empty it."""
        self.text, self.place = "", 0

    def paint(self, canvas: Canvas, rect: Rect, *, focused: bool) -> None:
        """Draw it in one row, so far to the side that the cursor is visible."""
        canvas.fill(Rect(rect.x, rect.y, rect.width, 1), "under")
        start = 0
        while width(self.text[start : self.place]) > rect.width - 1:
            start += 1
        canvas.put(rect.x, rect.y, self.text[start:], "under", rect.width)
        if focused:
            column = rect.x + width(self.text[start : self.place])
            canvas.cursor = (column, rect.y)
            canvas.paint(Rect(column, rect.y, 1, 1), "cursor")
