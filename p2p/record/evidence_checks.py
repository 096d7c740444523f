"""Evidence in a record: each piece must convict its signer, or the file accuses without reason.

With the rules a message that they refuse convicts; without them only what needs no step does, for
seats could have invented steps together, and an honest message would not fit those.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from p2p.errors import CodecError
from p2p.log.fault import Charge, Fault, Refusal
from p2p.log.log import Log
from p2p.record.checks import line_of
from p2p.record.report import CheckFailed, Failure
from p2p.session.validator import Good, Validator
from p2p.wire.message import Message, Signed

BARE = frozenset({Charge.MALFORMED, Charge.EQUIVOCATION, Charge.CHAIN, Charge.UNDERSTATED})
"""What a seat can be convicted of without knowing what the steps call for."""


class Evidence:
    """The pieces of evidence of one record.

    `lines` is told for each message that convicts the line of the checklist that it falls on;
    `called` names a message to a person.
    """

    def __init__(
        self,
        pieces: tuple[Signed, ...],
        lines: dict[bytes, str],
        called: Callable[[Message], str],
    ) -> None:
        self._pieces = pieces
        self._lines = lines
        self._called = called

    def check(self, validator: Validator, tell: Callable[[], None]) -> int:
        """Judge all pieces by the rules; gives how many there are. Raises CheckFailed."""
        log = validator.log
        names = self._take(log)
        for verdict in validator.judge():
            if isinstance(verdict, Good):
                message = verdict.signed.message
                raise _unfounded(f"{self._called(message)} is good and accuses nobody")
            self._lines[verdict.signed.hash] = line_of_refusal(verdict.refusal)
            tell()
        convicting = _shown(log.faults())
        for number, name in enumerate(names, 1):
            if name not in convicting:
                raise _unfounded(f"piece {number} does not convict its signer")
        return len(names)

    def check_bare(self, log: Log) -> tuple[int, list[str]]:
        """Convict only by what needs no steps; gives how many pieces do, and what of the rest was
        not checked. Raises CheckFailed for what accuses nobody.
        """
        names = self._take(log)
        looked: set[bytes] = set()
        for signed in log.ready():
            if signed.hash in looked:
                break  # all that is left waits for verdicts that nobody gives here
            looked.add(signed.hash)
            try:
                log.check_chain(signed.message)
            except Refusal as refusal:
                if refusal.charge is Charge.CHAIN:
                    log.refuse(signed, refusal)
                    self._lines[signed.hash] = line_of_refusal(refusal)
        convicting = _shown(fault for fault in log.faults() if fault.charge in BARE)
        unchecked = [
            f"the charge that piece {number} of the evidence stands for"
            for number, name in enumerate(names, 1)
            if name not in convicting
        ]
        return len(names) - len(unchecked), unchecked

    def _take(self, log: Log) -> list[bytes]:
        """Give all pieces to the log; their names. Raises CheckFailed."""
        names = [signed.hash for signed in self._pieces]
        if names != sorted(set(names)):
            raise _unfounded("it is not in the order of a record, or stands twice")
        for number, signed in enumerate(self._pieces, 1):
            try:
                log.take(signed)
            except CodecError as error:
                raise _unfounded(f"piece {number} accuses nobody: {error}") from None
        return names


def line_of_refusal(refusal: Refusal) -> str:
    """The line of the checklist that a refusal falls on."""
    return line_of(refusal.charge, None if refusal.part is None else refusal.part.kind)


def _shown(faults: Iterable[Fault]) -> set[bytes]:
    """The messages that these faults rest on."""
    return {signed.hash for fault in faults for signed in fault.evidence}


def _unfounded(reason: str) -> CheckFailed:
    return CheckFailed(Failure("evidence", reason, "evidence"))
