"""A record under examination: a checklist that fills as it goes, and at last the verdict.

Every line says how much was found good so far, what that shows and what it does not; a line on
which something went wrong is marked. Counts come from the verifier alone, the verdict from its
report alone. Pure. Held by tests/cli/tui/screens/test_verify.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cli.model.intents import OpenReplay
from cli.tui.toolkit.actions import Action
from cli.tui.toolkit.canvas import Canvas, Rect, Target
from cli.tui.toolkit.cells import clip, width, wrap
from cli.tui.toolkit.ui import Screen, Ui, remark
from cli.tui.toolkit.windows import Row, Text, help_window
from p2p.display import safe_name
from p2p.record.progress import Checked, CheckLine, Mark, Phase, SeatReport, checklist
from p2p.record.report import Report, VerifyExit
from p2p.record.report_text import kept_by, lines_of

VERDICT = {
    VerifyExit.SOUND: "good",
    VerifyExit.FAILED: "danger",
    VerifyExit.UNREADABLE: "danger",
    VerifyExit.UNFINISHED: "draft",
    VerifyExit.UNRULED: "draft",
}
SIGNS = {
    Mark.DONE: ("✓", "good", ""),
    Mark.GROWS: ("›", "bold", ""),
    Mark.WAITS: ("·", "dim", "dim"),
    Mark.FAILED: ("✗", "danger", "danger"),
    Mark.BROKEN: ("!", "danger", "danger"),
}
"""Sign, its style and the style of its line."""
STOPPED = ("–", "draft", "")
"""What had begun to be checked when a check failed."""
NOW = {
    Phase.SIGNATURES: "Checking signature",
    Phase.MESSAGES: "Judging message",
    Phase.EVIDENCE: "Judging the evidence after message",
    Phase.AUDIT: "Deriving again message",
}
VERDICT_ROWS = 3
COLUMN = 48
"""Cells for the counts on a wide screen; what they show stands behind."""
BAR = 30


@dataclass
class VerifyState:
    """What is known of one examination. `path` is empty for the table that is sat at."""

    name: str
    path: str = ""
    checked: Checked | None = None
    report: Report | None = None
    words: tuple[str, ...] = ()
    table: str = ""
    """The id of the table of the profile whose record this is, if it is one of those."""

    @property
    def seats(self) -> tuple[SeatReport, ...]:
        """Who sat there, once that is known."""
        found = self.report.checked if self.report is not None else self.checked
        return found.seats if found is not None else ()

    def lines(self) -> list[CheckLine]:
        """The checklist as it stands."""
        if self.report is not None:
            return self.report.checklist()
        return checklist(self.checked) if self.checked is not None else []


class VerifyScreen(Screen):
    """The checklist, the seats, the verdict."""

    title = "Verify"

    def __init__(self, ui: Ui, state: VerifyState) -> None:
        super().__init__(ui)
        self.state = state
        self.at = 0
        self._met: Report | None = None

    def actions(self) -> Sequence[Action]:
        """See Screen."""
        step = self._step()
        return (
            Action("up", ("up", "k"), "a line up", lambda: self._move(-1), "up"),
            Action("down", ("down", "j"), "a line down", lambda: self._move(1), "down"),
            Action("jump", ("r", "enter"), "step through the game, at the failing step if any",
                   self._jump, "replay" if step is None else f"see step {step}", self._has_game),
            Action("report", ("t",), "the whole report as text", self._text, "text",
                   lambda: self.state.report is not None),
            Action("help", ("?",), "this list", lambda: self.ui.push(help_window(self.ui, self)),
                   "help"),
            Action("back", ("esc", "q"), "back", self.ui.pop, "back"),
        )  # fmt: skip

    def _step(self) -> int | None:
        """The step that went wrong on the line under the cursor, else the first that did."""
        lines = self.state.lines()
        here = lines[self.at : self.at + 1]
        steps = (line.trouble.step for line in here + lines if line.trouble is not None)
        return next(steps, None)

    def _has_game(self) -> bool:
        return self.state.report is not None and self.state.report.game is not None

    def _move(self, by: int) -> None:
        self.at = max(0, min(len(self.state.lines()) - 1, self.at + by))

    def click(self, target: Target) -> None:
        """See Screen."""
        if target.panel == "check":
            self.at = target.index

    def wheel(self, target: Target | None, by: int) -> None:
        """See Screen."""
        self._move(by)

    def _jump(self) -> None:
        self.ui.intent(OpenReplay(self.state.path, self._step(), table=self.state.table))

    def _text(self) -> None:
        if self.state.report is not None:
            rows = [Row(line.strip() or "") for line in lines_of(self.state.report, words=False)]
            self.ui.push(Text(self.ui, "Report", rows))

    # Painting

    def paint(self, canvas: Canvas, room: Rect) -> None:
        """See Screen."""
        lines = self.state.lines()
        self._meet(lines)
        canvas.fill(Rect(0, 0, room.width, 1), "head")
        canvas.put(1, 0, f"Verify   {self.state.name}", "head bold")
        y = self._head(canvas, Rect(2, 2, room.width - 4, VERDICT_ROWS)) + 1
        y = self._seats(canvas, Rect(2, y, room.width - 4, 1 + len(self.state.seats)))
        about = 5 if self.ui.wide else 3
        box = Rect(0, y, room.width, room.bottom - 1 - about - y)
        self._checklist(canvas, box, lines)
        if lines:
            self._explain(canvas, Rect(2, box.bottom, room.width - 4, about), lines[self.at])
        remark(self.ui, canvas, Rect(1, room.bottom - 1, room.width - 2, 1))

    def _meet(self, lines: list[CheckLine]) -> None:
        """When the report comes, the cursor goes to where something went wrong."""
        if self.state.report is not self._met:
            self._met = self.state.report
            wrong = (n for n, line in enumerate(lines) if line.trouble is not None)
            self.at = next(wrong, self.at)
        self.at = max(0, min(len(lines) - 1, self.at))

    def _head(self, canvas: Canvas, rect: Rect) -> int:
        """The verdict, or how far the examination is; gives the row below it."""
        said, style = self._verdict()
        rows = wrap(said, rect.width)
        if len(rows) > rect.height:
            rows[rect.height - 1] = clip(f"{rows[rect.height - 1]} …", rect.width)
        for row, text in enumerate(rows[: rect.height]):
            canvas.put(rect.x, rect.y + row, text, style)
        return rect.y + min(len(rows), rect.height)

    def _verdict(self) -> tuple[str, str]:
        report, checked = self.state.report, self.state.checked
        if report is not None:
            said = report.verdict()
            return f"{said[0].upper()}{said[1:]}.", VERDICT[report.exit]
        if checked is None or not checked.running:
            return "Reading the file…", "dim"
        _, done, total = checked.share()
        full = BAR * done // max(1, total)
        bar = "█" * full + "·" * (BAR - full)
        return f"{bar}  {NOW[checked.phase]} {done:,} of {total:,}", "bold"

    def _seats(self, canvas: Canvas, rect: Rect) -> int:
        """Who played, as the charter names them, in two columns where that fits."""
        seats = [self._seat(seat, found) for seat, found in enumerate(self.state.seats)]
        if not seats:
            return rect.y
        canvas.put(rect.x, rect.y, "Seats (names are not proven; compare the words)", "dim")
        half = rect.width // 2
        columns = 2 if len(seats) > 3 or all(width(text) < half for text in seats) else 1
        rows = -(-len(seats) // columns)
        size = rect.width if columns == 1 else half - 1
        for number, text in enumerate(seats):
            column, row = divmod(number, rows)
            canvas.put(rect.x + column * half, rect.y + 1 + row, clip(text, size))
        return rect.y + 1 + rows

    def _seat(self, seat: int, found: SeatReport) -> str:
        report = self.state.report
        said = [f"{chr(65 + seat)} {found.shown}"]
        if report is not None and report.standing is not None:
            won = "won" if report.ruled else "won, as signed"
            winners = report.proven_winners if report.audit else report.standing.winners
            said += [won] if seat in winners else []
            said += ["left"] if seat in report.standing.left else []
        if found.operator:
            said.append(kept_by(self.state.seats, found))
        if found.contact:
            said.append(f"your contact {safe_name(found.contact)}")
        words = self.state.words[seat] if seat < len(self.state.words) else ""
        return f"{', '.join(said)}{'  ' + words if words and not found.operator else ''}"

    def _checklist(self, canvas: Canvas, box: Rect, lines: list[CheckLine]) -> None:
        report = self.state.report
        failed = report is not None and report.failure is not None and bool(lines)
        title = "Checking" if report is None else "Checked before that" if failed else "Checked"
        inner = canvas.box(box, title, "focus")
        if report is not None and not lines:
            canvas.put(inner.x, inner.y, "Nothing: there is no record to check.", "dim")
        self._legend(canvas, box, lines)
        top = max(0, min(self.at - inner.height // 2, len(lines) - inner.height))
        for row, line in enumerate(lines[top : top + inner.height]):
            place = Rect(inner.x, inner.y + row, inner.width, 1)
            self._line(canvas, place, line)
            canvas.spot(place, Target("check", top + row))
            if top + row == self.at:
                canvas.paint(place, "cursor")
                canvas.cursor = (inner.x, place.y)
        rest = len(lines) - top - inner.height
        if rest > 0:
            canvas.put(box.right - 12, box.bottom - 1, f" {rest} more ", "focus")

    def _line(self, canvas: Canvas, place: Rect, line: CheckLine) -> None:
        sign, style, tone = self._sign(line.mark)
        canvas.put(place.x, place.y, sign, style)
        size = COLUMN if self.ui.wide else place.width - 2
        canvas.put(place.x + 2, place.y, clip(line.text, size - 2), tone)
        if self.ui.wide:
            behind = place.x + COLUMN + 1
            said = line.trouble.note if line.trouble is not None else line.check.shows
            if line.mark is Mark.WAITS and self.state.report is not None:
                said = "not reached, so not checked"
            canvas.put(behind, place.y, clip(said, place.right - behind), tone or "dim")

    def _sign(self, mark: Mark) -> tuple[str, str, str]:
        return STOPPED if mark is Mark.GROWS and self.state.report is not None else SIGNS[mark]

    def _legend(self, canvas: Canvas, box: Rect, lines: list[CheckLine]) -> None:
        """What the signs mean, in the lower edge; nothing where all is done."""
        marks = {line.mark for line in lines}
        if marks <= {Mark.DONE}:
            return
        words = {
            Mark.DONE: "all good",
            Mark.GROWS: "going on" if self.state.report is None else "in part",
            Mark.WAITS: "not begun" if self.state.report is None else "not reached",
            Mark.FAILED: "failed",
            Mark.BROKEN: "a seat broke the table",
        }
        said = [f"{self._sign(mark)[0]} {text}" for mark, text in words.items() if mark in marks]
        canvas.put(box.x + 2, box.bottom - 1, clip(f" {'  '.join(said)} ", box.width - 16), "dim")

    def _explain(self, canvas: Canvas, rect: Rect, line: CheckLine) -> None:
        """What the line under the cursor shows and does not, or what went wrong there."""
        rows: list[tuple[str, str]] = []
        if line.trouble is not None:
            note = line.trouble.note
            rows.append((f"{note[0].upper()}{note[1:]}", "danger"))
            rows += [(f"{text[0].upper()}{text[1:]}", "") for text in line.trouble.evidence]
        if line.mark is Mark.WAITS:
            running = self.state.report is None
            rows.append(("Not begun." if running else "Not reached, so not checked.", "dim"))
        elif line.found:
            lead = "Shows" if line.trouble is None else "What held shows"
            rows.append((f"{lead}: {line.check.shows}.", "good"))
            rows.append((f"Does not show {line.check.omits}.", "dim"))
        for row, (text, style) in enumerate(rows[: rect.height]):
            canvas.put(rect.x, rect.y + row, clip(text, rect.width), style)
