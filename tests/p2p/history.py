"""Finished tables as sets of signed messages, and copies of the table fed with parts of them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from p2p.replica.replica import Replica
from p2p.session.validator import Good, Refused, Validator
from p2p.wire.charter import Charter
from p2p.wire.message import MESSAGE_LABEL, Message, Signed, dominates, merge
from simulation.network import assert_ended_well, passing, table_of
from simulation.tables import person


@dataclass(frozen=True)
class History:
    """One finished honest game: the charter, and all messages in the order of one client."""

    charter: Charter
    messages: tuple[Signed, ...]

    def random_order(
        self, rng: random.Random, among: Iterable[Signed] | None = None
    ) -> list[Signed]:
        """The messages in another order in which each comes after all that it rests on."""
        chosen = list(self.messages if among is None else among)
        rng.shuffle(chosen)
        order: list[Signed] = []
        counts = [0] * self.charter.seats
        while chosen:
            for signed in chosen:
                clock = list(signed.outline.clock)
                clock[signed.outline.seat] -= 1
                if clock[signed.outline.seat] == counts[signed.outline.seat] and dominates(
                    counts, clock
                ):
                    break
            else:
                raise AssertionError("these messages rest on others")
            chosen.remove(signed)
            order.append(signed)
            counts[signed.outline.seat] += 1
        return order

    def past(self, message: Message) -> list[Signed]:
        """What a message rests on, and nothing else."""
        clock = list(message.clock)
        clock[message.seat] -= 1
        for s in self.messages:
            head = message.heads[s.outline.seat]
            before = s.outline.seat == message.seat and s.outline.seq == message.seq - 1
            if before or (head is not None and head.hash == s.hash):
                clock = list(merge(clock, s.outline.clock))
        return [s for s in self.messages if s.outline.seq < clock[s.outline.seat]]

    def beside(self, message: Message) -> list[Signed]:
        """All messages that do not rest on this one: as far ahead as a table gets without it."""
        seat, seq = message.seat, message.seq
        return [
            s
            for s in self.messages
            if (s.outline.seq < seq if s.outline.seat == seat else s.outline.clock[seat] <= seq)
        ]

    def signed(self, message: Message) -> Signed:
        """A message signed by its author, honest or not."""
        body = message.encode()
        return Signed(body, person(message.seat).sign(MESSAGE_LABEL + message.table, body))

    def copy(self) -> Copy:
        """A table at which nothing has happened yet."""
        return Copy(Validator(self.charter, self.charter.draft.make_game()))


@dataclass
class Copy:
    """A validator, fed like a session does it."""

    validator: Validator

    @property
    def replica(self) -> Replica:
        """The table that it has come to."""
        return self.validator.replica

    def feed(self, messages: Sequence[Signed]) -> None:
        """Take messages that are known to be good, each of which can be judged at once."""
        for signed in messages:
            assert self.validator.feed(signed) == [Good(signed)]

    def verdict(self, signed: Signed) -> tuple[str, int] | str:
        """What this copy says about one more message; proofs are checked."""
        fault = self.validator.log.take(signed)
        if fault is not None:
            return (fault.charge, fault.step)
        verdict = next(self.validator.judge(), None)
        match verdict:
            case Refused(judged, refusal) if judged is signed:
                return (refusal.charge, refusal.step)
            case Good(judged) if judged is signed:
                broken = self.replica.broken
                return "good" if broken is None else ("broken", broken.step)
        return "waits"

    def digests(self) -> list[bytes]:
        """The digest at every step so far."""
        return [self.replica.engine.digest_at(k) for k in range(1, self.replica.step + 1)]


@lru_cache(maxsize=64)
def played(
    seats: int, seed: int, *, rounds: int = 1, leavers: int = 0, stands: bool = False
) -> History:
    """A game over the simulated network; some leave, some post standing passes, as `seed` says."""
    rng = random.Random(f"{seats} {seed} {leavers} {stands}")
    net = table_of(seats, seed=seed, options={"rounds": rounds})
    net.start_all()
    leaving: dict[int, int] = {}
    if leavers:
        at = rng.randrange(10, 60 * seats)  # half of the time all at the same moment
        for seat in rng.sample(range(seats), leavers):
            leaving[seat] = at if seed % 2 else rng.randrange(10, 60 * seats)
    count = 0
    while not net.finished():
        count += 1
        for seat, at in list(leaving.items()):
            if count >= at and net.session(seat).ending() is None:
                net.do(seat, lambda s: s.concede(net.now))
                del leaving[seat]
        if stands and rng.random() < 0.05:
            seat = rng.randrange(seats)
            if net.session(seat).ending() is None:
                event = rng.choice(["round", "turn of 0", "turn of 1", "never"])
                net.do(seat, passing(event, net.now))
        assert net.step()
    assert_ended_well(net)
    return History(net.charter, tuple(net.session(0).log.order))
