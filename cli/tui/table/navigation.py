"""Where the arrows, Tab and the wheel take the cursor of a table. Pure.

Held by tests/cli/tui/table/test_table_keys.py.
"""

from __future__ import annotations

from cli.model.prompt_model import Part
from cli.tui.boards.scene import BOARD
from cli.tui.table.panels import HAND, LIST, LOG
from cli.tui.table.shown import ShownTable, TableCursor
from cli.tui.table.state import TableState
from cli.tui.toolkit.canvas import Target
from cli.tui.toolkit.ui import Ui
from games.engine.plan_draft import PlanDraft


class Navigator:
    """Moves the cursor; the draft it leaves alone."""

    def __init__(self, ui: Ui, state: TableState, cursor: TableCursor, shown: ShownTable) -> None:
        self._ui = ui
        self._state = state
        self._cursor = cursor
        self._shown = shown

    def to_question(self) -> None:
        """A question has just come up: begin at its first thing to pick."""
        cursor, draft = self._cursor, self._state.draft
        cursor.moment = None
        plan = self._shown.plan
        if plan is not None:
            self._to_orders(plan)
            return
        cursor.focus = LIST if self._shown.lists else HAND
        cursor.at[LIST] = 0
        cards = self._shown.cards()
        cursor.at[HAND] = min(cursor.at[HAND], max(0, len(cards) - 1))
        if draft is not None and draft.part in (Part.CARDS, Part.CLAIM):
            fits = [n for n, c in enumerate(cards) if c.id is not None and not draft.reason(c.id)]
            if fits and cursor.at[HAND] not in fits:
                cursor.at[HAND] = fits[0]

    def _to_orders(self, plan: PlanDraft) -> None:
        """Orders are to be given: begin with the first who would do nothing."""
        subjects = plan.subjects
        first = next((one for one in subjects if one.idle), next(iter(subjects), None))
        self._cursor.subject = "" if first is None else first.key
        cell = None if first is None else first.cell
        self._cursor.put(BOARD, plan.map.home if cell is None else cell)

    def after_change(self) -> None:
        """The draft has changed: go where it goes on."""
        cursor = self._cursor
        if self._shown.lists:
            if cursor.focus != LIST:
                cursor.at[LIST] = 0
            cursor.focus = LIST
        elif cursor.focus == LIST:
            cursor.focus = HAND

    def tab(self, by: int) -> None:
        """To another panel."""
        panels = [HAND, BOARD, LOG] if self._shown.map is None else [BOARD, LOG]
        if self._shown.lists:
            panels = [HAND, LIST, BOARD, LOG] if self._ui.wide else [LIST, BOARD]
        self._cursor.to_next(panels, by)
        if self._cursor.focus == LOG:
            self.enter_log()

    def enter_log(self) -> None:
        """Begin at the newest line of the story."""
        self._cursor.story_back = 0
        self._cursor.put(LOG, max(0, len(self._shown.told()) - 1))

    def move(self, across: int, down: int) -> None:
        """One step, in the panel that has the keys."""
        draft, cursor = self._state.draft, self._cursor
        if cursor.focus == LOG:
            self._move_in_log(down + across)
        elif cursor.focus == BOARD:
            self._move_on_board(across, down)
        elif cursor.focus == LIST and draft is not None:
            items = draft.items if draft.listed_part is Part.ORDER else draft.fitting
            cursor.step(LIST, across + down, len(items))
        else:
            cursor.step(HAND, across + down, len(self._shown.cards()))

    def _move_in_log(self, by: int) -> None:
        """Move the cursor; the panel scrolls with it."""
        cursor, count = self._cursor, len(self._shown.told())
        cursor.step(LOG, by, count)
        below = count - 1 - cursor.at[LOG]
        room = self._ui.canvas.find(Target("panel", word=LOG))
        rows = max(1, room.height - 2 if room is not None else 1)
        cursor.story_back = max(min(cursor.story_back, below), below + 1 - rows)

    def _move_on_board(self, across: int, down: int) -> None:
        """To the nearest card in that direction, as they are painted."""
        cursor = self._cursor
        spots = [s for s in self._ui.canvas.spots if s.target.panel == BOARD]
        here = self._ui.canvas.find(Target(BOARD, cursor.at[BOARD]))
        if not spots:
            return
        if here is None:
            cursor.at[BOARD] = spots[0].target.index
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
            cursor.at[BOARD] = best[1]
        elif across:
            places = [s.target.index for s in spots]
            place = places.index(cursor.at[BOARD]) + across
            if 0 <= place < len(places):
                cursor.at[BOARD] = places[place]

    def scroll_story(self, by: int) -> None:
        """The wheel was turned above the story."""
        most = max(0, len(self._shown.told()) - 3)
        self._cursor.story_back = max(0, min(most, self._cursor.story_back + by))

    def scroll_chat(self, by: int) -> None:
        """The wheel was turned above the chat."""
        most = len(self._state.chat) - 1
        self._cursor.chat_back = max(0, min(most, self._cursor.chat_back + by))

    def to_area(self, place: int) -> None:
        """Put the cursor on the first card of an area, and say what lies there."""
        scene = self._shown.scene()
        if scene is None or place >= len(scene.view.areas):
            return
        first = scene.first_of(place)
        if first >= 0:
            self._cursor.put(BOARD, first)
        self._ui.say(scene.about(place))
