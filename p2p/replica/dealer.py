"""The cards of a table under their layers: one slot for every card id, and the faces they show.

The dealer knows keys, ciphertexts and faces that are open to all; it never knows a seat's secrets,
except where it is asked what one seat can read with them. The tasks of steps (`registry`) take
slots from it and put new ones in their place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from crypto.elgamal import decrypt, face_point
from crypto.group import G, Point
from crypto.slots import Slot, open_slot
from games.engine.step import Step
from games.engine.table import Table
from games.engine.values import CardId, Face, face_bytes
from p2p.replica.card_payloads import Keys
from p2p.replica.fog_state import Fog
from p2p.replica.task import Clock, Reach, SeatSecrets, Task


class Dealer:
    """Slots and faces of one table, once all keys are known."""

    def __init__(self, game: str, table: Table, keys: Keys, chance: Mapping[int, Point]) -> None:
        self.table = table
        self.seats = tuple(sorted(keys.card))
        self._game = game
        self.keys = keys
        self.chance_keys = dict(chance)
        self._slots: dict[int, Slot] = {}
        self._zero: Clock = (0,) * len(self.seats)
        self._points: dict[Face, Point] = {}
        self._faces: dict[Point, Face] = {}
        self._read: dict[int, tuple[Slot, Face]] = {}
        self.fog = Fog()

    # Faces

    def face(self, point: Point) -> Face:
        """The face whose point this is. Proofs leave no other points to come out."""
        self._learn_faces()
        return self._faces[point]

    def _learn_faces(self) -> None:
        for face in self.table.all_faces[len(self._points) :]:
            point = face_point(self._game, face_bytes(face))
            self._points[face] = point
            self._faces[point] = face

    def known(self, seat: int, secrets: SeatSecrets) -> Mapping[CardId, Face]:
        """The hidden faces that `seat` may see now: its hand, and what it peeked at.

        Not among them are the positions of views: what they show is in the seat's half.
        """
        seen: dict[CardId, Face] = {}
        for zone in self.table.zones.values():
            if self.fog.is_view(zone.name):
                continue
            for card in zone.cards:
                if not self.table.is_open(card):
                    face = self._private(card, seat, secrets)
                    if face is not None:
                        seen[card] = face
        return seen

    def _private(self, card: CardId, seat: int, secrets: SeatSecrets) -> Face | None:
        slot = self._slots.get(card)
        if slot is None or (slot.joint and slot.reader != seat):
            return None
        cached = self._read.get(card)
        if cached is not None and cached[0] is slot:
            return cached[1]
        alone = slot.alone(seat)
        if alone is None:
            return None
        face = self.face(decrypt(secrets.card, alone))
        self._read[card] = (slot, face)
        return face

    # Slots

    def slot(self, card: int) -> Slot:
        """The card's current slot; an open card gets one that starts anew from its face."""
        slot = self._slots.get(card)
        if slot is None:
            face = self.table.created[CardId(card)]
            self._learn_faces()
            slot = self._slots[card] = self._opened(self._points[face])
        elif not slot.missing(None) and not self._is_anew(slot):
            plain = slot.plain()
            if plain is not None:
                slot = self._slots[card] = self._opened(plain)
        return slot

    def _is_anew(self, slot: Slot) -> bool:
        """Whether an open card's slot is as it was made, for the seats still in."""
        ct = slot.ciphertext
        fresh = ct is not None and ct.c1 == G and slot.reader is None
        return fresh and slot.layers == self.seats

    def _opened(self, point: Point) -> Slot:
        keys = {seat: self.keys.card[seat] for seat in self.seats}
        return open_slot(point, keys, self._zero)

    def slots_of(self, cards: Iterable[int]) -> list[Slot]:
        """The current slots of cards."""
        return [self.slot(card) for card in cards]

    def fresh(self, cards: Sequence[int], layers: tuple[int, ...], clock: Clock) -> list[Slot]:
        """New current slots of cards, whose ciphertexts are still owed."""
        slots = [Slot(layers, clock) for _ in cards]
        self.put(cards, slots)
        return slots

    def put(self, cards: Sequence[int], slots: Sequence[Slot]) -> None:
        """The current slots of cards."""
        self._slots.update(zip(cards, slots, strict=True))

    def forget(self, cards: Iterable[int]) -> None:
        """These ids were given up."""
        for card in cards:
            self._slots.pop(card, None)

    def present(self, slot: Slot) -> Slot:
        """A joint slot with the layers of seats that left taken off."""
        for seat in slot.layers:
            if slot.joint and seat not in self.seats:
                slot = slot.without(seat)
        return slot

    # Leaving

    def locked_by(
        self, seat: int, making: Mapping[int, Slot]
    ) -> tuple[list[Slot], list[tuple[int, Slot]]]:
        """What a seat that leaves still locks for the others.

        `making`: cards in the making, which are not the dealer's yet. First slots that nobody has
        read: it must give its layer up. Then cards, with their slots, that it alone has read and
        that were never dealt to it: those are lost with it.
        """
        shares: list[Slot] = []
        peeked: list[tuple[int, Slot]] = []

        def look(card: int, slot: Slot, *, own: bool) -> None:
            # D-66: nobody else can tell what lies where in its view, and the rules take it out of
            # play.
            if self.fog.owner_of(card) == seat:
                return
            if seat in slot.layers and slot.joint and seat not in slot.shares:
                if slot.reader is None:
                    shares.append(slot)
                elif slot.reader == seat and not own:
                    peeked.append((card, slot))

        for card, slot in making.items():
            look(card, slot, own=False)
        for zone in self.table.zones.values():
            for card in zone.cards:
                if card in self._slots and card not in making:
                    look(card, self._slots[card], own=self.table.reader(card) == seat)
        return shares, peeked

    def leave(self, seat: int) -> None:
        """`seat` is out: from now on X is the sum of the keys that are left."""
        self.seats = tuple(s for s in self.seats if s != seat)


Builder = Callable[[Any, Reach, Dealer], Task | None]
"""Makes the task of a reached step; None if the step calls for nothing. Slots of cards that the
step changes are new from there on."""
Builders = Mapping[type[Step[Any]], Builder]
