"""Retinues: what is being decided above, everybody's court below.

A court is a Prince and up to five Characters with their ratings, politics before combat. Who has
turned is led by a dash, what lies under somebody follows a plus. It reads the areas of the game's
view by their keys and nothing else. It takes the densest form only if it must: nothing is cut off
that another form can say. Held by tests/cli/tui/boards/test_retinues.py and the golden screens.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cli.console.text import counted
from cli.model.names import seat_letter
from cli.tui.boards.pieces import Piece, flow, joined, paint_rows, told
from cli.tui.boards.scene import CHANGED, Scene
from cli.tui.toolkit.canvas import Canvas, Rect
from cli.tui.toolkit.cells import clip, wrap
from cli.tui.toolkit.theme import seat_style
from games.engine.view import Area, CardView, name_seats

TURNED = "-"
UNDER = "+"
FIGHTS = "!"
INDENT = 2
RETINUE, POOL, SIDE = "retinue", "pool", "side"
"""The parts of the board."""


@dataclass(frozen=True, slots=True)
class Form:
    """How much is said. Each step down says the same more shortly."""

    apart: bool
    """Whether a court begins with a row about its Prince's player."""
    full: bool
    """Whether people have their full names, else the briefest."""
    spelled: bool
    """Whether pools are told token by token, else by who gave how many."""
    stacked: bool
    """Whether each pool has a row of its own."""
    piles: bool = False
    gist: int = 0
    """How much is told of people besides: 1 for their keywords, 2 for what they do by turning."""
    named: bool = True
    """Whether players have their names at courts and pools, else their letters alone."""


FORMS = (
    Form(apart=True, full=True, spelled=True, stacked=True, piles=True, gist=2),
    Form(apart=True, full=True, spelled=True, stacked=True, piles=True, gist=1),
    Form(apart=True, full=True, spelled=True, stacked=True, piles=True),
    Form(apart=True, full=True, spelled=True, stacked=True),
    Form(apart=True, full=False, spelled=True, stacked=True),
    Form(apart=True, full=False, spelled=True, stacked=False),
    Form(apart=False, full=True, spelled=True, stacked=True),
    Form(apart=False, full=False, spelled=True, stacked=True),
    Form(apart=False, full=False, spelled=True, stacked=False),
    Form(apart=False, full=False, spelled=False, stacked=False),
    Form(apart=False, full=False, spelled=False, stacked=False, named=False),
)


def paint(canvas: Canvas, rect: Rect, scene: Scene) -> None:
    """Draw it in the first form that fits."""
    parts: list[list[list[Piece]]] = []
    for form in FORMS:
        parts = _parts(scene, form, rect.width)
        if sum(len(part) for part in parts) <= rect.height:
            break
    spare = rect.height - sum(len(part) for part in parts)
    y = 0
    for place, part in enumerate(parts):
        if place and spare > 0:  # a blank row between two parts, from the top
            y, spare = y + 1, spare - 1
        y += paint_rows(canvas, rect.below(y), part, scene)


def paint_whole(canvas: Canvas, rect: Rect, scene: Scene) -> None:
    """Everything there is, with all discards, for a screen of its own."""
    piles = [flow(_pile(scene, area), rect.width, INDENT) for area in scene.view.areas
             if area.pile and area.cards]  # fmt: skip
    parts: list[list[list[Piece]]] = []
    for form in FORMS:
        parts = [*_parts(scene, form, rect.width), *piles]
        if sum(map(len, parts)) <= rect.height:
            break
    paint_rows(canvas, rect, [row for part in parts for row in part], scene)


def _pile(scene: Scene, area: Area) -> list[Piece]:
    cards = [Piece(card.brief or card.short, "dim", 2, n) for n, card in scene.cards(area)]
    return [*_title(scene, area, f"{area.title}:"), *cards]


def paint_offer(canvas: Canvas, rect: Rect, scene: Scene) -> None:
    """Below a bid: who is up for choice, each with all that the card says where there is room."""
    area = scene.area("auction")
    if area is None:
        return
    found = [(f"{card.short}: ", card) for card in area.cards]
    whole = [wrap(f"{lead}{card.text}", rect.width, "  ") for lead, card in found]
    brief = [wrap(f"{lead}{card.gist}", rect.width, "  ") for lead, card in found]
    places = range(len(whole))
    for place in sorted(places, key=lambda n: bool(found[n][1].does)):  # first who does nothing
        if sum(map(len, whole)) > rect.height:
            whole[place] = brief[place]
    for place in reversed(places):  # all of them are named, whatever is cut
        if sum(map(len, whole)) > rect.height:
            whole[place] = [clip(f"{found[place][0]}{found[place][1].gist}", rect.width)]
    canvas.lines(rect, [line for lines in whole for line in lines])


