"""What a table shows: the picture of one moment, from what is known of it. Pure.

Held by tests/cli/tui/table/test_table_keys.py and the golden screens.
"""

from __future__ import annotations

from dataclasses import replace

from cli.console.text import counted
from cli.model.end_text import corrected_words
from cli.model.prompt_model import Part
from cli.tui.boards.scene import BOARD, Scene
from cli.tui.table.orders_panel import Orders
from cli.tui.table.painting import TableLayout, paint_table
from cli.tui.table.panels import HAND, LIST, LOG
from cli.tui.table.shown import ShownTable, TableCursor
from cli.tui.table.state import TableState
from cli.tui.table.status import bars, rest, seats_shown, waiting
from cli.tui.toolkit.canvas import Canvas, Rect
from cli.tui.toolkit.people import colour_people
from cli.tui.toolkit.ui import Ui
from games.engine.map_view import MapView, direction
from games.engine.view import Standing

OVER = "The game is over."


class TablePicture:
    """Paints the table as the cursor looks at it; it changes nothing."""

    def __init__(self, ui: Ui, state: TableState, cursor: TableCursor, shown: ShownTable) -> None:
        self._ui = ui
        self._state = state
        self._cursor = cursor
        self._shown = shown

    def paint(self, canvas: Canvas, room: Rect, *, on_top: bool) -> None:
        """Draw it. `on_top`: no window lies above it."""
        paint_table(canvas, room, self._layout(room.width - 2, on_top=on_top), wide=self._ui.wide)
        colour_people(canvas, room.below(1), self._state.names.told)

    def _layout(self, columns: int, *, on_top: bool) -> TableLayout:
        state, cursor, shown, now = self._state, self._cursor, self._shown, self._ui.now
        note, style = self._note(columns)
        hand = shown.hand()
        return TableLayout(
            head=self._head(),
            corner="",
            scene=self._scene(),
            seats=seats_shown(state, now),
            hand=hand,
            hand_title=(
                shown.hand_title
                if shown.picks_elsewhere
                else f"Hand, {counted(len(hand.cards), 'card')}"
            ),
            draft=hand.draft,
            cursor=cursor.at[LIST],
            story=shown.told(),
            chat=state.chat_lines() if state.can_chat or state.chat else None,
            back=cursor.story_back,
            chat_back=cursor.chat_back,
            focus=cursor.focus,
            bars=bars(state, now),
            rest=rest(state, now),
            note=note,
            note_style=style,
            waiting=self._waiting(on_top=on_top),
            story_cursor=cursor.at[LOG] if cursor.focus == LOG else -1,
            banner="" if shown.is_now else f"As it lay after line {cursor.moment}",
            chat_title="Chat: c to type" if state.can_chat else "Chat",
            watches=self._is_handless(),
            orders=self._orders(),
        )

    def _scene(self) -> Scene | None:
        """The table; what is said there of who has won is what became of the result."""
        state, scene = self._state, self._shown.scene()
        ending = None if state.snapshot is None else state.snapshot.ending
        said = corrected_words(ending, state.audit, state.names) if ending is not None else ""
        if scene is None or not said or not self._shown.is_now:
            return scene
        return replace(scene, view=replace(scene.view, standing=(Standing(said, urgent=True),)))

    def _is_handless(self) -> bool:
        """Whether there is no hand that could be shown: we watch, or the game has none."""
        state, view = self._state, self._shown.view
        if state.names.own is None:
            return bool(state.names.people)
        return view is not None and all(seat.hand is None for seat in view.seats)

    def _orders(self) -> Orders | None:
        shown = self._shown
        seen = shown.map
        if seen is None:
            return None
        chosen, sealed = shown.chosen, self._state.sealed if shown.is_now else None
        return Orders(shown.plan, "" if chosen is None else chosen.key, seen.report, sealed=sealed)

    def _head(self) -> str:
        state, view = self._state, self._shown.view
        if view is None:
            return state.game
        turn = OVER if state.over and self._shown.is_now else view.turn
        lag = f"   {state.lag}" if state.lag and not state.over else ""
        return f"{view.title}   {state.names.put_into(turn)}{lag}"

    def _waiting(self, *, on_top: bool) -> str:
        """What is said where there is no draft."""
        state = self._state
        if not self._shown.is_now:
            return "Esc goes back to now."
        if state.over:
            return f"{OVER[:-1]}: o shows the result." if on_top else OVER
        said = waiting(state, self._ui.now)
        if state.pacing.is_behind:
            return "The moves of the others, one after the other; any key shows them all."
        if state.snapshot is not None and state.snapshot.conceding:
            return f"You leave for good as soon as you can. {said}"
        return said

    # The row that says what has the cursor

    def _note(self, columns: int) -> tuple[str, str]:
        """What has the cursor, in one row at a fixed place; remarks go before."""
        text, style = self._ui.toast
        if text:
            return text, style or "bold"
        if self._ui.busy:
            return f"{self._ui.busy}…", "dim"
        on_board = self._board_note()
        if on_board:
            return on_board, ""
        if self._cursor.focus == LOG:
            return self._line_note(), ""
        preview = self._state.preview(columns)
        if preview and self._shown.is_now:
            return preview, ""
        if self._cursor.focus == LIST and self._state.draft is not None:
            return self._list_note(), ""
        return self._hand_note(), "dim"

    def _board_note(self) -> str:
        """The card of the board that has the cursor."""
        scene = self._shown.scene()
        if scene is not None and scene.map is not None:
            return self._hex_note(scene, scene.map)
        cards = scene.all_cards() if scene is not None else ()
        if self._cursor.focus != BOARD or scene is None or not cards:
            return ""
        number = min(self._cursor.at[BOARD], len(cards) - 1)
        title, text = scene.put_names(cards[number].title), scene.put_names(cards[number].text)
        return f"{scene.place_of(number)}: {title}. {text}"

    def _hex_note(self, scene: Scene, seen: MapView) -> str:
        """The place of the map that has the cursor, and how far it is from whom orders go to."""
        if self._cursor.focus != BOARD:
            return ""
        place = seen.places[scene.centre]
        from_ = seen.places[scene.chosen] if 0 <= scene.chosen < len(seen.places) else place
        way = direction(from_, place)
        away = f", {way}" if way else ""
        plan, chosen = self._shown.plan, self._shown.chosen
        fore = "" if plan is None or chosen is None else plan.forecast(chosen.key, scene.centre)
        said = "; ".join(filter(None, (place.words, fore)))
        return scene.put_names(f"{place.name}{away}: {said}")

    def _hand_note(self) -> str:
        """Which card has the cursor, and whether it can be picked."""
        hand, at = self._shown.hand(), self._cursor.at[HAND]
        if not hand.focused or self._state.over or not 0 <= at < len(hand.cards):
            return ""
        card = hand.cards[at]
        said = "picked" if hand.is_picked(card) else hand.reason(card)
        title = self._state.names.put_into(card.title)
        return f"Card {at + 1} of {len(hand.cards)}: {title}{', ' if said else ''}{said}"

    def _line_note(self) -> str:
        """What was checked for the line of the story that has the cursor."""
        line = self._shown.told_at(self._cursor.at[LOG])
        if line is None or not line.number:
            return line.text if line is not None else ""
        return f"Line {line.number}, {self._state.log.checked(line.number - 1)}"

    def _list_note(self) -> str:
        """What the cards do for which an option is chosen."""
        draft = self._state.draft
        if draft is None or draft.listed_part is not Part.OPTION or not draft.cards:
            return ""
        texts = dict.fromkeys(self._shown.card(card).text for card in draft.cards)
        return self._state.names.put_into(" ".join(texts))
