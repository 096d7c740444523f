"""What a typed line does at a table: the orders of line mode, or an answer. Pure.

Held by tests/cli/tui/table/test_typed_answers.py.
"""

from __future__ import annotations

from collections.abc import Callable

from cli.console.text import sentence
from cli.model import text_commands
from cli.model.intents import LeaveTable, PassUntil, Say
from cli.model.text_commands import TypedCommand
from cli.tui.table.command_line import CommandLine
from cli.tui.table.draft_editor import DraftEditor
from cli.tui.table.draft_keys import TableDraft
from cli.tui.table.panels import HAND
from cli.tui.table.story import BoardScreen
from cli.tui.toolkit.ui import FRESH
from cli.tui.toolkit.windows import Row, Text, help_window
from games.engine.values import Seat

NOT_HERE = "That can be typed in line mode only, or before the game."


class TableOrders(TableDraft):
    """A table that can be told what to do in words."""

    def command(self) -> None:
        """Open the line to type in."""
        self.ui.push(CommandLine(self.ui, self._open_editor, self.obey))

    def _open_editor(self) -> DraftEditor | None:
        return self.state.editor if self.asks else None

    def obey(self, line: str) -> str:
        """Do what a line says; gives a sentence if it cannot be."""
        order = text_commands.read(line)
        if isinstance(order, str):
            return order
        if order is not None:
            return self._order(order)
        editor = self._open_editor()
        if editor is None:
            return "Nothing is asked of you now; help lists what can be typed."
        if self.ui.now - self.state.asked_at < self.ui.settings.guard / 1000:
            return FRESH
        problem = editor.type_in(line)
        if not problem:
            self.after("")
        return problem

    def _order(self, given: TypedCommand) -> str:
        """Do an order."""
        number = given.number
        match given.name:
            case "say":
                return self._say(given.text)
            case "mute" if number is not None:
                return self._mute_seat(number - 1)
            case "passes" if number is not None:
                return self._post(number - 1)
            case "why" if number is not None:
                return self._why(number)
        acts: dict[str, Callable[[], None]] = {
            "table": lambda: self.ui.push(BoardScreen(self.ui, self.scene)),
            "hand": self._to_hand,
            "seats": self.show_seats,
            "log": self.show_log,
            "why": self._all_reasons,
            "passes": self.stand,
            "mute": self.mute,
            "help": self._help,
            "quit": lambda: self.ui.intent(LeaveTable()),
            "concede": self.concede,
        }
        act = acts.get(given.name)
        if act is None or (given.name == "passes" and not self.state.offers):
            return NOT_HERE
        act()
        return ""

    def _help(self) -> None:
        """What can be typed, and below it the keys."""
        window = help_window(self.ui, self)
        rows = [Row(text) for text in text_commands.help_lines()]
        self.ui.push(Text(self.ui, "What can be typed, and keys", [*rows, Row(""), *window.rows]))

    def _to_hand(self) -> None:
        self.focus = HAND

    def _say(self, text: str) -> str:
        if not self.state.can_chat:
            return "Nobody here can hear you."
        if not text:
            return "Say what, such as: say good luck"
        self.ui.intent(Say(text))
        return ""

    def _mute_seat(self, seat: int) -> str:
        if not 0 <= seat < len(self.state.names.people) or seat == self.state.names.own:
            return "Say whom, by the number of a seat, such as: mute 2"
        self.turn_mute(seat)
        return ""

    def _post(self, place: int) -> str:
        own, offers = self.state.names.own, self.state.offers
        if own is None or not 0 <= place < len(offers):
            return "There is no such pass; passes lists them."
        event = offers[place].event_for(Seat(own))
        snapshot = self.state.snapshot
        if snapshot is not None and snapshot.standing and event in snapshot.standing[own]:
            return f"You pass {offers[place].label} already."
        self.ui.intent(PassUntil(event))
        return ""

    def _why(self, number: int) -> str:
        """About one card of the open question."""
        editor = self._open_editor()
        items = editor.draft.model.card_items if editor is not None else ()
        for item in items:
            if item.number == number:
                said = item.reason or "it can be chosen"
                self.ui.say(sentence(f"{item.label}: {said}"))
                return ""
        return f"There is no number {number} here."

    def _all_reasons(self) -> None:
        editor = self._open_editor()
        rows = []
        if editor is not None:
            draft = editor.draft
            items = (*draft.model.card_items, *(draft.options if draft.cards else ()))
            rows = [Row(sentence(f"{i.label}: {i.reason}")) for i in items if i.reason]
        none = Row("Everything that is listed can be chosen.")
        self.ui.push(Text(self.ui, "What cannot be chosen now", rows or [none]))
