"""The table: keys and clicks become a draft, and the draft, at Enter, a decision. Pure.

Held by tests/cli/tui/table/test_table_keys.py and the golden screens.
"""

from __future__ import annotations

from collections.abc import Sequence

from cli.model.intents import Rematch, Replay, SaveRecord, Say, Verify
from cli.model.prompt_model import Part
from cli.tui.boards.scene import BOARD
from cli.tui.table.draft_words import passes_on_enter
from cli.tui.table.ending import GameOver
from cli.tui.table.layout import listing
from cli.tui.table.panels import HAND, LIST, LOG
from cli.tui.table.story import BoardScreen
from cli.tui.table.typed_lines import TableOrders
from cli.tui.toolkit.actions import Action
from cli.tui.toolkit.fields import is_named, typing
from cli.tui.toolkit.windows import Jump, help_window

DIGITS = "1234567890"


class TableScreen(TableOrders):
    """A table in play, for a seat or a spectator."""

    # News

    def new_question(self) -> None:
        """A question has just come up: begin at its first thing to pick."""
        self.moment = None
        self.focus = LIST if listing(self.state.draft) else HAND
        self.at[LIST] = 0
        cards = self.cards()
        self.at[HAND] = min(self.at[HAND], max(0, len(cards) - 1))
        draft = self.state.draft
        if draft is not None and draft.part in (Part.CARDS, Part.CLAIM):
            fits = [n for n, c in enumerate(cards) if c.id is not None and not draft.reason(c.id)]
            if fits and self.at[HAND] not in fits:
                self.at[HAND] = fits[0]

    # What can be done

    def actions(self) -> Sequence[Action]:
        """See Screen."""
        if self.chat is not None:
            return typing("say it", self.edit)
        d = lambda: self.asks  # noqa: E731
        chosen = self._may_choose
        return (
            Action("go on", ("enter",), "go on; on a full draft: sign and send", self.go_on,
                   self._enter_word(), lambda: self.asks and self.focus != LOG,
                   self._why_not_enter, answers=True, quiet=True),
            Action("look", ("enter",), "show the table as it lay at this line", self.look, "look",
                   lambda: self.focus == LOG and self.moment is None),
            Action("back to now", ("esc", "enter"), "back to the table as it is now", self._now,
                   "now", lambda: self.moment is not None),
            Action("result", ("o", "enter"), "how the game ended", self._result, "result",
                   lambda: self.state.over and self.moment is None and self.focus != LOG),
            Action("rematch", ("n",), "play again, with the same people",
                   lambda: self.ui.intent(Rematch()), "rematch",
                   lambda: self.state.over and self.state.names.own is not None),
            Action("pick", tuple(DIGITS), "pick the first, second and so on of what is listed",
                   never_called, "", d),
            Action("toggle", ("space",), "pick or drop what has the cursor", self.toggle,
                   "pick", d, chosen, answers=True, quiet=True),
            Action("act", ("y",), "say that you want to act; the card comes then", self.act, "act",
                   self._is_claim, answers=True),
            Action("pass", ("p",), "pass; Enter sends it", self.skip, "pass", d,
                   self._why_not_pass, answers=True, quiet=True),
            Action("standing pass", ("P",), "pass everything until something happens",
                   self.stand, "pass until", self._may_stand, answers=True),
            Action("undo", ("u", "backspace"), "undo within the draft", self.undo, "undo", d,
                   self._why_not_undo, quiet=True),
            Action("redo", ("U",), "redo what was undone", self.redo, "", d, self._why_not_redo),
            Action("clear", ("esc",), "clear the draft; u brings it back", self.clear, "", d,
                   self._why_not_undo),
            Action("read", ("i",), "read the card that has the cursor", self.read_card, "card",
                   lambda: self.view is not None),
            Action("next panel", ("tab",), "to the next panel", lambda: self.tab(1)),
            Action("previous panel", ("s-tab",), "to the panel before", lambda: self.tab(-1)),
            Action("left", ("left", "h"), "one to the left; a number less",
                   lambda: self.move(-1, 0)),
            Action("right", ("right", "l"), "one to the right; a number more",
                   lambda: self.move(1, 0)),
            Action("up", ("up", "k"), "one up", lambda: self.move(0, -1)),
            Action("down", ("down", "j"), "one down", lambda: self.move(0, 1)),
            Action("page up", ("pgup",), "ten up", lambda: self.move(0, -10)),
            Action("page down", ("pgdn",), "ten down", lambda: self.move(0, 10)),
            Action("board", ("b",), "the whole board, with what is in force", self._board, "board",
                   lambda: self.view is not None),
            Action("log", ("L",), "the whole story, with what was checked", self.show_log, "Log",
                   lambda: self.state.snapshot is not None),
            Action("search", ("/",), "search the story for a word",
                   lambda: self.show_log(searching=True), "",
                   lambda: self.state.snapshot is not None),
            Action("chat", ("c",), "say something to the table", self.talk, "chat",
                   lambda: self.state.can_chat),
            Action("mute", ("m",), "do not show what a seat says, or show it again", self.mute,
                   "", lambda: self.state.can_chat),
            Action("command", (":",), "type what to do, in the words of line mode", self.command),
            Action("jump", ("f",), "a letter on everything: one key to anywhere", self._jump),
            Action("seats", ("w",), "who sits here, with the words of their keys", self.show_seats),
            Action("verify", ("v",), "check everything so far again from the record",
                   lambda: self.ui.intent(Verify()), "verify" if self.state.over else "",
                   lambda: self.view is not None),
            Action("save", ("s",), "write the record into a file",
                   lambda: self.ui.intent(SaveRecord()), "",
                   lambda: self.view is not None),
            Action("replay", ("r",), "step through all of it so far",
                   lambda: self.ui.intent(Replay()), "replay" if self.state.over else "",
                   lambda: self.view is not None),
            Action("help", ("?",), "this list", lambda: self.ui.push(help_window(self.ui, self)),
                   "help"),
            Action("leave", ("q",), "leave the table, or the game", self.leave, "leave"),
        )  # fmt: skip

    def edit(self, key: str) -> bool:
        """See Screen."""
        if self.chat is None:
            return False
        if key == "enter":
            text, self.chat, self.unsaid = self.chat.text.strip(), None, ""
            if text:
                self.ui.intent(Say(text))
        elif key == "esc":
            self.unsaid, self.chat = self.chat.text, None
            if self.unsaid.strip():
                self.ui.say("What you typed is kept; c goes on with it.")
        else:
            return self.chat.edit(key) or is_named(key)
        return True

    def typed(self, text: str) -> bool:
        """See Screen. Digits pick; they are one action with ten keys."""
        if self.chat is not None:
            self.chat.insert(text)
            return True
        if text in DIGITS and len(text) == 1 and self.asks:
            place = DIGITS.index(text)
            pick = Action("pick", (), "", lambda: self.pick_digit(place), answers=True)
            self.ui.act(pick)
            return True
        return False

    # When, and why not

    def _is_claim(self) -> bool:
        draft = self.state.draft
        return self.asks and draft is not None and draft.model.prompt.claiming

    def _may_stand(self) -> bool:
        return self.moment is None and bool(self.state.offers)

    def _enter_word(self) -> str:
        draft = self.state.draft
        if draft is not None and passes_on_enter(draft):
            return "pass"
        return "sign+send" if draft is not None and draft.complete else "go on"

    def _why_not_enter(self) -> str:
        draft = self.state.draft
        if draft is not None and draft.part is Part.CLAIM:
            return "first say y to act or p to pass"
        return ""

    def _may_choose(self) -> str:
        draft = self.state.draft
        if draft is not None and draft.model.prompt.claiming:
            return "first say y to act or p to pass"
        return "" if self.focus in (HAND, LIST, BOARD) else "nothing to pick has the cursor"

    def _why_not_pass(self) -> str:
        draft = self.state.draft
        return "" if draft and draft.may_pass else "this question cannot be passed"

    def _why_not_undo(self) -> str:
        editor = self.state.editor
        return "there is nothing to undo" if editor is None or editor.untouched else ""

    def _why_not_redo(self) -> str:
        editor = self.state.editor
        return "" if editor is not None and editor.can_redo else "nothing was undone"

    # Windows

    def _board(self) -> None:
        self.ui.push(BoardScreen(self.ui, self.scene))

    def _now(self) -> None:
        self.moment = None

    def _jump(self) -> None:
        self.ui.push(Jump(self.ui, self))

    def _result(self) -> None:
        self.show_result()

    def show_result(self) -> None:
        """The game is over: say how, once."""
        if not isinstance(self.ui.top, GameOver):
            self.ui.push(GameOver(self.ui, self.state))


def never_called() -> None:
    """Digits are taken as typed text; their row in the table is for the help."""