def _parts(scene: Scene, form: Form, size: int) -> list[list[list[Piece]]]:
    found = [_scene(scene, form, size), _foreseen(scene, form, size), _in_force(scene, size)]
    found += [_court(scene, area, form, size) for area in _courts(scene)]
    if form.piles:
        found.append(flow(_piles(scene), size))
    return [part for part in found if part]


# What is being decided


def _scene(scene: Scene, form: Form, size: int) -> list[list[Piece]]:
    """The auction, the Event with its pools, the Melee with its sides, and what was just played."""
    rows: list[list[Piece]] = []
    played = scene.area("played")
    if played is not None and played.cards:
        by = told(scene, played.note)
        rows += flow([*_title(scene, played, "Just played:"), *_named(scene, played), *by], size)
    auction, event = scene.area("auction"), scene.area("event")
    if auction is not None:
        said = "Up for choice (politics/combat):" if form.full else "Up for choice:"
        rows += flow([*_title(scene, auction, said), *_offered(scene, auction, form)],
                     size, INDENT)  # fmt: skip
        notes = [note.text for note in scene.view.notes if note.key in ("bids", "right")]
        rows += flow(told(scene, " ".join(notes)), size, INDENT)
    if event is not None:
        rows += flow([*_named(scene, event), *told(scene, event.note)], size, INDENT)
    for key, part in (("event", POOL), ("melee", SIDE)):
        areas = [area for area in scene.view.areas if area.part == part]
        note = next((one for one in scene.view.notes if one.key == key), None)
        if areas and note is not None:
            rows += _stand(scene, areas, note.verdict, form, size)
    return rows


def _offered(scene: Scene, area: Area, form: Form) -> list[Piece]:
    """Who is up for choice; with keywords where there is room, and no panel below has them."""
    found: list[Piece] = []
    whole = form.full and not scene.can_pick
    for number, card in scene.cards(area):
        said = card.short if whole else card.brief
        found.append(Piece(_token(scene, card, said), _style(scene, card), 2, number))
        found += _gist(card, 1 if whole else 0)
    return found


def _gist(card: CardView, much: int) -> list[Piece]:
    """The keywords of somebody, and what they do by turning."""
    said = card.gist if much == 2 else card.keywords
    return [Piece(said, "dim", tied=True)] if much and said else []


def _stand(
    scene: Scene, areas: Sequence[Area], verdict: Sequence[str], form: Form, size: int
) -> list[list[Piece]]:
    """Pools or sides with their tokens, and how it would end now; for whom, where there is room."""
    verdict = verdict if form.stacked else verdict[:1]
    groups = [_tokens(scene, area, form) for area in areas]
    ending = told(scene, f"As it stands {'; '.join(verdict)}." if verdict else "", "draft")
    if form.stacked:
        rows = [row for group in groups for row in flow(group, size, INDENT)]
        return [*rows, *flow(ending, size)]
    return flow(joined([*groups, ending]), size, INDENT)


def _tokens(scene: Scene, area: Area, form: Form) -> list[Piece]:
    """One pool: whose, how many tokens, and where they came from."""
    number, card = next(iter(scene.cards(area)))
    style = "" if area.owner is None else f"{seat_style(int(area.owner))} bold"
    if area.owner is not None and area.part == POOL:
        seat = int(area.owner)
        title = [Piece(seat_letter(seat), style)]
        title += [Piece(scene.names.short[seat], style)] if form.named else []
    else:
        title = told(scene, area.title, "bold")
    title[-1] = Piece(f"{title[-1].text}{CHANGED if area.key in scene.changed else ''}",
                      title[-1].style, title[-1].gap)  # fmt: skip
    count = Piece(card.short, "picked" if card.count else "dim", 1, number)
    if not card.count and not area.note:
        return [*title, count]
    tokens = area.note if form.spelled else card.brief
    if not form.named:
        tokens = name_seats(tokens, [seat_letter(n) for n in range(len(scene.names.people))])
    return [*title, count, Piece(":", "", 0), *told(scene, tokens)]


def _foreseen(scene: Scene, form: Form, size: int) -> list[list[Piece]]:
    """Events to come that this seat alone has seen, and what they say: shortly, where another one
    is being decided, and not at all where that has no other room."""
    area, is_busy = scene.area("foreseen"), any(a.part in (POOL, SIDE) for a in scene.view.areas)
    if area is None or (is_busy and not form.spelled):
        return []
    pieces = _title(scene, area, f"{area.title}:")
    for number, card in scene.cards(area):
        pieces.append(Piece(f"{card.title}, {card.mark}.", "bold", 1, number))
    return flow([*pieces, *([] if is_busy else told(scene, area.note))], size, INDENT)


