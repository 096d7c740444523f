"""The board of Soon I Will Be King!: one row a rank, oldest first, piles and announcements beside.

It reads the areas of the game's view by their keys and nothing else; who has somebody's loyalty
is the letter behind the name. Held by tests/cli/tui/test_screens.py.
"""

from __future__ import annotations

from cli.tui.boards.plain_board import plain_board
from cli.tui.boards.scene import Scene
from cli.tui.toolkit.canvas import Canvas, Rect
from cli.tui.toolkit.cells import clip, width
from games.engine.view import Area, CardView

RANKS = ("king", "duke", "marquis", "earl", "viscount", "baron", "commoner")
LEAD = 9
LEAST = 6
"""Cells that a name keeps however many share its row."""


def paint(canvas: Canvas, rect: Rect, scene: Scene) -> None:
    """Draw it; where there is room for everything, as any other game, which tells the abilities."""
    if scene.wide or rect.height < len(RANKS):
        plain_board(canvas, rect, scene)
        return
    for row, key in enumerate(RANKS):
        area = scene.area(key)
        if area is not None:
            scene.put_title(canvas, rect.x, rect.y + row, area, area.short, LEAD)
            room = Rect(rect.x + LEAD, rect.y + row, rect.width - LEAD, 1)
            _people(canvas, room, scene, area)
    _beside(canvas, rect, scene)
    notes = [scene.put_names(note.text) for note in scene.view.notes]
    below = rect.below(len(RANKS))
    canvas.lines(below, [clip(note, below.width) for note in notes])


def _people(canvas: Canvas, rect: Rect, scene: Scene, area: Area) -> None:
    """Everybody of a rank, names shortened alike where they do not fit."""
    cards = list(scene.cards(area))
    tokens = [scene.token(card) for _, card in cards]
    room = rect.width - len(tokens)
    most = max(map(width, tokens), default=0)
    while most > LEAST and sum(min(most, width(token)) for token in tokens) > room:
        most -= 1
    x = rect.x
    for (number, card), token in zip(cards, tokens, strict=True):
        x = _person(canvas, x, rect, scene, number, card, min(most, width(token))) + 1


def _person(
    canvas: Canvas, x: int, rect: Rect, scene: Scene, number: int, card: CardView, size: int
) -> int:
    """One person in at most `size` cells; the mark of a friend is never cut off."""
    token = scene.token(card)
    if width(token) > size:
        end = token.rindex("]" if "]" in token else token[-1])
        mark = token[end:]
        token = clip(token[:end], size - width(mark)) + mark
    return scene.put_token(canvas, x, rect.y, number, card, clip(token, rect.right - x))


def _beside(canvas: Canvas, rect: Rect, scene: Scene) -> None:
    """At the right end of the short rows: the piles, and who is away."""
    said = []
    for area in scene.view.areas:
        if area.key in RANKS or (not area.cards and area.key != "deck"):
            continue
        if area.key == "deck":
            said.append(f"Deck {area.count}")
        elif area.key == "discards":
            said.append(f"Discards {len(area.cards)}")
        else:
            names = ", ".join(scene.put_names(card.short) for card in area.cards)
            said.append(f"{scene.put_names(area.title)}: {names}")
    rows = list(range(len(RANKS)))
    for text in said:
        for row in rows:
            used = "".join(canvas.cells[rect.y + row][rect.x : rect.right]).rstrip()
            if rect.width - width(used) > min(width(text), 24) + 1:
                canvas.right(rect, row, clip(text, rect.width - width(used) - 2), "dim")
                rows.remove(row)
                break
