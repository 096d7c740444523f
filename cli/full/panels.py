"""The panels of a table besides its board: seats, hand, question, story, progress. Pure painters.

Held by the golden screens in tests/cli/full/.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cli.ask import Stage
from cli.full.canvas import Canvas, Rect, Target
from cli.full.cells import clip, fit, width, wrap
from cli.full.draft import Draft
from cli.full.scene import Scene
from cli.full.theme import seat_letter, seat_style
from cli.question import Item
from cli.text import ago, counted
from games.view import CardView

HAND = "hand"
LIST = "list"
LOG = "log"
SEATS = "seats"
BOX = 15


# Seats


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One seat as the seats panel shows it. `online`: None for a seat that has left."""

    seat: int
    name: str
    hand: int
    note: str
    online: bool | None
    waiting: str = ""
    lost: float = 0.0
    """Seconds off line."""


def paint_seats(canvas: Canvas, rect: Rect, seats: Sequence[SeatLine], own: int | None) -> None:
    """Who sits where, with how many cards, on line or not, and whom the table waits for."""
    rows = 2 if rect.height >= 2 * len(seats) else 1
    for place, line in enumerate(seats):
        y = rect.y + place * rows
        if y >= rect.bottom:
            break
        style = seat_style(line.seat) if line.online is not None else "dim"
        x = canvas.put(rect.x, y, seat_letter(line.seat), f"{style} bold") + 1
        state = _state(line)
        room = rect.width - 2 - width(state) - 1
        name = f"{line.name} (you)" if line.seat == own else line.name
        cards = counted(line.hand, "card") if rect.width >= 30 else f"{line.hand}"
        if rows == 1 and rect.width >= 30 and line.note:
            cards += f", {line.note}"
        keep = min(width(name), max(8, room - width(cards) - 1))
        x = canvas.put(x, y, clip(name, keep), style + (" bold" if line.seat == own else ""))
        canvas.put(x + 1, y, cards, "", max(0, rect.x + 2 + room - x - 1))
        canvas.right(Rect(rect.x, y, rect.width, 1), 0, state, "danger" if line.lost else "draft")
        if rows == 2:
            said = line.waiting if line.waiting else line.note
            canvas.put(rect.x + 2, y + 1, clip(said, rect.width - 2), "dim")
        canvas.spot(Rect(rect.x, y, rect.width, rows), Target(SEATS, line.seat))


def _state(line: SeatLine) -> str:
    """A sign and few words for what is to be known of a seat at a glance."""
    if line.online is None:
        return "left"
    if not line.online:
        return f"~ {ago(line.lost)}" if line.lost else "~"
    return "<" if line.waiting else ""


# Hand


@dataclass(frozen=True)
class Hand:
    """The own hand as it is shown; `cards` may be cards of the table where those are asked for."""

    cards: Sequence[CardView]
    cursor: int
    focused: bool
    draft: Draft | None
    """None while nothing is asked."""

    def reason(self, card: CardView) -> str:
        """Why a card cannot be picked now; empty if it can or nothing is asked."""
        if self.draft is None or card.id is None:
            return ""
        if self.draft.asked.prompt.claiming:
            return self.draft.reason(card.id)
        if Stage.CARDS not in self.draft.asked.stages:
            return "no card is asked for now"
        return self.draft.reason(card.id)

    def is_picked(self, card: CardView) -> bool:
        """Whether it is part of the draft."""
        return self.draft is not None and card.id in self.draft.picks.cards

    def sign(self, card: CardView) -> str:
        """One sign before it: picked, cannot be picked, or nothing."""
        if self.is_picked(card):
            return "x"
        return "-" if self.reason(card) else " "

    def style(self, card: CardView) -> str:
        """Its style."""
        if self.is_picked(card):
            return "picked"
        return "dim" if self.reason(card) else "own"


def paint_hand(canvas: Canvas, rect: Rect, hand: Hand, scene: Scene) -> None:
    """The cards, and under them the full text of the one with the cursor and why or why not."""
    if not hand.cards:
        canvas.put(rect.x, rect.y, "No cards." if scene.names.own is not None else "You watch.")
        return
    if scene.wide and rect.height >= 6:
        used = _boxed_cards(canvas, rect, hand, scene)
    else:
        used = _flat_cards(canvas, rect, hand, scene)
    if 0 <= hand.cursor < len(hand.cards):
        card = hand.cards[hand.cursor]
        _card_text(canvas, rect.below(used), hand, card, scene)


