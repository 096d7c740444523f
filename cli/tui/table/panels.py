"""The panels of a table besides its board and hand: seats, question, story, progress. Pure.

Held by the golden screens in tests/cli/tui/.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cli.console.text import ago, counted
from cli.model.draft import Draft
from cli.model.names import seat_letter
from cli.model.prompt_model import Part
from cli.model.question import Item
from cli.tui.toolkit.canvas import Canvas, Rect, Target
from cli.tui.toolkit.cells import clip, fit, width, wrap
from cli.tui.toolkit.theme import seat_style
from games.engine.game import StandingOffer

HAND = "hand"
LIST = "list"
LOG = "log"
CHAT = "chat"
SEATS = "seats"
REASON = 72
"""Cells that a refused option and its reason may take together."""
FRESH = "▸"
"""Stands before a line of the story that was told since our last turn."""


# Seats


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One seat as the seats panel shows it. `online`: None for a seat that has left.

    `hand`: None in a game without hands.
    """

    seat: int
    name: str
    hand: int | None
    note: str
    online: bool | None
    waiting: str = ""
    lost: float = 0.0
    """Seconds off line."""
    absence: str = ""
    """Why it is not on line, in words."""
    passes: StandingOffer | None = None
    """Until when it has said that it passes."""
    short: str = ""
    """The note for narrow places."""
    path: str = ""
    """How it is reached, in words."""
    way: str = ""
    """The same without how long that takes, for narrow places."""
    changed: bool = False
    """Whether the move that is being told has changed what it has."""


def paint_seats(canvas: Canvas, rect: Rect, seats: Sequence[SeatLine], own: int | None) -> int:
    """Who sits where, with how many cards, on line or not, and whom the table waits for; gives the
    rows used.

    Notes have rows of their own where there are two for each seat, and as many more as are free.
    """
    rows = 2 if rect.height >= 2 * len(seats) else 1
    free = rect.height - rows * len(seats)
    y = rect.y
    for line in seats[: rect.height]:
        style = seat_style(line.seat) if line.online is not None else "dim"
        x = canvas.put(rect.x, y, seat_letter(line.seat), f"{style} bold")
        x = canvas.put(x, y, FRESH if line.changed else " ", "bold")
        state = _state(line)
        room = rect.width - 2 - width(state) - 1
        you = " (you)" if line.seat == own else ""
        name = line.name + you
        note = _passes(line, rect.width if rows == 2 else 0) or line.note
        cards = _has(line, note, rect.width, rows)
        keep = min(width(name), max(8 + width(you), room - width(cards) - 1))
        name = clip(line.name, keep - width(you)) + you
        x = canvas.put(x, y, name, style + (" bold" if you else ""))
        canvas.put(x + 1, y, cards, "", max(0, rect.x + 2 + room - x - 1))
        canvas.right(Rect(rect.x, y, rect.width, 1), 0, state, "danger" if line.lost else "draft")
        used = 1
        if rows == 2:
            said = _said(line, note, rect.width - 2, 1 + free)
            used += max(1, len(said))
            free -= used - rows
            canvas.lines(Rect(rect.x + 2, y + 1, rect.width - 2, used - 1), said, "dim")
            if line.online:
                beside = rect.width - width(said[-1] if said else "") - 4
                path = next((one for one in (line.path, line.way) if width(one) <= beside), "")
                last = y + max(1, len(said))
                canvas.right(Rect(rect.x, last, rect.width, 1), 0, path, "dim")
        canvas.spot(Rect(rect.x, y, rect.width, used), Target(SEATS, line.seat))
        y += used
    return y - rect.y


def _said(line: SeatLine, note: str, size: int, rows: int) -> list[str]:
    """What is said of a seat below its name: the short form where the long one has no room."""
    said = wrap(line.waiting or note, size)
    if len(said) > rows and not line.waiting and line.short:
        said = wrap(line.short, size)
    if len(said) <= rows:
        return said
    return [*said[: rows - 1], clip(" ".join(said[rows - 1 :]), size)]


def _has(line: SeatLine, note: str, room: int, rows: int) -> str:
    """What a seat has, beside its name: its cards, and where there is one row its note."""
    if line.hand is None:
        if rows > 1:  # its note is said below, unless it is to act
            return line.short if line.waiting else ""
        return line.short if room < 30 and line.short else note
    cards = counted(line.hand, "card") if room >= 30 else f"{line.hand}"
    return f"{cards}, {note}" if rows == 1 and room >= 30 and note else cards


