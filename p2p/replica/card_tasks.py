"""Tasks that show cards: handed to another seat, dealt to a reader, opened to all.

Each class carries out steps of the rules: what each seat must prove so that the step holds.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial

from crypto.elgamal import Ciphertext, decrypt
from crypto.group import Point
from crypto.remask import check_remask, remask
from crypto.slots import Slot
from games.engine.private import Half, Lesson, Terrain
from games.engine.steps import Deal, Give, Open, Peek, PutBack, Reveal
from games.engine.values import Face
from p2p.replica.card_payloads import (
    Keys,
    ciphertexts,
    clocks,
    make_shares,
    make_transfers,
    owed_slots,
    read_transfers,
    settled,
    take_shares,
)
from p2p.replica.dealer import Builders, Dealer
from p2p.replica.fog_state import View
from p2p.replica.part_checks import (
    Check,
    DeferredCheck,
    Owed,
    PartKind,
    ProofName,
    items,
    once,
    proven,
)
from p2p.replica.shuffle_tasks import HandTask
from p2p.replica.task import Cards, Clock, Reach, SeatSecrets, Task
from p2p.wire import codec
from p2p.wire.codec import Value
from p2p.wire.message import Kind, merge


class TransferTask(HandTask):
    """Hidden cards go from their owner to another seat's key, or back under the joint key."""

    kind = Kind.TRANSFER

    def _to(self) -> Point:
        return self._keys.joint(self._targets[0].layers)

    def make(self, seat: int, secrets: SeatSecrets, half: Half | None = None) -> Value:
        return make_transfers(secrets, self._ready(), self._to(), self.context(seat))

    def accept(self, seat: int, kind: Kind, payload: Value, clock: Clock) -> None:
        after = read_transfers(payload, seat, self._ready(), self._to(), self._keys, self)
        self._settle(after, clock)


@dataclass(frozen=True, slots=True)
class Opening:
    """Positions of a view that are opened to its owner: `cards`, in the order of their slots."""

    view: View
    cards: tuple[int, ...]
    face: Callable[[Point], Face]

    def terrain(self, seat: int, slots: Sequence[Slot], secrets: SeatSecrets) -> Terrain:
        """What the owner sees, once all shares are here. Blanks show nothing."""
        layout = self.view.layout(secrets)
        faces: dict[int, Face] = {}
        for card, slot in zip(self.cards, slots, strict=True):
            cell, alone = layout[card], slot.alone(seat)
            assert alone is not None, "read only when all shares are here"
            if cell is not None:
                faces[cell] = self.face(decrypt(secrets.card, alone))
        return Terrain(dict(sorted(faces.items())))


class DealTask(Task):
    """All other seats take their layers off, so that one seat can read the cards.

    A second reader of a card re-masks it first; shares given to the earlier reader are void then.
    The positions of a view have one reader ever, so proofs of their shares concern it alone.
    """

    def __init__(
        self,
        reach: Reach,
        keys: Keys,
        *,
        reader: int,
        slots: Sequence[Slot],
        remasks: Sequence[tuple[Slot, Slot]],
        opening: Opening | None = None,
    ) -> None:
        """`opening`: what the cards are, if they are positions of the reader's view."""
        super().__init__(reach)
        self._keys = keys
        self.reader = reader
        self.slots = tuple(slots)
        self._remasks = tuple(remasks)
        self._opening = opening
        self._put_off: list[DeferredCheck] = []

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

    def make(self, seat: int, secrets: SeatSecrets, half: Half | None = None) -> Value:
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
            late = None if self._opening is None else partial(self._put_off_check, seat)
            take_shares(payload, self._keys.card[seat], wanted, seat, clock, self, late)
            return
        items = codec.array(payload, len(self._remasks))
        read = []
        for item, (old, new) in zip(items, self._remasks, strict=True):
            encoded, proof = codec.array(item, 2)
            (before,) = ciphertexts([old])
            after = Ciphertext.decode(codec.blob(encoded, 64))
            key = self._keys.joint(new.layers)
            argument, context = codec.blob(proof), self.context(seat)
            self.check(partial(check_remask, before, after, key, argument, context, old.former))
            read.append((new, after, (*old.former, before.c1)))
        for new, after, former in read:
            new.settle(after, merge(new.clock, clock))
            new.former = former

    def _put_off_check(self, seat: int, check: Callable[[], None]) -> None:
        self._put_off.append(DeferredCheck(seat, self.number, self.reader, check))

    def deferred(self) -> tuple[DeferredCheck, ...]:
        put_off, self._put_off = tuple(self._put_off), []
        return put_off

    def unread_by(self) -> Collection[int]:
        return () if self.arrived() else (self.reader,)

    def lessons(self, seat: int, secrets: SeatSecrets, half: Half) -> tuple[Lesson, ...]:
        if self._opening is None or seat != self.reader:
            return ()
        return (self._opening.terrain(seat, self.slots, secrets),)

    def arrived(self) -> bool:
        """Whether the reader can read all of them now."""
        return all(
            slot.ciphertext is not None and not slot.missing(self.reader) for slot in self.slots
        )


