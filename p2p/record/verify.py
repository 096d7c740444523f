"""Whether a record holds: every signature, proof, move and closing judged again, from nothing else.

The verifier is a seat without a key. It feeds the messages of the file to a validator of its own,
as a session does, and comes to its verdict; it trusts nothing that the file says about itself. A
file can be damaged, cut or forged by whoever holds it, so a seat is accused only by bytes that it
signed and that everything they rest on convicts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Executor

from games.engine.game import Game as Rules
from p2p.errors import CodecError, TableMismatch
from p2p.log.fault import Refusal
from p2p.record.checks import line_of
from p2p.record.conclusion import judged
from p2p.record.entry_checks import Entries, piece_of
from p2p.record.progress import Checked, Phase, SeatReport, held_in
from p2p.record.record import Record, begins_as_record
from p2p.record.report import CheckFailed, Failure, Game, Report, VerifyExit
from p2p.session.validator import Good, Refused, Validator
from p2p.wire.charter import Charter
from p2p.wire.message import Signed

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
        self.seats = tuple(
            SeatReport(member.name, member.key, member.operator, contacts.get(member.key, ""))
            for member in charter.draft.members
        )
        self.entries = Entries(record, charter, [seat.shown for seat in self.seats])
        # Convicts at the end: messages of a seat may stand behind the one that convicts it.
        self.validator = Validator(charter, rules, pool=pool, convicts_at_once=False)
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
        replica, faults = self.validator.replica, self.validator.log.faults()
        return judged(self.charter, replica, faults, self._lines, game, self.checked())

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
        for signed in self.record.messages:
            self._check_message(signed)
        self.validator.convict_broken()
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
        replica = self.validator.replica
        return {
            "messages": len(self.validator.log.order),
            "steps": max(0, replica.step - 1),
            "results": int(replica.over),
            **replica.counters.numbers(),
        }

    # Judging

    def _check_message(self, signed: Signed) -> None:
        """Judge the next message, which rests on nothing behind it. Raises CheckFailed."""
        match self.validator.feed(signed):
            case [Good(judged)] if judged is signed:
                self._good_message()
            case [Refused(judged, refusal)] if judged is signed:
                raise self._failed(
                    "messages",
                    signed,
                    f"does not hold ({refusal.charge}: {refusal.reason}), and what does not hold"
                    " is no part of a chain",
                    line=_line(refusal),
                    step=refusal.step,
                )
            case _:
                raise self._failed(
                    "chains",
                    signed,
                    "names another version of a message than the one in this file",
                )

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
        log = self.validator.log
        for number, signed in enumerate(evidence, 1):
            try:
                log.take(signed)
            except CodecError as error:
                raise _unfounded(f"piece {number} accuses nobody: {error}") from None
        for verdict in self.validator.judge():
            if isinstance(verdict, Good):
                message = verdict.signed.message
                raise _unfounded(f"{self.entries.called(message)} is good and accuses nobody")
            self._lines[verdict.signed.hash] = _line(verdict.refusal)
            self._tell()
        convicting = {signed.hash for fault in log.faults() for signed in fault.evidence}
        for number, name in enumerate(names, 1):
            if name not in convicting:
                raise _unfounded(f"piece {number} does not convict its signer")
        self.counts["evidence"] = len(evidence)


def _line(refusal: Refusal) -> str:
    """The line of the checklist that a refusal falls on."""
    return line_of(refusal.charge, None if refusal.part is None else refusal.part.kind)


def _unfounded(reason: str) -> CheckFailed:
    return CheckFailed(Failure("evidence", reason, "evidence"))
