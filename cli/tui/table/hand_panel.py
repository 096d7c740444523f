"""The own hand: one line a card or boxes, and the full text of the one with the cursor. Pure.

Held by the golden screens in tests/cli/tui/.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from cli.model.draft import Draft
from cli.model.prompt_model import Part
from cli.tui.boards.scene import Scene
from cli.tui.boards.suits import suit_style, word_suited
from cli.tui.table.panels import HAND
from cli.tui.toolkit.canvas import Canvas, Rect, Target
from cli.tui.toolkit.cells import clip, fit, sentences, width, wrap
from games.engine.values import CardId
from games.engine.view import CardView

BOX = 15
"""The width of a card in a box that only says what it is."""
WORDY, LARGE = 18, 30
"""The least and the most width of one that says what it does."""
TALL = 8
BELOW = 2
"""Rows below the boxes for the text of the card with the cursor, and why or why not."""
TWO_ROWS = 4
"""A panel of so many rows has two for cards where one is too short."""
NEW = "▸"
"""Before a card that is new since the last turn."""


@dataclass(frozen=True)
class Hand:
    """The own hand as it is shown; `cards` may be cards of the table where those are asked for."""

    cards: Sequence[CardView]
    cursor: int
    focused: bool
    draft: Draft | None
    """None while nothing is asked."""
    fresh: Collection[CardId] = ()
    """Those that are new since the last turn."""
    groups: Sequence[str] = ()
    """For each card what it is shown under; empty where all are shown in one row."""

    def reason(self, card: CardView) -> str:
        """Why a card cannot be picked now; empty if it can or nothing is asked."""
        if self.draft is None or card.id is None:
            return ""
        if self.draft.model.prompt.claiming:
            return self.draft.reason(card.id)
        if Part.CARDS not in self.draft.model.parts:
            return "no card is asked for now"
        return self.draft.reason(card.id)

    def offers(self, card: CardView) -> Sequence[str]:
        """What can be done with a card, in words, where that is more than to pick it."""
        draft = self.draft
        if draft is None or card.id is None or draft.model.prompt.claiming or self.reason(card):
            return ()
        if Part.OPTION not in draft.model.parts or len(draft.model.choice.options) < 2:
            return ()
        reasons = draft.model.option_reasons((card.id,))
        fitting = [
            draft.model.option_label(key, (card.id,)) for key, why in reasons.items() if not why
        ]
        from_hand = any(card.id == one.id for one in draft.model.view.hand)
        return () if from_hand and len(fitting) == 1 else fitting  # its own text says it

    def is_picked(self, card: CardView) -> bool:
        """Whether it is part of the draft."""
        return self.draft is not None and card.id in self.draft.cards

    def sign(self, card: CardView) -> str:
        """One sign before it: picked, cannot be picked, or nothing."""
        if self.is_picked(card):
            return "x"
        if self.reason(card):
            return "-"
        return NEW if card.id in self.fresh else " "

    def style(self, card: CardView) -> str:
        """Its style."""
        if self.is_picked(card):
            return "picked"
        return "dim" if self.reason(card) else f"own {suit_style(card)}".rstrip()


def paint_hand(canvas: Canvas, rect: Rect, hand: Hand, scene: Scene) -> None:
    """The cards, and under them the full text of the one with the cursor and why or why not."""
    if not hand.cards:
        canvas.put(rect.x, rect.y, "No cards." if scene.names.own is not None else "You watch.")
        return
    if hand.groups:
        used = _grouped_cards(canvas, rect, hand, scene)
    elif scene.wide and rect.height >= 6:
        used = _boxed_cards(canvas, rect, hand, scene)
    else:
        used = _flat_cards(canvas, rect, hand, scene)
    if 0 <= hand.cursor < len(hand.cards):
        card = hand.cards[hand.cursor]
        _card_text(canvas, rect.below(used), hand, card, scene)


def _card_text(canvas: Canvas, rect: Rect, hand: Hand, card: CardView, scene: Scene) -> None:
    title = scene.put_names(card.title)
    text = scene.put_names(card.text)
    offers = hand.offers(card) if hand.groups else ()
    if offers:
        rows = [row for said in offers for row in wrap(said, rect.width, "  ")]
        if len(rows) > rect.height:
            rows[rect.height - 1 :] = [f"and {len(offers) - rect.height + 1} more; Enter lists all"]
        used = canvas.lines(rect, rows)
        canvas.paint(Rect(rect.x, rect.y, rect.width, used), "good")
        rect = rect.below(used)
        if not rect.height:
            return
    lines = wrap(f"{title}. {text}", rect.width)
    reason = hand.reason(card)
    if reason:
        said, style = f"- Not now: {scene.put_names(reason)}.", "danger"
    elif hand.is_picked(card):
        said, style = "x Picked.", "picked"
    elif hand.draft is not None and not hand.groups:
        said, style = _use(hand, card), "good"
    else:
        said, style = "", ""
    if not reason and len(lines) >= rect.height:
        said = ""  # its sign says it; nothing else says what the card does
    least = 1 if hand.groups else 2  # where a row below the panels says why, the text goes first
    keep = max(1, min(rect.height, max(least, rect.height - bool(said))))
    if len(lines) > keep:
        lines = [*lines[: keep - 1], clip(" ".join(lines[keep - 1 :]), rect.width)]
    used = canvas.lines(rect, lines)
    if said and used < rect.height:
        canvas.put(rect.x, rect.y + used, clip(said, rect.width), style)


def _use(hand: Hand, card: CardView) -> str:
    """That a card can be picked, or what it could be used for by somebody who wants to act."""
    draft = hand.draft
    if draft is None or card.id is None or not draft.model.prompt.claiming:
        return "It can be picked now."
    reasons = draft.model.option_reasons((card.id,))
    uses = [draft.model.option_label(key, (card.id,)) for key, why in reasons.items() if not why]
    return f"Now: {' or '.join(uses)}." if uses else "It could be played now."


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
    if not fits and rect.height >= TWO_ROWS and (rows := _two_rows(sizes, rect.width + 1)):
        for y, places in enumerate(rows):
            _row_of_cards(canvas, rect.below(y), hand, said, sizes, places)
        return len(rows)
    first, last = _window(sizes, hand.cursor, rect.width + 1 if fits else rect.width - 4)
    x = rect.x
    if first:
        x = canvas.put(x, rect.y, "< ", "dim")
    _row_of_cards(
        canvas, replace(rect, x=x, width=rect.right - x), hand, said, sizes, range(first, last + 1)
    )
    if last < len(hand.cards) - 1:
        canvas.right(rect, 0, ">", "dim")
    return 1


def _row_of_cards(
    canvas: Canvas,
    rect: Rect,
    hand: Hand,
    said: Sequence[str],
    sizes: Sequence[int],
    places: Sequence[int],
) -> None:
    x = rect.x
    for place in places:
        canvas.put(x, rect.y, said[place], hand.style(hand.cards[place]), rect.right - x)
        _mark_card(canvas, Rect(x, rect.y, width(said[place]), 1), hand, place)
        x += sizes[place]


def _two_rows(sizes: Sequence[int], room: int) -> tuple[Sequence[int], ...]:
    """The places of all cards in two rows; none where two do not do."""
    first = next((n for n in range(len(sizes), 0, -1) if sum(sizes[:n]) <= room), 0)
    rows = range(first), range(first, len(sizes))
    return rows if first and sum(sizes[first:]) <= room else ()


GroupRow = list[tuple[int, int, str]]
"""Cards in one row under one name: of each its place, its column and its text."""
TEXT_ROWS = 3
"""Rows for what the card with the cursor does."""


def rows_wanted(hand: Hand, scene: Scene, size: int) -> int:
    """How many rows a grouped hand would use, with what the card with the cursor does."""
    return len(_group_rows(hand, scene, size)) + TEXT_ROWS


def _lead(hand: Hand) -> int:
    """The cells before the cards: for the names of the groups."""
    most = max(map(width, hand.groups))
    return most + 1 if most else 0


def _group_rows(hand: Hand, scene: Scene, size: int) -> list[GroupRow]:
    rows: list[GroupRow] = []
    for name in dict.fromkeys(hand.groups):
        x = size
        for place, group in enumerate(hand.groups):
            if group != name:
                continue
            said = f"{_digit(place)}{hand.sign(hand.cards[place])}{_short(hand, place, scene)}"
            if x + width(said) > size:
                rows.append([])
                x = _lead(hand)
            rows[-1].append((place, x, said))
            x += width(said) + 2
    return rows


def _grouped_cards(canvas: Canvas, rect: Rect, hand: Hand, scene: Scene) -> int:
    """The cards under what they are shown under; as many rows as leave two for what one does."""
    rows = _group_rows(hand, scene, rect.width)
    most = max(1, rect.height - 2)
    at = next((y for y, row in enumerate(rows) if any(p == hand.cursor for p, _, _ in row)), 0)
    top = max(0, min(at - most // 2, len(rows) - most))
    for y, row in enumerate(rows[top : top + most]):
        name = hand.groups[row[0][0]]
        before = top + y and hand.groups[rows[top + y - 1][0][0]] == name
        canvas.put(rect.x, rect.y + y, "" if before else name, "dim", _lead(hand))
        for place, x, said in row:
            canvas.put(rect.x + x, rect.y + y, said, hand.style(hand.cards[place]), rect.width - x)
            spot = Rect(rect.x + x, rect.y + y, width(said), 1)
            _mark_card(canvas, spot, hand, place)
    if top + most < len(rows):
        canvas.right(rect, most - 1, "more", "dim")
    return min(most, len(rows))


def _short(hand: Hand, place: int, scene: Scene) -> str:
    return scene.put_names(hand.cards[place].short)


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
    """Cards in boxes, which say what each does where there is room for that."""
    size, height = _box(rect, len(hand.cards))
    first, last = _window([size + 1] * len(hand.cards), hand.cursor, rect.width - 4)
    if len(hand.cards) * (size + 1) - 1 <= rect.width:
        first, last = 0, len(hand.cards) - 1
    together = all(_fits_beside(card, scene, size - 2) for card in hand.cards)
    x = rect.x + (2 if first else 0)
    if first:
        canvas.put(rect.x, rect.y + 1, "<", "dim")
    for place in range(first, last + 1):
        box = Rect(x, rect.y, size, height)
        _boxed_card(canvas, box, hand, place, scene, together=together)
        x += size + 1
    if last < len(hand.cards) - 1:
        canvas.put(x, rect.y + 1, ">", "dim")
    return height


def _box(rect: Rect, count: int) -> tuple[int, int]:
    """Width and height of the boxes of so many cards: larger ones where all of these fit."""
    size, height = min(LARGE, (rect.width + 1) // count - 1), rect.height - BELOW
    return (size, min(TALL, height)) if size >= WORDY and height > 4 else (BOX, 4)


def _fits_beside(card: CardView, scene: Scene, size: int) -> bool:
    """Whether a card's name and suit go into one row."""
    name, suit = scene.put_names(card.name or card.title), word_suited(card)
    return width(name) + 1 + width(suit) <= size


