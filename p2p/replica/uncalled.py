"""What a seat says of its own, as no step calls for it: passes that stand, denials, concessions.

* A *standing pass* is a seat's word, posted ahead, that it passes until a public event. It counts
  from the step at which its author stood when it signed, ends with the first of its events that
  happens then, and cannot be taken back.
* A *denial* shows that details of an exchange under fog did not open. It is open to a seat once for
  each owner, from the owner's answers on, until the seat goes on: with its first part for a later
  step it has taken what it was shown.
* A *concession* hands over what others need to go on: the leaver's share on every card that nobody
  has read yet, and the cards that it alone has peeked at, under the key of those who stay. What
  several seats hand over at one step is collected and takes effect with the step's result.

The invariant: all of it follows from messages alone, in seat order where several come together, so
every copy of the table finds the same however late a part arrives there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

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
from p2p.replica.exchange_tasks import SightTask
from p2p.replica.part_checks import Check, PartKind, ProofName, once, proven
from p2p.replica.shuffle_tasks import ShuffleTask
from p2p.replica.task import Clock, SeatSecrets, Task
from p2p.wire import codec
from p2p.wire.codec import Value
from p2p.wire.message import Kind, merge

MAX_EVENTS = 16
"""Events that one pass may name."""
MAX_EVENT_BYTES = 64
# D-10: with more, one seat could fill everybody's log.
MAX_STANDING = 4
"""Passes of one seat that may stand at a time, so that nobody fills the log with them."""


@dataclass(frozen=True, slots=True)
class StandingPass:
    """`seat` passes everything from `step` on until the first of the events `until`.

    `clock` is the clock of the message that said so.
    """

    seat: int
    step: int
    until: tuple[str, ...]
    clock: tuple[int, ...]


def read_events(payload: Value) -> tuple[str, ...]:
    """The events that a pass names: 1 to 16, ascending, none twice. Raises CodecError."""
    events = tuple([codec.text(event, MAX_EVENT_BYTES) for event in codec.array(payload)])
    if not 1 <= len(events) <= MAX_EVENTS:
        raise CodecError(f"a standing pass names 1 to {MAX_EVENTS} events, not {len(events)}")
    if any(one >= other for one, other in pairwise(events)):
        raise CodecError("the events of a standing pass are in ascending order, none twice")
    return events


class StandingPasses:
    """All standing passes of a table, and when each named event happened."""

    def __init__(self) -> None:
        self._passes: dict[int, list[StandingPass]] = {}
        self._counts: dict[str, int] = {}
        self._happened: dict[str, list[int]] = {}

    def follow(self, events: Mapping[str, int], step: int) -> None:
        """The rules now stand at `step`; `events` counts what has happened so far."""
        for name, count in events.items():
            if count != self._counts.get(name, 0):
                self._counts[name] = count
                self._happened.setdefault(name, []).append(step)

    def allows(self, seat: int, step: int, until: tuple[str, ...]) -> bool:
        """Whether `seat` may post this at `step`: nothing twice, and not too many at a time.

        Nor from a step before that of its last one: there, fewer might stand.
        """
        before = self._passes.get(seat, ())
        live = self._live(seat, step)
        ahead = not before or before[-1].step <= step
        return ahead and len(live) < MAX_STANDING and all(other.until != until for other in live)

    def post(self, standing: StandingPass) -> None:
        """Take a standing pass that is allowed."""
        self._passes.setdefault(standing.seat, []).append(standing)

    def find(self, seat: int, step: int) -> StandingPass | None:
        """The pass of `seat` that answers `step`, if one still stands there."""
        live = self._live(seat, step)
        return live[0] if live else None

    def until(self, seat: int, step: int) -> tuple[tuple[str, ...], ...]:
        """Until the first of which events `seat` passes, for each pass that stands at `step`."""
        return tuple(standing.until for standing in self._live(seat, step))

    def _live(self, seat: int, step: int) -> list[StandingPass]:
        """The passes of `seat` that stand at `step`."""
        return [
            standing
            for standing in self._passes.get(seat, ())
            if standing.step <= step
            and not any(
                standing.step < at <= step
                for event in standing.until
                for at in self._happened.get(event, ())
            )
        ]


class Denials:
    """The exchanges that some seat has not gone on from."""

    def __init__(self) -> None:
        self.exchanges: dict[int, SightTask] = {}
        self._gone_on: dict[int, set[int]] = {}

    def add(self, task: SightTask) -> None:
        """A step was reached at which seats meet."""
        self.exchanges[task.number] = task
        self._gone_on[task.number] = set()

    def go_on(self, seat: int, step: int, seats: Sequence[int]) -> None:
        """`seat` has posted a part for `step`. `seats`: all still in."""
        for number in [n for n in self.exchanges if n < step]:
            self._gone_on[number].add(seat)
            if self._gone_on[number].issuperset(seats):
                del self.exchanges[number], self._gone_on[number]

    def open_to(self, seat: int) -> Iterator[SightTask]:
        """The exchanges that `seat` has not gone on from."""
        for number, task in self.exchanges.items():
            if seat not in self._gone_on[number]:
                yield task

    def find(self, seat: int, step: int) -> SightTask | None:
        """The exchange of a step, if `seat` may still show something of it."""
        return next((task for task in self.open_to(seat) if task.number == step), None)


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
    shuffling = task if isinstance(task, ShuffleTask) else None
    # Of a shuffle's seats some may have signed already that they leave here.
    staying = tuple(s for s in (shuffling.seats if shuffling else seats) if s != seat)
    if len(staying) < 2:
        return ConcessionBundle(seat)  # the last seat has won: nobody needs the deck
    shares, peeked = dealer.locked_by(seat, shuffling.in_the_making() if shuffling else {})
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
        if isinstance(task, ShuffleTask):
            fresh = task.go_on_without(over.seat, fresh)
        self._handed += [(over.seat, card, slot) for card, slot in fresh.items()]
        self.seats.append(over.seat)
        task.depends_on = merge(task.depends_on, own)

    def apply(self, dealer: Dealer) -> tuple[int, ...]:
        """The step's result is about to be fed. Returns cards that nobody can read any more."""
        lost = []
        # D-5: in seat order, not in order of arrival, so concessions that cross mean the same
        # everywhere.
        for _, card, slot in sorted(self._handed, key=lambda entry: entry[:2]):
            if any(seat in slot.layers for seat in self.seats):
                lost.append(card)  # somebody else who left at this step did not know of it
            else:
                dealer.put([card], [slot])
        for seat in self.seats:
            dealer.leave(seat)
        return tuple(lost)


