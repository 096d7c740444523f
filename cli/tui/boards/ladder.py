"""A ladder of Ranks: one row a rung, the highest first, with piles and who is away.

Behind an Heir stands the letter of the player whose friend it is, in that player's colour; before a
player its own letter, and one's own name stands between arrows; where a Rank is too full, the
letter alone stands for the player. Whoever something announced is aimed at has a sign before the
name. The first form whose rows fit is painted, so that names are
only cut where no form fits. Held by tests/cli/tui/boards/test_ladder.py and the golden screens.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from cli.model.names import seat_letter
from cli.tui.boards.pieces import Piece, Row, flow, paint_rows, told
from cli.tui.boards.scene import Scene
from cli.tui.toolkit.canvas import Canvas, Rect
from cli.tui.toolkit.cells import clip, width
from cli.tui.toolkit.theme import seat_style
from games.engine.view import Area, CardView, name_seats

RUNG, PILE = "rung", "pile"
"""The parts of the board."""
AIMED = "!"
"""Stands before the name of whom something announced is aimed at."""
LEAST = 5
"""Cells that a name keeps however many share a row."""


@dataclass(frozen=True, slots=True)
class Form:
    """One way to say it. `ability`: all of a rank's, its word, or nothing."""

    lead: int
    ability: str
    brief: bool = False
    """Whether names may have the form that was made for least room."""
    notes: bool = True
    piles: bool = True
    letters: bool = False
    """Whether players may be their letters alone."""
    empty: bool = True
    """Whether the last Ranks are told where nobody is in them."""


FULL, WORD, NONE = "full", "word", ""
FORMS = (
    Form(14, FULL),
    Form(14, WORD),
    Form(10, NONE),
    Form(10, NONE, notes=False),
    Form(10, NONE, notes=False, piles=False),
    Form(6, NONE, notes=False, piles=False),
    Form(6, NONE, brief=True, notes=False, piles=False),
    Form(6, NONE, brief=True, notes=False, piles=False, empty=False),
    Form(6, NONE, brief=True, notes=False, piles=False, letters=True),
)
"""From the one that says most on."""


def paint(canvas: Canvas, rect: Rect, scene: Scene) -> None:
    """Draw it in the first form that fits; names are cut in the last."""
    for form in FORMS:
        rows = _rows(scene, form, rect.width)
        if len(rows) <= rect.height:
            break
    else:
        rows = [_cut(row, rect.width) for row in _ranks(scene, form, rect.width)]
    paint_rows(canvas, rect, rows, scene)
    if not form.piles:
        _beside(canvas, rect, scene, rows)


def paint_whole(canvas: Canvas, rect: Rect, scene: Scene) -> None:
    """All of it, every ability in full and every discard, for a screen of its own."""
    rows: list[Row] = []
    for area in _areas(scene):
        lead = 14 if area.part == RUNG else 0
        pieces = [*_title(scene, area, f"{area.title}:", lead), *_people(scene, area)]
        rows += flow([*pieces, *told(scene, area.note, "dim", 2)], rect.width, 14)
    rows += _notes(scene, rect.width)
    paint_rows(canvas, rect, rows, scene)


def _rows(scene: Scene, form: Form, size: int) -> list[Row]:
    rows: list[Row] = []
    for pieces in _ranks(scene, form, size):
        rows += flow(pieces, size, form.lead + 1)
    if form.piles:
        rows += flow(_piles(scene), size)
        for area in _areas(scene):
            if not area.part:
                pieces = [*_title(scene, area, f"{area.title}:", 0), *_people(scene, area)]
                rows += flow(pieces, size, 2)
    return [*rows, *(_notes(scene, size) if form.notes else [])]


def _areas(scene: Scene) -> Iterator[Area]:
    return (area for area in scene.view.areas if area.cards or area.note)


def _ranks(scene: Scene, form: Form, size: int) -> Iterator[list[Piece]]:
    """A rank each: its name, everybody, and what it can do."""
    areas = [area for area in scene.view.areas if area.part == RUNG]
    while areas and not form.empty and not areas[-1].cards:
        areas.pop()
    for area in areas:
        title = area.title if form.lead > 10 else area.short
        title = area.brief or title if form.lead < 10 else title
        ability = area.note if form.ability == FULL else area.gist
        said = told(scene, ability, "dim", 2) if form.ability else []
        lead, people = _title(scene, area, title, form.lead), _people(scene, area, tight=form.brief)
        if form.brief and _size([*lead, *people]) > size:
            people = _people(scene, area, tight=True, brief=True)
        if form.letters and _size([*lead, *people]) > size:
            people = _people(scene, area, tight=True, brief=True, letters=True)
        yield [*lead, *people, *said]


