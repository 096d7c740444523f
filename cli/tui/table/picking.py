"""What keys and clicks pick for an answer, and the Enter that sends it. Pure.

Held by tests/cli/tui/table/test_table_keys.py.
"""

from __future__ import annotations

from cli.console.text import counted
from cli.model.draft import Draft
from cli.model.intents import Decide, PreviewMove
from cli.model.prompt_model import Part
from cli.tui.boards.scene import BOARD
from cli.tui.table.draft_words import passes_on_enter
from cli.tui.table.navigation import Navigator
from cli.tui.table.panels import HAND, LIST
from cli.tui.table.shown import ShownTable, TableCursor
from cli.tui.table.state import TableState
from cli.tui.toolkit.actions import Action
from cli.tui.toolkit.ui import Ui
from games.engine.choice import Answer
from games.engine.view import CardView


class Picker:
    """Changes the draft, says why where it cannot, and goes where the draft goes on."""

    def __init__(
        self,
        ui: Ui,
        state: TableState,
        cursor: TableCursor,
        shown: ShownTable,
        navigator: Navigator,
    ) -> None:
        self._ui = ui
        self._state = state
        self._cursor = cursor
        self._shown = shown
        self._navigator = navigator
        self._typed: tuple[tuple[int, bool], int] | None = None
        """The question at which a number was typed last, and the number."""

    def after(self, problem: str) -> None:
        """After a change of the draft: say what was wrong, or go where it goes on."""
        draft = self._state.draft
        if problem:
            self._ui.say(problem)
        elif draft is not None:
            if draft.complete and draft.claim is None:
                self._ui.intent(PreviewMove(draft.answer, draft))
            self._navigator.after_change()

    # Cards and lines

    def digit(self, place: int) -> None:
        """Pick what is listed so far down: a line of the list, or a card; or type a number."""
        draft = self._state.draft
        if draft is None:
            return
        if self._shown.lists and draft.listed_part is not Part.NUMBER:
            self.item(place)
            return
        if draft.listed_part is Part.NUMBER and Part.CARDS not in draft.model.parts:
            self._type_number(draft, (place + 1) % 10)
            return
        cards = self._shown.cards()
        if place < len(cards):
            self._cursor.put(HAND, place)
            self.card(cards[place])
        else:
            self._only(len(cards), "card")

    def _type_number(self, draft: Draft, digit: int) -> None:
        """A number is typed digit by digit; one that would be too great begins anew."""
        choice, number = draft.model.choice, draft.number or 0
        longer = 10 * number + digit
        wanted = longer if self._typed == (draft.model.key, number) else digit
        wanted = wanted if wanted <= choice.high else digit
        if choice.low <= wanted <= choice.high:
            self._typed = (draft.model.key, wanted)
            self.count(wanted - number)
        else:
            self._ui.say(f"It has to be from {choice.low} to {choice.high}.")

    def card(self, card: CardView) -> None:
        """Pick a card, or drop it."""
        editor = self._state.editor
        if editor is None:
            return
        if card.id is None:
            self._ui.say(f"{card.title} is not a card that can be picked.")
        else:
            self.after(editor.card(card.id))

    def item(self, place: int) -> None:
        """Choose a line of the list."""
        editor = self._state.editor
        if editor is None:
            return
        ordering = editor.draft.listed_part is Part.ORDER
        fitting = editor.draft.fitting
        count = len(editor.draft.items) if ordering else len(fitting)
        if place >= count:
            self._only(count, "line" if ordering else "choice")
            return
        self._cursor.at[LIST] = place
        self.after(editor.place(place) if ordering else editor.option(fitting[place]))

    def _only(self, count: int, what: str) -> None:
        """A digit was pressed that nothing has."""
        there = "is" if count == 1 else "are"
        self._ui.say(
            f"There {there} only {counted(count, what)} here."
            if count
            else f"There is no {what} here."
        )

    def toggle(self) -> None:
        """Pick or drop what has the cursor."""
        draft, focus, place = self._state.draft, self._cursor.focus, self._cursor.place
        if focus == LIST:
            if draft is not None and draft.listed_part is not Part.NUMBER:
                self.item(place)
            return
        scene = self._shown.scene()
        on_board = scene.all_cards() if scene is not None else ()
        cards = {HAND: self._shown.cards(), BOARD: on_board}.get(focus, ())
        if place < len(cards):
            self.card(cards[place])

    def by_mouse(self, card: CardView) -> None:
        """Pick, but only look where no card can be picked: the panel of the cards says why."""
        draft = self._state.draft
        if draft is not None and Part.CARDS in draft.model.parts:
            self._ui.act(Action("", (), "", lambda: self.card(card), answers=True))

    def item_by_mouse(self, place: int) -> None:
        """Choose a line of the list."""
        self._ui.act(Action("", (), "", lambda: self.item(place), answers=True))

    # The whole draft

    def move(self, across: int, down: int) -> None:
        """An arrow: it counts where a number is chosen, and elsewhere moves the cursor."""
        draft = self._state.draft
        counts = draft is not None and draft.listed_part is Part.NUMBER
        if counts and self._cursor.focus == LIST:
            self.count(across - down)
        else:
            self._navigator.move(across, down)

    def count(self, by: int) -> None:
        """A number more or less."""
        editor = self._state.editor
        self.after(editor.number(by) if editor else "")

    def act(self) -> None:
        """Say that one wants to act."""
        editor = self._state.editor
        self.after(editor.act() if editor else "")

    def skip(self) -> None:
        """Pass: one key, where it answers what others do."""
        editor = self._state.editor
        at_once = editor is not None and (
            editor.draft.part is Part.CLAIM or passes_on_enter(editor.draft)
        )
        self.after(editor.skip() if editor else "")
        if at_once:
            self.go_on()

    def undo(self) -> None:
        """One change back."""
        editor = self._state.editor
        self.after(editor.undo() if editor else "")

    def redo(self) -> None:
        """One undone change again."""
        editor = self._state.editor
        self.after(editor.redo() if editor else "")

    def clear(self) -> None:
        """Drop everything that is picked."""
        if self._state.editor is not None:
            self._state.editor.clear()
            self.after("")
            self._ui.say("The draft is cleared; u brings it back.")

    def take_back(self) -> None:
        """Undo without a word what the first click of a double click has picked."""
        editor = self._state.editor
        if editor is not None and not editor.untouched and self._shown.asks:
            editor.undo()

    def go_on(self) -> None:
        """Go on; with one thing to pick and nothing picked, pick what has the cursor first."""
        editor = self._state.editor
        if editor is None:
            return
        draft, focus = editor.draft, self._cursor.focus
        choice = draft.model.choice
        # D-25: Enter passes at once in answers, and needs a draft where it ends one's own turn.
        # Where nothing need be picked, Enter alone picks nothing, however many cards there are.
        single = draft.part is Part.CARDS and choice.min_cards == choice.max_cards == 1
        in_list = draft.part in (Part.OPTION, Part.ORDER) and focus == LIST
        # Enter passes only where there is nothing to pick: with the cursor on a card it picks that.
        passes = passes_on_enter(draft) and not draft.nothing_fits
        if ((single or passes) and not draft.cards and focus in (HAND, BOARD)) or in_list:
            self.toggle()
            return
        decision = editor.go_on()
        if isinstance(decision, str):
            self.after(decision)
            return
        assert isinstance(decision, Answer | bool)
        self._state.sent()
        self._cursor.focus = HAND
        self._ui.intent(Decide(draft.model.prompt.step, decision))