def _concessions(payload: Value) -> int:
    codec.array(payload, 2)
    return 1


def _transfers(payload: Value) -> int:
    _, transfers = codec.array(payload, 2)
    return len(codec.array(transfers))


def _share_proofs(payload: Value) -> int:
    shares, _ = codec.array(payload, 2)
    return 1 if shares else 0


def _shares(payload: Value) -> int:
    shares, _ = codec.array(payload, 2)
    return proven(32)(shares) if shares else 0


PARTS = (
    PartKind(
        Kind.STANDING,
        Check(
            160, "standing_passes", "standing pass", "standing passes",
            "it was posted before what it answered",
            "why",
        ),
        {"standing_passes": once},
        owed=None,
    ),
    PartKind(
        Kind.CONCEDE,
        Check(
            180, "concessions", "concession", "concessions",
            "the seat itself left, and paid what it owed",
            "why",
        ),
        {
            "concessions": _concessions,
            "transfers": _transfers,
            "share_proofs": _share_proofs,
            "shares": _shares,
        },
        owed=None,
        mark=ProofName("concession", "concession", "concessions"),
    ),
    PartKind(
        Kind.CLOSE,
        Check(
            220, "closings", "closing", "closings",
            "the seat signed this very result as its last word",
            "that a seat without one objects",
        ),
        {"closings": once},
        owed=None,
        mark=ProofName("closing", "closing", "closings"),
    ),
)  # fmt: skip
"""The denial stands beside the exchange that it is of."""