def _card_text(canvas: Canvas, rect: Rect, hand: Hand, card: CardView, scene: Scene) -> None:
    title = scene.put_names(card.title)
    text = scene.put_names(card.text)
    lines = wrap(f"{title}. {text}", rect.width)
    reason = hand.reason(card)
    if reason:
        said, style = f"- Not now: {scene.put_names(reason)}.", "danger"
    elif hand.is_picked(card):
        said, style = "x Picked.", "picked"
    elif hand.draft is not None:
        could = hand.draft.asked.prompt.claiming
        said, style = f"It {'could be played' if could else 'can be picked'} now.", "good"
    else:
        said, style = "", ""
    keep = max(1, rect.height - (1 if said else 0))
    if len(lines) > keep:
        lines = [*lines[: keep - 1], clip(" ".join(lines[keep - 1 :]), rect.width)]
    used = canvas.lines(rect, lines)
    if said and used < rect.height:
        canvas.put(rect.x, rect.y + used, clip(said, rect.width), style)


def _window(sizes: Sequence[int], at: int, room: int) -> tuple[int, int]:
    """First and last place of those that fit into `room` with `at` among them."""
    first = last = min(max(at, 0), len(sizes) - 1)
    used = sizes[first]
    while True:
        if last + 1 < len(sizes) and used + sizes[last + 1] <= room:
            last += 1
            used += sizes[last]
        elif first > 0 and used + sizes[first - 1] <= room:
            first -= 1
            used += sizes[first]
        else:
            return first, last


def _flat_cards(canvas: Canvas, rect: Rect, hand: Hand, scene: Scene) -> int:
    said = [f"{_digit(n)}{hand.sign(c)}{scene.token(c)}" for n, c in enumerate(hand.cards)]
    sizes = [width(text) + 2 for text in said]
    if sum(sizes) > rect.width + 2:
        sizes = [size - 1 for size in sizes]
    fits = sum(sizes) <= rect.width + 1
    first, last = _window(sizes, hand.cursor, rect.width + 1 if fits else rect.width - 4)
    x = rect.x
    if first:
        x = canvas.put(x, rect.y, "< ", "dim")
    for place in range(first, last + 1):
        card, text = hand.cards[place], said[place]
        size = width(text)
        canvas.put(x, rect.y, text, hand.style(card), rect.right - x)
        _mark_card(canvas, Rect(x, rect.y, size, 1), hand, place)
        x += sizes[place]
    if last < len(hand.cards) - 1:
        canvas.right(rect, 0, ">", "dim")
    return 1


def _digit(place: int) -> str:
    return str((place + 1) % 10) if place < 10 else " "


def _mark_card(
    canvas: Canvas, rect: Rect, hand: Hand, place: int, *, inner: Rect | None = None
) -> None:
    """Mark the card that has the cursor; of a card in a box, only what is inside."""
    canvas.spot(rect, Target(HAND, place))
    if place == hand.cursor:
        if hand.focused:
            canvas.paint(inner or rect, "cursor")
            canvas.cursor = (rect.x, rect.y)
        elif inner is None:
            canvas.paint(rect, "under")


def _boxed_cards(canvas: Canvas, rect: Rect, hand: Hand, scene: Scene) -> int:
    first, last = _window([BOX + 1] * len(hand.cards), hand.cursor, rect.width - 4)
    x = rect.x + (2 if first else 0)
    if first:
        canvas.put(rect.x, rect.y + 1, "<", "dim")
    for place in range(first, last + 1):
        card = hand.cards[place]
        box = Rect(x, rect.y, BOX, 4)
        style = hand.style(card)
        canvas.box(box, style="picked" if hand.is_picked(card) else "frame")
        canvas.put(x + 2, rect.y, f" {_digit(place)} ", style)
        name, _, rest = scene.put_names(card.title).partition(" of ")
        if width(name) > BOX - 2:
            words = wrap(name, BOX - 2)
            name, rest = words[0], clip(" ".join([*words[1:], rest]), BOX - 2)
        canvas.put(x + 1, rect.y + 1, clip(name, BOX - 2), style)
        canvas.put(x + 1, rect.y + 2, clip(rest, BOX - 2), style)
        sign = {"x": "[x]", "-": " - "}.get(hand.sign(card), "")
        if sign and hand.draft is not None:
            canvas.put(x + BOX - 5, rect.y + 3, sign, style)
        _mark_card(canvas, box, hand, place, inner=Rect(x + 1, rect.y + 1, BOX - 2, 2))
        x += BOX + 1
    if last < len(hand.cards) - 1:
        canvas.put(x, rect.y + 1, ">", "dim")
    return 4


