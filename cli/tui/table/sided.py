"""Who of the board is on one's own side, below the seats. Pure.

Held by tests/cli/tui/table/test_seats.py.
"""

from __future__ import annotations

from cli.tui.boards.scene import Scene
from cli.tui.toolkit.canvas import Canvas, Rect
from cli.tui.toolkit.cells import wrap

TITLE = "On your side"


def paint_sided(canvas: Canvas, rect: Rect, scene: Scene) -> None:
    """Who of the board is on one's own side and what that brings, as far as there is room."""
    own = scene.names.own
    said = [
        wrap(f"{card.title}: {card.brings}", rect.width, "  ")
        for card in scene.all_cards()
        if card.holder is not None and card.holder == own and card.brings
    ]
    rows = [TITLE] if said else []
    for lines in said:
        rows += lines if len(rows) + len(lines) <= rect.height else []
    if len(rows) > 1:
        canvas.put(rect.x, rect.y, rows[0], "bold", rect.width)
        canvas.lines(rect.below(1), rows[1:])
