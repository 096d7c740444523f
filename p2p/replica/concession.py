"""What a seat that concedes hands over, so that the others can go on without it.

A leaver gives its share on every card that nobody has read yet, and hands the cards that it alone
has peeked at back under the key of those who stay. Several seats may leave at one step without
knowing of each other: what they hand over is collected, and takes effect only when the step's
result is fed to the rules, in seat order. So the order of arrival decides nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from crypto.elgamal import Ciphertext
from crypto.errors import ProofError
from crypto.slots import Slot
from p2p.errors import CodecError
from p2p.replica.card_payloads import (
    Keys,
    make_shares,
    make_transfers,
    read_transfers,
    settled,
    take_shares,
)
from p2p.replica.dealer import Dealer
from p2p.replica.task import Clock, SeatSecrets, Task
from p2p.wire import codec
from p2p.wire.codec import Value
from p2p.wire.message import merge


@dataclass(frozen=True, slots=True)
class ConcessionBundle:
    """What `seat` must hand over to leave now.

    `shares`: slots on which it gives its layer up. `peeked`: cards that it alone has read, and
    their slots. `staying`: under whose joint key those go.
    """

    seat: int
    shares: tuple[Slot, ...] = ()
    peeked: tuple[tuple[int, Slot], ...] = ()
    staying: tuple[int, ...] = ()

    def ready(self) -> bool:
        """Whether everything in it can be computed already."""
        return settled(self.shares) and len(self.inputs()) == len(self.peeked)

    def inputs(self) -> list[Ciphertext]:
        """The peeked cards under the leaver's key alone."""
        alone = (slot.alone(self.seat) for _, slot in self.peeked)
        return [ct for ct in alone if ct is not None]

    def required_clock(self, start: Clock) -> Clock:
        """The clock that the concession must cover."""
        clocks = [slot.clock for slot in self.shares]
        clocks += [at for _, slot in self.peeked for at in slot.read_clocks(self.seat)]
        return merge(start, *clocks)


def handover(
    dealer: Dealer, keys: Keys, task: Task, seat: int, seats: Sequence[int]
) -> ConcessionBundle:
    """What `seat` owes to the others of `seats` if it leaves at `task`."""
    staying = tuple(s for s in task.stay(seats) if s != seat)
    if len(staying) < 2:
        return ConcessionBundle(seat)  # the last seat has won: nobody needs the deck
    shares, peeked = dealer.locked_by(seat, task.in_the_making())
    if peeked and not _hides(keys, staying):
        # Those who stay have chosen keys that cancel out: nothing can be hidden from them.
        shares, peeked = [*shares, *(slot for _, slot in peeked)], []
    return ConcessionBundle(seat, tuple(shares), tuple(peeked), staying)


def _hides(keys: Keys, seats: Sequence[int]) -> bool:
    """Whether cards can be hidden under the joint key of `seats`."""
    try:
        keys.joint(seats)
    except ProofError:
        return False
    return True


def write(over: ConcessionBundle, secrets: SeatSecrets, keys: Keys, task: Task) -> Value:
    """The leaver's payload."""
    context = task.context(over.seat)
    shares: Value = make_shares(secrets, over.shares, context) if over.shares else ()
    if not over.peeked:
        return (shares, ())
    return (shares, make_transfers(secrets, over.inputs(), keys.joint(over.staying), context))


class Leaving:
    """The seats that have conceded at the waiting step, and what they have handed over."""

    def __init__(self) -> None:
        self.seats: list[int] = []
        self._handed: list[tuple[int, int, Slot]] = []  # leaver, card, slot

    def take(
        self, over: ConcessionBundle, payload: Value, keys: Keys, task: Task, own: Clock
    ) -> None:
        """Check a concession and keep what it hands over. Raises ProofError or CodecError."""
        shares, transfers = codec.array(payload, 2)
        key = keys.card[over.seat]
        outputs: list[Ciphertext] = []
        if over.peeked:
            to = keys.joint(over.staying)
            outputs = read_transfers(transfers, over.seat, over.inputs(), to, keys, task)
        elif codec.array(transfers):
            raise CodecError("cards handed over that nobody asked for")
        if over.shares:
            take_shares(shares, key, over.shares, over.seat, own, task)
        elif codec.array(shares):
            raise CodecError("shares that nobody asked for")
        clock = merge(task.clock, own)
        fresh = {
            card: Slot(over.staying, clock, ct)
            for (card, _), ct in zip(over.peeked, outputs, strict=True)
        }
        fresh = task.go_on_without(over.seat, fresh)
        self._handed += [(over.seat, card, slot) for card, slot in fresh.items()]
        self.seats.append(over.seat)
        task.depends_on = merge(task.depends_on, own)

    def apply(self, dealer: Dealer) -> tuple[int, ...]:
        """The step's result is about to be fed. Returns cards that nobody can read any more."""
        lost = []
        for _, card, slot in sorted(self._handed, key=lambda entry: entry[:2]):
            if any(seat in slot.layers for seat in self.seats):
                lost.append(card)  # somebody else who left at this step did not know of it
            else:
                dealer.put([card], [slot])
        for seat in self.seats:
            dealer.leave(seat)
        return tuple(lost)
