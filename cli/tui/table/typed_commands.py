"""What a typed line does at a table: the commands of line mode, or an answer. Pure.

Held by tests/cli/tui/table/test_typed_answers.py.
"""

from __future__ import annotations

from collections.abc import Callable

from cli.console.text import sentence
from cli.model import text_commands
from cli.model.contact_words import contact_wanted
from cli.model.intents import Attend, LeaveTable, PassUntil, Say, ShowInvites, ShowSeed
from cli.model.plan_words import place_named
from cli.model.text_commands import TypedCommand
from cli.tui.boards.scene import BOARD
from cli.tui.table.command_line import CommandLine
from cli.tui.table.draft_editor import DraftEditor
from cli.tui.table.panels import HAND
from cli.tui.table.picking import Picker
from cli.tui.table.shown import ShownTable, TableCursor
from cli.tui.table.state import TableState
from cli.tui.table.windows import TableWindows
from cli.tui.toolkit.ui import FRESH, Screen, Ui
from cli.tui.toolkit.windows import Row, Text, help_window
from games.engine.values import Seat
from p2p.session.person import Attention

NOT_HERE = "That can be typed in line mode only, or before the game."


class TypedCommands:
    """Opens the line to type in, and does what it says."""

    def __init__(
        self,
        screen: Screen,
        state: TableState,
        cursor: TableCursor,
        shown: ShownTable,
        picker: Picker,
        windows: TableWindows,
    ) -> None:
        """`screen`: whose keys the help lists."""
        self._screen = screen
        self._ui: Ui = screen.ui
        self._state = state
        self._cursor = cursor
        self._shown = shown
        self._picker = picker
        self._windows = windows
        self._attention = Attention.of(screen.ui.settings.asks)

    def open(self) -> None:
        """Open the line to type in."""
        self._ui.push(CommandLine(self._ui, self._open_editor, self.obey))

    def _open_editor(self) -> DraftEditor | None:
        return self._state.editor if self._shown.asks else None

    def obey(self, line: str) -> str:
        """Do what a line says; gives a sentence if it cannot be."""
        command = text_commands.read(line)
        if isinstance(command, str):
            return command
        if command is not None:
            return self._do(command)
        editor = self._open_editor()
        if editor is None:
            return "Nothing is asked of you now; help lists what can be typed."
        if self._ui.now - self._state.follower.asked_at < self._ui.settings.guard / 1000:
            return FRESH
        problem = editor.type_in(line)
        if not problem:
            self._picker.after("")
        return problem

    def _do(self, command: TypedCommand) -> str:
        number = command.number
        match command.name:
            case "say":
                return self._say(command.text)
            case "map":
                return self._map(command.text)
            case "rules":
                return self._windows.rules(command.text)
            case "mute" if number is not None:
                return self._mute(number - 1)
            case "passes" if number is not None:
                return self._pass_until(number - 1)
            case "why" if number is not None:
                return self._why(number)
            case "windows":
                return self._attend()
            case "contact":
                return self._contact(command.text)
        windows = self._windows
        acts: dict[str, Callable[[], None]] = {
            "look": windows.board,
            "table": windows.board,
            "hand": self._to_hand,
            "seats": windows.seats,
            "log": windows.log,
            "why": self._all_reasons,
            "passes": windows.standing_pass,
            "mute": windows.mute,
            "invite": lambda: self._ui.intent(ShowInvites()),
            "help": self._help,
            "seed": lambda: self._ui.intent(ShowSeed()),
            "quit": lambda: self._ui.intent(LeaveTable()),
            "concede": windows.concede,
        }
        act = acts.get(command.name)
        if act is None or (command.name == "passes" and not self._state.offers):
            return NOT_HERE
        act()
        return ""

    def _contact(self, typed: str) -> str:
        wanted = contact_wanted(typed, self._state.names)
        if isinstance(wanted, str):
            return wanted
        self._ui.intent(wanted)
        return ""

    def _help(self) -> None:
        """What can be typed, and below it the keys."""
        keys = help_window(self._ui, self._screen).rows
        rows = [Row(text) for text in text_commands.help_lines()]
        self._ui.push(Text(self._ui, "What can be typed, and keys", [*rows, Row(""), *keys]))

    def _map(self, typed: str) -> str:
        """The whole map, or all around a place, where the cursor goes then."""
        seen, plan = self._shown.map, self._shown.plan
        if seen is None:
            return "There is no map in this game, or none yet."
        if not typed:
            self._windows.board()
            return ""
        cell = place_named(seen, typed, plan)
        if isinstance(cell, str):
            return cell
        self._cursor.put(BOARD, cell)
        self._windows.around()
        return ""

    def _to_hand(self) -> None:
        self._cursor.focus = HAND

    def _say(self, text: str) -> str:
        if not self._state.can_chat:
            return "Nobody here can hear you."
        if not text:
            return "Say what, such as: say good luck"
        self._ui.intent(Say(text))
        return ""

    def _mute(self, seat: int) -> str:
        names = self._state.names
        if not 0 <= seat < len(names.people) or seat == names.own:
            return "Say whom, by the number of a seat, such as: mute 2"
        self._windows.turn_mute(seat)
        return ""

    def _pass_until(self, place: int) -> str:
        own, offers = self._state.names.own, self._state.offers
        if own is None or not 0 <= place < len(offers):
            return "There is no such pass; passes lists them."
        events = offers[place].events_for(Seat(own))
        snapshot = self._state.snapshot
        if snapshot is not None and snapshot.standing and events in snapshot.standing[own]:
            return f"You pass {offers[place].label} already."
        self._ui.intent(PassUntil(events))
        return ""

    def _attend(self) -> str:
        """For this table; what the settings say holds again at the next one."""
        if self._state.names.own is None:
            return "You have no seat here."
        self._attention = text_commands.next_attention(self._attention)
        self._ui.intent(Attend(self._attention))
        self._ui.say(text_commands.asked(self._attention))
        return ""

    def _why(self, number: int) -> str:
        """About one card of the open question."""
        editor = self._open_editor()
        items = editor.draft.model.card_items if editor is not None else ()
        for item in items:
            if item.number == number:
                said = item.reason or "it can be chosen"
                self._ui.say(sentence(f"{item.label}: {said}"))
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
        self._ui.push(Text(self._ui, "What cannot be chosen now", rows or [none]))
