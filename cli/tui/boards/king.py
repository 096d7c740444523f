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
    """Everybody of a rank: where they do not fit, without brackets, and then shortened alike."""
    cards = list(scene.cards(area))
    tokens = [scene.token(card) for _, card in cards]
    room = rect.width - len(tokens)
    crowded = sum(map(width, tokens)) > room
    if crowded:
        tokens = [_bare(token) for token in tokens]
    most = max(map(width, tokens), default=0)
    while most > LEAST and sum(min(most, width(token)) for token in tokens) > room:
        most -= 1
    x = rect.x
    for (number, card), token in zip(cards, tokens, strict=True):
        if crowded and x > rect.x:
            canvas.put(x - 1, rect.y, "·", "dim")
        x = _person(canvas, x, rect, scene, number, card, token, most) + 1


def _bare(token: str) -> str:
    """Without its brackets, if they say nothing: no mark stands behind, and it cannot be picked."""
    return token[1:-1] if token.startswith("[") and token.endswith("]") else token


def _person(
    canvas: Canvas,
    x: int,
    rect: Rect,
    scene: Scene,
    number: int,
    card: CardView,
    token: str,
    size: int,
) -> int:
    """One person in at most `size` cells; the mark of a friend is never cut off."""
    if width(token) > size and token == _bare(token) and token[0] not in "[(<":
        token = clip(token, size)
    elif width(token) > size:
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
