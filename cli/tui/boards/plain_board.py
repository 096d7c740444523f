"""The board of any game from its view alone. Held by tests/cli/tui/test_screens.py."""

from __future__ import annotations

from cli.model.titles import turn_of
from cli.tui.boards.scene import Scene, row_of_cards
from cli.tui.toolkit.canvas import Canvas, Rect
from cli.tui.toolkit.cells import clip, width, wrap
from games.engine.view import Area


def plain_board(canvas: Canvas, rect: Rect, scene: Scene) -> None:
    """One area a row, or in two columns if there are many; what is in force below."""
    areas = [area for area in scene.view.areas if area.cards or area.note]
    notes = [scene.put_names(note.text) for note in scene.view.notes]
    if len(areas) > rect.height and rect.width >= 40:
        half = rect.width // 2
        rows = (len(areas) + 1) // 2
        left = Rect(rect.x, rect.y, half - 1, rect.height)
        right = Rect(rect.x + half, rect.y, rect.width - half, rect.height)
        used = max(
            _column(canvas, left, scene, areas[:rows]), _column(canvas, right, scene, areas[rows:])
        )
    else:
        used = _column(canvas, rect, scene, areas)
    if not areas and not notes:
        _how_a_turn_goes(canvas, rect, scene.view.game)
    below = rect.below(used)
    lines = [line for note in notes for line in wrap(note, rect.width)]
    if len(lines) > below.height:
        lines = [clip(note, rect.width) for note in notes]
    canvas.lines(below, lines, "dim")


def _how_a_turn_goes(canvas: Canvas, rect: Rect, game: str) -> None:
    """What may be read while there is nothing to be seen."""
    lines = [
        row
        for number, line in enumerate(turn_of(game), 1)
        for row in wrap(f"{number}. {line}", rect.width, "   ")
    ]
    canvas.lines(rect, ["A turn", *lines] if lines else [], "dim")


def _column(canvas: Canvas, rect: Rect, scene: Scene, areas: list[Area]) -> int:
    lead = min(16, max((width(scene.put_names(a.title)) for a in areas), default=0) + 1)
    spare = max(0, rect.height - len(areas))
    y = 0
    for area in areas:
        if y >= rect.height:
            break
        scene.put_title(canvas, rect.x, rect.y + y, area, scene.put_names(area.title), lead)
        note = scene.put_names(area.note)
        room = Rect(rect.x + lead, rect.y + y, rect.width - lead, rect.height - y)
        if area.pile and area.cards:
            canvas.put(room.x, room.y, scene.put_names(area.top), "dim", room.width)
            y += 1
            continue
        rows = row_of_cards(scene, canvas, room, area, note, rows=1 + spare)
        spare -= rows - 1
        y += rows
    return y
