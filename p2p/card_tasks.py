"""Tasks that move cards: what each seat must prove so that a step of the rules holds.

Each class is one step of the rules. The ciphertexts a step works on are fixed when it is reached:
later steps make new slots and never change old ones, so a late part is judged against the very
slot that its step named.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field

from crypto.context import Context
from crypto.elgamal import Ciphertext
from crypto.group import Point
from crypto.remask import check_remask, remask
from crypto.shares import check_shares, prove_shares
from crypto.shuffle import check_shuffle, shuffle
from crypto.slots import Slot
from crypto.transfer import check_transfer, transfer
from p2p import codec
from p2p.codec import Value
from p2p.message import Kind, joined
from p2p.tasks import Clock, SeatSecrets, Task

Progress = Callable[[int, int, int, int], None]
"""Called with (step, seat, cards done, cards in all) while a shuffle is made or checked."""


@dataclass(slots=True)
class Keys:
    """Public card keys by seat, and the work aids that never change a result."""

    card: dict[int, Point] = field(default_factory=dict)
    pool: Executor | None = None
    progress: Progress | None = None

    def joint(self, seats: Sequence[int]) -> Point:
        """X: the sum of the card keys of `seats`."""
        total = self.card[seats[0]]
        for seat in seats[1:]:
            total = total + self.card[seat]
        return total

    def ticker(self, step: int, seat: int) -> Callable[[int, int], None] | None:
        """A progress callback for one pass of one shuffle."""
        report = self.progress
        if report is None:
            return None
        return lambda done, total: report(step, seat, done, total)


def read_ciphertexts(value: Value, count: int) -> tuple[Ciphertext, ...]:
    """`count` ciphertexts of 64 bytes each, one after the other."""
    data = codec.blob(value, 64 * count)
    return tuple(Ciphertext.decode(data[i : i + 64]) for i in range(0, len(data), 64))


def read_points(value: Value, count: int) -> tuple[Point, ...]:
    """`count` points of 32 bytes each."""
    data = codec.blob(value, 32 * count)
    return tuple(
        Point.decode(data[i : i + 32], allow_identity=True) for i in range(0, len(data), 32)
    )


def settled(slots: Sequence[Slot]) -> bool:
    """Whether every slot has its ciphertext."""
    return all(slot.ciphertext is not None for slot in slots)


def ciphertexts(slots: Sequence[Slot]) -> tuple[Ciphertext, ...]:
    """The ciphertexts of settled slots."""
    return tuple(slot.ciphertext for slot in slots if slot.ciphertext is not None)


def stamps(start: Clock, slots: Sequence[Slot]) -> Clock:
    """What a part that works on the ciphertexts of `slots` must cover."""
    return joined(start, *(slot.stamp for slot in slots))


def read_stamps(start: Clock, slots: Sequence[Slot], reader: int | None) -> Clock:
    """What a part that rests on `reader`'s (None: everybody's) reading of `slots` must cover."""
    return joined(start, *(stamp for slot in slots for stamp in slot.read_stamps(reader)))


class ShuffleTask(Task):
    """One verifiable re-encryption shuffle by each seat in turn."""

    blocking = True

    def __init__(
        self,
        table: bytes,
        number: int,
        stamp: Clock,
        *,
        keys: Keys,
        seats: tuple[int, ...],
        cards: tuple[int, ...],
        stage: list[Slot],
    ) -> None:
        super().__init__(table, number, stamp)
        self._keys = keys
        self.seats = seats
        self.cards = cards
        self.stage = stage
        self.passed: list[int] = []
        self._turned = stamp  # when the turn came to whose it is

    def owes(self, seat: int) -> Kind | None:
        if not self.stage or seat not in self.seats or seat in self.passed:
            return None
        return Kind.SHUFFLE

    def turn(self) -> int | None:
        """Whose pass is next."""
        return next((s for s in self.seats if s not in self.passed), None)

    def facts(self, seat: int) -> Clock | None:
        if seat != self.turn() or not settled(self.stage):
            return None
        return stamps(self._turned, self.stage)

    def make(self, seat: int, secrets: SeatSecrets) -> Value:
        outputs, proof = shuffle(
            secrets.secret,
            ciphertexts(self.stage),
            self._keys.joint(self.seats),
            self.context(seat),
            progress=self._keys.ticker(self.number, seat),
            pool=self._keys.pool,
        )
        return (b"".join(ct.encode() for ct in outputs), proof)

    def accept(self, seat: int, kind: Kind, payload: Value, stamp: Clock) -> None:
        outputs, proof = codec.array(payload, 2)
        after = read_ciphertexts(outputs, len(self.stage))
        check_shuffle(
            ciphertexts(self.stage),
            after,
            self._keys.joint(self.seats),
            codec.blob(proof),
            self.context(seat),
            progress=self._keys.ticker(self.number, seat),
            pool=self._keys.pool,
        )
        rests = joined(stamps(self.rests, self.stage), stamp)
        self.stage = [Slot(self.seats, rests, ct) for ct in after]
        self.passed.append(seat)
        self.rests = rests

    def leave(self, seat: int, stamp: Clock) -> None:
        self.seats = tuple(s for s in self.seats if s != seat)
        self._turned = joined(self._turned, stamp)

    def go_on_without(self, seat: int, handed: dict[int, Slot]) -> dict[int, Slot]:
        """Take the layer of a seat that leaves off the cards as they stand.

        `handed`: cards that it had read, now under the key of those who stay. Returns those of
        them that are not in this shuffle.
        """
        if len(self.seats) > 2:  # else one seat alone has won, and nobody needs the deck
            cards = zip(self.cards, self.stage, strict=True)
            self.stage = [handed.get(card) or slot.without(seat) for card, slot in cards]
        return {card: slot for card, slot in handed.items() if card not in self.cards}

    def complete(self) -> bool:
        return not self.stage or self.turn() is None


class HandTask(Task):
    """A step for which one seat alone owes a proof over cards that it alone can read."""

    kind: Kind

    def __init__(
        self,
        table: bytes,
        number: int,
        stamp: Clock,
        *,
        keys: Keys,
        owner: int,
        sources: Sequence[Slot],
        targets: Sequence[Slot],
    ) -> None:
        super().__init__(table, number, stamp)
        self._keys = keys
        self.owner = owner
        self._sources = tuple(sources)
        self._targets = tuple(targets)
        self._paid = not self._sources
        self.paid_at: Clock = stamp
        """The clock of the proof, once it is here."""

    def owes(self, seat: int) -> Kind | None:
        return self.kind if seat == self.owner and not self._paid else None

    def facts(self, seat: int) -> Clock | None:
        if self._inputs() is None:
            return None
        return read_stamps(self.stamp, self._sources, self.owner)

    def _inputs(self) -> list[Ciphertext] | None:
        """The cards under the owner's key alone, or None while somebody owes it a share."""
        inputs = [source.alone(self.owner) for source in self._sources]
        known = [ct for ct in inputs if ct is not None]
        return known if len(known) == len(inputs) else None

    def _ready(self) -> list[Ciphertext]:
        inputs = self._inputs()
        assert inputs is not None, "judged only when ready"
        return inputs

    def _settle(self, outputs: Sequence[Ciphertext], stamp: Clock) -> None:
        for slot, ct in zip(self._targets, outputs, strict=True):
            slot.settle(ct, joined(slot.stamp, stamp))
        self._paid = True
        self.paid_at = joined(self.stamp, stamp)

    @property
    def paid(self) -> bool:
        """Whether the proof is here."""
        return self._paid


