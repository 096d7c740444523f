"""What of a record can be checked without its rules: who signed each entry, and the order.

The checks only look: they count what was found good and raise CheckFailed at the first that is
not. They accuse a file, never a seat.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from crypto.sign import verify as is_signed
from p2p.errors import CodecError
from p2p.log import beside
from p2p.log.log import Log, signing_label
from p2p.record.record import Record, canonical, lacking
from p2p.record.report import CheckFailed, Failure, Piece
from p2p.wire.charter import Charter
from p2p.wire.message import Message, Signed


def piece_of(signed: Signed) -> Piece:
    """A signed message as a report names it."""
    try:
        return Piece(signed.message.seq, signed.hash)
    except CodecError:
        return Piece(None, signed.hash)


@dataclass(frozen=True, slots=True)
class Entries:
    """The messages and the evidence of a record. `names`: the seats, as they may be shown."""

    record: Record
    charter: Charter
    names: Sequence[str]

    def called(self, message: Message) -> str:
        """A message in a sentence."""
        return f"message {message.seq} of {self.names[message.seat]}"

    def check_signatures(self, good: Callable[[], None]) -> None:
        """Every entry is a message of this table and signed; `good` is called for each."""
        label = signing_label(self.charter.table)
        for number, signed in enumerate(self.record.messages, 1):
            message = self._readable(number, signed)
            key = self.charter.keys[message.seat]
            if not is_signed(key, label, signed.body, signed.signature):
                raise self._failed(
                    "signatures",
                    f"entry {number} claims to be {self.called(message)}, whose key did not sign"
                    " it",
                    signed,
                )
            good()
        log = Log(self.charter.table, self.charter.keys)
        for number, signed in enumerate(self.record.evidence, 1):
            if log.author(signed) is None:
                reason = f"evidence {number} is signed by nobody at this table"
                raise CheckFailed(Failure("signatures", reason, "signatures"))
            good()

    def check_entries(self, good: Callable[[], None]) -> None:
        """What stands beside the chains is signed, and in the order of a record."""
        log = Log(self.charter.table, self.charter.keys)
        places = []
        for number, signed in enumerate(self.record.entries, 1):
            entry = beside.read(signed)
            if entry is None or log.author(signed) is None:
                reason = f"entry {number} beside the chains is signed by nobody at this table"
                raise CheckFailed(Failure("signatures", reason, "signatures"))
            places.append((entry.kind, entry.seat))
            good()
        if places != sorted(set(places)):
            reason = "the entries beside the chains are not in the order of a record"
            raise CheckFailed(Failure("chains", reason, "messages"))

    def _readable(self, number: int, signed: Signed) -> Message:
        try:
            message = signed.message
        except CodecError as error:
            raise self._unfit(number, f"is no message: {error}") from None
        if message.table != self.charter.table:
            raise self._unfit(number, "is a message of another table")
        if message.seat >= self.charter.seats or len(message.heads) != self.charter.seats:
            raise self._unfit(number, "does not fit the seats of this table")
        return message

    def _unfit(self, number: int, what: str) -> CheckFailed:
        """Whatever it says of itself is worth nothing, so no step and no seat is named."""
        return CheckFailed(Failure("messages", f"entry {number} {what}", "signatures"))

    def check_order(self) -> None:
        """Hold the file against the one order in which a record has these messages."""
        messages = self.record.messages
        seen: dict[tuple[int, int], Signed] = {}
        for signed in messages:
            message = signed.message
            first = seen.setdefault((message.seat, message.seq), signed)
            if first is not signed:
                again = "stands" if first.hash == signed.hash else "stands in two versions"
                reason = f"{self.called(message)} {again} twice in this file"
                raise self._failed("chains", reason, signed)
        expected = tuple(canonical(messages))
        if len(expected) < len(messages):
            raise self._gap({signed.hash for signed in expected})
        for number, (signed, due) in enumerate(zip(messages, expected, strict=True), 1):
            if signed.hash != due.hash:
                reason = f"from entry {number} on the file is not in the order of a record"
                raise self._failed("chains", reason, signed)

    def _gap(self, placed: set[bytes]) -> CheckFailed:
        """Says what the first message that cannot be judged rests on."""
        counts = [0] * self.charter.seats
        for signed in self.record.messages:
            if signed.hash in placed:
                counts[signed.outline.seat] += 1
        found = next(signed for signed in self.record.messages if signed.hash not in placed)
        first = found.message
        seat, seq = lacking(found.outline, counts) or (first.seat, first.seq - 1)
        reason = (
            f"{self.called(first)} cannot be judged: it rests on message {seq} of"
            f" {self.names[seat]}, which this file does not hold in its place"
        )
        return self._failed("chains", reason, found)

    def _failed(self, check: str, reason: str, signed: Signed) -> CheckFailed:
        message, piece = signed.message, piece_of(signed)
        if check == "signatures":
            return CheckFailed(Failure(check, reason, check, step=message.step, piece=piece))
        return CheckFailed(Failure(check, reason, "messages", message.seat, message.step, piece))