def _passes(line: SeatLine, room: int) -> str:
    """Until when it passes, with a verb where there is room for one or it needs one."""
    if line.passes is None:
        return ""
    short = room < 30 and not line.passes.needs_verb
    return line.passes.label if short else f"passes {line.passes.label}"


def seat_signs(seats: Sequence[SeatLine]) -> dict[int, tuple[str, str]]:
    """For a board that shows the seats: a sign and words for what is to be known of each now."""
    return {line.seat: (_state(line), _in_words(line)) for line in seats if _state(line)}


def _in_words(line: SeatLine) -> str:
    if line.online is None:
        return "has left"
    if not line.online:
        return line.absence or "off line"
    return f"< {line.waiting}" if line.waiting else _passes(line, 0)


def _state(line: SeatLine) -> str:
    """A sign and few words for what is to be known of a seat at a glance."""
    if line.online is None:
        return "left"
    if not line.online:
        return f"~ {ago(line.lost)}" if line.lost else "~"
    if line.waiting:
        return "<"
    return "P" if line.passes else ""


# The question


LEAD = 5
"""Cells before the text of an option: its number and its sign."""


def list_rows(draft: Draft, about: int, size: int) -> int:
    """The rows that `paint_list` would use in this width; with a number `about` more."""
    if draft.listed_part is Part.NUMBER:
        return 1 + about
    ordering = draft.listed_part is Part.ORDER
    return len(_lines(_rows(draft.items if ordering else draft.options, ordering), size))


def paint_list(canvas: Canvas, rect: Rect, draft: Draft, cursor: int) -> int:
    """The options, the items to put in order, or the number that is asked for; gives its rows."""
    if draft.listed_part is Part.NUMBER:
        _number(canvas, rect, draft)
        return 1
    ordering = draft.listed_part is Part.ORDER
    items = draft.items if ordering else draft.options
    rows = _rows(items, ordering)
    lines = _lines(rows, rect.width)
    at = max((n for n, (place, _, _) in enumerate(lines) if place == cursor), default=0)
    top = max(0, min(at - rect.height + 2, len(lines) - rect.height))
    for row, (place, text, first) in enumerate(lines[top : top + rect.height]):
        item, y = rows[place], rect.y + row
        sign = _sign(draft, item, place)
        style = "picked" if sign else ("dim" if item.reason else "")
        canvas.put(rect.x, y, fit(_led(item, sign, text, first=first), rect.width), style)
        if item.number:
            line = Rect(rect.x, y, rect.width, 1)
            if place == cursor:
                canvas.paint(line, "cursor")
                if first:
                    canvas.cursor = (rect.x, y)
            canvas.spot(line, Target(LIST, place))
    if top + rect.height < len(lines):
        canvas.right(rect, rect.height - 1, f"+{_hidden(lines, top + rect.height)}", "dim")
    return min(rect.height, len(lines))


ListLine = tuple[int, str, bool]
"""The place of an item, a row of its text, and whether that is the first."""


def _lines(rows: Sequence[Item], size: int) -> list[ListLine]:
    """The items in rows of a width: what is too long for one goes on in the next."""
    found: list[ListLine] = []
    for place, item in enumerate(rows):
        room = size - (LEAD if item.number else 2)
        texts = wrap(item.reason or item.label, room, "  ")
        found += [(place, text, n == 0) for n, text in enumerate(texts)]
    return found


def _hidden(lines: Sequence[ListLine], end: int) -> int:
    """How many items are not shown to their end before this row."""
    return len({place for place, _, _ in lines[end:]})


def _led(item: Item, sign: str, text: str, *, first: bool) -> str:
    """A row of an item after its number and sign."""
    if not item.number:
        return f"{'- ' if first else '  '}{text}"
    digit = str(item.number % 10) if item.number <= 10 else " "
    return f"{digit} {sign:<2} {text}" if first else " " * LEAD + text


def _sign(draft: Draft, item: Item, place: int) -> str:
    """What shows that an item is picked: its place in the order, or a sign."""
    if draft.listed_part is Part.ORDER:
        return f"{draft.order.index(place) + 1}." if place in draft.order else ""
    return "x" if item.number and item.text == draft.option else ""