class MixTask(HandTask):
    """The owner shuffles its own hand; nobody else can follow a card through it."""

    kind = Kind.MIX

    def make(self, seat: int, secrets: SeatSecrets) -> Value:
        outputs, proof = shuffle(
            secrets.secret,
            self._ready(),
            secrets.card.public,
            self.context(seat),
            label="mix",
        )
        return (b"".join(ct.encode() for ct in outputs), proof)

    def accept(self, seat: int, kind: Kind, payload: Value, stamp: Clock) -> None:
        outputs, proof = codec.array(payload, 2)
        after = read_ciphertexts(outputs, len(self._sources))
        check_shuffle(
            self._ready(),
            after,
            self._keys.card[seat],
            codec.blob(proof),
            self.context(seat),
            label="mix",
        )
        self._settle(after, stamp)


class TransferTask(HandTask):
    """Hidden cards go from their owner to another seat's key, or back under the joint key."""

    kind = Kind.TRANSFER

    def _to(self) -> Point:
        return self._keys.joint(self._targets[0].layers)

    def make(self, seat: int, secrets: SeatSecrets) -> Value:
        return make_transfers(secrets, self._ready(), self._to(), self.context(seat))

    def accept(self, seat: int, kind: Kind, payload: Value, stamp: Clock) -> None:
        after = read_transfers(
            payload, self._keys.card[seat], self._ready(), self._to(), self.context(seat)
        )
        self._settle(after, stamp)


