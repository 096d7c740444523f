"""Where a person looks at a table, and what lies there now or lay there before. Pure.

Held by tests/cli/tui/table/test_table_keys.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from cli.tui.boards.board import board_of
from cli.tui.boards.scene import BOARD, Scene
from cli.tui.table.hand_panel import Hand
from cli.tui.table.painting import listing
from cli.tui.table.panels import HAND, LIST, LOG, StoryLine
from cli.tui.table.state import TableState
from cli.tui.toolkit.ui import Ui
from games.engine.map_view import MapView
from games.engine.plan_draft import PlanDraft, Subject
from games.engine.values import CardId
from games.engine.view import CardView, View, unread


@dataclass
class TableCursor:
    """Where a person looks."""

    focus: str = HAND
    """The panel that has the keys."""
    at: dict[str, int] = field(default_factory=lambda: {HAND: 0, LIST: 0, BOARD: 0, LOG: 0})
    """In each panel the place of what has its cursor."""
    story_back: int = 0
    """Lines that the story is scrolled up."""
    chat_back: int = 0
    """Lines that the chat is scrolled up."""
    subject: str = ""
    """On a map the key of whom orders go to."""
    moment: int | None = None
    """Set while the table is shown as it lay after so many lines."""

    @property
    def place(self) -> int:
        """The place of the cursor in the panel that has the keys."""
        return self.at[self.focus]

    def put(self, panel: str, place: int) -> None:
        """Give a panel the keys, with the cursor at this place."""
        self.focus, self.at[panel] = panel, place

    def step(self, panel: str, by: int, count: int) -> None:
        """Move the cursor of a panel that holds so many things."""
        self.at[panel] = max(0, min(count - 1, self.at[panel] + by))

    def to_next(self, panels: Sequence[str], by: int) -> None:
        """Give the keys to the panel so many behind."""
        place = panels.index(self.focus) if self.focus in panels else 0
        self.focus = panels[(place + by) % len(panels)]


class ShownTable:
    """The table as the cursor looks at it; it changes nothing."""

    def __init__(self, ui: Ui, state: TableState, cursor: TableCursor) -> None:
        self._ui = ui
        self._state = state
        self._cursor = cursor

    @property
    def is_now(self) -> bool:
        """Whether the table is shown as it is, not as it was."""
        return self._cursor.moment is None

    @property
    def asks(self) -> bool:
        """Whether there is a draft to work on."""
        return self._state.draft is not None and self.is_now

    @property
    def lists(self) -> bool:
        """Whether a list to choose from is shown."""
        return listing(self._state.draft)

    @property
    def view(self) -> View | None:
        """The table now, or as it lay at the moment that is looked at."""
        if self._cursor.moment is not None:
            return self._state.log.view_at(self._cursor.moment)
        return self._state.view

    def scene(self) -> Scene | None:
        """What the board's painters need."""
        view, draft = self.view, self._state.draft if self.is_now else None
        if view is None:
            return None
        return Scene(
            view,
            self._state.names,
            self._ui.wide,
            self._cursor.at[BOARD] if self._cursor.focus == BOARD else -1,
            draft.cards if draft else (),
            [card for card in draft.model.choice.cards if not draft.reason(card)] if draft else (),
            self._state.changed if self.is_now else (),
            *self._planned(),
            news=self._state.follower.new_on_map if self.is_now else (),
            looks_at=self._cursor.at[BOARD],
            before=self._state.compared_with if self.is_now else None,
        )

    # Orders on a map

    def _planned(self) -> tuple[PlanDraft | None, int, Mapping[int, str], Mapping[int, str]]:
        """The orders, whom they go to, what that one may reach and would do at the cursor."""
        plan, chosen, looks = self.plan, self.chosen, self._cursor.at[BOARD]
        if plan is None or chosen is None:
            return plan, -1, {}, {}
        place = -1 if chosen.cell is None else chosen.cell
        aimed = self._cursor.focus == BOARD and looks != place
        ghost = plan.ghost(chosen.key, looks) if aimed else {}
        return plan, place, plan.reach(chosen.key), ghost

    @property
    def plan(self) -> PlanDraft | None:
        """The orders that are being given."""
        draft = self._state.draft
        return draft.plan if draft is not None and self.is_now else None

    @property
    def map(self) -> MapView | None:
        """The map, if this game has one, with the orders drawn into it."""
        if self.plan is not None:
            return self.plan.map
        return None if self.view is None else self.view.map

    @property
    def chosen(self) -> Subject | None:
        """Whom orders go to: the first if the one that was chosen is no more."""
        plan = self.plan
        if plan is None:
            return None
        subjects = plan.subjects
        found = (one for one in subjects if one.key == self._cursor.subject)
        return next(found, next(iter(subjects), None))

    # Cards

    @property
    def picks_elsewhere(self) -> bool:
        """Whether cards can be picked that are not all in the hand."""
        draft = self._state.draft
        if draft is None or self.view is None:
            return False
        return not set(draft.model.choice.cards) <= {card.id for card in self.view.hand}

    def cards(self) -> Sequence[CardView]:
        """The hand; or the cards to pick from, where they lie elsewhere."""
        view, draft = self.view, self._state.draft
        if view is None:
            return ()
        if draft is not None and self.picks_elsewhere:
            cards = [self.card(card) for card in draft.model.numbered_cards.values()]
            rest = view.hand if board_of(view).seats else ()
            return [*cards, *(card for card in rest if card not in cards)]
        return [_erased(card) for card in view.hand] if self._state.over else view.hand

    def card(self, card: CardId) -> CardView:
        """A card as the view shows it, wherever it lies."""
        shown = None if self.view is None else self.view.card(card)[1]
        return shown or unread(card, "face-down card")

    def hand(self) -> Hand:
        """The cards with the draft, as the panel of the hand shows them."""
        draft = self._state.draft if self.is_now else None
        cursor = self._cursor
        cards = self.cards()
        fresh = () if self._state.over else self._state.fresh_cards()
        hand = Hand(cards, cursor.at[HAND], cursor.focus == HAND, draft, fresh)
        if self.view is None or not board_of(self.view).seats:
            return hand
        return replace(hand, groups=tuple(self._group(hand, card) for card in cards))

    def _group(self, hand: Hand, card: CardView) -> str:
        """What a card is shown under: where it lies, or that it cannot be picked now."""
        if self.view is None or hand.draft is None:
            return ""
        if hand.reason(card):
            return "Not now"
        where = None if card.id is None else self.view.card(card.id)[0]
        return "Hand" if where is None else self._state.names.put_into(where.title)

    @property
    def hand_title(self) -> str:
        """What the cards are."""
        return "Cards to pick from" if self.picks_elsewhere else "Your hand"

    # The story

    def told(self) -> Sequence[StoryLine]:
        """The lines in the panel of the story."""
        told = self._state.story(with_chat=False)
        view = self.view
        if view is None or view.map is None or not self.is_now:
            return told
        own = [self._state.names.put_into(text) for text in view.map.report]
        return [*told, *(StoryLine(0, text, style="own") for text in own)]

    def told_at(self, place: int) -> StoryLine | None:
        """One of them, or the last."""
        told = self.told()
        return told[min(place, len(told) - 1)] if told else None


def _erased(card: CardView) -> CardView:
    """A hand card of a table that was closed before: its secrets are gone, and that is said."""
    if card.known:
        return card
    text = "What it was is not kept: a table's secrets are erased once all have closed it."
    return replace(card, title="hidden card", text=text)
