"""The table screen: which key or click goes to which of the objects that make it up. Pure.

Each of them owns one thing: the state what is known, the cursor where a person looks, the picker
the way to the draft, the windows what opens above. Held by tests/cli/tui/table/test_table_keys.py
and the golden screens.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cli.model.intents import Bell, OpenReplay, PlayAgain, SaveRecord, Verify
from cli.model.prompt_model import Part
from cli.tui.boards.scene import BOARD
from cli.tui.table.chat_input import ChatInput
from cli.tui.table.draft_words import passes_on_enter
from cli.tui.table.lesson_panel import LessonPanel
from cli.tui.table.mouse import TableMouse
from cli.tui.table.navigation import Navigator
from cli.tui.table.panels import HAND, LIST, LOG
from cli.tui.table.picking import Picker
from cli.tui.table.picture import TablePicture
from cli.tui.table.planning import Planning
from cli.tui.table.shown import ShownTable, TableCursor
from cli.tui.table.state import TableState
from cli.tui.table.status import Seconds
from cli.tui.table.typed_commands import TypedCommands
from cli.tui.table.windows import TableWindows
from cli.tui.toolkit.actions import Action
from cli.tui.toolkit.canvas import Canvas, Rect, Target
from cli.tui.toolkit.fields import typing
from cli.tui.toolkit.ui import Screen, Ui
from cli.tui.toolkit.windows import Jump, help_window

DIGITS = "1234567890"
CLAIM_FIRST = "first say y to act or p to pass"
ONLY_HEARS = "whoever watches reads what is said, and does not talk"


class TableScreen(Screen):
    """A table in play, for a seat or a spectator."""

    title = "Table"

    def __init__(self, ui: Ui, state: TableState) -> None:
        super().__init__(ui)
        self.state = state
        self.cursor = TableCursor()
        self.shown = ShownTable(ui, state, self.cursor)
        self.windows = TableWindows(ui, state, self.cursor, self.shown)
        self.chat = ChatInput(ui, state, self.cursor)
        self._navigator = Navigator(ui, state, self.cursor, self.shown)
        self._picker = Picker(ui, state, self.cursor, self.shown, self._navigator)
        self._planning = Planning(ui, state, self.cursor, self.shown, self._picker)
        self._mouse = TableMouse(
            state,
            self.cursor,
            self.shown,
            self._navigator,
            self._picker,
            self.windows,
            self.chat,
            self._planning,
        )
        self.commands = TypedCommands(
            self, state, self.cursor, self.shown, self._picker, self.windows
        )
        self._picture = TablePicture(ui, state, self.cursor, self.shown)
        self._seconds = Seconds(state)
        self._result_waits = False
        self._hand: Sequence[str] = ()
        """The titles of the cards when they were last shown."""

    # What happens at the table

    def new_question(self) -> None:
        """A question has just come up."""
        self._follow_card()
        self._navigator.to_question()

    def show_result(self) -> None:
        """The game is over: say how, once, when all of it has been shown."""
        self._result_waits = self.state.pacing.is_behind
        if not self._result_waits:
            self.windows.result()

    def asked_at(self) -> float | None:
        """See Screen."""
        return self.state.follower.asked_at if self.state.draft is not None else None

    def tick(self, now: float) -> bool:
        """See Screen: seconds of waiting, bars that have become worth showing, the next moment."""
        waited = self._seconds.tick(now)
        return (self.ui.top is self and self._go_on(now)) or waited

    def _go_on(self, now: float) -> bool:
        """Show what has become due: another moment, a question, a lesson, the result."""
        moved, opened = self.state.go_on(now)
        if opened:
            self.new_question()
            if self.ui.settings.bell:
                self.ui.intent(Bell())
        if self.state.lessons:
            lessons, self.state.lessons = self.state.lessons, []
            self.ui.push(LessonPanel(self.ui, self.state, lessons))
        elif self._result_waits and not self.state.pacing.is_behind:
            self.show_result()
        return moved or opened or self.ui.top is not self

    def _follow_card(self) -> None:
        """Keep the cursor on its card where others have come or gone."""
        before, at = self._hand, self.cursor.at
        self._hand = titles = [card.title for card in self.shown.cards()]
        if titles == before or not 0 <= at[HAND] < len(before):
            return
        title = before[at[HAND]]
        alike = [place for place, one in enumerate(titles) if one == title]
        if alike:
            at[HAND] = alike[min(before[: at[HAND]].count(title), len(alike) - 1)]
        else:
            at[HAND] = max(0, min(at[HAND], len(titles) - 1))

    def _skip(self) -> bool:
        """Show all moves at once; says whether any were left."""
        behind = self.state.pacing.is_behind
        self.state.pacing.skip(self.ui.now)
        return behind

    def paint(self, canvas: Canvas, room: Rect) -> None:
        """See Screen."""
        self._follow_card()
        self._picture.paint(canvas, room, on_top=self.ui.top is self)
        self.chat.paint(canvas, Rect(0, room.bottom - 1, room.width, 1))

    # What can be done

    def actions(self) -> Sequence[Action]:
        """See Screen."""
        if self.chat.is_open:
            return typing("say it", self.edit)
        orders = self._planning.actions() if self.shown.map is not None else ()
        return (*self._answering(), *orders, *self._looking(), *self._others())

    def _answering(self) -> Sequence[Action]:
        """What makes and sends an answer; the keys that do so look, where there is no draft."""
        pick, windows = self._picker, self.windows
        asks = lambda: self.shown.asks  # noqa: E731
        return (
            Action("go on", ("enter",), "go on; on a full draft: sign and send", pick.go_on,
                   self._enter_word(), lambda: self.shown.asks and self.cursor.focus != LOG,
                   self._why_not_enter, answers=True, quiet=True),
            Action("look", ("enter",), "show the table as it lay at this line", windows.look,
                   "look", lambda: self.cursor.focus == LOG and self.shown.is_now),
            Action("back to now", ("esc", "enter"), "back to the table as it is now", self._now,
                   "now", lambda: not self.shown.is_now),
            Action("result", ("o", "enter"), "how the game ended", windows.result, "result",
                   lambda: self.state.over and self.shown.is_now and self.cursor.focus != LOG),
            Action("rematch", ("n",), "play again, with the same people",
                   lambda: self.ui.intent(PlayAgain()), "rematch",
                   lambda: self.state.over and self.state.names.own is not None),
            Action("pick", tuple(DIGITS), "pick the first, second and so on of what is listed",
                   never_called, "", asks),
            Action("toggle", ("space",), "pick or drop what has the cursor", self._toggle,
                   self._planning.word or "pick", asks,
                   self._why_not_toggle, answers=True, quiet=True),
            Action("act", ("y",), "say that you want to act; the card comes then", pick.act, "act",
                   self._is_claim, answers=True),
            Action("pass", ("p",), "pass; Enter sends it where more depends on it", pick.skip,
                   "pass", asks,
                   self._why_not_pass, answers=True, quiet=True),
            Action("standing pass", ("P",), "pass everything until something happens",
                   windows.standing_pass, "pass until",
                   lambda: self.shown.is_now and bool(self.state.offers), answers=True),
            Action("undo", ("u", "backspace"), "undo within the draft", pick.undo, "undo", asks,
                   self._why_not_undo, quiet=True),
            Action("redo", ("U",), "redo what was undone", pick.redo, "", asks,
                   self._why_not_redo),
            Action("clear", ("esc",), "clear the draft; u brings it back", pick.clear, "", asks,
                   self._why_not_undo),
        )  # fmt: skip

    def _looking(self) -> Sequence[Action]:
        """What moves the cursor and shows things."""
        go, windows = self._move, self.windows
        tab, state = self._navigator.tab, self.state
        played = lambda: self.shown.view is not None  # noqa: E731
        told = lambda: state.snapshot is not None  # noqa: E731
        return (
            Action("read", ("i",), *self._read_words(), played),
            Action("report", ("e",), "what happened in the last round", self.windows.report,
                   "report") if self.shown.map is not None else
            Action("news", ("e",), "what has happened since your last turn", self.windows.news,
                   "news" if state.last_turn is not None else "", lambda: state.lines_shown > 0),
            Action("next panel", ("tab",), "to the next panel", lambda: tab(1),
                   when=lambda: not self._planning.on_map),
            Action("previous panel", ("s-tab",), "to the panel before", lambda: tab(-1)),
            Action("left", ("left", "h"), "one to the left; a number less", lambda: go(-1, 0)),
            Action("right", ("right", "l"), "one to the right; a number more", lambda: go(1, 0)),
            Action("up", ("up", "k"), "one up", lambda: go(0, -1)),
            Action("down", ("down", "j"), "one down", lambda: go(0, 1)),
            Action("page up", ("pgup",), "ten up", lambda: go(0, -10)),
            Action("page down", ("pgdn",), "ten down", lambda: go(0, 10)),
            Action("board", ("b",), "the whole board, with what is in force", windows.board,
                   "board", played),
            Action("log", ("L",), "the whole story, with what was checked", windows.log, "Log",
                   told),
            Action("search", ("/",), "search the story for a word",
                   lambda: windows.log(searching=True), "", told),
        )  # fmt: skip

    def _others(self) -> Sequence[Action]:
        """Talking, the record, help, leaving."""
        ui, windows, state = self.ui, self.windows, self.state
        talks = lambda: state.can_chat  # noqa: E731
        hears = lambda: state.can_chat or state.names.own is None  # noqa: E731
        played = lambda: self.shown.view is not None  # noqa: E731
        return (
            Action("chat", ("c",), "say something to the table", self.chat.open, "chat", hears,
                   lambda: "" if state.can_chat else ONLY_HEARS, quiet=True),
            Action("mute", ("m",), "do not show what a seat says, or show it again", windows.mute,
                   "", talks),
            Action("command", (":",), "type what to do, in the words of line mode",
                   self.commands.open),
            Action("jump", ("f",), "a letter on everything: one key to anywhere",
                   lambda: ui.push(Jump(ui, self))),
            Action("rules", ("R",), "how this game is played", windows.all_rules,
                   "Rules", played),
            Action("seats", ("w",), "who sits here, with the words of their keys", windows.seats),
            Action("verify", ("v",), "check everything so far again from the record",
                   lambda: ui.intent(Verify()), "verify" if state.over else "", played),
            Action("save", ("s",), "write the record into a file",
                   lambda: ui.intent(SaveRecord()), "", played),
            Action("replay", ("r",), "step through all of it so far",
                   lambda: ui.intent(OpenReplay()), "replay" if state.over else "", played),
            Action("help", ("?",), "this list", lambda: ui.push(help_window(ui, self)), "help"),
            Action("leave", ("q",), "leave the table, or the game", windows.leave, "leave"),
        )  # fmt: skip

    def edit(self, key: str) -> bool:
        """See Screen. While moves are being shown any key shows them all at once."""
        return self.chat.edit(key) if self.chat.is_open else self._skip()

    def typed(self, text: str) -> bool:
        """See Screen. Digits pick; they are one action with ten keys."""
        if self.chat.typed(text):
            return True
        if text in DIGITS and len(text) == 1 and self.shown.asks:
            place = DIGITS.index(text)
            pick = self._picker.digit if self.shown.plan is None else self._planning.choose_number
            self.ui.act(Action("pick", (), "", lambda: pick(place), answers=True))
            return True
        return False

    def click(self, target: Target) -> None:
        """See Screen."""
        if not self._skip():
            self._mouse.click(target)

    def read(self, target: Target) -> None:
        """See Screen: a second click undoes the first one's pick and reads the card."""
        self._mouse.read(target)

    def wheel(self, target: Target | None, by: int) -> None:
        """See Screen."""
        self._mouse.wheel(target, by)

    def _move(self, across: int, down: int) -> None:
        if self.shown.map is not None and self.cursor.focus == BOARD:
            self._planning.move(across, down)
        else:
            self._picker.move(across, down)

    def _read_words(self) -> tuple[str, Callable[[], None], str]:
        if self.cursor.focus == LOG:
            return "what the rules say of the words in this line", self.windows.line, "words"
        if self.shown.map is not None:
            return "all that is known around the cursor", self.windows.around, "around"
        return "read the card that has the cursor", self.windows.card, "card"

    def _toggle(self) -> None:
        if self.shown.plan is not None and self.cursor.focus == BOARD:
            self._planning.on_cell()
        else:
            self._picker.toggle()

    def _now(self) -> None:
        self.cursor.moment = None

    # When, and why not

    def _is_claim(self) -> bool:
        draft = self.state.draft
        return self.shown.asks and draft is not None and draft.model.prompt.claiming

    def _enter_word(self) -> str:
        draft = self.state.draft
        if draft is not None and passes_on_enter(draft):
            return "pass" if draft.nothing_fits or self.cursor.focus == LOG else "pick"
        return "sign+send" if draft is not None and draft.complete else "go on"

    def _why_not_enter(self) -> str:
        draft = self.state.draft
        return CLAIM_FIRST if draft is not None and draft.part is Part.CLAIM else ""

    def _why_not_toggle(self) -> str:
        if self._is_claim():
            return CLAIM_FIRST
        pickable = self.cursor.focus in (HAND, LIST, BOARD)
        return "" if pickable else "nothing to pick has the cursor"

    def _why_not_pass(self) -> str:
        draft = self.state.draft
        return "" if draft and draft.may_pass else "this question cannot be passed"

    def _why_not_undo(self) -> str:
        editor = self.state.editor
        return "there is nothing to undo" if editor is None or editor.untouched else ""

    def _why_not_redo(self) -> str:
        editor = self.state.editor
        return "" if editor is not None and editor.can_redo else "nothing was undone"


def never_called() -> None:
    """Digits are taken as typed text; their row in the table is for the help."""
