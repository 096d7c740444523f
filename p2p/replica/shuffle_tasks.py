"""Tasks that hide the order of cards: a shuffle by all seats, a mix by the owner of a hand.

The ciphertexts a step works on are fixed when it is reached: later steps make new slots and never
change old ones, so a late part is judged against the very slot that its step named.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from crypto.elgamal import Ciphertext
from crypto.shuffle import check_shuffle, shuffle
from crypto.slots import Slot
from games.engine.private import Half
from games.engine.steps import Mix, Shuffle, ShuffleAhead
from p2p.replica.card_payloads import (
    Keys,
    ciphertexts,
    clocks,
    read_ciphertexts,
    read_clocks,
    settled,
)
from p2p.replica.dealer import Builders, Dealer
from p2p.replica.part_checks import Check, Owed, PartKind, ProofName, once, proven
from p2p.replica.task import Cards, Clock, Reach, SeatSecrets, Task
from p2p.wire import codec
from p2p.wire.codec import Value
from p2p.wire.message import Kind, merge


class ShuffleTask(Task):
    """One verifiable re-encryption shuffle by each seat in turn."""

    blocking = True
    kind: ClassVar[Kind] = Kind.SHUFFLE

    def __init__(
        self,
        reach: Reach,
        keys: Keys,
        *,
        seats: tuple[int, ...],
        cards: tuple[int, ...],
        stage: list[Slot],
        fresh: tuple[int, ...] = (),
    ) -> None:
        """`cards` with their slots `stage` get the ids `fresh`."""
        super().__init__(reach)
        self._keys = keys
        self.seats = seats
        self.cards = cards
        self.fresh = fresh
        self.stage = stage
        self.passed: list[int] = []
        self._layers = seats  # whose keys lie on the stage
        self._turned = reach.clock  # when the turn came to whose it is

    def pending(self, seat: int) -> Kind | None:
        if not self.stage or seat not in self.seats or seat in self.passed:
            return None
        return self.kind

    def turn(self) -> int | None:
        """Whose pass is next."""
        return next((s for s in self.seats if s not in self.passed), None)

    def required_clock(self, seat: int) -> Clock | None:
        if seat != self.turn() or not settled(self.stage):
            return None
        return clocks(self._turned, self.stage)

    def make(self, seat: int, secrets: SeatSecrets, half: Half | None = None) -> Value:
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
        key, argument = self._keys.joint(self.seats), codec.blob(proof)
        # D-29: checked before our own turn is taken, not beside it.
        self.check(
            lambda: check_shuffle(
                ciphertexts(self.stage),
                after,
                key,
                argument,
                self.context(seat),
                progress=self._keys.ticker(self.number, seat),
                pool=self._keys.pool,
            )
        )
        self._pass(seat, after, clock)

    def _pass(self, seat: int, after: Sequence[Ciphertext], clock: Clock) -> None:
        """The proof of a pass holds: these are the cards now."""
        # D-2: new slots, so that a late share is still judged against the old ones.
        depends_on = merge(clocks(self.depends_on, self.stage), clock)
        self.stage = [Slot(self._layers, depends_on, ct) for ct in after]
        self.passed.append(seat)
        self.depends_on = depends_on

    def leave(self, seat: int, clock: Clock) -> None:
        self.seats = tuple(s for s in self.seats if s != seat)
        self._turned = merge(self._turned, clock)

    def in_the_making(self) -> Mapping[int, Slot]:
        """Cards that the seats are still working on, by id, with their slots as they stand."""
        return dict(zip(self.cards, self.stage, strict=True))

    def go_on_without(self, seat: int, handed: dict[int, Slot]) -> dict[int, Slot]:
        """Take the layer of a seat that leaves off the cards that are in the making.

        `handed`: cards that it had read, now under the key of those who stay. Returns those of
        them that are not among the cards in the making.
        """
        # D-5: the stage goes on without the leaver's layer; old slots keep it.
        if len(self.seats) > 2:  # else one seat alone has won, and nobody needs the deck
            self._layers = tuple(s for s in self._layers if s != seat)
            cards = zip(self.cards, self.stage, strict=True)
            self.stage = [handed.get(card) or slot.without(seat) for card, slot in cards]
        return {card: slot for card, slot in handed.items() if card not in self.cards}

    def complete(self) -> bool:
        return not self.stage or self.turn() is None

    def finish(self, cards: Cards) -> object:
        cards.forget(self.cards)
        cards.put(self.fresh, self.stage)
        return None


class ShuffleAheadTask(ShuffleTask):
    """The same for cards that are not needed yet: the rules are past it already."""

    blocking = False
    # D-54: owed like a mix, but whoever decides need not have done its pass.
    may_follow = True

    def __init__(
        self,
        reach: Reach,
        keys: Keys,
        *,
        seats: tuple[int, ...],
        cards: tuple[int, ...],
        stage: list[Slot],
        targets: Sequence[Slot],
    ) -> None:
        """`targets`: the slots that the cards come out in."""
        super().__init__(reach, keys, seats=seats, cards=cards, stage=stage)
        self._targets = tuple(targets)

    def accept(self, seat: int, kind: Kind, payload: Value, clock: Clock) -> None:
        super().accept(seat, kind, payload, clock)
        if self.turn() is None:
            for target, made in zip(self._targets, self.stage, strict=True):
                assert made.ciphertext is not None
                target.settle(made.ciphertext, made.clock)


class HandTask(Task):
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
        super().__init__(reach)
        self._keys = keys
        self.owner = owner
        self._sources = tuple(sources)
        self._targets = tuple(targets)
        self._proven = not self._sources
        self._proven_clock: Clock = reach.clock

    def pending(self, seat: int) -> Kind | None:
        return self.kind if seat == self.owner and not self._proven else None

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
        self._proven = True
        self._proven_clock = merge(self.clock, clock)

    def proven_clock(self) -> Clock | None:
        """The clock of its proof, once it is here."""
        return self._proven_clock if self._proven else None


class MixTask(HandTask):
    """The owner shuffles its own hand; nobody else can follow a card through it."""

    kind = Kind.MIX

    def make(self, seat: int, secrets: SeatSecrets, half: Half | None = None) -> Value:
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
        before, key, argument = self._ready(), self._keys.card[seat], codec.blob(proof)
        self.check(
            lambda: check_shuffle(before, after, key, argument, self.context(seat), label="mix")
        )
        self._settle(after, clock)


def _shuffle(step: Shuffle, reach: Reach, dealer: Dealer) -> Task:
    stage = [dealer.present(slot) for slot in dealer.slots_of(step.cards)]
    return ShuffleTask(
        reach, dealer.keys, seats=dealer.seats, cards=step.cards, stage=stage, fresh=step.fresh
    )


def _shuffle_ahead(step: ShuffleAhead, reach: Reach, dealer: Dealer) -> Task:
    stage = [dealer.present(slot) for slot in dealer.slots_of(step.cards)]
    dealer.forget(step.cards)
    targets = dealer.fresh(step.fresh, dealer.seats, reach.clock)
    return ShuffleAheadTask(
        reach, dealer.keys, seats=dealer.seats, cards=step.cards, stage=stage, targets=targets
    )


def _mix(step: Mix, reach: Reach, dealer: Dealer) -> Task:
    sources = dealer.slots_of(step.cards)
    dealer.forget(step.cards)
    targets = dealer.fresh(step.fresh, (step.owner,), reach.clock)
    return MixTask(reach, dealer.keys, owner=step.owner, sources=sources, targets=targets)


BUILDERS: Builders = {Shuffle: _shuffle, ShuffleAhead: _shuffle_ahead, Mix: _mix}
PARTS = (
    PartKind(
        Kind.SHUFFLE,
        Check(
            60, "shuffles", "shuffle", "shuffles",
            "no card was added, lost, copied or changed; one honest shuffler hides the order",
            "that those who shuffled told nobody their order",
            ", {shuffled:,} cards in all",
        ),
        {"shuffles": once, "shuffled": proven(64)},
        owed=Owed("a shuffle", "shuffling"),
        mark=ProofName("shuffle", "proof of a shuffle", "proofs of shuffles"),
        dropped=True,
    ),
    PartKind(
        Kind.MIX,
        Check(
            70, "mixes", "mixed hand", "mixed hands",
            "a hand held the same cards after it was mixed",
            "in which order they lie: that is what mixing is for",
            ", {mixed:,} cards in all",
        ),
        {"mixes": once, "mixed": proven(64)},
        owed=Owed("a mixed hand", "mixing a hand"),
        mark=ProofName("mix", "proof of a mixed hand", "proofs of mixed hands"),
    ),
)  # fmt: skip
