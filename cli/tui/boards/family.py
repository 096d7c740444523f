"""A family: its cards above, what decides beside it, the Admirers below.

It reads the areas of the game's view by their keys and nothing else.
Held by tests/cli/tui/test_screens.py.
"""

from __future__ import annotations

from cli.tui.boards.scene import BOARD, CHANGED, Scene, row_of_cards
from cli.tui.boards.suits import word_suited
from cli.tui.toolkit.canvas import Canvas, Rect, Target
from cli.tui.toolkit.cells import clip, width, wrap
from cli.tui.toolkit.theme import seat_style
from games.engine.view import Area, CardView

LEAD = 10
BOX = 13
BOX_ROWS = 4


def paint(canvas: Canvas, rect: Rect, scene: Scene) -> None:
    """Draw it."""
    if scene.wide and rect.height >= 12:
        _large(canvas, rect, scene)
    else:
        _small(canvas, rect, scene)


def _small(canvas: Canvas, rect: Rect, scene: Scene) -> None:
    rows = ("parents", "successor", "proposal", "influence")
    for row, key in enumerate(rows):
        area = scene.area(key)
        if area is not None:
            _lead(canvas, rect.row(row), scene, area, area.title)
    used = _admirers(canvas, Rect(rect.x, rect.y + 4, rect.width, 2), scene)
    draw = scene.area("draw")
    if draw is not None:
        canvas.right(rect, 0, f"Draw Pile {draw.count or 'empty'}", "dim")
    played = scene.area("played")
    if played is not None:
        text = "Played: " + ", ".join(card.title for card in played.cards)
        canvas.right(rect, 1, text, "bold")
    _notes(canvas, rect.below(4 + used), scene)


def _lead(canvas: Canvas, rect: Rect, scene: Scene, area: Area, title: str) -> None:
    scene.put_title(canvas, rect.x, rect.y, area, title, LEAD)
    room = Rect(rect.x + LEAD, rect.y, rect.width - LEAD, 1)
    # A proposal's name is the suit of its card; what it favours must not be cut.
    note = area.gist or area.note if area.key in ("proposal", "influence") else ""
    row_of_cards(scene, canvas, room, area, scene.put_names(note))


def _admirers(canvas: Canvas, rect: Rect, scene: Scene) -> int:
    """Everybody's Admirer: in one row if they fit, closer together if need be, else in two."""
    canvas.put(rect.x, rect.y, "Admirers")
    areas = _admirer_areas(scene)
    sizes = [_admirer_size(scene, area) for area in areas]
    room = rect.width - LEAD
    gap = 2 if sum(sizes) + 2 * (len(sizes) - 1) <= room else 1
    x, y = rect.x + LEAD, rect.y
    for area, size in zip(areas, sizes, strict=True):
        if x + size > rect.right and x > rect.x + LEAD and y + 1 < rect.bottom:
            x, y = rect.x + LEAD, y + 1
        after = scene.put_seat(canvas, x, y, int(area.owner or 0))
        if area.key in scene.changed:
            canvas.put(after, y, CHANGED, "bold")
        x = after + 1
        if not area.cards:
            x = canvas.put(x, y, "-", "dim")
        for number, card in scene.cards(area):
            x = scene.put_card(canvas, x, y, number, card, rect.right - x)
        x += gap
    return y - rect.y + 1


def _admirer_size(scene: Scene, area: Area) -> int:
    """The cells of one Admirer with the letter of its seat."""
    cards = sum(width(scene.token(card)) for card in area.cards) or 1
    return width(scene.letter(int(area.owner or 0))) + 1 + cards


def _admirer_areas(scene: Scene) -> list[Area]:
    return [area for area in scene.view.areas if area.owner is not None]


def _notes(canvas: Canvas, rect: Rect, scene: Scene) -> None:
    """What is favoured now, in one row if need be; the rest is said beside the cards."""
    notes = {note.key: note for note in scene.view.notes if note.key}
    keys = [key for key in ("suits", "ahead", "ring") if key in notes]
    # In rows of their own sentences need no full stop, which is dropped for the layout alone.
    shown = [scene.put_names(notes[key].text).rstrip(".") for key in keys]
    lines = [line for note in shown for line in wrap(note, rect.width)]
    if len(lines) > rect.height:
        lines = wrap("; ".join(shown[:2]), rect.width)
    if len(lines) > rect.height:  # who is ahead first: the suits can be looked up
        suits = notes["suits"].brief or notes["suits"].value
        lines = [clip(f"{shown[1]}; suits: {suits}", rect.width)]
    canvas.lines(rect, lines, "")


