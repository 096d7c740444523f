"""A record under examination: what was checked, with counts, what it shows and what it does not.

The counts grow message by message as the verifier finds them good; the verdict comes from its
report alone. Pure. Held by tests/cli/full/test_records.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cli.full.actions import Action
from cli.full.canvas import Canvas, Rect, Target
from cli.full.cells import clip, wrap
from cli.full.ui import Screen, Ui, remark
from cli.full.windows import Row, Text, help_window
from cli.full.wishes import Replay
from p2p.errors import P2PError
from p2p.message import Message
from p2p.record import Record
from p2p.report import CHECKS, Check, Exit, Report, SeatReport
from p2p.tally import Tally

VERDICT = {
    Exit.SOUND: "good",
    Exit.FAILED: "danger",
    Exit.UNREADABLE: "danger",
    Exit.UNFINISHED: "draft",
}


@dataclass
class VerifyState:
    """What is known of one examination. `path` is empty for the table that is sat at."""

    name: str
    path: str = ""
    done: int = 0
    total: int = 0
    report: Report | None = None
    words: tuple[str, ...] = ()
    _messages: list[Message] = field(default_factory=list)
    _tally: Tally = field(default_factory=Tally)

    def read(self, data: bytes) -> None:
        """Look at the record's messages, so as to count them when they have been judged."""
        try:
            self._messages = [signed.message for signed in Record.decode(data).messages]
        except P2PError:
            self._messages = []  # the verifier says what is wrong with it

    def judged(self, done: int, total: int) -> None:
        """The verifier has found so many messages good: all signatures, and these parts."""
        for message in self._messages[self.done : done]:
            for part in message.parts:
                self._tally.take(part)
        self.done, self.total = done, total

    def counts(self) -> dict[str, int]:
        """How much has been checked so far."""
        if self.report is not None:
            return self.report.counts()
        found = Report(Exit.UNFINISHED, signatures=self.total, messages=self.done)
        counts = found.counts()
        tallied = Report(Exit.UNFINISHED, tally=self._tally).counts()
        return {key: counts[key] or tallied[key] for key in counts}

    def checks(self) -> list[tuple[Check, str]]:
        """The lines of the checklist that have a count."""
        counts = self.counts()
        return [(check, said) for check in CHECKS if (said := check.count(counts))]


class VerifyScreen(Screen):
    """The checklist, the seats, the verdict."""

    title = "Verify"

    def __init__(self, ui: Ui, state: VerifyState) -> None:
        super().__init__(ui)
        self.state = state
        self.at = 0

    def actions(self) -> Sequence[Action]:
        """See Screen."""
        return (
            Action("up", ("up", "k"), "a line up", lambda: self._move(-1), "up"),
            Action("down", ("down", "j"), "a line down", lambda: self._move(1), "down"),
            Action("jump", ("r", "enter"), "step through the game, at the failing step if any",
                   self._jump, "replay", self._has_game),
            Action("report", ("t",), "the whole report as text", self._text, "text",
                   lambda: self.state.report is not None),
            Action("help", ("?",), "this list", lambda: self.ui.push(help_window(self.ui, self)),
                   "help"),
            Action("back", ("esc", "q"), "back", self.ui.pop, "back"),
        )  # fmt: skip

    def _has_game(self) -> bool:
        return self.state.report is not None and self.state.report.game is not None

    def _move(self, by: int) -> None:
        self.at = max(0, min(len(self.state.checks()) - 1, self.at + by))

    def click(self, target: Target) -> None:
        """See Screen."""
        if target.panel == "check":
            self.at = target.index

    def wheel(self, target: Target | None, by: int) -> None:
        """See Screen."""
        self._move(by)

    def _jump(self) -> None:
        report = self.state.report
        failure = report.failure if report else None
        self.ui.wish(Replay(self.state.path, failure.step if failure else None))

    def _text(self) -> None:
        report = self.state.report
        if report is not None:
            rows = [Row(line.strip() or "") for line in report.lines(words=False)]
            self.ui.push(Text(self.ui, "Report", rows))

    def paint(self, canvas: Canvas, room: Rect) -> None:
        """See Screen."""
        state = self.state
        canvas.fill(Rect(0, 0, room.width, 1), "head")
        canvas.put(1, 0, f"Verify   {state.name}", "head bold")
        said, style = self._verdict()
        verdict = wrap(said, room.width - 4)[:3]
        for row, text in enumerate(verdict):
            canvas.put(2, 2 + row, text, style)
        y = 3 + len(verdict)
        y = self._seats(canvas, Rect(2, y, room.width - 4, 6)) + 1
        checks = state.checks()
        self.at = min(self.at, max(0, len(checks) - 1))
        box = Rect(0, y, room.width, room.bottom - 4 - y)
        title = "Checked" if not (state.report and state.report.failure) else "Checked before that"
        inner = canvas.box(box, title, "focus")
        top = max(0, min(self.at - inner.height // 2, len(checks) - inner.height))
        for row, (check, text) in enumerate(checks[top : top + inner.height]):
            place = top + row
            line = Rect(inner.x, inner.y + row, inner.width, 1)
            canvas.put(inner.x, line.y, "✓ ", "good")
            canvas.put(inner.x + 2, line.y, clip(text, inner.width - 2))
            if self.ui.wide:
                canvas.put(inner.x + 44, line.y, clip(check.shows, inner.width - 44), "dim")
            canvas.spot(line, Target("check", place))
            if place == self.at:
                canvas.paint(line, "cursor")
                canvas.cursor = (inner.x, line.y)
        rest = len(checks) - top - inner.height
        if rest > 0:
            canvas.put(box.right - 12, box.bottom - 1, f" {rest} more ", "focus")
        self._explain(canvas, Rect(2, box.bottom, room.width - 4, 3), checks)
        remark(self.ui, canvas, Rect(1, room.bottom - 1, room.width - 2, 1))

    def _verdict(self) -> tuple[str, str]:
        report, state = self.state.report, self.state
        if report is not None:
            said = report.verdict()
            return f"{said[0].upper()}{said[1:]}.", VERDICT[report.exit]
        if not state.total:
            return "Checking the charter and all signatures…", "dim"
        full = 30 * state.done // max(1, state.total)
        bar = "█" * full + "·" * (30 - full)
        return f"Judging message {state.done} of {state.total}  {bar}", "bold"

    def _seats(self, canvas: Canvas, rect: Rect) -> int:
        """Who played, as the charter names them; names are not proven."""
        report = self.state.report
        y = rect.y
        for seat, found in enumerate(report.seats if report else ()):
            words = self.state.words[seat] if seat < len(self.state.words) else ""
            canvas.put(rect.x, y, clip(self._seat(seat, found, words), rect.width), "dim")
            y += 1
        return y

    def _seat(self, seat: int, found: SeatReport, words: str) -> str:
        report = self.state.report
        contact = f", your contact {found.contact}" if found.contact else ", name not proven"
        bot = ", a bot" if found.keeper else ""
        won = ""
        if report is not None and report.standing is not None:
            won = ", won" if seat in report.standing.winners else ""
        return f"{chr(65 + seat)} {found.shown}{won}{bot}{contact}  {words}"

    def _explain(self, canvas: Canvas, rect: Rect, checks: list[tuple[Check, str]]) -> None:
        if not checks:
            return
        check, _ = checks[self.at]
        canvas.put(rect.x, rect.y, clip(f"Shows: {check.shows}.", rect.width), "good")
        canvas.put(rect.x, rect.y + 1, clip(f"Does not show {check.omits}.", rect.width), "dim")
