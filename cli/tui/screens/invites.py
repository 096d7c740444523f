"""The invites of a table, written so that a mouse can select them whole, and copied by a key. Pure.

Nothing is drawn beside an invite: what is selected is the invite alone. Held by
tests/cli/tui/screens/test_lobby.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cli.model.intents import Copy
from cli.tui.screens.qr import QrScreen
from cli.tui.toolkit.actions import Action
from cli.tui.toolkit.canvas import Canvas, Rect
from cli.tui.toolkit.cells import wrap
from cli.tui.toolkit.ui import Screen, Ui, remark
from cli.tui.toolkit.windows import help_window

SEAT = "To a seat. Whoever has it can sit down, so give it only to those who play:"
BACK = (
    "For the others at this table, wherever they or you are now: they join with it, and nobody else"
    " can use it."
)
BACK_HELP = (
    "It leads to this machine. If its router lets nobody in, send one from a member who can be"
    " called instead, or play over a VPN."
)
WATCH = "To watch only:"
AT_HOME = "On the local network, said aloud: the two words of this table."
BY_HAND = "Where the table is not found there, they type:"
HELP = (
    "y copies the first, w the one to watch, where the terminal lets programs do so. Else select "
    "it with the mouse; in most terminals with Shift held down. Breaks and blanks in it do no harm."
)


def spaced(words: str) -> str:
    """A code of words in capitals set wide, to be read across a room."""
    return " - ".join(" ".join(word.upper()) for word in words.split("-"))


class Invites(Screen):
    """To a seat, or back to one, and to watch; at a rematch only to watch."""

    title = "Invites"

    def __init__(
        self,
        ui: Ui,
        seat: str,
        watch: str,
        at_home: Callable[[], tuple[str, str]] = lambda: ("", ""),
        *,
        back: bool = False,
        reached: Sequence[str] = (),
    ) -> None:
        """`seat` is empty where nobody new can sit down; with `back` it leads back to one.

        `at_home`: the two words for the local network, and the address to type in front of them.
        `reached`: what the router has opened.
        """
        super().__init__(ui)
        self._seat = seat
        self._watch = watch
        self._lead = BACK if back else SEAT
        self._at_home = at_home
        self._reached = reached

    def actions(self) -> Sequence[Action]:
        """See Screen."""
        return (
            Action("copy", ("y",), "copy the first invite", lambda: self._copy(self._seat),
                   "copy", lambda: bool(self._seat)),
            Action("copy to watch", ("w",), "copy the invite to watch",
                   lambda: self._copy(self._watch), "copy the one to watch",
                   lambda: bool(self._watch)),
            Action("qr code", ("k",), "show the first as a QR code",
                   lambda: self.ui.push(QrScreen(self.ui, self._seat)), "QR code",
                   lambda: bool(self._seat)),
            Action("help", ("?",), "this list", lambda: self.ui.push(help_window(self.ui, self)),
                   "help"),
            Action("close", ("esc", "enter", "q", "i"), "back to the table", self.ui.pop, "back"),
        )  # fmt: skip

    def _copy(self, text: str) -> None:
        self.ui.intent(Copy(text))
        self.ui.say("Handed to the terminal's clipboard.", "good")

    def paint(self, canvas: Canvas, room: Rect) -> None:
        """See Screen."""
        canvas.fill(Rect(0, 0, room.width, 1), "head")
        canvas.put(1, 0, self.title, "head bold")
        y = 2
        for said, invite in ((self._lead, self._seat), (WATCH, self._watch)):
            if invite:
                *before, said = wrap(said, room.width)
                for line in before:
                    canvas.put(0, y, line)
                    y += 1
                canvas.put(0, y, said)
                for part in range(0, len(invite), room.width):
                    y += 1
                    canvas.put(0, y + 1, invite[part : part + room.width], "bold")
                y += 3
        words, where = self._at_home()
        if words:
            canvas.put(0, y, AT_HOME)
            canvas.put(4, y + 2, spaced(words), "good bold")
            canvas.put(0, y + 4, f"{BY_HAND} {where} {words}")
            y += 6
        for text in (HELP, *([BACK_HELP] if self._lead is BACK else []), *self._reached):
            for line in wrap(text, min(room.width, 76)):
                canvas.put(0, y, line, "dim")
                y += 1
        canvas.cursor = (0, 0)
        remark(self.ui, canvas, Rect(1, room.bottom - 1, room.width - 2, 1))
