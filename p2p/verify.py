"""Whether a record holds: every signature, proof, move and closing judged again, from nothing else.

The verifier is a seat without a key. It feeds the messages of the file to a log and a replica of
its own and comes to their verdict; it trusts nothing that the file says about itself. A file can
be damaged, cut or forged by whoever holds it, so a seat is accused only by bytes that it signed
and that everything they rest on convicts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace

from crypto.sign import verify as is_signed
from games.game import Game as Rules
from games.values import Outcome, Seat
from p2p.charter import Charter
from p2p.errors import CodecError, TableMismatch
from p2p.fault import Charge, Fault, Refusal
from p2p.log import Log, signing_label
from p2p.message import Kind, Message, Signed
from p2p.record import Record, canonical, lacking, record_digest
from p2p.replica import Debt, Replica
from p2p.report import Conviction, Exit, Failure, Game, Report, SeatReport, Standing

Progress = Callable[[int, int], None]
"""Called with (messages judged, messages in all)."""

OWED: Mapping[Kind, str] = {
    Kind.KEYS: "the keys of {}",
    Kind.SHUFFLE: "a shuffle of {}",
    Kind.MIX: "a mixed hand of {}",
    Kind.SHARES: "a share of {}",
    Kind.REMASK: "a re-masked card of {}",
    Kind.TRANSFER: "a card handed over by {}",
    Kind.THROW: "a throw of {}",
    Kind.ANSWER: "an answer of {}",
    Kind.COMMIT: "an answer of {}",
    Kind.OPENING: "an answer of {}",
    Kind.CLAIM: "an answer of {}",
}


class _Failed(Exception):
    """A check that failed, raised where it failed."""

    def __init__(
        self, check: str, reason: str, seat: int | None = None, step: int | None = None
    ) -> None:
        super().__init__(reason)
        self.failure = Failure(check, reason, seat, step)


def verify(
    data: bytes,
    *,
    contacts: Mapping[bytes, str] | None = None,
    progress: Progress | None = None,
    pool: Executor | None = None,
) -> Report:
    """Judge the bytes of a record. Whatever they are, the answer is a report.

    `contacts` gives our own names to public keys; `pool` lends a thread to the heavy proofs.
    """
    try:
        record = Record.decode(data)
    except (CodecError, TableMismatch) as error:
        return Report(Exit.UNREADABLE, failure=Failure("file", str(error)))
    try:
        charter = Charter.decode(record.charter)
        rules = charter.draft.make_game()
    except TableMismatch as error:
        return Report(Exit.UNREADABLE, failure=Failure("charter", str(error)))
    except CodecError as error:
        return Report(Exit.FAILED, failure=Failure("charter", str(error)))
    found = _Found(record, charter, rules, contacts or {}, progress, pool)
    try:
        found.check()
    except _Failed as failed:
        return found.report(Exit.FAILED, failed.failure)
    return found.report(None, None)


@dataclass
class _Found:
    """One record under examination, and what was found so far."""

    record: Record
    charter: Charter
    rules: Rules
    contacts: Mapping[bytes, str]
    progress: Progress | None
    pool: Executor | None
    signatures: int = 0
    log: Log = field(init=False)
    replica: Replica = field(init=False)

    def __post_init__(self) -> None:
        self.log, self.replica = self._fresh()

    def _fresh(self) -> tuple[Log, Replica]:
        charter = self.charter
        options = dict(charter.draft.options)
        replica = Replica(charter.table, self.rules, charter.seats, options, pool=self.pool)
        return Log(charter.table, charter.keys), replica

    def name(self, seat: int) -> str:
        """A seat in a sentence."""
        return self._seats()[seat].shown

    def check(self) -> None:
        """Check everything, what is cheap first. Raises _Failed."""
        self._check_signatures()
        self._check_order()
        self._judge(self.log, self.replica, self.progress)
        broken = self.replica.broken
        if broken is not None:
            self.log.convict(broken.seat, Charge.CLAIM, broken.step, broken.reason)
        self._check_evidence()

    # Without the rules

    def _check_signatures(self) -> None:
        label = signing_label(self.charter.table)
        for number, signed in enumerate(self.record.messages, 1):
            message = self._readable(number, signed)
            key = self.charter.keys[message.seat]
            if not is_signed(key, label, signed.body, signed.signature):
                raise _Failed(
                    "signatures",
                    f"entry {number} claims to be message {message.seq} of"
                    f" {self.name(message.seat)}, whose key did not sign it",
                    step=message.step,
                )
            self.signatures += 1
        for number, signed in enumerate(self.record.evidence, 1):
            if self.log.author(signed) is None:
                raise _Failed("signatures", f"evidence {number} is signed by nobody at this table")
            self.signatures += 1

    def _readable(self, number: int, signed: Signed) -> Message:
        try:
            message = signed.message
        except CodecError as error:
            raise _Failed("messages", f"entry {number} is no message: {error}") from None
        if message.table != self.charter.table:
            raise _Failed("messages", f"entry {number} is a message of another table")
        if message.seat >= self.charter.seats or len(message.heads) != self.charter.seats:
            raise _Failed("messages", f"entry {number} does not fit the seats of this table")
        return message

    def _check_order(self) -> None:
        """Hold the file against the one order in which a record has these messages."""
        messages = self.record.messages
        seen: dict[tuple[int, int], Signed] = {}
        for signed in messages:
            message = signed.message
            first = seen.setdefault((message.seat, message.seq), signed)
            if first is not signed:
                again = "stands" if first.hash == signed.hash else "stands in two versions"
                raise _Failed("chains", f"{self._named(message)} {again} twice in this file")
        expected = tuple(canonical(messages))
        if len(expected) < len(messages):
            self._explain_gap(messages, {signed.hash for signed in expected})
        for number, (signed, due) in enumerate(zip(messages, expected, strict=True), 1):
            if signed.hash != due.hash:
                raise _Failed(
                    "chains", f"from entry {number} on the file is not in the order of a record"
                )

    def _explain_gap(self, messages: Sequence[Signed], placed: set[bytes]) -> None:
        """Say what the first message that cannot be judged rests on. Raises _Failed."""
        counts = [0] * self.charter.seats
        for signed in messages:
            if signed.hash in placed:
                counts[signed.message.seat] += 1
        first = next(signed.message for signed in messages if signed.hash not in placed)
        seat, seq = lacking(first, counts) or (first.seat, first.seq - 1)
        raise _Failed(
            "chains",
            f"{self._named(first)} cannot be judged: it rests on message {seq} of"
            f" {self.name(seat)}, which this file does not hold in its place",
            step=first.step,
        )

    def _named(self, message: Message) -> str:
        return f"message {message.seq} of {self.name(message.seat)}"

    # With the rules

    def _judge(self, log: Log, replica: Replica, progress: Progress | None) -> None:
        """Feed all messages to a log and a replica. Raises _Failed."""
        total = len(self.record.messages)
        for done, signed in enumerate(self.record.messages, 1):
            message = signed.message
            log.take(signed)
            ready = next(log.ready(), None)
            if ready is not signed:
                raise _Failed(
                    "chains",
                    f"{self._named(message)} names another version of a message than the one"
                    " in this file",
                    step=message.step,
                )
            try:
                log.check_chain(message)
                replica.judge(message)
            except Refusal as refusal:
                raise _Failed(
                    "messages",
                    f"{self._named(message)} does not hold ({refusal.charge}: {refusal.reason}),"
                    " and what does not hold is no part of a chain",
                    message.seat,
                    refusal.step,
                ) from None
            log.accept(signed)
            if progress is not None:
                progress(done, total)

    def _check_evidence(self) -> None:
        """Every piece of evidence must convict its signer. Raises _Failed."""
        evidence = self.record.evidence
        names = [signed.hash for signed in evidence]
        if names != sorted(set(names)):
            raise _Failed("evidence", "it is not in the order of a record, or stands twice")
        for number, signed in enumerate(evidence, 1):
            try:
                self.log.take(signed)
            except CodecError as error:
                raise _Failed("evidence", f"piece {number} accuses nobody: {error}") from None
        for signed in self.log.ready():
            self.log.refuse(signed, self._refusal(signed))
        convicting = {signed.hash for fault in self.log.faults() for signed in fault.evidence}
        for number, name in enumerate(names, 1):
            if name not in convicting:
                raise _Failed("evidence", f"piece {number} does not convict its signer")

    def _refusal(self, signed: Signed) -> Refusal:
        """Why a message is bad, judged on a fresh table: a refused one leaves its table in pieces.

        Otherwise the next piece of evidence might be judged on those. Raises _Failed for a good
        message.
        """
        log, replica = self._fresh()
        self._judge(log, replica, None)
        try:
            log.check_chain(signed.message)
            replica.judge(signed.message)
        except Refusal as refusal:
            return refusal
        raise _Failed("evidence", f"{self._named(signed.message)} is good and accuses nobody")

    # Reporting

    def report(self, code: Exit | None, failure: Failure | None) -> Report:
        """All that was found. Without a code, what was found decides it."""
        draft, info = self.charter.draft, self.rules.info
        base = Report(
            exit=Exit.FAILED if code is None else code,
            game=Game(info.id, info.title, info.version, self.charter.table, draft.options),
            seats=self._seats(),
            signatures=self.signatures,
            messages=len(self.log.order),
            steps=self.replica.step,
            tally=self.replica.tally,
            failure=failure,
        )
        if code is not None:
            return base
        faults = self.log.faults()
        standing = self._standing(faults)
        lacks = tuple(self._lacks(standing, faults))
        done = standing.over and not lacks and not faults
        return replace(
            base,
            exit=Exit.SOUND if done else Exit.UNFINISHED,
            standing=standing,
            lacks=lacks,
            convictions=tuple(_conviction(fault) for fault in faults),
        )

    def _seats(self) -> tuple[SeatReport, ...]:
        return tuple(
            SeatReport(member.name, member.key, member.keeper, self.contacts.get(member.key, ""))
            for member in self.charter.draft.members
        )

    def _standing(self, faults: Sequence[Fault]) -> Standing:
        replica = self.replica
        outcome = replica.engine.outcome or _forfeit(replica, faults)
        over = replica.over
        void = {fault.seat for fault in faults if _two_closings(fault)}
        return Standing(
            step=replica.step,
            digest=replica.digest,
            over=over,
            winners=tuple(map(int, outcome.winners)) if outcome else (),
            reason=outcome.reason if outcome else "",
            left=tuple(replica.left),
            closers=replica.seats_in(),
            closed=tuple(seat for seat in sorted(replica.closed) if seat not in void),
            record_digest=record_digest(self.charter, outcome, replica.digest)
            if over and outcome
            else b"",
        )

    def _lacks(self, standing: Standing, faults: Sequence[Fault]) -> Iterator[str]:
        """What a finished record would hold and this one does not."""
        if standing.over:
            for seat in standing.closers:
                if seat not in standing.closed:
                    yield f"no closing of {self.name(seat)} in this file"
        elif not faults:
            debts = sorted(self.replica.roots(), key=lambda debt: (debt.seat, debt.task.number))
            said = dict.fromkeys(self._owed(debt) for debt in debts)
            yield f"it ends at step {standing.step}, before {', '.join(said)}"

    def _owed(self, debt: Debt) -> str:
        return OWED[debt.kind].format(self.name(debt.seat))


def _forfeit(replica: Replica, faults: Sequence[Fault]) -> Outcome | None:
    """With two seats, the one that is not at fault has won."""
    seats = replica.seats_in()
    guilty = {fault.seat for fault in faults}
    others = tuple(seat for seat in seats if seat not in guilty)
    if len(seats) != 2 or len(others) != 1:
        return None
    (winner,) = others
    return Outcome((Seat(winner),), "the other seat broke the table")


def _two_closings(fault: Fault) -> bool:
    return fault.charge is Charge.EQUIVOCATION and any(
        part.kind is Kind.CLOSE for signed in fault.evidence for part in signed.message.parts
    )


def _conviction(fault: Fault) -> Conviction:
    return Conviction(
        fault.seat,
        str(fault.charge),
        fault.step,
        fault.reason,
        tuple((_number(signed), signed.hash) for signed in fault.evidence),
    )


def _number(signed: Signed) -> int | None:
    """A message's number in its chain; None for bytes that are no message."""
    try:
        return signed.message.seq
    except CodecError:
        return None
