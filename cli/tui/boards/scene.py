"""What the painters of a table need to know, for a player, a spectator or a replay alike. Pure."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass, field

from cli.model.names import seat_letter
from cli.model.table_text import Names
from cli.tui.boards.suits import short_suited, suit_style
from cli.tui.toolkit.canvas import Canvas, Rect, Target
from cli.tui.toolkit.cells import clip, width
from cli.tui.toolkit.theme import seat_style
from games.engine.map_view import MapView
from games.engine.plan_draft import PlanDraft
from games.engine.values import CardId, Seat
from games.engine.view import Area, CardView, View

BOARD = "board"
AREA = "area"
CHANGED = "▸"
"""Stands behind the title of an area that the last event changed."""


@dataclass(frozen=True)
class Scene:
    """A table at one moment. `cursor`: the number of the card on the board that has the cursor."""

    view: View
    names: Names
    wide: bool
    cursor: int = -1
    picked: Collection[CardId] = ()
    can_pick: Collection[CardId] = ()
    changed: Collection[str] = field(default=())
    """Keys of the areas that the last event changed."""
    plan: PlanDraft | None = None
    """The orders that are being given."""
    chosen: int = -1
    """On a map the place of whom they go to."""
    reach: Mapping[int, str] = field(default_factory=dict)
    """Where that one may go or aim: a sign for each such place."""
    ghost: Mapping[int, str] = field(default_factory=dict)
    """What an order aimed at the cursor would put on the map: a sign for each place."""
    news: Collection[int] = ()
    """On a map the places at which rivals show since the last orders."""
    signs: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    """For boards that show the seats: what is to be known of a seat now, as a sign and in words."""
    looks_at: int = -1
    """On a map the place that is kept in sight; its home if there is none."""
    before: View | None = None
    """The table before the last event: what lies otherwise now is marked."""

    @property
    def map(self) -> MapView | None:
        """The map, with the orders that are being given drawn into it."""
        return self.view.map if self.plan is None else self.plan.map

    @property
    def centre(self) -> int:
        """The place that the map is scrolled to."""
        seen = self.map
        if seen is None:
            return -1
        return self.looks_at if 0 <= self.looks_at < len(seen.places) else seen.home

    def put_names(self, text: str) -> str:
        """A text of the game with the names of people."""
        return self.names.put_into(text)

    def cards(self, area: Area) -> Iterator[tuple[int, CardView]]:
        """The cards of an area with their numbers on the whole board."""
        start = 0
        for other in self.view.areas:
            if other is area:
                break
            start += len(other.cards)
        yield from enumerate(area.cards, start)

    def area(self, key: str) -> Area | None:
        """The area with this key, if the view has it."""
        return next((area for area in self.view.areas if area.key == key), None)

    def token(self, card: CardView) -> str:
        """A card in brackets: round if it can be picked now, with its mark behind."""
        said, mark = self.put_names(short_suited(card)), self._mark(card)
        return f"{card.place} {self._in_brackets(card, said, mark)}".lstrip()

    def _in_brackets(self, card: CardView, said: str, mark: str) -> str:
        if card.id is not None and card.id in self.picked:
            return f"<{said}>{mark}"
        if card.id is not None and card.id in self.can_pick:
            return f"({said}){mark}"
        return f"[{said}]{mark}"

    def _mark(self, card: CardView) -> str:
        if card.holder is not None:
            return seat_letter(card.holder)
        return "*" if card.mark else ""

    def style(self, card: CardView) -> str:
        """The style of a card."""
        if card.id is not None and card.id in self.picked:
            return "picked"
        if not card.open and not card.mine:
            return "dim"
        return f"own {suit_style(card)}".rstrip() if card.mine else suit_style(card)

    def put_card(
        self, canvas: Canvas, x: int, y: int, number: int, card: CardView, room: int
    ) -> int:
        """Write one card of the board in a row; gives the column behind it."""
        return self.put_token(canvas, x, y, number, card, clip(self.token(card), room))

    def put_token(
        self, canvas: Canvas, x: int, y: int, number: int, card: CardView, text: str
    ) -> int:
        """The same with its text ready made."""
        after = canvas.put(x, y, text, self.style(card))
        area = self.area_of(number)
        if area is not None and len(area.cards) > 1 and self.is_new(number):
            canvas.put(x - 1, y, CHANGED, "bold")  # of a card alone the title says it
        rect = Rect(x, y, after - x, 1)
        if number == self.cursor:
            canvas.paint(rect, "cursor")
            canvas.cursor = (x, y)
        canvas.spot(rect, Target(BOARD, number))
        return after

    def put_title(
        self, canvas: Canvas, x: int, y: int, area: Area, text: str, room: int, style: str = ""
    ) -> int:
        """Write the title of an area, with a sign if it has just changed; a click there selects
        the area. Gives the column behind it."""
        changed = area.key in self.changed
        after = canvas.put(x, y, clip(text, room - 1), "bold" if changed else style)
        number = next(n for n, other in enumerate(self.view.areas) if other is area)
        canvas.spot(Rect(x, y, after - x, 1), Target(AREA, number))
        return canvas.put(after, y, CHANGED, "bold") if changed else after

    def put_seat(self, canvas: Canvas, x: int, y: int, seat: Seat | int) -> int:
        """Write the letter of a seat, one's own between arrows."""
        return canvas.put(x, y, self.letter(int(seat)), f"{seat_style(int(seat))} bold")

    def letter(self, seat: int) -> str:
        """The letter of a seat, one's own between arrows."""
        letter = seat_letter(seat)
        return f">{letter}<" if seat == self.names.own else letter

    def is_new(self, number: int) -> bool:
        """Whether a card of the board, or a person, has come to its area, or looks otherwise."""
        area = self.area_of(number)
        if self.before is None or area is None or area.key not in self.changed:
            return False
        old = next((one for one in self.before.areas if one.key == area.key), None)
        known = {_look(card) for card in old.cards} if old is not None else ()
        return _look(self.all_cards()[number]) not in known

    def all_cards(self) -> tuple[CardView, ...]:
        """Every card on the board, in the order of its numbers."""
        return tuple(card for area in self.view.areas for card in area.cards)

    def place_of(self, number: int) -> str:
        """The title of the area in which a card of the board lies."""
        area = self.area_of(number)
        return "" if area is None else self.put_names(area.title)

    def area_of(self, number: int) -> Area | None:
        """The area in which a card of the board lies."""
        for area in self.view.areas:
            if number < len(area.cards):
                return area
            number -= len(area.cards)
        return None

    def first_of(self, place: int) -> int:
        """The number of the first card of an area; -1 if it has none."""
        areas = self.view.areas
        if not 0 <= place < len(areas) or not areas[place].cards:
            return -1
        return sum(len(area.cards) for area in areas[:place])

    def about(self, place: int) -> str:
        """An area in words: what lies there, and its note."""
        area = self.view.areas[place]
        cards = ", ".join(card.title for card in area.cards)
        said = "; ".join(text for text in (cards or "nothing", area.note) if text)
        if area.note and not cards:
            said = area.note
        return self.put_names(f"{area.title}: {said}")


def _look(card: CardView) -> Hashable:
    """By what one tells a card, and how it lies."""
    return (card.id, card.title, card.place, card.mark, card.turned, card.under)


def row_of_cards(
    scene: Scene, canvas: Canvas, rect: Rect, area: Area, note: str = "", *, rows: int = 1
) -> int:
    """The cards of an area, then its note; what has no room is counted. Gives the rows used."""
    x, y = rect.x, rect.y
    cards = list(scene.cards(area))
    for place, (number, card) in enumerate(cards):
        size = width(scene.token(card))
        last = y - rect.y >= rows - 1
        rest = f"+{len(cards) - place}"
        needed = size if place == len(cards) - 1 or not last else size + 1 + width(rest)
        if x + needed > rect.right and x > rect.x:
            if last:
                canvas.put(x, y, rest, "dim", rect.right - x)
                return y - rect.y + 1
            x, y = rect.x, y + 1
        x = scene.put_card(canvas, x, y, number, card, rect.right - x) + 1
    if note:
        gap = 1 if cards else 0
        canvas.put(x + gap, y, clip(note, rect.right - x - gap), "dim")
    return y - rect.y + 1