# The large board


def _large(canvas: Canvas, rect: Rect, scene: Scene) -> None:
    x = rect.x
    for key, title, places in (("parents", "Parents", 2), ("successor", "Successor", 1)):
        area = scene.area(key)
        if area is not None:
            scene.put_title(canvas, x, rect.y, area, title, BOX, "dim")
            after = _boxes(canvas, x, rect.y + 1, scene, area)
            x = max(after, x + places * (BOX + 1)) + 2
    side = Rect(x, rect.y, rect.right - x, BOX_ROWS + 1)
    _rules(canvas, side, scene)
    y = rect.y + BOX_ROWS + 1
    _admirer_boxes(canvas, Rect(rect.x, y, rect.width, BOX_ROWS + 1), scene)
    y += BOX_ROWS + 1
    draw, played = scene.area("draw"), scene.area("played")
    if draw is not None:
        canvas.put(rect.x, y, f"Draw Pile {draw.note}", "", rect.width // 2)
    if played is not None and played.cards:
        canvas.right(Rect(rect.x, y, rect.width, 1), 0, f"Played: {played.cards[0].title}", "bold")
    _notes(canvas, Rect(rect.x, y + 1, rect.width, rect.bottom - y - 1), scene)


def _rules(canvas: Canvas, rect: Rect, scene: Scene) -> None:
    """Proposal and influence with what they mean, and the pile."""
    y = 0
    for key, rows in (("proposal", 2), ("influence", 1)):
        area = scene.area(key)
        if area is None:
            continue
        scene.put_title(canvas, rect.x, rect.y + y, area, area.title, LEAD, "dim")
        row_of_cards(scene, canvas, Rect(rect.x + 10, rect.y + y, rect.width - 10, 1), area)
        lines = wrap(scene.put_names(area.note), rect.width)
        y += 1 + canvas.lines(Rect(rect.x, rect.y + y + 1, rect.width, rows), lines)


def _admirer_boxes(canvas: Canvas, rect: Rect, scene: Scene) -> None:
    x = rect.x
    for area in _admirer_areas(scene):
        seat = int(area.owner or 0)
        title = f"{scene.letter(seat)} {scene.names.short[seat]}"
        scene.put_title(canvas, x, rect.y, area, title, BOX, f"{seat_style(seat)} bold")
        if area.cards:
            _boxes(canvas, x, rect.y + 1, scene, area)
        else:
            canvas.put(x, rect.y + 2, " no Admirer", "dim", BOX)
        x += BOX + 3


def _boxes(canvas: Canvas, x: int, y: int, scene: Scene, area: Area) -> int:
    for number, card in scene.cards(area):
        rect = Rect(x, y, BOX, BOX_ROWS)
        style = scene.style(card)
        place = f"{CHANGED}{card.place}" if scene.is_new(number) else card.place
        canvas.box(rect, place, "picked" if style == "picked" else "frame")
        for row, text in enumerate(_card_lines(card)):
            canvas.put(x + 1 + max(0, (BOX - 2 - width(text)) // 2), y + 1 + row, text, style)
        if card.mark:
            canvas.put(x + 2, y + BOX_ROWS - 1, " Ring ", "picked")
        if number == scene.cursor:
            canvas.paint(Rect(x + 1, y + 1, BOX - 2, BOX_ROWS - 2), "cursor")
            canvas.cursor = (x + 1, y + 1)
        canvas.spot(rect, Target(BOARD, number))
        x += BOX + 1
    return x


def _card_lines(card: CardView) -> tuple[str, str]:
    """Rank and name above, suit below; a card that is face down shows what it is."""
    if not card.known:
        return ("?", "face down")
    if card.suit:
        return (clip(card.name, BOX - 2), word_suited(card))
    return (clip(card.short, BOX - 2), "secret" if not card.open else "")
