"""Small windows above a screen: help, a card, a text, a choice of what to do, jump letters. Pure.

Held by tests/cli/tui/table/test_table_keys.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cli.tui.toolkit.actions import Action, key_name
from cli.tui.toolkit.canvas import Canvas, Rect, Spot, Target
from cli.tui.toolkit.cells import clip, width, wrap
from cli.tui.toolkit.fields import typing
from cli.tui.toolkit.searching import Searching
from cli.tui.toolkit.ui import Screen, Ui, remark

LETTERS = "asdfghjklqwertyuiopzxcvbnmASDFGHJKLQWERTYUIOPZXCVBNM"


def middle(room: Rect, columns: int, rows: int) -> Rect:
    """A window of this size in the middle of a room."""
    columns, rows = min(columns, room.width), min(rows, room.height)
    return Rect(
        room.x + (room.width - columns) // 2, room.y + (room.height - rows) // 2, columns, rows
    )


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a text window; `key` stands in front of it, or it is set in by `indent`."""

    text: str
    key: str = ""
    style: str = ""
    indent: int = 0


class Text(Searching):
    """A window with text that scrolls."""

    floats = True

    def __init__(self, ui: Ui, title: str, rows: Sequence[Row], columns: int = 76) -> None:
        super().__init__(ui)
        self.title = title
        self.rows = tuple(rows)
        self._columns = columns
        self._top = 0
        self._page = 1
        self._at = -1
        """The line that was found."""

    def actions(self) -> Sequence[Action]:
        """See Screen."""
        if self._search is not None:
            return typing("search", self.edit)
        return (
            Action(
                "close", ("esc", "enter", "q", "?", "i"), "close this window", self.ui.pop, "close"
            ),
            Action("up", ("up", "k"), "a line up", lambda: self._scroll(-1), "up", self._scrolls),
            Action(
                "down", ("down", "j"), "a line down", lambda: self._scroll(1), "down", self._scrolls
            ),
            Action("page up", ("pgup",), "a page up", lambda: self._scroll(-self._page)),
            Action("page down", ("pgdn", "space"), "a page down", lambda: self._scroll(self._page)),
            Action("search", ("/",), "search for a word", self._open, "search", self._scrolls),
            Action("again", ("n",), "the same search again", self._again, "next",
                   lambda: bool(self._found)),
        )  # fmt: skip

    def _again(self) -> None:
        """To the next line with the word, from the first again after the last."""
        if not self._found:
            return
        lines = self._lines(self._columns - 4)
        for further in range(1, len(lines) + 1):
            place = (self._at + further) % len(lines)
            key, text, _ = lines[place]
            if self._found in f"{key} {text}".casefold():
                self._at = place
                self._top = 0
                self._scroll(max(0, place - self._page // 2))
                return
        self._at = -1
        self.ui.say(f"Nothing here has “{self._found}”.")

    def _scrolls(self) -> bool:
        return len(self._lines(self._columns - 4)) > self._page

    def _scroll(self, by: int) -> None:
        most = max(0, len(self._lines(self._columns - 4)) - self._page)
        self._top = max(0, min(most, self._top + by))

    def wheel(self, target: Target | None, by: int) -> None:
        """See Screen."""
        self._scroll(3 * by)

    def _lines(self, room: int) -> list[tuple[str, str, str]]:
        lead = max((width(row.key) for row in self.rows), default=0)
        lead = lead + 2 if lead else 0
        lines = []
        for row in self.rows:
            for number, text in enumerate(wrap(row.text, room - lead - row.indent)):
                key = row.key if number == 0 else ""
                shown = f"{' ' * (lead - 2 - width(key))}{key}  " if lead else ""
                lines.append((shown, " " * row.indent + text, row.style))
        return lines

    def paint(self, canvas: Canvas, room: Rect) -> None:
        """See Screen."""
        lines = self._lines(self._columns - 4)
        rect = middle(room, self._columns, len(lines) + 2)
        inner = canvas.box(rect, self.title, "focus", clear=True)
        self._page = max(1, inner.height)
        canvas.cursor = (inner.x, inner.y)
        for row, (key, text, style) in enumerate(lines[self._top : self._top + inner.height]):
            x = canvas.put(inner.x, inner.y + row, key, "key")
            canvas.put(x, inner.y + row, text, style, inner.right - x)
            if self._top + row == self._at:
                canvas.paint(Rect(inner.x, inner.y + row, inner.width, 1), "cursor")
                canvas.cursor = (inner.x, inner.y + row)
        below = Rect(rect.x, room.bottom - 1, rect.width, 1)
        if self._search is not None:
            canvas.fill(below, "")
            x = canvas.put(below.x + 1, below.y, "Search: ", "draft")
            self._search.paint(canvas, Rect(x, below.y, below.right - x - 1, 1), focused=True)
        elif self.ui.toast[0]:
            canvas.fill(below, "")
            remark(self.ui, canvas, below)
        rest = len(lines) - self._top - inner.height
        if rest > 0:
            canvas.put(rect.right - 14, rect.bottom - 1, f" {rest} more ", "focus")


def help_window(ui: Ui, screen: Screen) -> Text:
    """All that can be done on a screen, from its table of actions."""
    rows = []
    for action in ui.actions(screen):
        if not action.when() or not action.keys:
            continue
        keys = " ".join(key_name(key) for key in action.keys)
        reason = action.why_not()
        text = f"{action.title} (not now: {reason})" if reason else action.title
        rows.append(Row(text, keys, "dim" if reason else ""))
    rows.append(Row("twice leaves; a game is saved in any case", "Ctrl-C"))
    if ui.settings.mouse:
        said = "click picks, a second click reads, the wheel scrolls; Shift-drag selects text"
        rows.append(Row(said, "mouse"))
    return Text(ui, "Keys", rows)


class Menu(Screen):
    """A few things to choose from, each with its key."""

    floats = True

    def __init__(
        self,
        ui: Ui,
        title: str,
        text: str,
        entries: Sequence[tuple[str, str, Callable[[], None]]],
    ) -> None:
        """Each entry: key, label, what it does (after the window has closed)."""
        super().__init__(ui)
        self.title = title
        self._text = text
        self._entries = tuple(entries)
        self._at = 0

    def actions(self) -> Sequence[Action]:
        """See Screen."""
        own = tuple(
            Action(label, (key,), label, lambda run=run: self._run(run))  # type: ignore[misc]
            for key, label, run in self._entries
        )
        return (
            Action("choose", ("enter",), "do what has the cursor", self._choose, "choose"),
            Action("up", ("up",), "up", lambda: self._move(-1)),
            Action("down", ("down", "tab"), "down", lambda: self._move(1)),
            Action("back", ("esc",), "back, doing nothing", self.ui.pop, "back"),
            *own,
        )

    def _move(self, by: int) -> None:
        self._at = (self._at + by) % len(self._entries)

    def _choose(self) -> None:
        self._run(self._entries[self._at][2])

    def _run(self, run: Callable[[], None]) -> None:
        self.ui.pop_and(run)

    def click(self, target: Target) -> None:
        """See Screen."""
        if target.panel == "menu":
            self._run(self._entries[target.index][2])

    def paint(self, canvas: Canvas, room: Rect) -> None:
        """See Screen."""
        lines = wrap(self._text, 60)
        rect = middle(room, 66, len(lines) + len(self._entries) + 3)
        inner = canvas.box(rect, self.title, "focus", clear=True)
        canvas.lines(inner, lines)
        for place, (key, label, _) in enumerate(self._entries):
            y = inner.y + len(lines) + 1 + place
            canvas.put(inner.x, y, f"{key_name(key):>5}", "key")
            canvas.put(inner.x + 7, y, clip(label, inner.width - 7))
            line = Rect(inner.x, y, inner.width, 1)
            if place == self._at:
                canvas.paint(line, "cursor")
                canvas.cursor = (inner.x, y)
            canvas.spot(line, Target("menu", place))


class Jump(Screen):
    """A letter on everything that can be clicked; pressing it does what a click would."""

    floats = True

    def __init__(self, ui: Ui, below: Screen) -> None:
        super().__init__(ui)
        self._below = below
        self._letters: dict[str, Target] = {}

    def actions(self) -> Sequence[Action]:
        """See Screen."""
        return (Action("back", ("esc",), "back, going nowhere", self.ui.pop, "back"),)

    def typed(self, text: str) -> bool:
        """See Screen."""
        target = self._letters.get(text)
        if target is not None:
            self.ui.pop()
            self._below.click(target)
        return True

    def paint(self, canvas: Canvas, room: Rect) -> None:
        """See Screen."""
        self._letters = {}
        spots: list[Spot] = [s for s in canvas.below if s.target.panel not in ("action", "log")]
        for letter, spot in zip(LETTERS, spots, strict=False):
            self._letters[letter] = spot.target
            canvas.put(spot.rect.x, spot.rect.y, letter, "picked cursor")
        canvas.cursor = (0, 0)
