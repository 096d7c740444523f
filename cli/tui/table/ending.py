"""How a game ended: the result, how it was checked, and what can be done with it. Pure.

Held by the golden screens in tests/cli/tui/.
"""

from __future__ import annotations

from collections.abc import Sequence

from cli.console.text import listed, sentence
from cli.model.check_marks import counted_checks
from cli.model.intents import LeaveTable, OpenReplay, PlayAgain, SaveRecord, ShowSeed, Verify
from cli.model.table_text import PROVISIONAL, Names, audit_words, proven_line, result_words
from cli.tui.table.state import TableState
from cli.tui.toolkit.actions import Action
from cli.tui.toolkit.canvas import Canvas, Rect
from cli.tui.toolkit.cells import wrap
from cli.tui.toolkit.ui import Screen, Ui, remark
from cli.tui.toolkit.windows import help_window, middle
from p2p.session.session import Ending

SHOW_SEED = "Press w to show your seed without waiting, so that all can see how you played."


def result_of(ending: Ending, names: Names) -> list[str]:
    """The result, or who broke the table, in sentences."""
    said = []
    if ending.outcome is not None:
        won = result_words(ending.outcome, names)
        reason = names.put_into(ending.outcome.said)
        said.append(sentence(f"{won}: {reason}", names.short))
    if ending.fault is not None:
        fault = ending.fault
        said.append(
            sentence(
                f"{names[fault.seat]} broke the table at step {fault.step}: {fault.charge}"
                f" ({fault.reason})",
                names.short,
            )
        )
        if len(names.people) == 2:
            said.append(f"With two seats, {names[1 - fault.seat]} has won.")
        said.append("The signed evidence is kept in the record.")
    return said


def _closed(ending: Ending, names: Names) -> str:
    """Who has signed the result, and who not yet."""
    missing = [names[seat] for seat in ending.closers if seat not in ending.closed]
    closed = f"The result is signed by {len(ending.closed)} of {len(ending.closers)}."
    return closed + (f" Not yet here: the closing of {listed(missing)}." if missing else "")


class GameOver(Screen):
    """The last window of a game, above its table."""

    title = "The game is over"
    floats = True

    def __init__(self, ui: Ui, state: TableState) -> None:
        super().__init__(ui)
        self.state = state

    def actions(self) -> Sequence[Action]:
        """See Screen."""
        ui = self.ui
        return (
            Action("table", ("enter", "esc", "o"), "look at the table", ui.pop, "table"),
            Action("save", ("s",), "write the record into a file",
                   lambda: ui.intent(SaveRecord()), "save record"),
            Action("verify", ("v",), "check the whole record now",
                   lambda: ui.intent(Verify()), "verify now"),
            Action("replay", ("r",), "step through the game",
                   lambda: ui.intent(OpenReplay()), "replay"),
            Action("seed", ("w",), "show your seed without waiting for the other signatures",
                   lambda: ui.intent(ShowSeed()), "show seed", self._may_show_seed),
            Action("rematch", ("n",), "play again, with the same people", lambda:
                   ui.intent(PlayAgain()), "rematch", lambda: self.state.names.own is not None),
            Action("help", ("?",), "this list", lambda: ui.push(help_window(ui, self)), "help"),
            Action("leave", ("q",), "leave the table", lambda: ui.intent(LeaveTable()), "leave"),
        )  # fmt: skip

    def _may_show_seed(self) -> bool:
        return self.state.snapshot is not None and self.state.snapshot.may_show_seed

    def paint(self, canvas: Canvas, room: Rect) -> None:
        """See Screen."""
        lines = self._lines(64)
        if len(lines) > room.height - 2:  # the tale before digits that every record shows again
            lines = [line for line in lines if line[1] != "dim"]
        rect = middle(room, 70, len(lines) + 2)
        inner = canvas.box(rect, self.title, "focus", clear=True)
        canvas.cursor = (inner.x, inner.y)
        for row, (text, style) in enumerate(lines[: inner.height]):
            canvas.put(inner.x, inner.y + row, text, style, inner.width)
        remark(self.ui, canvas, Rect(1, room.bottom - 2, room.width - 2, 1))

    def _lines(self, room: int) -> list[tuple[str, str]]:
        snapshot = self.state.snapshot
        if snapshot is None or snapshot.ending is None:
            return []
        ending, names = snapshot.ending, self.state.names
        rows: list[tuple[str, str]] = []
        for said in result_of(ending, names):
            rows += [(line, "bold") for line in wrap(said, room)]
        rows.append(("", ""))
        told = () if snapshot.view is None else snapshot.view.tale
        rows += [(line, "") for said in told for line in wrap(names.put_into(said), room, "  ")]
        rows += [("", "")] if told else []
        total = self.state.log.checks.between(-1, snapshot.step + 1)
        counts = counted_checks(total)
        if counts:
            said = f"Checked by your own client as it was played: {listed(counts)}."
            rows += [(line, "good") for line in wrap(said, room)]
            rows += [("", "")] * (ending.fault is None)
        if ending.fault is None:
            rows += [(line, "") for line in wrap(_closed(ending, names), room)]
        if snapshot.may_show_seed:
            rows += [(line, "bold") for line in wrap(SHOW_SEED, room)]
        audit = self.state.audit
        if snapshot.audited and ending.fault is None:
            found = [PROVISIONAL] if audit is None else audit_words(audit.findings, names)
            found += [] if audit is None else [proven_line(audit, names)]
            rows += [(row, "") for text in found for row in wrap(text, room)]
        if snapshot.record_digest:
            rows.append(("Record digest, the same on every client:", "dim"))
            digits = snapshot.record_digest.hex()
            rows += [(f"  {digits[:32]}", "dim"), (f"  {digits[32:]}", "dim")]
        asking = [names[seat] for seat in self.state.again if seat != names.own]
        if asking and names.own is not None:
            verb = "wants" if len(asking) == 1 else "want"
            rows += [("", ""), (f"{listed(asking)} {verb} a rematch: n says yes.", "bold")]
        return rows
