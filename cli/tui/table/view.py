"""What the table shows: the picture of one moment, from what is known of it. Pure.

Held by tests/cli/tui/table/test_table_keys.py and the golden screens.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cli.console.text import counted
from cli.model.prompt_model import Part
from cli.tui.boards.scene import BOARD, Scene
from cli.tui.table.hand_panel import Hand
from cli.tui.table.layout import TableLayout, paint_tableau
from cli.tui.table.panels import HAND, LIST, LOG
from cli.tui.table.state import TableState
from cli.tui.toolkit.canvas import Canvas, Rect
from cli.tui.toolkit.fields import Field
from cli.tui.toolkit.ui import Screen, Ui
from games.engine.values import CardId
from games.engine.view import CardView, View

OVER = "The game is over."


def _erased(card: CardView) -> CardView:
    """A hand card of a table that was closed before: its secrets are gone, and that is said."""
    if card.short != "?":
        return card
    text = "What it was is not kept: a table's secrets are erased once all have closed it."
    return replace(card, title="hidden card", text=text)


class TableView(Screen):
    """A table with its cursors; what keys do is said by its subclass."""

    title = "Table"

    def __init__(self, ui: Ui, state: TableState) -> None:
        super().__init__(ui)
        self.state = state
        self.focus = HAND
        self.at = {HAND: 0, LIST: 0, BOARD: 0, LOG: 0}
        self.back = 0
        self.moment: int | None = None
        """Set while the table is shown as it lay after so many lines."""
        self.chat: Field | None = None
        self.unsaid = ""
        """What was typed for the chat and left with Esc."""
        self.chat_back = 0
        """Lines that the chat is scrolled up."""

    def asked_at(self) -> float | None:
        """See Screen."""
        return self.state.asked_at if self.state.draft is not None else None

    def tick(self, now: float) -> bool:
        """See Screen: seconds of waiting, and bars that have become worth showing."""
        return self.state.counts_seconds(now)

    # What is shown

    @property
    def view(self) -> View | None:
        """The table now, or as it lay at the moment that is looked at."""
        if self.moment is not None:
            return self.state.view_at(self.moment)
        return self.state.view

    def cards(self) -> Sequence[CardView]:
        """The hand; or the cards that are asked for, where they lie elsewhere."""
        view, draft = self.view, self.state.draft
        if view is None:
            return ()
        if draft is not None and self.picks_elsewhere:
            return [self._card(card) for card in draft.model.choice.cards]
        return [_erased(card) for card in view.hand] if self.state.over else view.hand

    @property
    def picks_elsewhere(self) -> bool:
        """Whether cards are asked for that are not all in the hand."""
        draft = self.state.draft
        if draft is None or self.view is None:
            return False
        return not set(draft.model.choice.cards) <= {card.id for card in self.view.hand}

    def _card(self, card: CardId) -> CardView:
        """A card as the view shows it, wherever it lies."""
        shown = None if self.view is None else self.view.card(card)[1]
        return shown or CardView(card, "?", "face-down card", "", open=False, mine=False)

    def scene(self) -> Scene | None:
        """What the board's painters need."""
        view, draft = self.view, self.state.draft
        if view is None:
            return None
        return Scene(
            view,
            self.state.names,
            self.ui.wide,
            self.at[BOARD] if self.focus == BOARD else -1,
            draft.cards if draft else (),
            [card for card in draft.model.choice.cards if not draft.reason(card)] if draft else (),
            self.state.changed_areas if self.moment is None else (),
        )

    def paint(self, canvas: Canvas, room: Rect) -> None:
        """See Screen."""
        state, now = self.state, self.ui.now
        names, wide = state.names, self.ui.wide
        view, draft = self.view, state.draft if self.moment is None else None
        cards = self.cards()
        hand = Hand(cards, self.at[HAND], self.focus == HAND, draft)
        note, style = self._note()
        turn = view.turn if view else ""
        if state.over and self.moment is None:
            turn = OVER
        head = f"{view.title}   {names.put_into(turn)}" if view else state.game
        paint_tableau(
            canvas,
            room,
            TableLayout(
                head=head,
                corner=self._corner(),
                scene=self.scene(),
                seats=state.seats(now),
                hand=hand,
                hand_title=(
                    "Cards to pick from"
                    if self.picks_elsewhere
                    else f"Hand, {counted(len(cards), 'card')}"
                ),
                draft=draft,
                cursor=self.at[LIST],
                story=state.story(with_chat=not wide),
                chat=state.chat_lines() if state.can_chat or state.chat else None,
                back=self.back,
                chat_back=self.chat_back,
                focus=self.focus,
                bars=state.bars(now),
                rest=state.rest(now),
                note=note,
                note_style=style,
                waiting=self._waiting(),
                story_cursor=self.at[LOG] if self.focus == LOG else -1,
                banner=f"As it lay after line {self.moment}" if self.moment is not None else "",
                chat_title="Chat: c to type" if state.can_chat else "Chat",
            ),
            wide=wide,
        )
        if self.chat is not None:
            row = Rect(0, room.bottom - 1, room.width, 1)
            canvas.fill(row, "")
            x = canvas.put(1, row.y, "Say: ", "draft")
            self.chat.paint(canvas, Rect(x, row.y, row.width - x - 1, 1), focused=True)

    def _corner(self) -> str:
        snapshot = self.state.snapshot
        if snapshot is None:
            return ""
        if self.ui.wide:
            return f"step {snapshot.step}   {counted(snapshot.messages, 'message')} checked"
        return f"step {snapshot.step}"

    def _waiting(self) -> str:
        if self.moment is not None:
            return "Esc goes back to now."
        if self.state.over:
            return f"{OVER[:-1]}: o shows the result." if self.ui.top is self else OVER
        snapshot = self.state.snapshot
        if snapshot is not None and snapshot.conceding:
            return f"You leave for good as soon as you can. {self.state.waiting(self.ui.now)}"
        return self.state.waiting(self.ui.now)

    def _note(self) -> tuple[str, str]:
        """What has the cursor, in one row at a fixed place; remarks go before."""
        text, style = self.ui.toast
        if text:
            return text, style or "bold"
        if self.ui.busy:
            return f"{self.ui.busy}…", "dim"
        scene = self.scene()
        if self.focus == BOARD and scene is not None:
            cards = scene.all_cards()
            if cards:
                number = min(self.at[BOARD], len(cards) - 1)
                card = cards[number]
                return f"{scene.place_of(number)}: {scene.put_names(card.title)}. " + (
                    scene.put_names(card.text)
                ), ""
        if self.focus == LOG:
            return self._line_note(), ""
        preview = self.state.preview()
        if preview and self.moment is None:
            return preview, ""
        if self.focus == LIST and self.state.draft is not None:
            return self._list_note(), ""
        return self._hand_note(), "dim"

    def _hand_note(self) -> str:
        """Which card has the cursor, and whether it can be picked."""
        cards, at = self.cards(), self.at[HAND]
        if self.focus != HAND or self.state.over or not 0 <= at < len(cards):
            return ""
        hand = Hand(cards, at, True, self.state.draft if self.moment is None else None)
        said = "picked" if hand.is_picked(cards[at]) else hand.reason(cards[at])
        title = self.state.names.put_into(cards[at].title)
        return f"Card {at + 1} of {len(cards)}: {title}{', ' if said else ''}{said}"

    def _line_note(self) -> str:
        """What was checked for the line of the story that has the cursor."""
        told = self.state.story(with_chat=not self.ui.wide)
        line = told[min(self.at[LOG], len(told) - 1)] if told else None
        if line is None or not line.number:
            return line.text if line is not None else ""
        return f"Line {line.number}, {self.state.checked(line.number - 1)}"

    def _list_note(self) -> str:
        draft = self.state.draft
        if draft is None or draft.listed_part is not Part.OPTION or not draft.cards:
            return ""
        return self.state.names.put_into(" ".join(self._card(card).text for card in draft.cards))
