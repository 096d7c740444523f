"""Which panel of a table has the keys, where its cursor is, how far it is scrolled. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cli.tui.boards.scene import BOARD
from cli.tui.table.panels import HAND, LIST, LOG


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
