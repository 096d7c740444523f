"""What everybody knows of a table: zones, card ids, open faces, who holds what, and the log.

The ledger is kept by the steps alone, the same at every seat, at a spectator and at a verifier. It
never holds a face that is not open to all. ``games.engine.table`` adds what rules may ask for; who
can read which card is in ``games.engine.readers``.

Every plain call of the rules that changes where cards lie or what they show, or names an event,
leaves a *note*. The engine hashes the notes with the step that follows them, so whoever has the
steps and the notes of a table can follow its cards without the rules:

    ("zone", name, owner or nothing, hand)  a zone was made
    ("create", faces, zone)                 new open cards, at the bottom of a zone
    ("place", cards, zone, index)           cards leave where they lie and enter a zone, in order
    ("hide", cards)                         open cards were turned face down
    ("remove", cards)                       cards went out of play
    ("event", name)                         something named has happened
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, TypeAlias

from games.engine.errors import RulesError
from games.engine.readers import Readers
from games.engine.values import CardId, Face, Form, Outcome, Seat, form, ids_form, text_form


class Notes:
    """The notes since they were last hashed, each in its canonical form, put together by hand."""

    __slots__ = ("_forms",)

    def __init__(self) -> None:
        self._forms: list[str] = []

    def __bool__(self) -> bool:
        return bool(self._forms)

    def form(self) -> Form:
        """The canonical form of all of them."""
        return Form(f"({''.join(self._forms)})")

    def clear(self) -> None:
        """They are hashed."""
        self._forms.clear()

    def zone(self, name: str, owner: Seat | None, *, hand: bool) -> None:
        """A zone was made."""
        owned = "n" if owner is None else f"i{owner},"
        self._forms.append(f"(s4:zone{text_form(name)}{owned}{'t' if hand else 'f'})")

    def create(self, faces: tuple[Face, ...], zone: str) -> None:
        """New open cards, at the bottom of a zone."""
        self._forms.append(f"(s6:create{form(faces)}{text_form(zone)})")

    def place(self, cards: Iterable[CardId], zone: str, index: int) -> None:
        """Cards entered a zone, the first at ``index``."""
        self._forms.append(f"(s5:place{ids_form(tuple(cards))}{text_form(zone)}i{index},)")

    def hide(self, cards: Iterable[CardId]) -> None:
        """Open cards were turned face down."""
        self._forms.append(f"(s4:hide{ids_form(tuple(cards))})")

    def remove(self, cards: Iterable[CardId]) -> None:
        """Cards went out of play."""
        self._forms.append(f"(s6:remove{ids_form(tuple(cards))})")

    def event(self, name: str) -> None:
        """Something named has happened."""
        self._forms.append(f"(s5:event{text_form(name)})")


Where: TypeAlias = Literal["top", "bottom"] | int


@dataclass(slots=True)
class Zone:
    """A place for cards. Index 0 is the top. A ``hand`` is unordered: it is mixed before use."""

    name: str
    owner: Seat | None = None
    hand: bool = False
    cards: list[CardId] = field(default_factory=list)
    stale: bool = False
    """A card came in since the last mix (only ever true for a hand)."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the story. ``text`` names a seat as ``{0}``, ``{1}``; ``args`` are its data."""

    text: str
    args: tuple[str | int, ...]
    step: int
    """The number of the last step reached before the line."""
    about: str = ""
    """What it tells, by a word of the game; empty where nobody goes by that. Never hashed."""


