"""Tasks that move cards: what each seat must prove so that a step of the rules holds.

Each class is one step of the rules. The ciphertexts a step works on are fixed when it is reached:
later steps make new slots and never change old ones, so a late part is judged against the very
slot that its step named.
"""

from __future__ import annotations

from collections.abc import Sequence

from crypto.elgamal import Ciphertext
from crypto.group import Point
from crypto.remask import check_remask, remask
from crypto.shuffle import check_shuffle, shuffle
from crypto.slots import Slot
from p2p.replica.card_payloads import (
    Keys,
    ciphertexts,
    clocks,
    make_shares,
    make_transfers,
    owed_slots,
    read_ciphertexts,
    read_clocks,
    read_transfers,
    settled,
    take_shares,
)
from p2p.replica.task import Clock, Reach, SeatSecrets, Task
from p2p.wire import codec
from p2p.wire.codec import Value
from p2p.wire.message import Kind, merge


class CardTask(Task):
    """A step that moves cards."""

    def __init__(self, reach: Reach, keys: Keys) -> None:
        super().__init__(reach)
        self._keys = keys


class ShuffleTask(CardTask):
    """One verifiable re-encryption shuffle by each seat in turn."""

    blocking = True

    def __init__(
        self,
        reach: Reach,
        keys: Keys,
        *,
        seats: tuple[int, ...],
        cards: tuple[int, ...],
        stage: list[Slot],
    ) -> None:
        super().__init__(reach, keys)
        self.seats = seats
        self.cards = cards
        self.stage = stage
        self.passed: list[int] = []
        self._turned = reach.clock  # when the turn came to whose it is

    def pending(self, seat: int) -> Kind | None:
        if not self.stage or seat not in self.seats or seat in self.passed:
            return None
        return Kind.SHUFFLE

    def turn(self) -> int | None:
        """Whose pass is next."""
        return next((s for s in self.seats if s not in self.passed), None)

    def required_clock(self, seat: int) -> Clock | None:
        if seat != self.turn() or not settled(self.stage):
            return None
        return clocks(self._turned, self.stage)

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

    def accept(self, seat: int, kind: Kind, payload: Value, clock: Clock) -> None:
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
        depends_on = merge(clocks(self.depends_on, self.stage), clock)
        self.stage = [Slot(self.seats, depends_on, ct) for ct in after]
        self.passed.append(seat)
        self.depends_on = depends_on

    def leave(self, seat: int, clock: Clock) -> None:
        self.seats = tuple(s for s in self.seats if s != seat)
        self._turned = merge(self._turned, clock)

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


class HandTask(CardTask):
    """A step for which one seat alone owes a proof over cards that it alone can read."""

    kind: Kind

    def __init__(
        self,
        reach: Reach,
        keys: Keys,
        *,
        owner: int,
        sources: Sequence[Slot],
        targets: Sequence[Slot],
    ) -> None:
        super().__init__(reach, keys)
        self.owner = owner
        self._sources = tuple(sources)
        self._targets = tuple(targets)
        self._paid = not self._sources
        self.paid_at: Clock = reach.clock
        """The clock of the proof, once it is here."""

    def pending(self, seat: int) -> Kind | None:
        return self.kind if seat == self.owner and not self._paid else None

    def required_clock(self, seat: int) -> Clock | None:
        if self._inputs() is None:
            return None
        return read_clocks(self.clock, self._sources, self.owner)

    def _inputs(self) -> list[Ciphertext] | None:
        """The cards under the owner's key alone, or None while somebody owes it a share."""
        inputs = [source.alone(self.owner) for source in self._sources]
        known = [ct for ct in inputs if ct is not None]
        return known if len(known) == len(inputs) else None

    def _ready(self) -> list[Ciphertext]:
        inputs = self._inputs()
        assert inputs is not None, "judged only when ready"
        return inputs

    def _settle(self, outputs: Sequence[Ciphertext], clock: Clock) -> None:
        for slot, ct in zip(self._targets, outputs, strict=True):
            slot.settle(ct, merge(slot.clock, clock))
        self._paid = True
        self.paid_at = merge(self.clock, clock)

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

    def accept(self, seat: int, kind: Kind, payload: Value, clock: Clock) -> None:
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
        self._settle(after, clock)


