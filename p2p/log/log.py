"""Every author's hash-chained log, and the order in which messages may be judged.

The log takes signed bytes from anywhere in any order and hands them out one by one, each only
after all that its heads name has been handed out and found good. It checks what can be checked
without rules or cards: signature, chain, heads, two versions of one message, and statements that
a seat's own messages contradict. There is no leader and no vote; the heads alone say what a message
rests on.

The invariant: what is good here is closed under what it names, so two clients with the same bytes
find the same messages good, in orders that differ only where neither of two names the other; and
every fault is shown by signed bytes of the seat that it names.

It may not know the rules, the cryptography of cards, or who is connected. It is longer than other
modules, because a chain, what convicts its author, and the order are one state: each changes with
every message that comes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crypto.sign import verify
from p2p.errors import CodecError
from p2p.log.beside import Entry
from p2p.log.chain import MAX_WAITING, Chain
from p2p.log.fault import Charge, Fault, Refusal
from p2p.log.testimony import Testimony
from p2p.wire.message import MESSAGE_LABEL, NO_HASH, Head, Message, ReadBody, Signed, dominates

AT_HAND = 64
"""Messages of an author whose bodies stay in memory: what others may lack, as a rule."""
VERSIONS = frozenset({Charge.EQUIVOCATION, Charge.CHAIN})
"""Faults of a seat that has said two different things."""


def signing_label(table: bytes) -> bytes:
    """The label that binds a signature to one table."""
    return MESSAGE_LABEL + table


class Log:
    """All chains of one table. `keys` are the seats' Ed25519 public keys, in seat order."""

    def __init__(self, table: bytes, keys: Sequence[bytes]) -> None:
        self.table = table
        self._keys = tuple(keys)
        self._label = signing_label(table)
        self.chains = [Chain() for _ in keys]
        self.order: list[Signed] = []  # as accepted here, hence causal
        self._testimony = Testimony(table, keys)
        self._late: dict[int, tuple[int, int, int, str]] = {}
        """Of seats convicted by a check that was put off: its step, message and reason."""
        self._good: dict[bytes, Signed] = {}
        """All that was judged good, by hash."""
        self._refused: dict[bytes, Signed] = {}
        """What no copy of the table can find good, by hash."""
        self._accuses = False
        """Whether anything was ever found against anybody. As a rule not, and it is asked often."""

    @property
    def beside(self) -> dict[tuple[Entry, int], Signed]:
        """What seats have signed beside their chains, by kind and seat; the first that came."""
        return self._testimony.entries

    @property
    def seats(self) -> int:
        """How many authors there are."""
        return len(self._keys)

    def counts(self) -> tuple[int, ...]:
        """How many messages of each author are judged good."""
        return tuple([len(chain.good) for chain in self.chains])

    def heads(self, seat: int, *, closings: bool = True) -> tuple[Head | None, ...]:
        """What a message of `seat` written now names; its own place stays empty.

        Without `closings` it passes over last messages that do nothing but close.
        """
        heads: list[Head | None] = []
        for author, chain in enumerate(self.chains):
            good = chain.good
            last = len(good) - 1
            if last >= 0 and not closings and good[last].outline.only_closes():
                last -= 1
            heads.append(None if last < 0 or author == seat else Head(last, good[last].hash))
        return tuple(heads)

    def named(self, seat: int) -> int:
        """How many messages of `seat` the good messages of all others rest on."""
        last = (
            chain.good[-1].outline.clock[seat]
            for author, chain in enumerate(self.chains)
            if author != seat and chain.good
        )
        return max(last, default=0)

    def prev(self, seat: int) -> bytes:
        """The hash of `seat`'s last message, or zeros before its first."""
        good = self.chains[seat].good
        return good[-1].hash if good else NO_HASH

    def known(self, signed: Signed) -> Signed | None:
        """The very message that we hold already, if we do: found by its hash and nothing else.

        For it `take` would do nothing, so nobody need read it again or check its signature.
        """
        found = self._good.get(signed.hash)
        if found is not None:
            return found
        for entry in self.beside.values():
            if entry == signed:
                return entry
        waiting = (one for chain in self.chains for one in chain.unjudged())
        return next((one for one in waiting if one.hash == signed.hash), None)

    def author(self, signed: Signed) -> int | None:
        """Whose signature stands under these bytes, whatever the bytes say; None for nobody's."""
        signer = self._testimony.signer(signed)
        if signer is not None:
            return signer
        for seat, key in enumerate(self._keys):
            if verify(key, self._label, signed.body, signed.signature):
                return seat
        return None

    def take(self, signed: Signed, *, checked: bool = False) -> Fault | None:
        """Keep one foreign message for judging. Raises CodecError if it accuses nobody.

        With `checked` its signature was found good before, by this very disk.

        Returns a fault when the bytes themselves convict their signer. A statement is held
        against its seat's messages, those to come included.
        """
        try:
            message = signed.message
        except CodecError as error:
            taken, fault = self._testimony.take(signed, self.chains)
            self._accuses |= fault is not None
            return fault if taken else self._malformed(signed, str(error))
        if message.table != self.table or message.seat >= self.seats:
            raise CodecError("a message of another table")
        if self.chains[message.seat].holds(signed, message.seq):
            return None
        key = self._keys[message.seat]
        if not checked and not verify(key, self._label, signed.body, signed.signature):
            raise CodecError("a message that its author did not sign")
        if len(message.heads) != self.seats:
            return self._convict(message.seat, Charge.MALFORMED, message.step, "heads", (signed,))
        contradicted = self._testimony.hold_to(signed)
        self._accuses |= contradicted is not None
        if self.chains[message.seat].fault is None:
            return self._keep(signed, message) or contradicted
        return contradicted

    def _malformed(self, signed: Signed, why: str) -> Fault:
        seat = self.author(signed)
        if seat is None:
            raise CodecError("bytes that are no message and that nobody signed")
        return self._convict(seat, Charge.MALFORMED, 0, why, (signed,))

    def _keep(self, signed: Signed, message: Message) -> Fault | None:
        chain = self.chains[message.seat]
        if message.seq < len(chain.good):
            return self._two_versions(message, chain.good[message.seq], signed)
        versions = chain.waiting.get(message.seq, [])
        if versions:
            return self._two_versions(message, versions[0], signed)
        # Bounded, or a seat could fill memory with messages that name what never comes. The next in
        # order always has room, so a full chain still moves on.
        if chain.count_waiting() < MAX_WAITING or message.seq == len(chain.good):
            chain.waiting.setdefault(message.seq, []).append(signed)
        return None

    def _two_versions(self, message: Message, first: Signed, second: Signed) -> Fault:
        both = tuple(sorted((first, second), key=lambda signed: signed.hash))
        step = min(signed.message.step for signed in both)
        reason = f"message {message.seq} exists in two versions, both signed"
        return self._convict(message.seat, Charge.EQUIVOCATION, step, reason, both)

    def _convict(
        self, seat: int, charge: Charge, step: int, reason: str, evidence: tuple[Signed, ...]
    ) -> Fault:
        chain = self.chains[seat]
        self._accuses = True
        if chain.fault is None:
            chain.fault = Fault(seat, charge, step, reason, evidence)
            chain.waiting.clear()
        return chain.fault

    def ready(self) -> Iterator[Signed]:
        """Messages that may be judged now, one at a time.

        After each, the caller says `accept` or `refuse` before it asks for the next.
        """
        progress = True
        while progress:
            progress = False
            for chain in self.chains:
                signed = self._next(chain) if chain.waiting else None
                if signed is not None:
                    progress = True
                    yield signed

    def _next(self, chain: Chain) -> Signed | None:
        versions = chain.waiting.get(len(chain.good))
        if not versions or chain.fault is not None:
            return None
        signed = versions[0]
        bad = self._names_refused(signed.message)
        if bad is not None:
            reason = f"it names message {bad.message.seq} of another seat, which does not hold"
            message, evidence = signed.message, (bad, signed)
            self._convict(message.seat, Charge.HEADS, message.step, reason, evidence)
            return None
        return signed if self._names_known(signed.message) else None

    def _names_refused(self, message: Message) -> Signed | None:
        named = (head.hash for head in message.heads if head is not None)
        return next((self._refused[name] for name in named if name in self._refused), None)

    def _names_known(self, message: Message) -> bool:
        for author, head in enumerate(message.heads):
            if head is None:
                continue
            good = self.chains[author].good
            if head.seq >= len(good) or good[head.seq].hash != head.hash:
                return False
        return True

    def check_chain(self, message: Message) -> None:
        """Judge chain and heads of a ready message. Raises Refusal."""
        if message.prev != self.prev(message.seat):
            reason = f"message {message.seq} does not follow its author's message before it"
            raise Refusal(Charge.CHAIN, message.step, reason)
        clock = message.clock
        before = self.chains[message.seat].good
        if before and not dominates(clock, before[-1].outline.clock):
            raise Refusal(Charge.HEADS, message.step, "heads went back")
        for author, head in enumerate(message.heads):
            if head is None:
                continue
            named = self.chains[author].good[head.seq].outline
            if not dominates(clock, named.clock):
                reason = "heads do not reach those of a message they name"
                raise Refusal(Charge.HEADS, message.step, reason)

    def accept(self, signed: Signed) -> None:
        """`signed` was judged good: it is now the head of its author's chain."""
        signed.judged()
        seat, seq = signed.outline.seat, signed.outline.seq
        chain = self.chains[seat]
        assert seq == len(chain.good), "messages are judged in their author's order"
        chain.waiting.pop(seq, None)
        chain.good.append(signed)
        self._good[signed.hash] = signed
        self.order.append(signed)

    def shelve(self, read: ReadBody) -> None:
        """Let go of the bodies of older messages, all of which `read` gives from now on."""
        for chain in self.chains:
            last = max(len(chain.good) - AT_HAND, chain.shelved)
            for signed in chain.good[chain.shelved : last]:
                signed.shelve(read)
            chain.shelved = last

    def refuse(self, signed: Signed, refusal: Refusal) -> Fault:
        """`signed` was judged bad: nothing of its author counts from here on.

        To a broken chain belongs the message that it does not follow: others may hold another
        version of that, and then both convict.
        """
        seat = signed.message.seat
        before = self.chains[seat].good[-1:] if refusal.charge is Charge.CHAIN else []
        if refusal.charge not in VERSIONS:  # whoever holds another version may find it good
            self._refused[signed.hash] = signed
        evidence = (*before, signed)
        return self._convict(seat, refusal.charge, refusal.step, refusal.reason, evidence)

    def convict(self, seat: int, charge: Charge, step: int, reason: str) -> Fault:
        """`seat` is at fault through a message judged good before: a broken promise at `step`."""
        return self._convict(seat, charge, step, reason, self.chains[seat].said_at(step))

    def convict_late(self, seat: int, shown: tuple[int, int], step: int, reason: str) -> Fault:
        """`seat` is at fault through a check that was put off, of the good message `shown`.

        `shown` has an author and a sequence. Nobody who has named that message is at fault.
        Clients run such checks in different orders, and before or after they find another fault
        of that seat: so the first by step and message counts, and it takes the place of any other
        charge.
        """
        chain = self.chains[seat]
        place = (step, *shown, reason)
        # D-67: clients run such checks in different orders; the first by step and place counts.
        if seat in self._late and self._late[seat] <= place and chain.fault is not None:
            return chain.fault
        self._late[seat] = place
        self._accuses = True
        author, seq = shown
        signed = self.chains[author].good[seq]
        own = () if author == seat else self.chains[seat].said_at(step)
        chain.fault = Fault(seat, Charge.DEFERRED, step, reason, (*own, signed))
        chain.waiting.clear()
        return chain.fault

    def faults(self) -> tuple[Fault, ...]:
        """All convictions that stand, in seat order: at most one of a seat."""
        if not self._accuses:
            return ()
        found = (self._fault_of(seat) for seat in range(self.seats))
        return tuple(fault for fault in found if fault is not None)

    def _fault_of(self, seat: int) -> Fault | None:
        fault = self.chains[seat].fault
        if fault is not None and self._excused(fault):
            fault = None
        return self._testimony.fault_of(seat) or fault

    def _excused(self, fault: Fault) -> bool:
        """Two versions are no fault of a seat that had been told that nobody holds the first."""
        # D-26: what it signed relying on a false statement is not held against it.
        return fault.charge in VERSIONS and self._testimony.excuses(fault.seat, fault.evidence)

    def entries(self) -> tuple[Signed, ...]:
        """What seats have signed beside their chains, in the order of a record."""
        return tuple(self.beside[key] for key in sorted(self.beside))

    def shown(self) -> tuple[Signed, ...]:
        """All that is signed and in no chain, and that everybody is to have."""
        if not self.beside and not self._accuses:
            return ()
        return (*self.evidence(), *self.entries())

    def evidence(self) -> tuple[Signed, ...]:
        """Everything signed that others need to come to the same verdicts."""
        if not self._accuses:
            return ()
        found = [signed for fault in self.faults() for signed in fault.evidence]
        found += self._testimony.evidence()
        for fault in self.faults():
            if fault.charge in VERSIONS:  # what was stated to it may excuse it
                found += self._testimony.told(fault.seat)
        return tuple(dict.fromkeys(found))

    def keeps(self, said: Signed) -> bool:
        """Whether this statement may be needed: not contradicted yet, and no other says more."""
        return self._testimony.keeps(said)

    def count_waiting(self) -> int:
        """How many messages are kept that cannot be judged yet."""
        return sum(chain.count_waiting() for chain in self.chains)

    def waiting_hashes(self) -> list[bytes]:
        """The hashes of the messages that cannot be judged yet."""
        return [one.hash for chain in self.chains for one in chain.unjudged()]

    def waits(self) -> bool:
        """Whether messages are kept that name something not here yet."""
        return any(chain.waiting for chain in self.chains)

    def disputed(self) -> Iterator[Signed]:
        """Good messages of which a message that waits here names another version."""
        found: dict[bytes, Signed] = {}
        for chain in self.chains:
            for signed in chain.unjudged():
                for author, head in enumerate(signed.message.heads):
                    good = self.chains[author].good
                    if head and head.seq < len(good) and good[head.seq].hash != head.hash:
                        found[good[head.seq].hash] = good[head.seq]
        return iter(found.values())

    def newest(self, seat: int) -> Signed | None:
        """The message of `seat` with the highest sequence held here, judged or not."""
        return self.chains[seat].newest()

    def after(self, counts: Sequence[int]) -> Iterator[Signed]:
        """Good messages beyond `counts`, in an order in which each may be judged at once."""
        return (s for s in self.order if s.outline.seq >= counts[s.outline.seat])
