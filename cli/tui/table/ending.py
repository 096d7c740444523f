"""How a game ended: the result, how it was checked, and what can be done with it. Pure.

Held by the golden screens in tests/cli/tui/.
"""

from __future__ import annotations

from collections.abc import Sequence

from cli.console.text import listed
from cli.model.end_text import (
    PROVISIONAL,
    audit_words,
    proven_line,
    result_sentences,
    unveiled_words,
)
from cli.model.intents import LeaveTable, OpenReplay, PlayAgain, SaveRecord, ShowSeed, Verify
from cli.model.table_text import Names
from cli.tui.table.naming import ask_whose, can_be_named
from cli.tui.table.state import TableState
from cli.tui.table.story import LogScreen
from cli.tui.toolkit.actions import Action
from cli.tui.toolkit.canvas import Canvas, Rect, Target
from cli.tui.toolkit.cells import wrap
from cli.tui.toolkit.people import colour_people
from cli.tui.toolkit.ui import Screen, Ui, remark
from cli.tui.toolkit.windows import help_window, middle
from p2p.client.play.auditor import AuditState
from p2p.session.session import Ending

NOT_YET = ("has not", "have not")
MORE_LESSONS = "n plays again, and the guide goes on with what it has not told yet."
SHOW_SEED = "Press w to show your seed without waiting, so that all can see how you played."


def _checked(ending: Ending, names: Names, *, audited: bool) -> str:
    """What was checked, in one sentence, and who has signed the result."""
    missing = [names[seat] for seat in ending.closers if seat not in ending.closed]
    what = "All that could be seen" if audited else "Every move"
    checked = f"{what} was checked here as it was played"
    if missing:
        return f"{checked}; {listed(missing)} {NOT_YET[len(missing) > 1]} signed the result yet."
    return f"{checked}, and all have signed the result."


class GameOver(Screen):
    """The last window of a game, above its table."""

    title = "The game is over"
    floats = True

    def __init__(self, ui: Ui, state: TableState) -> None:
        super().__init__(ui)
        self.state = state
        self._top = 0
        """The first row that is shown, where there are more than fit."""
        self._most = 0
        """As far as it can be scrolled."""

    def actions(self) -> Sequence[Action]:
        """See Screen."""
        ui = self.ui
        return (
            Action("table", ("enter", "esc", "o"), "look at the table", ui.pop, "table"),
            Action("up", ("up", "k"), "a line up", lambda: self._scroll(-1), "up",
                   self._scrolls),
            Action("down", ("down", "j", "space"), "a line down", lambda: self._scroll(1), "down",
                   self._scrolls),
            Action("save", ("s",), "write the record into a file",
                   lambda: ui.intent(SaveRecord()), "save"),
            Action("verify", ("v",), "check the whole record now",
                   lambda: ui.intent(Verify()), "verify"),
            Action("replay", ("r",), "step through the game",
                   lambda: ui.intent(OpenReplay()), "replay"),
            Action("log", ("L",), "the whole story, with what was checked", self._log, "story"),
            Action("seed", ("w",), "show your seed without waiting for the other signatures",
                   lambda: ui.intent(ShowSeed()), "show seed", self._may_show_seed),
            Action("rematch", ("n",), "play again, with the same people", lambda:
                   ui.intent(PlayAgain()), "rematch", lambda: self.state.names.own is not None),
            Action("name", ("a",), "give a key a name of yours", self._name, "name a key",
                   lambda: can_be_named(self.state.names.people)),
            Action("help", ("?",), "this list", lambda: ui.push(help_window(ui, self)), "help"),
            Action("leave", ("q",), "leave the table", lambda: ui.intent(LeaveTable()), "leave"),
        )  # fmt: skip

    def _name(self) -> None:
        people, words = self.state.names.people, self.state.words
        phrases = {one.key: said for one, said in zip(people, words, strict=False)}
        ask_whose(self.ui, people, phrases)

    def _log(self) -> None:
        ui = self.ui
        ui.push(LogScreen(ui, self.state, lambda line: ui.intent(OpenReplay(line=line))))

    def _scrolls(self) -> bool:
        return self._most > 0

    def _scroll(self, by: int) -> None:
        self._top = max(0, min(self._most, self._top + by))

    def wheel(self, target: Target | None, by: int) -> None:
        """See Screen."""
        self._scroll(3 * by)

    def _may_show_seed(self) -> bool:
        return self.state.snapshot is not None and self.state.snapshot.may_show_seed

    def paint(self, canvas: Canvas, room: Rect) -> None:
        """See Screen."""
        lines = self._lines(64)
        rect = middle(Rect(room.x, room.y, room.width, room.height - 2), 70, len(lines) + 2)
        inner = canvas.box(rect, self.title, "focus", clear=True)
        canvas.cursor = (inner.x, inner.y)
        self._most = max(0, len(lines) - inner.height)
        self._top = min(self._top, self._most)
        for row, (text, style) in enumerate(lines[self._top : self._top + inner.height]):
            canvas.put(inner.x, inner.y + row, text, style, inner.width)
        colour_people(canvas, inner, self.state.names.told)
        rest = self._most - self._top
        if rest:
            canvas.put(rect.right - 14, rect.bottom - 1, f" {rest} more ", "focus")
        remark(self.ui, canvas, Rect(1, room.bottom - 2, room.width - 2, 1))

    def _found(self, audit: AuditState | None, names: Names, room: int) -> list[tuple[str, str]]:
        """What has come of the audit; who has cheated stands out."""
        if audit is None:
            return [(row, "") for row in wrap(PROVISIONAL, room)]
        cheated = [one.cheated for one in audit.findings]
        words = audit_words(audit.findings, names)
        said = [(text, "danger" if bad else "") for text, bad in zip(words, cheated, strict=True)]
        said.append((proven_line(audit, names), "bold" if any(cheated) else ""))
        return [(row, style) for text, style in said for row in wrap(text, room)]

    def _lines(self, room: int) -> list[tuple[str, str]]:
        snapshot = self.state.snapshot
        if snapshot is None or snapshot.ending is None:
            return []
        ending, names = snapshot.ending, self.state.names
        rows: list[tuple[str, str]] = []
        for said in result_sentences(ending, names):
            rows += [(line, "bold") for line in wrap(said, room)]
        rows.append(("", ""))
        told = () if snapshot.view is None else snapshot.view.tale
        rows += [(line, "") for said in told for line in wrap(names.put_into(said), room, "  ")]
        rows += [("", "")] if told else []
        if ending.fault is None:
            said = _checked(ending, names, audited=snapshot.audited)
            rows += [(line, "good") for line in wrap(said, room)]
        if snapshot.may_show_seed:
            rows += [(line, "bold") for line in wrap(SHOW_SEED, room)]
        audit = self.state.audit
        if snapshot.audited and ending.fault is None:
            rows += self._found(audit, names, room)
            hidden = [] if audit is None else unveiled_words(audit, names)
            rows += [("", "")] if hidden else []
            rows += [(row, "") for text in hidden for row in wrap(text, room, "  ")]
        asking = [names[seat] for seat in self.state.again if seat != names.own]
        if asking and names.own is not None:
            verb = "wants" if len(asking) == 1 else "want"
            rows += [("", ""), (f"{listed(asking)} {verb} a rematch: n says yes.", "bold")]
        rows += [(self.state.kept_record, "")] if self.state.kept_record else []
        if self.state.guidance is not None and self.state.guidance.has_more:
            rows += [("", ""), *((row, "key") for row in wrap(MORE_LESSONS, room))]
        return rows
