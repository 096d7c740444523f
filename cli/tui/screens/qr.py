"""The invite to a seat as a QR code, for the camera of whoever is to come. Pure.

Held by tests/cli/tui/screens/test_qr.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from cli.model.qr import NO_BLOCKS, qr_code
from cli.tui.toolkit.actions import Action
from cli.tui.toolkit.canvas import Canvas, Rect
from cli.tui.toolkit.cells import wrap
from cli.tui.toolkit.ui import Screen, Ui
from cli.tui.toolkit.windows import help_window

SAID = (
    "The invite to a seat. A camera that reads it gives a text to send or to paste. Whoever has it "
    "can sit down."
)
BESIDE = 24
"""Columns that a text needs beside the code."""


class QrScreen(Screen):
    """The code, as large as it is, in black on white whatever the theme."""

    title = "QR code"

    def __init__(self, ui: Ui, invite: str) -> None:
        super().__init__(ui)
        self._code = qr_code(invite)

    def actions(self) -> Sequence[Action]:
        """See Screen."""
        return (
            Action("help", ("?",), "this list", lambda: self.ui.push(help_window(self.ui, self)),
                   "help"),
            Action("close", ("esc", "enter", "q", "k"), "back to the table", self.ui.pop, "back"),
        )  # fmt: skip

    def paint(self, canvas: Canvas, room: Rect) -> None:
        """See Screen."""
        code = self._code
        blocked = NO_BLOCKS if self.ui.settings.glyphs == "ascii" else ""
        why_not = blocked or code.too_small(room.width, room.height)
        if why_not:
            canvas.lines(Rect(2, 2, min(room.width - 4, 76), room.height - 2),
                         wrap(why_not, min(room.width - 4, 76)))  # fmt: skip
            return
        for row, line in enumerate(code.lines()):
            canvas.put(0, row, line, "scan")
        beside = Rect(code.columns + 2, 1, min(50, room.width - code.columns - 3), room.height - 1)
        if beside.width >= BESIDE:
            canvas.lines(beside, wrap(SAID, beside.width))
        canvas.cursor = (0, 0)
