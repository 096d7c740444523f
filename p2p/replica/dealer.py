"""From the steps of the rules to the cryptography that carries them out.

The dealer keeps one slot for every card id and makes one task for every reached step. It knows
keys, ciphertexts and faces that are open to all; it never knows a seat's secrets, except where it
is asked what one seat can read with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from crypto.elgamal import decrypt, face_point
from crypto.group import Point
from crypto.slots import Slot, open_slot
from games.engine.engine import Reached
from games.engine.steps import (
    Ask,
    AskAll,
    Chance,
    Claims,
    Deal,
    Give,
    Mix,
    Open,
    Peek,
    PutBack,
    Reveal,
    Shuffle,
)
from games.engine.table import Table
from games.engine.values import CardId, Face, face_bytes
from p2p.replica.card_payloads import Keys
from p2p.replica.card_tasks import DealTask, MixTask, OpenTask, ShuffleTask, TransferTask
from p2p.replica.choice_tasks import AskAllTask, AskTask, ClaimsTask
from p2p.replica.task import ChanceTask, Clock, Reach, SeatSecrets, Task


class Dealer:
    """Slots and tasks of one table, once all keys are known."""

    def __init__(
        self, table_id: bytes, game: str, table: Table, keys: Keys, chance: Mapping[int, Point]
    ) -> None:
        self.table = table
        self.seats = tuple(sorted(keys.card))
        self._table_id = table_id
        self._game = game
        self._keys = keys
        self._chance = dict(chance)
        self._slots: dict[int, Slot] = {}
        self._zero: Clock = (0,) * len(self.seats)
        self._points: dict[Face, Point] = {}
        self._faces: dict[Point, Face] = {}
        self._read: dict[int, tuple[Slot, Face]] = {}

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
        """The hidden faces that `seat` may see now: its hand, and what it peeked at."""
        seen: dict[CardId, Face] = {}
        for zone in self.table.zones.values():
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
        elif not slot.missing(None):
            plain = slot.plain()
            if plain is not None:
                slot = self._slots[card] = self._opened(plain)
        return slot

    def _opened(self, point: Point) -> Slot:
        keys = {seat: self._keys.card[seat] for seat in self.seats}
        return open_slot(point, keys, self._zero)

    def _slots_of(self, cards: Iterable[int]) -> list[Slot]:
        return [self.slot(card) for card in cards]

    def _fresh(self, cards: Iterable[int], layers: tuple[int, ...], clock: Clock) -> list[Slot]:
        """Slots whose ciphertext is still owed."""
        slots = [Slot(layers, clock) for _ in cards]
        self._slots.update(zip(cards, slots, strict=True))
        return slots

    def finish_shuffle(self, step: Shuffle, task: ShuffleTask) -> None:
        """All have shuffled: the outputs are the fresh cards."""
        for card in step.cards:
            self._slots.pop(card, None)
        self._slots.update(zip(step.fresh, task.stage, strict=True))

    # Tasks

    def task(self, reached: Reached, clock: Clock) -> Task | None:
        """What a reached step calls for; None if it calls for nothing."""
        reach = Reach(self._table_id, reached.number, clock)
        match reached.step:
            case Shuffle() as step:
                stage = [self._present(slot) for slot in self._slots_of(step.cards)]
                return ShuffleTask(
                    reach, self._keys, seats=self.seats, cards=step.cards, stage=stage
                )
            case Mix() as step:
                return self._mix(step, reach)
            case Give() as step:
                return self._transfer(step.cards, step.giver, (step.to,), reach)
            case PutBack() as step:
                return self._transfer(step.cards, step.giver, self.seats, reach)
            case Deal() | Peek() as step:
                return None if step.to is None else self._deal(step.cards, step.to, reach)
            case Open() as step:
                return OpenTask(reach, self._keys, slots=self._slots_of(step.cards))
            case Reveal() as step:
                slots = self._slots_of(step.cards)
                return OpenTask(reach, self._keys, slots=slots, refusable=step.holder)
            case Chance() as step:
                keys = {seat: self._chance[seat] for seat in self.seats}
                return ChanceTask(reach, keys=keys, sides=step.sides, why=step.why)
            case Ask() as step:
                return AskTask(reach, seat=step.seat, choice=step.choice, public=self.table)
            case AskAll() as step:
                return AskAllTask(reach, asks=step.asks, public=self.table)
            case Claims() as step:
                return ClaimsTask(reach, offers=step.offers)
        raise AssertionError(f"no task for {type(reached.step).__name__}")

    def _mix(self, step: Mix, reach: Reach) -> MixTask:
        sources = self._slots_of(step.cards)
        for card in step.cards:
            self._slots.pop(card, None)
        targets = self._fresh(step.fresh, (step.owner,), reach.clock)
        return MixTask(reach, self._keys, owner=step.owner, sources=sources, targets=targets)

    def _transfer(
        self, cards: tuple[CardId, ...], giver: int, to: tuple[int, ...], reach: Reach
    ) -> TransferTask:
        sources = self._slots_of(cards)
        targets = self._fresh(cards, to, reach.clock)
        return TransferTask(reach, self._keys, owner=giver, sources=sources, targets=targets)

    def _deal(self, cards: tuple[CardId, ...], to: int, reach: Reach) -> DealTask:
        slots: list[Slot] = []
        remasks: list[tuple[Slot, Slot]] = []
        for card in cards:
            slot = self.slot(card)
            if slot.needs_remask(to):
                (fresh,) = self._fresh((card,), self.seats, reach.clock)
                remasks.append((self._present(slot), fresh))
                slot = fresh
            slot.release(to)
            slots.append(slot)
        return DealTask(reach, self._keys, reader=to, slots=slots, remasks=remasks)

    # Leaving

    def locked_by(
        self, seat: int, shuffling: ShuffleTask | None
    ) -> tuple[list[Slot], list[tuple[int, Slot]]]:
        """What a seat that leaves still locks for the others.

        First slots that nobody has read: it must give its layer up. Then cards, with their slots,
        that it alone has read and that were never dealt to it: those are lost with it.
        """
        shares: list[Slot] = []
        peeked: list[tuple[int, Slot]] = []

        def look(card: int, slot: Slot, *, own: bool) -> None:
            if seat in slot.layers and slot.joint and seat not in slot.shares:
                if slot.reader is None:
                    shares.append(slot)
                elif slot.reader == seat and not own:
                    peeked.append((card, slot))

        if shuffling is not None:
            for card, slot in zip(shuffling.cards, shuffling.stage, strict=True):
                look(card, slot, own=False)
        skip = set(shuffling.cards) if shuffling else set()
        for zone in self.table.zones.values():
            for card in zone.cards:
                if card in self._slots and card not in skip:
                    look(card, self._slots[card], own=self.table.reader(card) == seat)
        return shares, peeked

    def replace(self, card: int, slot: Slot) -> None:
        """A card's new slot."""
        self._slots[card] = slot

    def leave(self, seat: int) -> None:
        """`seat` is out: from now on X is the sum of the keys that are left."""
        self.seats = tuple(s for s in self.seats if s != seat)

    def _present(self, slot: Slot) -> Slot:
        """A joint slot with the layers of seats that left taken off."""
        for seat in slot.layers:
            if slot.joint and seat not in self.seats:
                slot = slot.without(seat)
        return slot
