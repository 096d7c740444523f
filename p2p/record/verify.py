"""Whether a record holds: every signature, proof, move and closing judged again, from nothing else.

The verifier is a seat without a key. It feeds the messages of the file to a validator of its own,
as a session does (D-31), and comes to its verdict; it trusts nothing that the file says about
itself. In order, the cheap before the dear:

    the charter and its seals, all signatures, that each message stands behind what it names
    every message by the rules, or by the steps of the file where this release lacks the rules
    broken promises, evidence kept beside the chains, and proofs that clients may put off
    seeds, and the audit of what their seats hid

Two invariants. A seat is accused only by bytes that it signed and that everything they rest on
convicts: a file can be damaged, cut or forged by whoever holds it, and then the *file* fails, no
seat does. And nothing is counted as checked before its whole message held (D-20).

Where a seat has shown its seed its messages are derived again and compared, which proves more than
its proofs do and costs less (D-71). If anything differs, all of it is judged again with proofs.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor
from itertools import zip_longest

from crypto.errors import CryptoError
from games.engine.errors import GamesError, RulesError
from games.engine.game import Game as Rules
from games.engine.recorded import RecordedGame
from p2p.display import safe
from p2p.errors import CodecError, TableMismatch
from p2p.log.beside import read
from p2p.log.fault import Refusal
from p2p.log.log import Log
from p2p.record.audit import Audit, Finding, Verdict
from p2p.record.conclusion import convicted, judged
from p2p.record.entry_checks import Entries, piece_of
from p2p.record.evidence_checks import BARE, Evidence, line_of_refusal
from p2p.record.progress import Checked, Phase, SeatReport, held_in
from p2p.record.record import Record, why_unreadable
from p2p.record.report import CheckFailed, Failure, Game, Report, VerifyExit
from p2p.record.rules_of_record import FindRules, game_of, rules_here
from p2p.record.tally import Tally, Watch
from p2p.replica.part_checks import Trust
from p2p.replica.registry import PARTS
from p2p.session.validator import Good, Refused, Validator
from p2p.wire import codec
from p2p.wire.charter import READABLE, Charter
from p2p.wire.message import Signed

UNCHECKED = (
    "that the rules of the game lead to these steps",
    "that chosen cards are of a kind that may be chosen (predicates of choices)",
)
UNAUDITED = "not audited: rules {rules}, by which what seats hid would follow from their seeds"
UNCHECKED_STEPS = (
    "steps, keys, shuffles, shares, throws, moves and closings: the file holds no steps",
)
_MISFITS = (GamesError, CryptoError, ArithmeticError, AssertionError, LookupError, ValueError)


def verify(
    data: codec.Data,
    *,
    contacts: Mapping[bytes, str] | None = None,
    watch: Watch | None = None,
    pool: Executor | None = None,
    find_rules: FindRules = rules_here,
    all_proofs: bool = False,
) -> Report:
    """Judge the bytes of a record. Whatever they are, the answer is a report.

    What a seat whose seed is there has sent is made again from it and compared; its proofs are
    checked as well only with `all_proofs`, or where something differs.

    `contacts` gives our own names to public keys; `pool` lends a thread to the heavy proofs;
    `watch` is called often and on this thread, so it should do next to nothing.
    """
    nothing = Checked(Phase.FAILED)
    try:
        record = Record.decode(data)
    except CodecError as error:
        reason = why_unreadable(data, error)
        return Report(VerifyExit.UNREADABLE, nothing, failure=Failure("", reason))
    except TableMismatch as error:
        return Report(VerifyExit.UNREADABLE, nothing, failure=Failure("", str(error)))
    try:
        charter = Charter.decode(record.charter, READABLE)
        if (charter.draft.protocol > 1) != (record.version > 1):
            raise TableMismatch("this record is of another protocol than its format is for")
    except TableMismatch as error:
        return Report(VerifyExit.UNREADABLE, nothing, failure=Failure("charter", str(error)))
    except CodecError as error:
        return Report(VerifyExit.FAILED, nothing, failure=Failure("charter", str(error), "seals"))
    examination = _Examination(record, charter, contacts or {}, watch, pool)
    rules = find_rules(charter.draft) if record.version > 1 else None
    return examination.report(rules, all_proofs=all_proofs)


class _Examination:
    """One record under examination, and what was found so far."""

    def __init__(
        self,
        record: Record,
        charter: Charter,
        contacts: Mapping[bytes, str],
        watch: Watch | None,
        pool: Executor | None,
    ) -> None:
        self.record = record
        self.charter = charter
        self.pool = pool
        seats = [
            SeatReport(member.name, member.key, member.operator, contacts.get(member.key, ""))
            for member in charter.draft.members
        ]
        self.entries = Entries(record, charter, [seat.shown for seat in seats])
        bots = sum(member.is_bot for member in charter.draft.members)
        self.tally = Tally(record, seats, {"seals": charter.seats, "vouched": bots}, watch)
        self._lines: dict[bytes, str] = {}
        """Of messages that convict their authors: the line of the checklist that they fall on."""
        self._evidence = Evidence(record.evidence, self._lines, self.entries.called)
        self._derived: frozenset[int] = frozenset()
        """Seats whose messages are made again from their seeds; their proofs are not checked."""

    def report(self, rules: Rules | None, *, all_proofs: bool) -> Report:
        """Check everything, what is cheap first, and say what was found.

        Without `rules` the steps of the file stand in for them; the first format had none.
        """
        record, draft, tally = self.record, self.charter.draft, self.tally
        title, number = draft.named()
        game = Game(
            safe(draft.game),
            safe(title),
            record.rules or number,
            self.charter.table,
            draft.options,
            safe(record.release),
            draft.protocol,
        )
        try:
            tally.tell()
            self.entries.check_signatures(lambda: tally.one_more("signatures"))
            self.entries.check_entries(lambda: tally.one_more("signatures"))
            self.entries.check_order()
            tally.holds(held_in(record))
            if record.version == 1:
                self.tally.phase = Phase.MESSAGES
                return self._report_without_steps(game)
            unchecked: tuple[str, ...] = ()
            if rules is None:
                validator = self._play(self._recorded())
                findings: tuple[Finding, ...] = ()
                hidden = (UNAUDITED.format(rules=game.version),) * bool(record.entries)
                unchecked = (*UNCHECKED, *hidden, *self._check_bare_evidence(validator.log))
            else:
                derived = None if all_proofs else self._derive(rules)
                validator, findings = derived or self._judge(rules)
        except CheckFailed as failed:
            self.tally.phase = Phase.FAILED
            return Report(VerifyExit.FAILED, self.tally.checked(), game, failure=failed.failure)
        self.tally.phase = Phase.DONE
        faults = validator.log.faults()
        if rules is None:
            # D-57: without the rules, seats in league could make up steps by which somebody is
            # "guilty".
            faults = tuple(fault for fault in faults if fault.charge in BARE)
        signed = max((one.outline.step for one in record.messages), default=1) - 1
        found = self.tally.checked()
        return judged(
            self.charter,
            validator.replica,
            faults,
            self._lines,
            game,
            signed,
            found,
            unchecked,
            findings,
        )

    def _play(self, game: Rules) -> Validator:
        """Judge all messages. Raises CheckFailed."""
        # Convicts at the end: messages of a seat may stand behind the one that convicts it.
        validator = Validator(self.charter, game, pool=self.pool, convicts_at_once=False)
        self.tally.phase = Phase.MESSAGES
        self.tally.count_judged(validator)
        self._check_messages(validator, ruled=not isinstance(game, RecordedGame))
        validator.convict_broken()
        self.tally.phase = Phase.EVIDENCE
        return validator

    def _judge(self, rules: Rules) -> tuple[Validator, tuple[Finding, ...]]:
        """Judge all that the file holds by the rules. Raises CheckFailed."""
        validator = self._play(rules)
        self.tally.count({"evidence": self._evidence.check(validator, self.tally.tell)})
        validator.convict_deferred()
        self._take_entries(validator)
        return validator, self._audit(validator, rules)

    def _derive(self, rules: Rules) -> tuple[Validator, tuple[Finding, ...]] | None:
        """The same without the proofs of seats that the audit then proves.

        What their seeds give are the bytes of an honest client, whose proofs hold. None where
        anything else comes of it: then their proofs are checked like all others.
        """
        shown = {entry.seat for one in self.record.entries if (entry := read(one)) and entry.seed}
        if not shown or self.record.evidence or not rules.info.audited:
            return None
        self._derived = frozenset(shown)
        try:
            validator, findings = self._judge(rules)
        except (CheckFailed, *_MISFITS):
            return None
        finally:
            self._derived = frozenset()
        proven = {found.seat for found in findings if found.verdict is Verdict.PROVEN}
        return (validator, findings) if shown <= proven else None

    def _recorded(self) -> RecordedGame:
        """The steps of the file in the place of rules. Raises CheckFailed."""
        try:
            return game_of(self.record, self.charter)
        except RulesError as error:
            raise _bad_steps(str(error)) from error

    # D-58: signatures, chains and charter still hold; the steps of that format were never written.
    def _report_without_steps(self, game: Game) -> Report:
        """A record of the first format as far as it goes. Raises CheckFailed."""
        log = Log(self.charter.table, self.charter.keys)
        for signed in self.record.messages:
            log.take(signed)
            for ready in log.ready():
                try:
                    log.check_chain(ready.message)
                except Refusal as refusal:
                    raise self._refused(ready, refusal) from refusal
                log.accept(ready)
                self.tally.one_more("messages")
        self.tally.phase = Phase.EVIDENCE
        unchecked = (*UNCHECKED_STEPS, *self._check_bare_evidence(log))
        self.tally.phase = Phase.DONE
        faults = [fault for fault in log.faults() if fault.charge in BARE]
        return Report(
            VerifyExit.UNRULED,
            self.tally.checked(),
            game,
            convictions=tuple(convicted(fault, self._lines) for fault in faults),
            unchecked=unchecked,
        )

    def _check_messages(self, validator: Validator, *, ruled: bool) -> None:
        """Judge all messages, and hold the steps that they lead to against those of the file.

        Raises CheckFailed.
        """
        record = self.record
        number = validator.replica.engine.game.info.version
        if number != record.rules:
            raise _bad_steps(f"the file names rules {record.rules}, its charter {number}")
        for signed in record.messages:
            try:
                self._check_message(validator, signed)
            except _MISFITS as error:
                if ruled:
                    raise
                # Steps that no rules ask for: whatever they run into, they are why.
                step = validator.replica.step
                raise _bad_steps(f"they do not fit the table ({error})", step) from error
        made = validator.replica.engine.transcript()
        if made != record.steps:
            pairs = enumerate(zip_longest(made, record.steps), 1)
            at = next(number for number, (mine, theirs) in pairs if mine != theirs)
            lead = "the rules lead" if ruled else "the messages lead"
            raise _bad_steps(f"they are not those that {lead} to", at)

    # The audit

    def _take_entries(self, validator: Validator) -> None:
        """Seeds give the keys of their seats, in a game that has an audit. Raises CheckFailed."""
        for signed in self.record.entries:
            try:
                validator.feed(signed)
            except CodecError as error:
                raise CheckFailed(Failure("seeds", str(error), "seeds")) from None
        if self.record.entries:
            self.tally.count({"seeds": len(validator.seeds())})

    def _audit(self, validator: Validator, rules: Rules) -> tuple[Finding, ...]:
        """Derive again what each seat whose seed is here has sent, once the rules have ended."""
        if not rules.info.audited or not validator.over or validator.log.faults():
            return ()
        self.tally.phase = Phase.AUDIT
        audit, seeds = Audit(self.charter, rules, pool=self.pool), validator.seeds()
        order = validator.log.order
        held = sum(signed.outline.seat in seeds for signed in order)
        self.tally.holds({"audited": held})
        while audit.advance(order, seeds):
            self.tally.count({"audited": audit.matched})
            self.tally.tell()
        return audit.findings()

    def _check_bare_evidence(self, log: Log) -> list[str]:
        found, unchecked = self._evidence.check_bare(log)
        self.tally.count({"evidence": found})
        return unchecked

    # Judging

    def _check_message(self, validator: Validator, signed: Signed) -> None:
        """Judge the next message, which rests on nothing behind it. Raises CheckFailed."""
        derived = signed.outline.seat in self._derived
        match validator.feed(signed, Trust.SETTLED if derived else Trust.NOTHING):
            # One at a time and in order: a file in which a message waits for a later one is no
            # record.
            case [Good(judged)] if judged is signed:
                self._run_deferred(validator, signed)
                self.tally.count_judged(validator)
                self.tally.tell()
            case [Refused(judged, refusal)] if judged is signed:
                raise self._refused(signed, refusal)
            case _:
                raise self._failed(
                    "chains",
                    signed,
                    "names another version of a message than the one in this file",
                )

    def _run_deferred(self, validator: Validator, signed: Signed) -> None:
        """Run the checks that clients may put off: one that fails makes no message bad."""
        for pending in validator.deferred():
            if not validator.run(pending):
                self._lines.setdefault(signed.hash, PARTS[pending.kind].check.key)

    def _refused(self, signed: Signed, refusal: Refusal) -> CheckFailed:
        return self._failed(
            "messages",
            signed,
            f"does not hold ({refusal.charge}: {refusal.reason}), and what does not hold"
            " is no part of a chain",
            line=line_of_refusal(refusal),
            step=refusal.step,
        )

    def _failed(
        self, check: str, signed: Signed, why: str, line: str = "messages", step: int | None = None
    ) -> CheckFailed:
        message = signed.message
        reason = f"{self.entries.called(message)} {why}"
        step = message.step if step is None else step
        return CheckFailed(Failure(check, reason, line, message.seat, step, piece_of(signed)))


def _bad_steps(reason: str, step: int | None = None) -> CheckFailed:
    said = f"the steps in this file do not hold: {reason}"
    return CheckFailed(Failure("steps", said, "recorded", step=step))