class TransferTask(HandTask):
    """Hidden cards go from their owner to another seat's key, or back under the joint key."""

    kind = Kind.TRANSFER

    def _to(self) -> Point:
        return self._keys.joint(self._targets[0].layers)

    def make(self, seat: int, secrets: SeatSecrets) -> Value:
        return make_transfers(secrets, self._ready(), self._to(), self.context(seat))

    def accept(self, seat: int, kind: Kind, payload: Value, clock: Clock) -> None:
        after = read_transfers(
            payload, self._keys.card[seat], self._ready(), self._to(), self.context(seat)
        )
        self._settle(after, clock)


class DealTask(CardTask):
    """All other seats take their layers off, so that one seat can read the cards.

    A second reader of a card re-masks it first; shares given to the earlier reader are void then.
    """

    def __init__(
        self,
        reach: Reach,
        keys: Keys,
        *,
        reader: int,
        slots: Sequence[Slot],
        remasks: Sequence[tuple[Slot, Slot]],
    ) -> None:
        super().__init__(reach, keys)
        self.reader = reader
        self.slots = tuple(slots)
        self._remasks = tuple(remasks)

    def pending(self, seat: int) -> Kind | None:
        if seat == self.reader:
            unsettled = any(new.ciphertext is None for _, new in self._remasks)
            return Kind.REMASK if unsettled else None
        return Kind.SHARES if owed_slots(self.slots, seat) else None

    def required_clock(self, seat: int) -> Clock | None:
        wanted: Sequence[Slot] = owed_slots(self.slots, seat)
        if seat == self.reader:
            wanted = [old for old, _ in self._remasks]
        return clocks(self.clock, wanted) if settled(wanted) else None

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

    def accept(self, seat: int, kind: Kind, payload: Value, clock: Clock) -> None:
        if kind is Kind.SHARES:
            wanted = owed_slots(self.slots, seat)
            take_shares(payload, self._keys.card[seat], wanted, seat, clock, self)
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
            new.settle(after, merge(new.clock, clock))

    def arrived(self) -> bool:
        """Whether the reader can read all of them now."""
        return all(
            slot.ciphertext is not None and not slot.missing(self.reader) for slot in self.slots
        )


class OpenTask(CardTask):
    """Everybody learns: each seat whose layer is still on a card takes it off."""

    blocking = True

    def __init__(
        self, reach: Reach, keys: Keys, *, slots: Sequence[Slot], refusable: int | None = None
    ) -> None:
        super().__init__(reach, keys)
        self.slots = tuple(slots)
        self.refusable = refusable

    def pending(self, seat: int) -> Kind | None:
        return Kind.SHARES if owed_slots(self.slots, seat) else None

    def required_clock(self, seat: int) -> Clock | None:
        wanted = owed_slots(self.slots, seat)
        return clocks(self.clock, wanted) if settled(wanted) else None

    def make(self, seat: int, secrets: SeatSecrets) -> Value:
        return make_shares(secrets, owed_slots(self.slots, seat), self.context(seat))

    def accept(self, seat: int, kind: Kind, payload: Value, clock: Clock) -> None:
        wanted = owed_slots(self.slots, seat)
        take_shares(payload, self._keys.card[seat], wanted, seat, clock, self)

    def leave(self, seat: int, clock: Clock) -> None:
        if seat == self.refusable:
            self.slots = ()

    def complete(self) -> bool:
        return settled(self.slots) and not any(slot.missing(None) for slot in self.slots)

    def result(self) -> object:
        self.depends_on = read_clocks(self.depends_on, self.slots, None)
        return tuple(slot.plain() for slot in self.slots)
