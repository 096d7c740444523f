"""A map of hexes: four cells a place, one row a row, scrolled so that the cursor is in sight.

A place is one cell for a mark and three for its sign; every row lies half a place further right
than the one above. What can be reached is marked where nothing else is. Held by the golden screens
and tests/cli/tui/boards/test_hexes.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cli.model.map_text import PITCH, column
from cli.tui.boards.plain_board import plain_board
from cli.tui.boards.scene import BOARD, Scene
from cli.tui.toolkit.canvas import Canvas, Rect, Target
from cli.tui.toolkit.cells import clip, width
from cli.tui.toolkit.theme import seat_style
from games.engine.map_view import MapView, Place

CHANGED = "!"
LEAD = 4
"""For the number of the row."""
LEGEND_ROOM = 4
"""With so many rows to spare the legend stands below the map."""
GAP = 3
"""Between its columns."""


def has_legend(rect: Rect, seen: MapView) -> bool:
    """Whether a room is high enough for the map and what its signs mean."""
    return rect.height - len(seen.rows) >= LEGEND_ROOM


@dataclass(frozen=True, slots=True)
class Window:
    """What part of a map is painted: the first row, and the first column from its middle."""

    top: int
    left: int


def paint(canvas: Canvas, rect: Rect, scene: Scene) -> None:
    """Draw the map; a table without one as any other game."""
    seen = scene.map
    if seen is None:
        plain_board(canvas, rect, scene)
        return
    rows = len(seen.rows)
    room = Rect(rect.x, rect.y, rect.width, min(rect.height, rows))
    window = window_on(seen, scene.centre, room)
    shown = list(seen.rows.items())[window.top : window.top + room.height]
    for y, (r, cells) in enumerate(shown):
        canvas.put(room.x, room.y + y, f"{r:>3}", "dim")
        for cell in cells:
            x = column(seen.places[cell]) - window.left + LEAD
            if x >= LEAD and x + PITCH <= room.width:
                _place(canvas, room.x + x, room.y + y, scene, seen, cell)
    _edges(canvas, room, seen, window)
    if has_legend(rect, seen):
        _legend(canvas, rect.below(room.height), seen)


def paint_whole(canvas: Canvas, rect: Rect, scene: Scene) -> None:
    """What is in force, and below it the map as far as there is room."""
    if scene.map is None:
        plain_board(canvas, rect, scene)
        return
    notes = [scene.put_names(note.text) for note in scene.view.notes]
    canvas.lines(rect, notes)
    paint(canvas, rect.below(len(notes) + 1), scene)


def window_on(seen: MapView, centre: int, room: Rect) -> Window:
    """The part of the map that fits, with a place as near to the middle as the edges allow."""
    rows = list(seen.rows)
    place = seen.places[centre]
    top = rows.index(place.r) - room.height // 2
    top = max(0, min(top, len(rows) - room.height))
    columns = [column(one) for one in seen.places]
    least, most, size = min(columns), max(columns) + PITCH, room.width - LEAD
    if most - least <= size:
        return Window(top, least - (size - (most - least)) // 2)
    left = column(place) + PITCH // 2 - size // 2
    left = max(least, min(left, most - size))
    return Window(top, left - (left - column(place)) % 2)


def _place(canvas: Canvas, x: int, y: int, scene: Scene, seen: MapView, cell: int) -> None:
    place = seen.places[cell]
    said = place.mark or (CHANGED if cell in scene.news else "")
    mark = said or scene.reach.get(cell, " ")
    mark_style = "draft" if said else "good"
    canvas.put(x, y, mark, mark_style)
    ghost = scene.ghost.get(cell, "")
    sign = ghost or place.sign
    canvas.put(x + 1, y, sign.ljust(PITCH - 1), "draft" if ghost else _style(place))
    rect = Rect(x, y, PITCH, 1)
    if cell == scene.chosen:
        canvas.paint(rect, "picked")
    if cell == scene.cursor:
        canvas.put(x, y, said or "[", "picked")
        canvas.paint(Rect(x + 1, y, max(1, len(sign)), 1), "cursor")
        canvas.cursor = (x + 1, y)
    canvas.spot(rect, Target(BOARD, cell))


def _style(place: Place) -> str:
    if place.owner is not None:
        style = seat_style(int(place.owner))
        if place.mine:
            return f"{style} own"
        return style if place.seen == "now" else "dim"
    return "" if place.seen == "now" else "dim"


def _edges(canvas: Canvas, room: Rect, seen: MapView, window: Window) -> None:
    """Signs where the map goes on."""
    if window.top:
        canvas.put(room.x, room.y, "▴", "dim")
    if window.top + room.height < len(seen.rows):
        canvas.put(room.x, room.bottom - 1, "▾", "dim")


def _legend(canvas: Canvas, rect: Rect, seen: MapView) -> None:
    x = rect.x
    for column_of in _columns(seen.legend, rect.height - 1):
        lead = max(width(sign) for sign, _ in column_of) + 1
        texts = [f"{sign:<{lead}}{words}" for sign, words in column_of]
        for y, text in enumerate(texts, rect.y + 1):
            canvas.put(x, y, clip(text, rect.right - x), "dim")
        x += max(map(width, texts)) + GAP


def _columns(entries: Sequence[tuple[str, str]], rows: int) -> list[Sequence[tuple[str, str]]]:
    """Two columns, read downwards."""
    rows = min(rows, (len(entries) + 1) // 2)
    return [part for part in (entries[:rows], entries[rows : 2 * rows]) if part]