def _boxed_card(
    canvas: Canvas, box: Rect, hand: Hand, place: int, scene: Scene, *, together: bool
) -> None:
    card = hand.cards[place]
    inner = Rect(box.x + 1, box.y + 1, box.width - 2, box.height - 2)
    style = hand.style(card)
    canvas.box(box, style="picked" if hand.is_picked(card) else "frame")
    canvas.put(box.x + 2, box.y, f" {_digit(place)} ", style)
    name, rest = scene.put_names(card.name or card.title), word_suited(card)
    large = box.height > 4
    if large and together:
        name, rest = f"{name} {rest}".rstrip(), ""
    elif width(name) > inner.width:
        words = wrap(name, inner.width)
        name, rest = words[0], clip(" ".join([*words[1:], rest]), inner.width)
    names = [name, rest] if rest or not large else [name]
    for row, text in enumerate(names):
        canvas.put(inner.x, inner.y + row, fit(text, inner.width), style)
    if large:
        below = inner.below(len(names))
        canvas.lines(below, _does(card, scene, below), "dim" if hand.reason(card) else "")
    sign = {"x": "[x]", "-": " - ", NEW: "new"}.get(hand.sign(card), "")
    if sign and (hand.draft is not None or sign == "new"):
        canvas.put(box.right - 5, box.bottom - 1, sign, style)
    _mark_card(canvas, box, hand, place, inner=Rect(inner.x, inner.y, inner.width, len(names)))


def _does(card: CardView, scene: Scene, room: Rect) -> list[str]:
    """What a card does, in whole sentences, or as much of the first as fits."""
    text = scene.put_names(card.gist or card.text)
    lines = sentences(text, room.width, room.height)
    if lines or not text or not room.height:
        return lines
    # For the layout alone, as in `sentences`: where no whole sentence fits, the first begins here.
    first = wrap(text.partition(". ")[0], room.width)
    head, tail = first[: room.height - 1], " ".join(first[room.height - 1 :])
    return [*head, clip(tail, room.width)]
