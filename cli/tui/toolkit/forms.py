"""A screen of fields, choices and buttons: what start, join and settings are made of.

Pure. Held by tests/cli/tui/test_terminal.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cli.tui.toolkit.actions import Action
from cli.tui.toolkit.canvas import Canvas, Rect, Target
from cli.tui.toolkit.cells import clip, width, wrap
from cli.tui.toolkit.fields import Field
from cli.tui.toolkit.ui import Screen, Ui, remark
from cli.tui.toolkit.windows import help_window

FORM = "form"
LEAD = 22
MOST_LEAD = 36


@dataclass
class Line:
    """One line of a form. With `values` it is turned through, with a `field` typed into, and with
    `run` it is a button. `label` alone is a heading."""

    label: str
    help: str = ""
    values: Sequence[str] = ()
    at: int = 0
    field: Field | None = None
    run: Callable[[], None] | None = None
    changed: Callable[[], None] | None = None
    note: Callable[[], str] | None = None
    key: str = ""

    @property
    def value(self) -> str:
        """What is set."""
        return self.field.text if self.field is not None else self.values[self.at]

    @property
    def takes_cursor(self) -> bool:
        """Whether the cursor stops here."""
        return bool(self.values) or self.field is not None or self.run is not None


class Form(Screen):
    """A screen with lines; the one with the cursor is explained at the bottom."""

    back_keys: tuple[str, ...] = ("esc", "q")
    back_title = "back"
    back_hint = "back"

    def __init__(self, ui: Ui, title: str, lines: Sequence[Line], intro: str = "") -> None:
        super().__init__(ui)
        self.title = title
        self.lines = list(lines)
        self.intro = intro
        self.at = next((n for n, line in enumerate(self.lines) if line.takes_cursor), 0)
        self._top = 0

    def set_lines(self, lines: Sequence[Line]) -> None:
        """Show other lines; the cursor stays where it can."""
        self.lines = list(lines)
        self.at = min(self.at, len(self.lines) - 1)
        if not self.lines[self.at].takes_cursor:
            self._move(1)

    @property
    def line(self) -> Line:
        """The line with the cursor."""
        return self.lines[self.at]

    def actions(self) -> Sequence[Action]:
        """See Screen."""
        own = [
            Action(line.label, (line.key,), line.help or line.label, self._runner(place))
            for place, line in enumerate(self.lines)
            if line.key
        ]
        return (
            Action("choose", ("enter",), "do this, or on to the next line", self._enter, "choose"),
            Action("up", ("up", "s-tab"), "a line up", lambda: self._move(-1)),
            Action("down", ("down", "tab"), "a line down", lambda: self._move(1)),
            Action("less", ("left", "h"), "the choice before", lambda: self._turn(-1), "less",
                   self._turns),
            Action("more", ("right", "l", "space"), "the next choice", lambda: self._turn(1),
                   "more", self._turns),
            *own,
            Action("help", ("?",), "this list", lambda: self.ui.push(help_window(self.ui, self)),
                   "help"),
            Action("back", self.back_keys, self.back_title, self.leave, self.back_hint),
        )  # fmt: skip

    def leave(self) -> None:
        """Esc."""
        self.ui.pop()

    def _runner(self, place: int) -> Callable[[], None]:
        def run() -> None:
            self.at = place
            self._enter()

        return run

    def _turns(self) -> bool:
        return bool(self.line.values)

    def edit(self, key: str) -> bool:
        """See Screen."""
        field = self.line.field
        if field is None:
            return False
        done = field.edit(key)
        if done and self.line.changed is not None:
            self.line.changed()
        return done

    def typed(self, text: str) -> bool:
        """See Screen."""
        field = self.line.field
        if field is None:
            return False
        field.insert(text)
        if self.line.changed is not None:
            self.line.changed()
        return True

    def _move(self, by: int) -> None:
        place = self.at
        for _ in self.lines:
            place = (place + by) % len(self.lines)
            if self.lines[place].takes_cursor:
                break
        self.at = place

    def _turn(self, by: int) -> None:
        line = self.line
        if line.values:
            line.at = (line.at + by) % len(line.values)
            if line.changed is not None:
                line.changed()

    def _enter(self) -> None:
        line = self.line
        if line.run is not None:
            line.run()
        elif line.values:
            self._turn(1)
        else:
            self._move(1)

    def click(self, target: Target) -> None:
        """See Screen."""
        if target.panel == FORM and target.index < len(self.lines):
            self.at = target.index
            if self.line.values:
                self._turn(-1 if target.word == "less" else 1)
            elif self.line.run is not None:
                self._enter()

    def read(self, target: Target) -> None:
        """See Screen: two quick clicks on a button are one."""
        if self.lines[target.index].run is None:
            self.click(target)

    def wheel(self, target: Target | None, by: int) -> None:
        """See Screen."""
        self._move(by)

    def paint(self, canvas: Canvas, room: Rect) -> None:
        """See Screen."""
        canvas.fill(Rect(0, 0, room.width, 1), "head")
        canvas.put(1, 0, f"Crownless   {self.title}", "head bold")
        columns = min(room.width, 100)
        body = Rect((room.width - columns) // 2 + 2, 2, columns - 4, room.height - 6)
        y = body.y
        for text in wrap(self.intro, body.width) if self.intro else ():
            canvas.put(body.x, y, text, "dim")
            y += 1
        y += 1 if self.intro else 0
        rows = body.bottom - y
        self._top = max(0, min(self._top, self.at), self.at - rows + 1)
        for row, line in enumerate(self.lines[self._top : self._top + rows]):
            self._line(canvas, Rect(body.x, y + row, body.width, 1), self._top + row, line)
        help_lines = wrap(self.line.help, body.width) if self.lines else []
        canvas.lines(Rect(body.x, room.bottom - 3, body.width, 2), help_lines, "dim")
        remark(self.ui, canvas, Rect(body.x, room.bottom - 1, body.width, 1))

    def _line(self, canvas: Canvas, rect: Rect, place: int, line: Line) -> None:
        own = place == self.at
        if not line.takes_cursor:
            canvas.put(rect.x, rect.y, clip(line.label, rect.width), "dim")
            return
        note = line.note() if line.note is not None else ""
        if line.run is not None:
            x = canvas.put(rect.x, rect.y, f"{line.key or ' '} ", "key")
            text = clip(line.label, rect.width - 3)
            size = canvas.put(x + 1, rect.y, text, "bold") - x - 1
            if own:
                canvas.paint(Rect(x, rect.y, size + 2, 1), "cursor")
                canvas.cursor = (x, rect.y)
            canvas.put(x + size + 3, rect.y, clip(note, rect.right - x - size - 3), "dim")
            canvas.spot(Rect(rect.x, rect.y, size + 4, 1), Target(FORM, place))
            return
        labels = [one.label for one in self.lines if one.takes_cursor and one.run is None]
        lead = min(MOST_LEAD, max([LEAD, *(width(label) + 2 for label in labels)]))
        canvas.put(rect.x, rect.y, clip(line.label, lead - 1), "bold" if own else "")
        room = Rect(rect.x + lead, rect.y, rect.width - lead, 1)
        canvas.spot(rect, Target(FORM, place))
        if line.field is not None:
            line.field.paint(canvas, room, focused=own)
            return
        x = canvas.put(room.x, rect.y, "‹ ", "key" if own else "dim")
        canvas.spot(Rect(room.x, rect.y, 2, 1), Target(FORM, place, "less"))
        after = canvas.put(x, rect.y, clip(line.value, room.width - 4), "bold" if own else "")
        if own:
            canvas.paint(Rect(x, rect.y, max(1, after - x), 1), "cursor")
            canvas.cursor = (x, rect.y)
        after = canvas.put(after, rect.y, " ›", "key" if own else "dim")
        canvas.put(after + 2, rect.y, clip(note, room.right - after - 2), "dim")
