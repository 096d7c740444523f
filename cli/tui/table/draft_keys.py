"""What keys and clicks do to the draft of an answer, and where the cursor goes. Pure.

Held by tests/cli/tui/table/test_table_keys.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from cli.console.text import counted
from cli.model.intents import Decide, PreviewMove
from cli.model.prompt_model import Part
from cli.tui.boards.scene import AREA, BOARD
from cli.tui.table.layout import listing
from cli.tui.table.panels import CHAT, HAND, LIST, LOG, SEATS, StoryLine
from cli.tui.table.windows import TableWindows
from cli.tui.toolkit.actions import Action
from cli.tui.toolkit.canvas import Target
from cli.tui.toolkit.fields import Field
from games.engine.choice import Answer
from games.engine.view import CardView


class TableDraft(TableWindows):
    """A table on which something can be picked."""

    @property
    def asks(self) -> bool:
        """Whether there is a draft to work on."""
        return self.state.draft is not None and self.moment is None

    # The draft

    def after(self, problem: str) -> None:
        """After a change of the draft: say what was wrong, or go where it goes on."""
        if problem:
            self.ui.say(problem)
            return
        draft = self.state.draft
        if draft is None:
            return
        if draft.complete and draft.claim is None:
            self.ui.intent(PreviewMove(draft.answer, draft))
        if listing(draft):
            if self.focus != LIST:
                self.at[LIST] = 0
            self.focus = LIST
        elif self.focus == LIST:
            self.focus = HAND

    def pick_digit(self, place: int) -> None:
        draft = self.state.draft
        if draft is None:
            return
        if listing(draft) and draft.listed_part is not Part.NUMBER:
            self._pick_item(place)
        elif place < len(self.cards()):
            self.focus = HAND
            self.at[HAND] = place
            self._pick_card(self.cards()[place])
        else:
            self._only(len(self.cards()), "card")

    def _only(self, count: int, what: str) -> None:
        """A digit was pressed that nothing has."""
        there = "is" if count == 1 else "are"
        self.ui.say(
            f"There {there} only {counted(count, what)} here."
            if count
            else f"There is no {what} here."
        )

    def _pick_card(self, card: CardView) -> None:
        editor = self.state.editor
        if editor is None:
            return
        if card.id is None:
            self.ui.say(f"{card.title} is not a card that can be picked.")
        else:
            self.after(editor.card(card.id))

    def _pick_item(self, place: int) -> None:
        editor = self.state.editor
        if editor is None:
            return
        draft = editor.draft
        if draft.listed_part is Part.ORDER:
            items = draft.items
            if place < len(items):
                self.at[LIST] = place
                self.after(editor.place(place))
            else:
                self._only(len(items), "line")
            return
        fitting = draft.fitting
        if place < len(fitting):
            self.at[LIST] = place
            self.after(editor.option(fitting[place]))
        else:
            self._only(len(fitting), "choice")

    def toggle(self) -> None:
        draft = self.state.draft
        if self.focus == HAND and self.at[HAND] < len(self.cards()):
            self._pick_card(self.cards()[self.at[HAND]])
        elif self.focus == LIST and draft is not None and draft.listed_part is not Part.NUMBER:
            self._pick_item(self.at[LIST])
        elif self.focus == BOARD:
            scene = self.scene()
            if scene is not None and self.at[BOARD] < len(scene.all_cards()):
                self._pick_card(scene.all_cards()[self.at[BOARD]])

    def go_on(self) -> None:
        """Go on; with one thing to pick and nothing picked, pick what has the cursor first."""
        editor = self.state.editor
        if editor is None:
            return
        draft = editor.draft
        choice = draft.model.choice
        # Where nothing need be picked, Enter alone picks nothing, however many cards there are.
        single = draft.part is Part.CARDS and choice.min_cards == choice.max_cards == 1
        single = single and not draft.cards
        in_list = draft.part in (Part.OPTION, Part.ORDER) and self.focus == LIST
        if (single and self.focus in (HAND, BOARD)) or in_list:
            self.toggle()
            return
        decision = editor.go_on()
        if isinstance(decision, str):
            self.after(decision)
            return
        assert isinstance(decision, Answer | bool)
        step = draft.model.prompt.step
        self.state.sent()
        self.focus = HAND
        self.ui.intent(Decide(step, decision))

    def act(self) -> None:
        editor = self.state.editor
        self.after(editor.act() if editor else "")

    def skip(self) -> None:
        editor = self.state.editor
        self.after(editor.skip() if editor else "")

    def undo(self) -> None:
        editor = self.state.editor
        self.after(editor.undo() if editor else "")

    def redo(self) -> None:
        editor = self.state.editor
        self.after(editor.redo() if editor else "")

    def clear(self) -> None:
        if self.state.editor is not None:
            self.state.editor.clear()
            self.after("")
            self.ui.say("The draft is cleared; u brings it back.")

    # Moving about

    def tab(self, by: int) -> None:
        panels = [LIST if listing(self.state.draft) else HAND, BOARD, LOG]
        if listing(self.state.draft) and self.ui.wide:
            panels.insert(0, HAND)
        if listing(self.state.draft) and not self.ui.wide:
            panels.remove(LOG)
        place = panels.index(self.focus) if self.focus in panels else 0
        self.focus = panels[(place + by) % len(panels)]
        if self.focus == LOG:
            self._enter_log()

    def _enter_log(self) -> None:
        """Begin at the newest line."""
        self.focus, self.back = LOG, 0
        self.at[LOG] = max(0, len(self._told()) - 1)

    def _told(self) -> Sequence[StoryLine]:
        """The lines in the panel of the story."""
        return self.state.story(with_chat=not self.ui.wide)

    def look(self) -> None:
        """The table as it lay at the line of the story that has the cursor."""
        told = self._told()
        line = told[min(self.at[LOG], len(told) - 1)].number if told else 0
        if line:
            self.look_at(line)
        else:
            self.ui.say("That is no line of the story.")

    def move(self, across: int, down: int) -> None:
        editor = self.state.editor
        if self.focus == LOG:
            self._move_in_log(down + across)
        elif self.focus == BOARD:
            self._move_on_board(across, down)
        elif self.focus == LIST and editor is not None:
            draft = editor.draft
            if draft.listed_part is Part.NUMBER:
                self.after(editor.number(across - down))
                return
            items = draft.items if draft.listed_part is Part.ORDER else draft.fitting
            self.at[LIST] = max(0, min(len(items) - 1, self.at[LIST] + across + down))
        else:
            cards = self.cards()
            self.at[HAND] = max(0, min(len(cards) - 1, self.at[HAND] + across + down))

    def _move_on_board(self, across: int, down: int) -> None:
        """To the nearest card in that direction."""
        spots = [s for s in self.ui.canvas.spots if s.target.panel == BOARD]
        here = self.ui.canvas.find(Target(BOARD, self.at[BOARD]))
        if not spots:
            return
        if here is None:
            self.at[BOARD] = spots[0].target.index
            return
        best: tuple[int, int] | None = None
        for spot in spots:
            x, y = spot.rect.x - here.x, spot.rect.y - here.y
            along, aside = (x * across, abs(y)) if across else (y * down, abs(x))
            if along <= 0 or (across and aside):
                continue
            far = along * (1 if across else 8) + aside
            if best is None or far < best[0]:
                best = (far, spot.target.index)
        if best is not None:
            self.at[BOARD] = best[1]
        elif across:
            places = [s.target.index for s in spots]
            place = places.index(self.at[BOARD]) + across
            if 0 <= place < len(places):
                self.at[BOARD] = places[place]

    def _move_in_log(self, by: int) -> None:
        """Move the cursor; the panel scrolls with it."""
        count = len(self._told())
        self.at[LOG] = max(0, min(count - 1, self.at[LOG] + by))
        room = self.ui.canvas.find(Target("panel", word=LOG))
        rows = max(1, room.height - 2 if room is not None else 1)
        self.back = max(min(self.back, count - 1 - self.at[LOG]), count - rows - self.at[LOG])

    def _scroll(self, by: int) -> None:
        most = max(0, len(self._told()) - 3)
        self.back = max(0, min(most, self.back + by))

    def click(self, target: Target) -> None:
        """See Screen."""
        draft = self.state.draft
        if target.panel == HAND:
            self.focus = HAND
            self.at[HAND] = target.index
            if self.asks and target.index < len(self.cards()):
                self._pick_by_mouse(self.cards()[target.index])
        elif target.panel == BOARD:
            self.focus = BOARD
            self.at[BOARD] = target.index
            scene = self.scene()
            if draft is not None and scene is not None and target.index < len(scene.all_cards()):
                card = scene.all_cards()[target.index]
                if card.id in draft.model.choice.cards:
                    self._pick_by_mouse(card)
        elif target.panel == AREA:
            self._select_area(target.index)
        elif target.panel == LIST and draft is not None:
            self.focus = LIST
            if target.word:
                self.move(-1 if target.word == "less" else 1, 0)
            else:
                place = target.index
                self.ui.act(Action("", (), "", lambda: self._pick_item(place), answers=True))
        elif target.panel == LOG:
            self.focus, self.at[LOG] = LOG, target.index
        elif target.panel == SEATS:
            self.show_seats()
        elif target.panel == "panel" and target.word == CHAT:
            self.talk()
        elif target.panel == "panel" and target.word == LOG:
            self._enter_log()
        elif target.panel == "panel" and target.word in (BOARD, HAND):
            self.focus = target.word

    def talk(self) -> None:
        """Give the chat the keys; what was typed and left there is still there."""
        if self.state.can_chat:
            self.chat, self.chat_back = Field(self.unsaid), 0

    def _select_area(self, place: int) -> None:
        """Put the cursor on the first card there, and say what lies there."""
        scene = self.scene()
        if scene is None or place >= len(scene.view.areas):
            return
        first = scene.first_of(place)
        if first >= 0:
            self.focus, self.at[BOARD] = BOARD, first
        self.ui.say(scene.about(place))

    def _pick_by_mouse(self, card: CardView) -> None:
        """Picks, but only looks where the card cannot be picked: its panel says why."""
        draft = self.state.draft
        if draft is None or Part.CARDS not in draft.model.parts:
            return
        self.ui.act(Action("", (), "", lambda: self._pick_card(card), answers=True))

    def read(self, target: Target) -> None:
        """See Screen: a second click undoes the first one's pick and reads the card."""
        if target.panel in (HAND, BOARD):
            editor = self.state.editor
            if editor is not None and not editor.untouched and self.asks:
                editor.undo()
            self.focus = target.panel
            self.at[target.panel] = target.index
            self.read_card()
        elif target.panel == LOG:
            self.show_log()
        else:
            self.click(target)

    def wheel(self, target: Target | None, by: int) -> None:
        """See Screen."""
        panel = target.panel if target else ""
        if panel == "panel" and target is not None:
            panel = target.word
        if panel in (HAND, LIST):
            self.focus = panel
            self.move(0, by)
        elif panel == CHAT:
            self.chat_back = max(0, min(len(self.state.chat) - 1, self.chat_back - by))
        elif panel == LOG:
            self._scroll(-by)