class OpenTask(Task):
    """Everybody learns: each seat whose layer is still on a card takes it off."""

    blocking = True

    def __init__(
        self, reach: Reach, keys: Keys, *, slots: Sequence[Slot], refusable: int | None = None
    ) -> None:
        super().__init__(reach)
        self._keys = keys
        self.slots = tuple(slots)
        self.refusable = refusable
        self._count = len(self.slots)

    def pending(self, seat: int) -> Kind | None:
        return Kind.SHARES if owed_slots(self.slots, seat) else None

    def required_clock(self, seat: int) -> Clock | None:
        wanted = owed_slots(self.slots, seat)
        return clocks(self.clock, wanted) if settled(wanted) else None

    def make(self, seat: int, secrets: SeatSecrets, half: Half | None = None) -> Value:
        return make_shares(secrets, owed_slots(self.slots, seat), self.context(seat))

    def accept(self, seat: int, kind: Kind, payload: Value, clock: Clock) -> None:
        wanted = owed_slots(self.slots, seat)
        take_shares(payload, self._keys.card[seat], wanted, seat, clock, self)

    def leave(self, seat: int, clock: Clock) -> None:
        if seat == self.refusable:
            self.slots = ()

    def complete(self) -> bool:
        return settled(self.slots) and not any(slot.missing(None) for slot in self.slots)

    def result(self) -> tuple[Point | None, ...]:
        points = []
        for slot in self.slots:
            self.depends_on = merge(self.depends_on, slot.clock, *slot.share_clocks.values())
            points.append(slot.plain())
        return tuple(points)

    def finish(self, cards: Cards) -> object:
        points = self.result()
        if not self.slots:  # who leaves refuses
            return (None,) * self._count
        return tuple([None if point is None else cards.face(point) for point in points])


def _give(step: Give, reach: Reach, dealer: Dealer) -> Task:
    return _transfer(step.cards, step.giver, (step.to,), reach, dealer)


def _put_back(step: PutBack, reach: Reach, dealer: Dealer) -> Task:
    return _transfer(step.cards, step.giver, dealer.seats, reach, dealer)


def _transfer(
    cards: Sequence[int], giver: int, to: tuple[int, ...], reach: Reach, dealer: Dealer
) -> Task:
    sources = dealer.slots_of(cards)
    targets = dealer.fresh(cards, to, reach.clock)
    return TransferTask(reach, dealer.keys, owner=giver, sources=sources, targets=targets)


def _deal(step: Deal | Peek, reach: Reach, dealer: Dealer) -> Task | None:
    if step.to is None:
        return None
    slots: list[Slot] = []
    remasks: list[tuple[Slot, Slot]] = []
    for card in step.cards:
        slot = dealer.slot(card)
        if slot.needs_remask(step.to):
            (fresh,) = dealer.fresh((card,), dealer.seats, reach.clock)
            remasks.append((dealer.present(slot), fresh))
            slot = fresh
        slot.release(step.to)
        slots.append(slot)
    opening = None
    view = dealer.fog.view_of(step.cards)
    if view is not None:
        dealer.fog.open(step.to, slots)
        opening = Opening(view, step.cards, dealer.face)
    return DealTask(
        reach, dealer.keys, reader=step.to, slots=slots, remasks=remasks, opening=opening
    )


def _open(step: Open, reach: Reach, dealer: Dealer) -> Task:
    return OpenTask(reach, dealer.keys, slots=dealer.slots_of(step.cards))


def _reveal(step: Reveal, reach: Reach, dealer: Dealer) -> Task:
    slots = dealer.slots_of(step.cards)
    return OpenTask(reach, dealer.keys, slots=slots, refusable=step.holder)


BUILDERS: Builders = {
    Give: _give,
    PutBack: _put_back,
    Deal: _deal,
    Peek: _deal,
    Open: _open,
    Reveal: _reveal,
}
PARTS = (
    PartKind(
        Kind.SHARES,
        Check(
            80, "shares", "share of a card", "shares of cards",
            "every card came out as it had gone in",
            "that nobody told another what it saw",
            "; proofs: {share_proofs:,}",
        ),
        {"share_proofs": once, "shares": proven(32)},
        owed=Owed("a share of the cards", "opening cards", lacking="a share"),
        mark=ProofName("shares", "proof of card shares", "proofs of card shares"),
    ),
    PartKind(
        Kind.REMASK,
        Check(
            90, "remasks", "re-masked card", "re-masked cards",
            "a second reader looked at the same card, and the first learned nothing more",
            "what either of them saw",
        ),
        {"remasks": items},
        owed=Owed("a re-masked card", "handing over a card"),
        mark=ProofName("remask", "proof of a re-masked card", "proofs of re-masked cards"),
    ),
    PartKind(
        Kind.TRANSFER,
        Check(
            100, "transfers", "hidden card moved", "hidden cards moved",
            "the card that came was the card that went",
            "which card it was",
        ),
        {"transfers": items},
        owed=Owed("a card handed over", "handing over a card"),
        mark=ProofName("transfer", "proof of a card handed over", "proofs of cards handed over"),
    ),
)  # fmt: skip