class DealTask(Task):
    """All other seats take their layers off, so that one seat can read the cards.

    A second reader of a card re-masks it first; shares given to the earlier reader are void then.
    """

    def __init__(
        self,
        table: bytes,
        number: int,
        stamp: Clock,
        *,
        keys: Keys,
        reader: int,
        slots: Sequence[Slot],
        remasks: Sequence[tuple[Slot, Slot]],
    ) -> None:
        super().__init__(table, number, stamp)
        self._keys = keys
        self.reader = reader
        self.slots = tuple(slots)
        self._remasks = tuple(remasks)

    def owes(self, seat: int) -> Kind | None:
        if seat == self.reader:
            unsettled = any(new.ciphertext is None for _, new in self._remasks)
            return Kind.REMASK if unsettled else None
        return Kind.SHARES if owed_slots(self.slots, seat) else None

    def facts(self, seat: int) -> Clock | None:
        wanted: Sequence[Slot] = owed_slots(self.slots, seat)
        if seat == self.reader:
            wanted = [old for old, _ in self._remasks]
        return stamps(self.stamp, wanted) if settled(wanted) else None

    def make(self, seat: int, secrets: SeatSecrets) -> Value:
        if seat != self.reader:
            return make_shares(secrets, owed_slots(self.slots, seat), self.context(seat))
        parts = []
        for old, new in self._remasks:
            (before,) = ciphertexts([old])
            key = self._keys.joint(new.layers)
            ct, proof = remask(secrets.secret, before, key, self.context(seat))
            parts.append((ct.encode(), proof))
        return tuple(parts)

    def accept(self, seat: int, kind: Kind, payload: Value, stamp: Clock) -> None:
        if kind is Kind.SHARES:
            wanted = owed_slots(self.slots, seat)
            take_shares(payload, self._keys.card[seat], wanted, seat, stamp, self)
            return
        items = codec.array(payload, len(self._remasks))
        read = []
        for item, (old, new) in zip(items, self._remasks, strict=True):
            encoded, proof = codec.array(item, 2)
            (before,) = ciphertexts([old])
            after = Ciphertext.decode(codec.blob(encoded, 64))
            key = self._keys.joint(new.layers)
            check_remask(before, after, key, codec.blob(proof), self.context(seat))
            read.append((new, after))
        for new, after in read:
            new.settle(after, joined(new.stamp, stamp))

    def arrived(self) -> bool:
        """Whether the reader can read all of them now."""
        return all(
            slot.ciphertext is not None and not slot.missing(self.reader) for slot in self.slots
        )


class OpenTask(Task):
    """Everybody learns: each seat whose layer is still on a card takes it off."""

    blocking = True

    def __init__(
        self,
        table: bytes,
        number: int,
        stamp: Clock,
        *,
        keys: Keys,
        slots: Sequence[Slot],
        refusable: int | None = None,
    ) -> None:
        super().__init__(table, number, stamp)
        self._keys = keys
        self.slots = tuple(slots)
        self.refusable = refusable

    def owes(self, seat: int) -> Kind | None:
        return Kind.SHARES if owed_slots(self.slots, seat) else None

    def facts(self, seat: int) -> Clock | None:
        wanted = owed_slots(self.slots, seat)
        return stamps(self.stamp, wanted) if settled(wanted) else None

    def make(self, seat: int, secrets: SeatSecrets) -> Value:
        return make_shares(secrets, owed_slots(self.slots, seat), self.context(seat))

    def accept(self, seat: int, kind: Kind, payload: Value, stamp: Clock) -> None:
        wanted = owed_slots(self.slots, seat)
        take_shares(payload, self._keys.card[seat], wanted, seat, stamp, self)

    def leave(self, seat: int, stamp: Clock) -> None:
        if seat == self.refusable:
            self.slots = ()

    def complete(self) -> bool:
        return settled(self.slots) and not any(slot.missing(None) for slot in self.slots)

    def result(self) -> object:
        self.rests = read_stamps(self.rests, self.slots, None)
        return tuple(slot.plain() for slot in self.slots)


def owed_slots(slots: Sequence[Slot], seat: int) -> list[Slot]:
    """Slots on which `seat`'s layer still lies. Its own earlier parts alone decide this."""
    return [slot for slot in slots if seat in slot.layers and seat not in slot.shares]


def make_shares(secrets: SeatSecrets, slots: Sequence[Slot], context: Context) -> Value:
    """A seat's shares on `slots` with their batched proof."""
    shares, proof = prove_shares(secrets.secret, secrets.card, ciphertexts(slots), context)
    return (b"".join(share.encode() for share in shares), proof)


def take_shares(
    payload: Value, key: Point, slots: Sequence[Slot], seat: int, stamp: Clock, task: Task
) -> None:
    """Check a seat's shares on `slots` and take its layers off."""
    encoded, proof = codec.array(payload, 2)
    shares = read_points(encoded, len(slots))
    check_shares(key, ciphertexts(slots), shares, codec.blob(proof), task.context(seat))
    for slot, share in zip(slots, shares, strict=True):
        slot.add_share(seat, share, stamp)
    task.rests = joined(task.rests, stamp)


def make_transfers(
    secrets: SeatSecrets, inputs: Sequence[Ciphertext], to: Point, context: Context
) -> Value:
    """Each of a seat's own cards re-encrypted to another key, with its proof."""
    made = [transfer(secrets.secret, secrets.card, ct, to, context) for ct in inputs]
    return tuple((ct.encode(), proof) for ct, proof in made)


def read_transfers(
    payload: Value, giver: Point, inputs: Sequence[Ciphertext], to: Point, context: Context
) -> list[Ciphertext]:
    """The cards under their new key, each proof checked."""
    outputs = []
    for before, item in zip(inputs, codec.array(payload, len(inputs)), strict=True):
        encoded, proof = codec.array(item, 2)
        after = Ciphertext.decode(codec.blob(encoded, 64))
        check_transfer(giver, before, after, to, codec.blob(proof), context)
        outputs.append(after)
    return outputs