def _rows(items: Sequence[Item], ordering: bool) -> list[Item]:
    """One row an item; below them, once each, the reasons why others do not fit."""
    if ordering:
        return list(items)
    fitting = [item for item in items if item.number]
    unfit: dict[str, list[str]] = {}
    for item in items:
        if not item.number:
            unfit.setdefault(item.reason, []).append(item.short or item.label)
    return [*fitting, *(Item(0, "", _refused(why, labels)) for why, labels in unfit.items())]


def _refused(why: str, labels: Sequence[str]) -> str:
    """A reason, after what it refuses where both have room: a reason is never cut off."""
    more = f" and {len(labels) - 1} more" if len(labels) > 1 else ""
    said = f"{labels[0]}{more}: {why}"
    return said if labels[0] and width(said) <= REASON else why


def _number(canvas: Canvas, rect: Rect, draft: Draft) -> None:
    choice, number = draft.model.choice, draft.number
    said = "-" if number is None else str(number)
    x = canvas.put(rect.x, rect.y, f"{choice.low}  < ", "dim")
    after = canvas.put(x, rect.y, f" {said} ", "picked")
    canvas.cursor = (x, rect.y)
    canvas.put(after, rect.y, f" >  {choice.high}", "dim")
    canvas.spot(Rect(rect.x, rect.y, x - rect.x, 1), Target(LIST, 0, "less"))
    canvas.spot(Rect(after, rect.y, 8, 1), Target(LIST, 1, "more"))


# Story, waiting, progress


@dataclass(frozen=True, slots=True)
class StoryLine:
    """One line of story or chat. `number` is 0 for chat."""

    number: int
    text: str
    style: str = ""
    fresh: bool = False
    """Whether it was told since our last turn."""


def paint_story(
    canvas: Canvas, rect: Rect, story: Sequence[StoryLine], back: int, *, cursor: int = -1
) -> None:
    """The newest lines last, none cut off; `back` lines further up if scrolled."""
    end = min(len(story), max(rect.height, len(story) - back))
    rows = _story_rows(rect, story, end)
    while 0 <= cursor < end - 1 and all(place != cursor or not first for place, _, first in rows):
        end -= 1
        rows = _story_rows(rect, story, end)
    for row, (place, text, first) in enumerate(rows):
        line, y = story[place], rect.y + row
        if line.number and first:
            x = canvas.put(rect.x, y, f"{line.number:>3}", "dim")
            canvas.put(x, y, FRESH if line.fresh else " ", "bold")
        canvas.put(rect.x + 4, y, text, line.style)
        spot = Rect(rect.x, y, rect.width, 1)
        canvas.spot(spot, Target(LOG, place))
        if place == cursor:
            canvas.paint(spot, "cursor")
            canvas.cursor = (rect.x, y)


def _story_rows(rect: Rect, story: Sequence[StoryLine], end: int) -> list[tuple[int, str, bool]]:
    """The last rows of the lines before `end`: the place of each, its text, whether it is its
    line's first."""
    if rect.height == 1 and end:  # the beginning of the newest line says more than its end
        return [(end - 1, clip(story[end - 1].text, rect.width - 4), True)]
    rows: list[tuple[int, str, bool]] = []
    for place in range(end - 1, -1, -1):
        if len(rows) >= rect.height:
            break
        texts = wrap(story[place].text, rect.width - 4, "  ")
        rows[:0] = [(place, text, n == 0) for n, text in enumerate(texts)]
    return rows[-rect.height :] if rect.height else []


@dataclass(frozen=True, slots=True)
class Bar:
    """How far one seat's part of a shuffle is."""

    seat: int
    name: str
    done: int
    total: int


def paint_bars(canvas: Canvas, rect: Rect, bars: Sequence[Bar]) -> None:
    """One bar a seat, side by side."""
    if not bars:
        return
    room = rect.width // len(bars)
    for place, bar in enumerate(bars):
        x = rect.x + place * room
        name = clip(bar.name, max(3, min(10, room - 10)))
        after = canvas.put(x, rect.y, name, seat_style(bar.seat)) + 1
        size = max(3, x + room - after - 6)
        full = size * bar.done // max(1, bar.total)
        canvas.put(after, rect.y, "█" * full + "·" * (size - full), seat_style(bar.seat))
        percent = 100 * bar.done // max(1, bar.total)
        canvas.put(after + size + 1, rect.y, f"{percent}%", "dim", 4)
