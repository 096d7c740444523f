"""Whether a record holds: every signature, proof, move and closing judged again, from nothing else.

The verifier is a seat without a key. It feeds the messages of the file to a log and a replica of
its own and comes to their verdict; it trusts nothing that the file says about itself. A file can
be damaged, cut or forged by whoever holds it, so a seat is accused only by bytes that it signed
and that everything they rest on convicts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Executor

from games.engine.game import Game as Rules
from p2p.errors import CodecError, TableMismatch
from p2p.log.fault import Charge, Refusal
from p2p.log.log import Log
from p2p.record.checks import line_of
from p2p.record.conclusion import judged
from p2p.record.entry_checks import Entries, piece_of
from p2p.record.progress import Checked, Phase, SeatReport, held_in
from p2p.record.record import Record, begins_as_record
from p2p.record.report import CheckFailed, Failure, Game, Report, VerifyExit
from p2p.replica.replica import Replica
from p2p.replica.task import Clock
from p2p.wire.charter import Charter
from p2p.wire.message import Message, Part, Signed

Watch = Callable[[Checked], None]
"""Told what was found good so far, after every signature and every message."""


def verify(
    data: bytes,
    *,
    contacts: Mapping[bytes, str] | None = None,
    watch: Watch | None = None,
    pool: Executor | None = None,
) -> Report:
    """Judge the bytes of a record. Whatever they are, the answer is a report.

    `contacts` gives our own names to public keys; `pool` lends a thread to the heavy proofs;
    `watch` is called often and on this thread, so it should do next to nothing.
    """
    nothing = Checked(Phase.FAILED)
    try:
        record = Record.decode(data)
    except CodecError as error:
        reason = (
            f"this record is damaged, or not all of one ({error})"
            if begins_as_record(data)
            else "this is no record of a Crownless table"
        )
        return Report(VerifyExit.UNREADABLE, nothing, failure=Failure("", reason))
    except TableMismatch as error:
        return Report(VerifyExit.UNREADABLE, nothing, failure=Failure("", str(error)))
    try:
        charter = Charter.decode(record.charter)
        rules = charter.draft.make_game()
    except TableMismatch as error:
        return Report(VerifyExit.UNREADABLE, nothing, failure=Failure("charter", str(error)))
    except CodecError as error:
        return Report(VerifyExit.FAILED, nothing, failure=Failure("charter", str(error), "seals"))
    return _Examination(record, charter, rules, contacts or {}, watch, pool).report()


class _Table(Replica):
    """A replica that knows which part it refused: on that part's line the failure is shown."""

    refused: Part | None = None

    def take(self, seat: int, part: Part, clock: Clock, own: Clock) -> None:
        """See Replica."""
        self.refused = part
        super().take(seat, part, clock, own)
        self.refused = None


