"""The line in which commands and answers are typed, at the bottom of a table. Pure.

Its words are those of line mode (`cli.model.text_commands`, `cli.model.typed_answer`).
Held by tests/cli/tui/table/test_typed_answers.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cli.model import text_commands
from cli.model.prompt_model import Part
from cli.model.typed_answer import BACK, PASS
from cli.tui.table.draft_editor import DraftEditor
from cli.tui.toolkit.actions import Action
from cli.tui.toolkit.canvas import Canvas, Rect
from cli.tui.toolkit.cells import clip
from cli.tui.toolkit.fields import Field, is_named
from cli.tui.toolkit.ui import Screen, Ui

GAP = "   "
BEFORE = frozenset({"invite", "ready", "refuse", "bot"})
"""Commands that do something before a game only."""


class CommandLine(Screen):
    """One typed line with what it can go on to be above it."""

    title = "Command"
    floats = True

    def __init__(
        self, ui: Ui, editor: Callable[[], DraftEditor | None], run: Callable[[str], str]
    ) -> None:
        """`run` does what a line says and gives a sentence if it cannot."""
        super().__init__(ui)
        self._editor = editor
        self._run = run
        self._field = Field()
        self._problem = ""

    def actions(self) -> Sequence[Action]:
        """See Screen. The keys are taken by `edit`."""
        nothing = lambda: None  # noqa: E731
        return (
            Action("done", ("enter",), "do it", nothing, "do it"),
            Action("complete", ("tab",), "complete it", nothing, "complete"),
            Action("never mind", ("esc",), "back, doing nothing", nothing, "back"),
        )

    def edit(self, key: str) -> bool:
        """See Screen."""
        self._problem = ""
        if key == "esc" or (key in ("enter", "backspace") and not self._field.text.strip()):
            self.ui.pop()
        elif key == "enter":
            self._enter()
        elif key == "tab":
            text = self._field.text
            self._set(completed(text, candidates(self._editor(), text)))
        else:
            return self._field.edit(key) or is_named(key)
        return True

    def typed(self, text: str) -> bool:
        """See Screen."""
        self._problem = ""
        self._field.insert(text)
        return True

    def _enter(self) -> None:
        """The table may open a window of its own, so this one goes first."""
        self.ui.pop()
        problem = self._run(self._field.text.strip())
        if problem:
            self._problem = problem
            self.ui.push(self)

    def _set(self, text: str) -> None:
        self._field.clear()
        self._field.insert(text)

    def paint(self, canvas: Canvas, room: Rect) -> None:
        """See Screen."""
        above, row = (
            Rect(0, room.bottom - 2, room.width, 1),
            Rect(0, room.bottom - 1, room.width, 1),
        )
        canvas.fill(above, "")
        canvas.fill(row, "")
        if self._problem:
            canvas.put(1, above.y, clip(self._problem, room.width - 2), "danger")
        else:
            said = GAP.join(candidates(self._editor(), self._field.text))
            canvas.put(1, above.y, clip(said, room.width - 2), "dim")
        x = canvas.put(1, row.y, ": ", "draft")
        self._field.paint(canvas, Rect(x, row.y, room.width - x - 1, 1), focused=True)


# Completion


def candidates(editor: DraftEditor | None, line: str) -> list[str]:
    """What the line can go on to be: commands, then what can be chosen, that fit what is typed."""
    before, _, typed = line.rpartition(";")
    words = typed.strip().casefold()
    names = [c.name for c in text_commands.COMMANDS if c.name not in BEFORE]
    known = [] if before else names
    known += _labels(editor) if editor is not None else []
    starting = [text for text in known if text.casefold().startswith(words)]
    inside = [text for text in known if f" {words}" in text.casefold()]
    return starting + (inside if words else [])


def completed(line: str, found: Sequence[str]) -> str:
    """The line with its last part as far as all candidates agree on how it goes on."""
    if not found:
        return line
    before, sign, typed = line.rpartition(";")
    common = found[0]
    for other in found[1:]:
        while not other.casefold().startswith(common.casefold()):
            common = common[:-1]
    if len(common) < len(typed.strip()):
        return line
    return f"{before}{sign}{' ' if sign else ''}{common}"


def _labels(editor: DraftEditor) -> list[str]:
    draft = editor.draft
    also = [PASS] if draft.may_pass else []
    also += [] if editor.untouched else [BACK]
    match draft.part:
        case Part.CLAIM:
            return ["act", *also]
        case Part.CARDS:
            return [*(i.label for i in draft.model.card_items if not i.reason), *also]
        case Part.OPTION:
            return [*(item.label for item in draft.options if item.number), *also]
        case _:
            return also