def _title(scene: Scene, area: Area, text: str, lead: int) -> list[Piece]:
    """The name of an area, filled up to where its cards begin; bold if it has just changed."""
    number = next(n for n, other in enumerate(scene.view.areas) if other is area)
    said = scene.put_names(text)
    fill = " " * max(0, lead - 1 - width(said))
    return [Piece(said, "bold" if area.key in scene.changed else "", 1, area=number),
            *([Piece(fill, "", 0)] if fill else [])]  # fmt: skip


def _people(
    scene: Scene, area: Area, *, tight: bool = False, brief: bool = False, letters: bool = False
) -> list[Piece]:
    found: list[Piece] = []
    for number, card in scene.cards(area):
        name = card.brief if brief and card.brief else card.short
        name = name_seats(name, scene.names.short)
        found += _person(scene, number, card, "" if letters and card.is_player else name)
    return [replace(piece, gap=min(piece.gap, 1)) for piece in found] if tight else found


def _person(scene: Scene, number: int, card: CardView, said: str) -> list[Piece]:
    """Somebody, or a card of a pile, with the letter that belongs to it; a player for whom nothing
    is said is the letter."""
    aimed = AIMED if card.at_stake else ""
    seat = card.holder
    gap = 2 if not aimed else 1
    if seat is None:
        return [Piece(f"{aimed}{said}", "danger" if aimed else "", gap, number, begins=True)]
    style = f"{seat_style(int(seat))} bold"
    letter = seat_letter(int(seat))
    if card.is_player:
        text = f"{letter}:{said}" if said else letter
        own = scene.names.own == int(seat)
        shown = f">{text}<" if own else text
        return [Piece(f"{aimed}{shown}", style, gap, number, begins=True)]
    return [
        Piece(f"{aimed}{said}(", "danger" if aimed else "", gap, number, begins=True),
        Piece(letter, style, 0, number),
        Piece(")", "", 0, number),
    ]


def _piles(scene: Scene) -> list[Piece]:
    said = [f"{text}, last {last.title}" if last else text for text, last in _told_piles(scene)]
    return [piece for text in said for piece in told(scene, text, "dim", 3)]


def _told_piles(scene: Scene) -> Iterator[tuple[str, CardView | None]]:
    """The piles in a few words, as nobody has to read them in full: how many cards, and of those
    that lie open the last."""
    for area in scene.view.areas:
        if area.part != PILE:
            continue
        if area.count is not None:
            yield f"{area.title} {area.count}", None
        elif area.cards:
            yield f"{area.title} {len(area.cards)}", area.cards[-1]
        elif area.gist:
            yield f"{area.title}, {area.gist}", None


def _notes(scene: Scene, size: int) -> list[Row]:
    rows: list[Row] = []
    for note in scene.view.notes:
        rows += flow(told(scene, note.text, "dim"), size, 2)
    return rows


# Where no form fits


def _cut(pieces: list[Piece], size: int) -> Row:
    """One row of it, the longest names cut alike."""
    most = max((width(piece.text) for piece in pieces[2:]), default=0)

    def cut() -> list[Piece]:
        return [
            piece if place < 2 or width(piece.text) <= most
            else Piece(clip(piece.text, most), piece.style, piece.gap, piece.card)
            for place, piece in enumerate(pieces)
        ]  # fmt: skip

    while most > LEAST and _size(cut()) > size:
        most -= 1
    return cut()


def _size(row: Row) -> int:
    return sum(width(piece.text) + (piece.gap if place else 0) for place, piece in enumerate(row))


def _beside(canvas: Canvas, rect: Rect, scene: Scene, rows: list[Row]) -> None:
    """At the right end of short rows: the piles, and who is away. Of each the first way to say it
    that fits anywhere, in the first row where it does."""
    free = {place: rect.width - _size(row) - 2 for place, row in enumerate(rows[: rect.height])}
    free |= dict.fromkeys(range(len(rows), rect.height), rect.width)
    for ways in (*_piles_beside(scene), *_away(scene)):
        fits = ((at, said) for said in ways for at, room in free.items() if width(said) <= room)
        place, text = next(fits, (-1, ""))
        if text:
            canvas.right(rect, place, text, "dim")
            del free[place]


def _piles_beside(scene: Scene) -> Iterator[tuple[str, ...]]:
    """The piles at the right end of rows, each from the way that says most to the shortest."""
    for text, last in _told_piles(scene):
        yield (f"{text}, last {last.short}", text) if last else (text,)


def _away(scene: Scene) -> Iterator[tuple[str, ...]]:
    """Who is dead or in the distant land, likewise."""
    for area in scene.view.areas:
        if not area.part and area.cards:
            title = scene.put_names(area.title)
            names = ", ".join(scene.put_names(card.short) for card in area.cards)
            brief = ", ".join(scene.put_names(card.brief or card.short) for card in area.cards)
            yield (f"{title}: {names}", f"{title}: {brief}", f"{title}: {len(area.cards)}")