class _Examination:
    """One record under examination, and what was found so far."""

    def __init__(
        self,
        record: Record,
        charter: Charter,
        rules: Rules,
        contacts: Mapping[bytes, str],
        watch: Watch | None,
        pool: Executor | None,
    ) -> None:
        self.record = record
        self.charter = charter
        self.rules = rules
        self.watch = watch
        self.pool = pool
        self.seats = tuple(
            SeatReport(member.name, member.key, member.operator, contacts.get(member.key, ""))
            for member in charter.draft.members
        )
        self.entries = Entries(record, charter, [seat.shown for seat in self.seats])
        self.log, self.replica = self._fresh()
        self.phase = Phase.SIGNATURES
        sealed = {
            "seals": charter.seats,
            "vouched": sum(member.is_bot for member in charter.draft.members),
        }
        self.held = {**sealed, **held_in(record)}
        self.counts = {**dict.fromkeys(self.held, 0), **sealed, **self._judged()}
        self._lines: dict[bytes, str] = {}

    def report(self) -> Report:
        """Check everything, what is cheap first, and say what was found."""
        info, draft = self.rules.info, self.charter.draft
        game = Game(info.id, info.title, info.version, self.charter.table, draft.options)
        try:
            self._check()
        except CheckFailed as failed:
            self.phase = Phase.FAILED
            return Report(VerifyExit.FAILED, self.checked(), game, failure=failed.failure)
        self.phase = Phase.DONE
        faults = self.log.faults()
        return judged(self.charter, self.replica, faults, self._lines, game, self.checked())

    def checked(self) -> Checked:
        """What was found good so far."""
        return Checked(self.phase, self.seats, dict(self.counts), self.held)

    def _tell(self) -> None:
        if self.watch is not None:
            self.watch(self.checked())

    def _check(self) -> None:
        """Raises CheckFailed."""
        self._tell()
        self.entries.check_signatures(self._good_signature)
        self.entries.check_order()
        self.phase = Phase.MESSAGES
        self._judge(self.log, self.replica, self._good_message)
        broken = self.replica.broken
        if broken is not None:
            self.log.convict(broken.seat, Charge.CLAIM, broken.step, broken.reason)
        self.phase = Phase.EVIDENCE
        self._check_evidence()

    # Counting

    def _good_signature(self) -> None:
        self.counts["signatures"] += 1
        self._tell()

    def _good_message(self) -> None:
        """A message was found good, and only now does anything in it count."""
        self.counts.update(self._judged())
        self._tell()

    def _judged(self) -> dict[str, int]:
        """What came of the messages. The step that the table stands at has not been replayed."""
        return {
            "messages": len(self.log.order),
            "steps": max(0, self.replica.step - 1),
            "results": int(self.replica.over),
            **self.replica.counters.numbers(),
        }

    # Judging

    def _fresh(self) -> tuple[Log, _Table]:
        charter = self.charter
        options = dict(charter.draft.options)
        replica = _Table(charter.table, self.rules, charter.seats, options, pool=self.pool)
        return Log(charter.table, charter.keys), replica

    def _judge(self, log: Log, replica: _Table, good: Callable[[], None]) -> None:
        """Feed all messages to a log and a replica. Raises CheckFailed."""
        for signed in self.record.messages:
            message = signed.message
            log.take(signed)
            if next(log.ready(), None) is not signed:
                raise self._failed(
                    "chains",
                    signed,
                    "names another version of a message than the one in this file",
                )
            refusal = self._weigh(log, replica, message)
            if refusal is not None:
                raise self._failed(
                    "messages",
                    signed,
                    f"does not hold ({refusal.charge}: {refusal.reason}), and what does not hold"
                    " is no part of a chain",
                    line=_line(refusal, replica),
                    step=refusal.step,
                )
            log.accept(signed)
            good()

    def _weigh(self, log: Log, replica: _Table, message: Message) -> Refusal | None:
        """Judge one message; gives why it is bad."""
        replica.refused = None
        try:
            log.check_chain(message)
            replica.judge(message)
        except Refusal as refusal:
            return refusal
        return None

    def _failed(
        self, check: str, signed: Signed, why: str, line: str = "messages", step: int | None = None
    ) -> CheckFailed:
        message = signed.message
        reason = f"{self.entries.called(message)} {why}"
        step = message.step if step is None else step
        return CheckFailed(Failure(check, reason, line, message.seat, step, piece_of(signed)))

    # Evidence

    def _check_evidence(self) -> None:
        """Every piece of evidence must convict its signer. Raises CheckFailed."""
        evidence = self.record.evidence
        names = [signed.hash for signed in evidence]
        if names != sorted(set(names)):
            raise _unfounded("it is not in the order of a record, or stands twice")
        for number, signed in enumerate(evidence, 1):
            try:
                self.log.take(signed)
            except CodecError as error:
                raise _unfounded(f"piece {number} accuses nobody: {error}") from None
        for signed in self.log.ready():
            self._tell()
            self.log.refuse(signed, self._refusal(signed))
        convicting = {signed.hash for fault in self.log.faults() for signed in fault.evidence}
        for number, name in enumerate(names, 1):
            if name not in convicting:
                raise _unfounded(f"piece {number} does not convict its signer")
        self.counts["evidence"] = len(evidence)

    def _refusal(self, signed: Signed) -> Refusal:
        """Why a message is bad, judged on a fresh table: a refused one leaves its table in pieces.

        Otherwise the next piece of evidence might be judged on those. Raises CheckFailed for a
        good message.
        """
        log, replica = self._fresh()
        self._judge(log, replica, lambda: None)
        refusal = self._weigh(log, replica, signed.message)
        if refusal is None:
            raise _unfounded(f"{self.entries.called(signed.message)} is good and accuses nobody")
        self._lines[signed.hash] = _line(refusal, replica)
        return refusal


def _line(refusal: Refusal, replica: _Table) -> str:
    """The line of the checklist that a refusal falls on."""
    return line_of(refusal.charge, None if replica.refused is None else replica.refused.kind)


def _unfounded(reason: str) -> CheckFailed:
    return CheckFailed(Failure("evidence", reason, "evidence"))
