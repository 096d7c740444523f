"""Rows made of pieces, each with a style of its own, so that people keep their colours in a text.

A board makes pieces, has them flow into rows of a width, counts the rows, and paints those that it
chose. Held by tests/cli/tui/boards/test_pieces.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from cli.tui.boards.scene import AREA, BOARD, CHANGED, Scene
from cli.tui.toolkit.canvas import Canvas, Rect, Target
from cli.tui.toolkit.cells import clip, width
from cli.tui.toolkit.theme import seat_style
from games.engine.view import spans, who


@dataclass(frozen=True, slots=True)
class Piece:
    """Some text that stays in one row."""

    text: str
    style: str = ""
    gap: int = 1
    """Blanks before it, unless it begins a row."""
    card: int = -1
    """The number of the card of the board that it shows."""
    area: int = -1
    """The number of the area that it is the title of."""
    begins: bool = False
    """Whether its card, where that has changed, is marked in the blank before it."""
    tied: bool = False
    """Whether it stays in the row of the piece before it, as what touches that does anyway."""


Row = Sequence[Piece]


def told(scene: Scene, text: str, style: str = "", gap: int = 1) -> list[Piece]:
    """A text of the game word by word, people in their colours."""
    pieces: list[Piece] = []
    for word in text.split(" "):
        lead = gap if not pieces else 1
        for part in spans(word):
            if isinstance(part, str) or part >= len(scene.names.people):
                pieces.append(Piece(part if isinstance(part, str) else who(part), style, lead))
                lead = 0
                continue
            for name in scene.names[part].split():
                pieces.append(Piece(name, f"{seat_style(part)} bold", lead))
                lead = 1
            lead = 0
    return pieces


def joined(groups: Iterable[Sequence[Piece]], gap: int = 3) -> list[Piece]:
    """Groups of pieces one behind the other, further apart than the pieces of one group."""
    found: list[Piece] = []
    for group in groups:
        if group:
            found += [replace(group[0], gap=gap), *group[1:]]
    return found


def flow(pieces: Iterable[Piece], size: int, indent: int = 0) -> list[list[Piece]]:
    """The pieces as rows of a width; later rows are indented. Words that touch stay together."""
    rows: list[list[Piece]] = []
    used = 0
    for group in _touching(pieces):
        room = sum(width(piece.text) + piece.gap for piece in group)
        if rows and used + room <= size:
            rows[-1] += group
            used += room
            continue
        lead = indent if rows else 0
        first = replace(group[0], text=" " * lead + group[0].text, gap=0)
        first = first if width(first.text) <= size else replace(first, text=clip(first.text, size))
        rows.append([first, *group[1:]])
        used = room - group[0].gap + lead
    return rows


def _touching(pieces: Iterable[Piece]) -> list[list[Piece]]:
    groups: list[list[Piece]] = []
    for piece in pieces:
        if groups and (piece.tied or not piece.gap):
            groups[-1].append(piece)
        else:
            groups.append([piece])
    return groups


def paint_rows(canvas: Canvas, rect: Rect, rows: Sequence[Row], scene: Scene) -> int:
    """Paint as many as there is room for; gives how many."""
    for y, row in enumerate(rows[: rect.height]):
        x = rect.x
        for place, piece in enumerate(row):
            x += piece.gap if place else 0
            text = piece.text.lstrip(" ")
            x += width(piece.text) - width(text)
            after = canvas.put(x, rect.y + y, text, piece.style, max(0, rect.right - x))
            if piece.begins and x > rect.x and scene.is_new(piece.card):
                canvas.put(x - 1, rect.y + y, CHANGED, "bold")
            spot = Rect(x, rect.y + y, after - x, 1)
            if piece.card >= 0:
                if piece.card == scene.cursor:
                    canvas.paint(spot, "cursor")
                    canvas.cursor = (x, rect.y + y)
                canvas.spot(spot, Target(BOARD, piece.card))
            elif piece.area >= 0:
                canvas.spot(spot, Target(AREA, piece.area))
            x = after
    return min(len(rows), rect.height)
