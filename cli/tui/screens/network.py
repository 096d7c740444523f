"""What this network allows: one verdict, one next step, and all that was found. Pure.

Held by tests/cli/tui/screens/test_network.py and the golden screens.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cli.model import intents
from cli.tui.toolkit.cells import wrap
from cli.tui.toolkit.forms import Form, Line
from cli.tui.toolkit.ui import Ui
from cli.tui.toolkit.windows import Row, Text

COLUMNS = 76


@dataclass(frozen=True, slots=True)
class Found:
    """A look at the network in words. `asked`: the router too."""

    verdict: str
    next: str
    findings: Sequence[str]
    asked: bool


class Network(Form):
    """Looks when it is opened; the router is asked only when the person wants that."""

    def __init__(self, ui: Ui) -> None:
        self.found: Found | None = None
        self.doing = ""
        """What is under way, in words."""
        super().__init__(ui, "The network", [Line("Back", run=ui.pop)])
        self._look(internet=False)

    def work(self, doing: str) -> None:
        """Something is under way."""
        self.doing = doing
        self._fill()

    def show(self, found: Found) -> None:
        """It is done."""
        self.found, self.doing = found, ""
        self._fill()

    def stop(self) -> None:
        """It was broken off; what was found before still stands."""
        self.doing = ""
        self._fill()

    def leave(self) -> None:
        """See Form."""
        self.ui.intent(intents.CheckNetwork(on=False))
        super().leave()

    def _look(self, *, internet: bool) -> None:
        self.ui.intent(intents.CheckNetwork(internet=internet))

    def _fill(self) -> None:
        said = [self.doing] if self.doing else []
        if self.found is not None and not self.doing:
            said = [self.found.verdict, f"Next: {self.found.next}"]
        lines = [line for text in said for line in (*map(Line, wrap(text, COLUMNS)), Line(""))]
        self.set_lines([*lines, *self._buttons(), Line(""), self._back()])
        self.at = next(place for place, line in enumerate(self.lines) if line.takes_cursor)

    def _buttons(self) -> list[Line]:
        if self.doing:
            return [Line("Stop", "Break it off; a port that was opened is closed again.", key="x",
                         run=lambda: self.ui.intent(intents.CheckNetwork(on=False)))]  # fmt: skip
        ask = Line(
            "Ask the router", "It is asked to open a port for a moment. Nothing beyond it is "
            "spoken to.", run=lambda: self._look(internet=True), key="a",
        )  # fmt: skip
        look = Line(
            "Look again", "Without asking the router.", run=lambda: self._look(internet=False),
            key="l",
        )  # fmt: skip
        if self.found is None:
            return [look, ask]
        every = Line("All that was found", "A line for each.", run=self._findings, key="f")
        return [every, look, ask] if self.found.asked else [ask, every, look]

    def _back(self) -> Line:
        return Line("Back", "To the start.", run=self.leave)

    def _findings(self) -> None:
        if self.found is not None:
            rows = [Row(text) for text in self.found.findings]
            self.ui.push(Text(self.ui, "All that was found", rows))
