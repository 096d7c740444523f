"""What the mouse does at a table: a click picks or goes there, a second one reads. Pure.

Held by tests/cli/tui/table/test_table_keys.py.
"""

from __future__ import annotations

from cli.tui.boards import scene
from cli.tui.boards.scene import BOARD
from cli.tui.table import orders_panel, panels
from cli.tui.table.chat_input import ChatInput
from cli.tui.table.navigation import Navigator
from cli.tui.table.panels import CHAT, HAND, LIST, LOG
from cli.tui.table.picking import Picker
from cli.tui.table.planning import Planning
from cli.tui.table.shown import ShownTable, TableCursor
from cli.tui.table.state import TableState
from cli.tui.table.windows import TableWindows
from cli.tui.toolkit.canvas import Target


class TableMouse:
    """Turns clicks and the wheel into what keys do as well."""

    def __init__(
        self,
        state: TableState,
        cursor: TableCursor,
        shown: ShownTable,
        navigator: Navigator,
        picker: Picker,
        windows: TableWindows,
        chat: ChatInput,
        planning: Planning,
    ) -> None:
        self._state = state
        self._cursor = cursor
        self._shown = shown
        self._navigator = navigator
        self._picker = picker
        self._windows = windows
        self._chat = chat
        self._planning = planning

    def click(self, target: Target) -> None:
        """The mouse was pressed there."""
        match target.panel:
            case "panel":
                self._panel(target.word)
            case panels.HAND:
                self._hand_card(target.index)
            case scene.BOARD:
                self._board_card(target.index)
            case scene.AREA:
                self._navigator.to_area(target.index)
            case panels.LIST if self._state.draft is not None:
                self._list_line(target)
            case panels.LOG:
                self._cursor.put(LOG, target.index)
            case orders_panel.ORDERS:
                self._planning.choose_number(target.index)
            case panels.SEATS:
                self._windows.seats()

    def _panel(self, panel: str) -> None:
        """Where in a panel nothing is to be picked."""
        if panel == CHAT:
            self._chat.open()
        elif panel == LOG:
            self._navigator.enter_log()
        elif panel in (BOARD, HAND):
            self._cursor.focus = panel

    def _hand_card(self, place: int) -> None:
        self._cursor.put(HAND, place)
        cards = self._shown.cards()
        if self._shown.asks and place < len(cards):
            self._picker.by_mouse(cards[place])

    def _board_card(self, place: int) -> None:
        again = self._cursor.focus == BOARD and self._cursor.at[BOARD] == place
        self._cursor.put(BOARD, place)
        if self._shown.plan is not None:
            self._planning.clicked(again=again)
            return
        draft, board = self._state.draft, self._shown.scene()
        if draft is not None and board is not None and place < len(board.all_cards()):
            card = board.all_cards()[place]
            if card.id in draft.model.choice.cards:
                self._picker.by_mouse(card)

    def _list_line(self, target: Target) -> None:
        self._cursor.focus = LIST
        if target.word:
            self._picker.count(-1 if target.word == "less" else 1)
        else:
            self._picker.item_by_mouse(target.index)

    def read(self, target: Target) -> None:
        """The mouse was pressed there twice: undo the first click's pick, and read."""
        if target.panel == BOARD and self._shown.map is not None:
            self._cursor.put(BOARD, target.index)
            self._windows.around()
        elif target.panel in (HAND, BOARD):
            self._picker.take_back()
            self._cursor.put(target.panel, target.index)
            self._windows.card()
        elif target.panel == LOG:
            self._windows.log()
        else:
            self.click(target)

    def wheel(self, target: Target | None, by: int) -> None:
        """The wheel was turned there."""
        panel = target.panel if target else ""
        if panel == "panel" and target is not None:
            panel = target.word
        if panel in (HAND, LIST):
            self._cursor.focus = panel
            self._picker.move(0, by)
        elif panel == CHAT:
            self._navigator.scroll_chat(-by)
        elif panel == LOG:
            self._navigator.scroll_story(-by)