# The question


def paint_list(canvas: Canvas, rect: Rect, draft: Draft, cursor: int) -> None:
    """The options, the items to put in order, or the number that is asked for."""
    if draft.list_stage is Stage.NUMBER:
        _number(canvas, rect, draft)
        return
    ordering = draft.list_stage is Stage.ORDER
    items = draft.items() if ordering else draft.options()
    chosen = draft.picks.order if ordering else ()
    rows = _rows(items, ordering)
    top = max(0, min(cursor - rect.height + 2, len(rows) - rect.height))
    for row, item in enumerate(rows[top : top + rect.height]):
        place = top + row
        y = rect.y + row
        if ordering:
            picked = place in chosen
            sign = f"{chosen.index(place) + 1}." if picked else ""
        else:
            picked = bool(item.number) and item.text == draft.picks.option
            sign = "x" if picked else ""
        digit = str(item.number % 10) if 0 < item.number <= 10 else " "
        style = "picked" if picked else ("dim" if item.reason else "")
        text = f"{item.reason}: {item.label}" if item.reason else item.label
        lead = "- " if not item.number else f"{digit} "
        said = fit(f"{lead}{sign:<2} {text}" if item.number else f"{lead}{text}", rect.width)
        canvas.put(rect.x, y, said, style)
        if item.number:
            line = Rect(rect.x, y, rect.width, 1)
            if place == cursor:
                canvas.paint(line, "cursor")
                canvas.cursor = (rect.x, y)
            canvas.spot(line, Target(LIST, place))
    if top + rect.height < len(rows):
        canvas.right(rect, rect.height - 1, f"+{len(rows) - top - rect.height}", "dim")


def _rows(items: Sequence[Item], ordering: bool) -> list[Item]:
    """One row an item; those that do not fit for the same reason share a row."""
    if ordering:
        return list(items)
    fitting = [item for item in items if item.number]
    unfit: dict[str, list[str]] = {}
    for item in items:
        if not item.number:
            unfit.setdefault(item.reason, []).append(item.label)
    return [*fitting, *(Item(0, "; ".join(labels), why) for why, labels in unfit.items())]


def _number(canvas: Canvas, rect: Rect, draft: Draft) -> None:
    choice, number = draft.asked.choice, draft.picks.number
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
    """One line of story or chat. `number` is 0 for chat; `checked` what was checked for it, in
    few words."""

    number: int
    text: str
    checked: str = ""
    style: str = ""
    count: int = 0
    """How many checks that were."""


def paint_story(
    canvas: Canvas, rect: Rect, story: Sequence[StoryLine], back: int, *, cursor: int = -1
) -> None:
    """The newest lines last; `back` lines further up if scrolled."""
    end = max(min(len(story), rect.height), len(story) - back)
    lines = story[max(0, end - rect.height) : end]
    for row, line in enumerate(lines):
        y = rect.y + row
        number = f"{line.number:>3} " if line.number else "    "
        canvas.put(rect.x, y, number, "dim")
        room = rect.width - 4
        checked = line.checked
        if room < width(line.text) + width(checked) + 2:
            checked = f"✓{line.count}" if line.count else ""
        left = room - (width(checked) + 2 if checked else 0)
        canvas.put(rect.x + 4, y, clip(line.text, left), line.style)
        if checked:
            canvas.right(Rect(rect.x, y, rect.width, 1), 0, checked, "good")
        place = max(0, end - rect.height) + row
        canvas.spot(Rect(rect.x, y, rect.width, 1), Target(LOG, place))
        if place == cursor:
            canvas.paint(Rect(rect.x, y, rect.width, 1), "cursor")
            canvas.cursor = (rect.x, y)


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
