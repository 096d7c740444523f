"""The whole story, with the chat, on a screen of its own, and the whole board. Pure.

Held by tests/cli/tui/table/test_table_keys.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cli.console.text import counted, listed
from cli.model.check_marks import counted_checks
from cli.model.titles import goal_of
from cli.tui.boards.board import board_of
from cli.tui.boards.scene import Scene
from cli.tui.table.panels import LOG, StoryLine
from cli.tui.table.state import TableState
from cli.tui.toolkit.actions import Action
from cli.tui.toolkit.canvas import Canvas, Rect, Target
from cli.tui.toolkit.cells import clip, wrap
from cli.tui.toolkit.fields import typing
from cli.tui.toolkit.people import colour_people
from cli.tui.toolkit.searching import Searching
from cli.tui.toolkit.ui import Screen, Ui, remark
from cli.tui.toolkit.windows import help_window


class LogScreen(Searching):
    """Every line of story and chat, wrapped, with what was checked for the one with the cursor."""

    title = "Story"

    def __init__(
        self,
        ui: Ui,
        state: TableState,
        look_at: Callable[[int], None],
        *,
        words: Callable[[str], None] | None = None,
        searching: bool = False,
    ) -> None:
        super().__init__(ui, searching=searching)
        self.state = state
        self.at = max(0, len(self._lines()) - 1)
        self._look_at = look_at
        self._words = words

    def _lines(self) -> Sequence[StoryLine]:
        return [*self.state.story(with_chat=True), *self._all_checked()]

    def _all_checked(self) -> list[StoryLine]:
        """Of a game that is over what was checked in all, and the digest that names its record."""
        snapshot = self.state.snapshot
        if snapshot is None or snapshot.ending is None or not self.state.over:
            return []
        total = counted_checks(self.state.log.checks.between(-1, snapshot.step + 1))
        ending, digest = snapshot.ending, snapshot.record_digest
        said = [f"Checked by your own client as it was played: {listed(total)}."] if total else []
        said += [f"The result is signed by {len(ending.closed)} of {len(ending.closers)}."]
        said += [f"Record digest, the same on every client: {digest.hex()}"] if digest else []
        return [StoryLine(0, text, "good") for text in said]

    def actions(self) -> Sequence[Action]:
        """See Screen."""
        if self._search is not None:
            return typing("search", self.edit)
        return (
            Action("look", ("enter",), "show the table as it lay then", self._look, "look"),
            Action("read", ("i",), "what the rules say of its words", self._read, "rules",
                   lambda: self._words is not None),
            Action("search", ("/",), "search backwards for a word", self._open, "search"),
            Action("again", ("n",), "the same search again", self._again, "next",
                   lambda: bool(self._found)),
            Action("up", ("up", "k"), "a line up", lambda: self._move(-1), "up"),
            Action("down", ("down", "j"), "a line down", lambda: self._move(1), "down"),
            Action("page up", ("pgup",), "a page up", lambda: self._move(-15)),
            Action("page down", ("pgdn", "space"), "a page down", lambda: self._move(15)),
            Action("first", ("home",), "to the first line", lambda: self._move(-1 << 20)),
            Action("last", ("end",), "to the last line", lambda: self._move(1 << 20)),
            Action("help", ("?",), "this list", lambda: self.ui.push(help_window(self.ui, self)),
                   "help"),
            Action("back", ("esc", "q", "L"), "back to the table", self.ui.pop, "back"),
        )  # fmt: skip

    def _again(self) -> None:
        if not self._found:
            return
        texts = [line.text.casefold() for line in self._lines()]
        order = [*range(self.at - 1, -1, -1), *range(len(texts) - 1, self.at - 1, -1)]
        for place in order:
            if place < len(texts) and self._found in texts[place]:
                self.at = place
                return
        self.ui.say(f"Nothing in the story has “{self._found}”.")

    def _move(self, by: int) -> None:
        self.at = max(0, min(len(self._lines()) - 1, self.at + by))

    def _look(self) -> None:
        lines = self._lines()
        number = lines[min(self.at, len(lines) - 1)].number if lines else 0
        if number:
            self.ui.pop()
            self._look_at(number)
        else:
            self.ui.say("That is no line of the story.")

    def _read(self) -> None:
        lines = self._lines()
        if self._words is not None:
            self._words(lines[min(self.at, len(lines) - 1)].text if lines else "")

    def click(self, target: Target) -> None:
        """See Screen."""
        if target.panel == LOG:
            self.at = target.index

    def read(self, target: Target) -> None:
        """See Screen."""
        self.click(target)
        self._look()

    def wheel(self, target: Target | None, by: int) -> None:
        """See Screen."""
        self._move(3 * by)

    def paint(self, canvas: Canvas, room: Rect) -> None:
        """See Screen."""
        story = self._lines()
        box = Rect(0, 0, room.width, room.height - 2)
        what = "Story and chat" if self.state.chat else "Story"
        inner = canvas.box(box, f"{what}, {counted(len(story), 'line')}", "focus")
        rows: list[tuple[int, str]] = []
        for place, line in enumerate(story):
            for row, text in enumerate(wrap(line.text, inner.width - 5)):
                lead = f"{line.number:>4} " if line.number and row == 0 else " " * 5
                rows.append((place, lead + text))
        own = [row for row, (place, _) in enumerate(rows) if place == self.at]
        last = own[-1] if own else 0
        top = max(0, min(last - inner.height // 2, len(rows) - inner.height))
        for row, (place, text) in enumerate(rows[top : top + inner.height]):
            line_room = Rect(inner.x, inner.y + row, inner.width, 1)
            canvas.put(inner.x, inner.y + row, text, story[place].style, inner.width)
            canvas.spot(line_room, Target(LOG, place))
            if place == self.at:
                canvas.paint(line_room, "cursor")
                canvas.cursor = (inner.x, inner.y + row)
        colour_people(canvas, inner, self.state.names.told)
        if story:
            number = story[min(self.at, len(story) - 1)].number
            said = f"Line {number}, {self.state.log.checked(number - 1)}" if number else ""
            canvas.put(1, room.bottom - 2, clip(said, room.width - 2), "good")
        below = Rect(1, room.bottom - 1, room.width - 2, 1)
        if self._search is not None:
            x = canvas.put(1, below.y, "Search: ", "draft")
            self._search.paint(canvas, Rect(x, below.y, room.width - x - 1, 1), focused=True)
        else:
            remark(self.ui, canvas, below)


class BoardScreen(Screen):
    """Everything on the board, area by area, with what is in force."""

    title = "Board"

    def __init__(self, ui: Ui, scene: Callable[[], Scene | None]) -> None:
        super().__init__(ui)
        self._scene = scene

    def actions(self) -> Sequence[Action]:
        """See Screen."""
        return (
            Action("back", ("esc", "b", "q", "enter"), "back to the table", self.ui.pop, "back"),
        )

    def paint(self, canvas: Canvas, room: Rect) -> None:
        """See Screen."""
        inner = canvas.box(room, "The whole board", "focus")
        canvas.cursor = (inner.x, inner.y)
        scene = self._scene()
        if scene is not None:
            inner = inner.below(self._about(canvas, inner, scene))
            board_of(scene.view).whole(canvas, inner, scene)
            colour_people(canvas, room.inner, scene.names.told)

    def _about(self, canvas: Canvas, rect: Rect, scene: Scene) -> int:
        """The goal, and how near everybody is to it, in full; gives the rows used."""
        goal = goal_of(scene.view.game)
        texts = [f"Aim: {goal}"] if goal else []
        texts += [scene.put_names(one.text) for one in scene.view.standing]
        held = [card.title for card in scene.view.hand]
        texts += [f"Your hand: {', '.join(held)}."] if held else []
        lines = [line for text in texts for line in wrap(text, rect.width)]
        return canvas.lines(rect, lines, "bold")