def _in_force(scene: Scene, size: int) -> list[list[Piece]]:
    """Lasting Events in the middle of the table."""
    area = scene.area("lasting")
    if area is None or not area.cards:
        return []
    pieces = _title(scene, area, "In force:")
    for number, card in scene.cards(area):
        pieces.append(Piece(card.title, "bold", 2, number))
        pieces += told(scene, f"({card.gist})" if card.gist else "")
    return flow(pieces, size, INDENT)


# Courts


def _courts(scene: Scene) -> list[Area]:
    """In the order of play; one's own is the last, next to one's hand."""
    areas = [area for area in scene.view.areas if area.part == RETINUE]
    own = next((n for n, a in enumerate(areas) if a.owner == scene.names.own), len(areas) - 1)
    return [*areas[own + 1 :], *areas[: own + 1]]


def _court(scene: Scene, area: Area, form: Form, size: int) -> list[list[Piece]]:
    seat = int(area.owner or 0)
    style = f"{seat_style(seat)} bold"
    own = seat == scene.names.own
    lead = [Piece(seat_letter(seat) if form.apart else scene.letter(seat), style)]
    lead += [Piece(name, style) for name in scene.names.short[seat].split() if form.named]
    if area.key in scene.changed:
        lead.append(Piece(CHANGED, "bold", 0))
    people = [
        piece for number, card in scene.cards(area) for piece in _person(scene, number, card, form)
    ]
    sign, words = scene.signs.get(seat, ("", ""))
    if not form.apart:
        favor = told(scene, area.short, "picked") if area.short else []
        signs = [Piece(sign, "draft")] if sign else []
        return flow([*lead, *favor, *signs, *people], size, INDENT)
    signs = [Piece(words, "draft", 2)] if words else []
    if own:
        lead.append(Piece("(you)", style))
    about = joined([told(scene, area.note), told(scene, _cards(scene, seat), "dim")], 2)
    return [*flow([*lead, *_spaced(about), *signs], size), *flow(_indented(people), size, INDENT)]


def _spaced(pieces: list[Piece]) -> list[Piece]:
    return joined([pieces], 2)


def _indented(people: list[Piece]) -> list[Piece]:
    if not people:
        return [Piece(" " * INDENT + "nobody", "dim")]
    first = people[0]
    return [replace(first, text=" " * INDENT + first.text, gap=0), *people[1:]]


def _cards(scene: Scene, seat: int) -> str:
    hand = next((one.hand for one in scene.view.seats if one.seat == seat), None)
    return "" if hand is None else counted(hand, "card")


def _person(scene: Scene, number: int, card: CardView, form: Form) -> list[Piece]:
    """Somebody with ratings and marks; what lies under them by name or, if it must be, counted."""
    said = card.short if form.full else card.brief
    fights = FIGHTS if card.at_stake else ""
    lead = TURNED if card.turned else ""
    said = f"{fights}{lead}{said}"
    if form.apart or card.id in scene.picked:  # else the panel below alone says who can be picked
        said = _token(scene, card, said)
    if card.under:
        said += UNDER + UNDER.join(card.under) if form.apart else f"{UNDER}{len(card.under)}"
    style = "danger" if fights else _style(scene, card)
    gap = 2 if form.apart else 1
    return [Piece(said, style, gap, number, begins=True), *_gist(card, form.gist)]


def _token(scene: Scene, card: CardView, said: str) -> str:
    if card.id is not None and card.id in scene.picked:
        return f"<{said}>"
    if card.id is not None and card.id in scene.can_pick:
        return f"({said})"
    return said


def _style(scene: Scene, card: CardView) -> str:
    if card.id is not None and card.id in scene.picked:
        return "picked"
    return "dim" if card.turned else "own" if card.mine else ""


# Piles


def _piles(scene: Scene) -> list[Piece]:
    """What nobody has to read in full: how many, and what lies on top."""
    groups = []
    for area in scene.view.areas:
        if area.count is not None:
            groups.append(_title(scene, area, f"{area.title} {area.count}", "dim"))
        elif area.pile and area.cards:
            title = _title(scene, area, f"{area.title} {len(area.cards)}, last", "dim")
            number, card = list(scene.cards(area))[-1]
            groups.append([*title, Piece(card.title, "dim", 1, number)])
    return joined(groups)


def _title(scene: Scene, area: Area, text: str, style: str = "bold") -> list[Piece]:
    number = next(n for n, other in enumerate(scene.view.areas) if other is area)
    sign = CHANGED if area.key in scene.changed else ""
    return [Piece(f"{text}{sign}", style, 1, area=number)]


def _named(scene: Scene, area: Area) -> list[Piece]:
    end = "" if area.key == "played" else "."
    return [Piece(f"{card.title}{end}", "bold", 1, number) for number, card in scene.cards(area)]