class Ledger(Readers):
    """The public state of a table; see the head of the module."""

    def __init__(self, seats: int, options: Mapping[str, str | int]) -> None:
        super().__init__()
        self.seats = seats
        self.options: Mapping[str, str | int] = MappingProxyType(dict(options))
        self.turn: Seat | None = None
        self.state: object = None
        """Whatever else the game keeps in public: set and read by the game alone."""
        self.log: list[LogLine] = []
        self.events: dict[str, int] = {}
        """How often each named event has happened; events end standing passes."""
        self.number = 0
        """The number of the last step reached."""
        self.outcome: Outcome | None = None
        """How the game has ended; None before."""
        self._zones: dict[str, Zone] = {}
        self._hands: dict[Seat, Zone] = {}
        self._zone_of: dict[CardId, Zone | None] = {}
        self._next = 0
        self.notes = Notes()

    # What anybody may read

    @property
    def zones(self) -> Mapping[str, Zone]:
        """All zones by name, in the order in which the rules made them."""
        return MappingProxyType(self._zones)

    @property
    def active(self) -> tuple[Seat, ...]:
        """The seats still in, in order."""
        return tuple(Seat(seat) for seat in range(self.seats) if seat not in self.gone)

    def clockwise(self, first: Seat) -> tuple[Seat, ...]:
        """The seats still in, from ``first`` (if it is one of them) round the table."""
        around = (Seat((first + k) % self.seats) for k in range(self.seats))
        return tuple(seat for seat in around if seat not in self.gone)

    def after(self, seat: Seat) -> Seat:
        """The next seat still in, clockwise; ``seat`` itself if there is no other."""
        others = [other for other in self.clockwise(seat) if other != seat]
        return others[0] if others else seat

    def is_gone(self, seat: Seat) -> bool:
        """Whether a seat has left for good."""
        return seat in self.gone

    def zone(self, name: str) -> Zone:
        """A zone by its name. Raises ``RulesError`` if there is none."""
        try:
            return self._zones[name]
        except KeyError:
            raise RulesError(f"there is no zone '{name}'") from None

    def hand_zone(self, seat: Seat) -> Zone:
        """The hand of a seat. Raises ``RulesError`` if it has none."""
        try:
            return self._hands[seat]
        except KeyError:
            raise RulesError(f"seat {seat} has no hand") from None

    # Plain calls of the rules

    def add_zone(self, name: str, *, owner: Seat | None = None, hand: bool = False) -> Zone:
        """Make an empty zone. A hand has an owner, and an owner one hand."""
        if name in self._zones:
            raise RulesError(f"there is a zone '{name}' already")
        zone = Zone(name, owner, hand)
        if hand:
            if owner is None or owner in self._hands:
                raise RulesError(f"the hand '{name}' needs an owner without another hand")
            self._hands[owner] = zone
        self._zones[name] = zone
        self.notes.zone(name, owner, hand=hand)
        return zone

    def create(self, faces: Sequence[Face], zone: str) -> tuple[CardId, ...]:
        """New cards, open to all, at the bottom of a zone."""
        ids = self.fresh_ids(len(faces))
        for card, face in zip(ids, faces, strict=True):
            self.show_new(card, face)
            self._zone_of[card] = None
        self._enter(ids, self.zone(zone), "bottom")
        if ids:
            self.notes.create(tuple(faces), zone)
        return ids

    def move(self, cards: Iterable[CardId], zone: str, where: Where = "bottom") -> None:
        """Cards change zone, in the order given, and nobody learns anything.

        Cards that are out of play stay there. A hidden card goes into a hand by ``deal`` or
        ``give`` only, unless its reader owns that hand.
        """
        target = self.zone(zone)
        wanted = self._in_play(cards)
        self._use([card for card in wanted if self._zone_of[card] is not target])
        if target.hand:
            for card in wanted:
                if card not in self._faces and self._readers.get(card) != target.owner:
                    raise RulesError(f"card {card} enters a hand unread: deal or give it")
        self._place(wanted, target, where)

    def remove(self, cards: Iterable[CardId]) -> None:
        """Take cards out of play for good, as they are."""
        removed = self._drop(dict.fromkeys(cards))
        if removed:
            self.notes.remove(removed)

    def say(self, text: str, *args: str | int, about: str = "") -> None:
        """A line for the log. Seats are written ``{0}``, ``{1}`` (``games.engine.view.who``)."""
        self.log.append(LogLine(text, args, self.number, about))

    def event(self, name: str) -> None:
        """Something named has happened; it ends the standing passes that wait for it."""
        self.events[name] = self.events.get(name, 0) + 1
        self.notes.event(name)

    # What the engine does to it

    def leave(self, seats: Iterable[Seat]) -> None:
        """These seats have left (called by the engine)."""
        self.gone = tuple(sorted({*self.gone, *seats}))

    def lose(self, cards: Iterable[CardId]) -> None:
        """These hidden cards can never be read again, as seats that left together locked them.

        They drop out of play (called by the engine, whose step says so: it needs no note).
        """
        self._drop(cards)

    # What is done again as it was noted

    def lay(self, cards: Sequence[CardId], zone: str, index: int) -> None:
        """Cards that are in play enter a zone, the first at ``index``. Raises ``RulesError``."""
        target = self.zone(zone)
        if not cards or len(self._in_play(cards)) < len(cards) or len(set(cards)) < len(cards):
            raise RulesError(f"cards that cannot be laid into '{zone}'")
        self._place(cards, target, index)

    def turn_down(self, cards: Sequence[CardId]) -> None:
        """Open cards are turned face down. Raises ``RulesError`` if one is not open."""
        if not self.all_open(cards):
            raise RulesError("a card that is not open is turned down")
        self._hide(cards)

    def check_cards(self, cards: Sequence[CardId]) -> None:
        """Raises ``RulesError`` for an id that no card has."""
        if not all(map(self._zone_of.__contains__, cards)):
            card = next(card for card in cards if card not in self._zone_of)
            raise RulesError(f"there is no card {card}; a shuffle or mix gives fresh ids")

    # What steps write down when they settle

    def renumber(
        self, old: Sequence[CardId], fresh: Sequence[CardId], zone: Zone, *, stale: bool
    ) -> None:
        """Shuffled cards come back under fresh ids, in ``zone``, and nothing is known of them."""
        for card in old:
            self._lift(card)
            del self._zone_of[card]
            self.forget_card(card)
        for card in fresh:
            self._zone_of[card] = zone
        zone.cards.extend(fresh)
        zone.stale = stale

    def copied(self, fresh: Sequence[CardId], zone: Zone) -> None:
        """Copies of cards come into being, at the bottom of ``zone``; nothing is known of them."""
        for card in fresh:
            self._zone_of[card] = zone
        zone.cards.extend(fresh)

    # Helpers

    def fresh_ids(self, count: int) -> tuple[CardId, ...]:
        """The next ids for new or shuffled cards."""
        first = self._next
        self._next += count
        return tuple(CardId(number) for number in range(first, self._next))

    def _in_play(self, cards: Iterable[CardId]) -> list[CardId]:
        wanted = []
        for card in cards:
            if card not in self._zone_of:
                raise RulesError(f"there is no card {card}; a shuffle gives fresh ids")
            if self._zone_of[card] is not None:
                wanted.append(card)
        return wanted

    def _lift(self, card: CardId) -> None:
        zone = self._zone_of[card]
        if zone is not None:
            zone.cards.remove(card)

    def _drop(self, cards: Iterable[CardId]) -> list[CardId]:
        dropped = self._in_play(cards)
        for card in dropped:
            self._lift(card)
            self._zone_of[card] = None
        return dropped

    def _hide(self, cards: Iterable[CardId]) -> None:
        """Turn those of these cards that are open face down."""
        hidden = [card for card in cards if self._faces.pop(card, None) is not None]
        if hidden:
            self.notes.hide(hidden)

    def _place(self, cards: Sequence[CardId], zone: Zone, where: Where) -> None:
        if cards:
            at = self._enter(cards, zone, where)
            self.notes.place(cards, zone.name, at)

    def _enter(self, cards: Sequence[CardId], zone: Zone, where: Where) -> int:
        """Lift cards and lay them into a zone; gives the index of the first."""
        entering = zone.hand and any(self._zone_of[card] is not zone for card in cards)
        for card in cards:
            self._lift(card)
            self._zone_of[card] = zone
        at = len(zone.cards) if where == "bottom" else 0 if where == "top" else where
        if not 0 <= at <= len(zone.cards):
            raise RulesError(f"'{zone.name}' has no place {at}")
        zone.cards[at:at] = cards
        zone.stale = zone.stale or entering
        return at

    def needs_mix(self, zone: Zone) -> bool:
        """Whether a card came in since the last mix and the hand holds a hidden card."""
        return zone.stale and not self.all_open(zone.cards)

    def _use(self, cards: Sequence[CardId], *, chosen: bool = False) -> None:
        """Refuse the use of hidden cards of a hand that needs a mix.

        Using all of its hidden cards at once tells nothing about one of them, so that is allowed,
        unless somebody is to choose among them.
        """
        for zone in self._hands.values():
            if not zone.stale:
                continue
            hidden = [card for card in zone.cards if card not in self._faces]
            used = [card for card in hidden if card in cards]
            if used and (chosen or used != hidden):
                raise RulesError(f"'{zone.name}' must be mixed first: await hand({zone.owner})")
