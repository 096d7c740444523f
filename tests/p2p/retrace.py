"""Plays a trace again: `python -m tests.p2p.retrace FILE`.

The messages in the trace are judged by one who has no seat, as `verify` judges a record, and it is
printed where they lead: how many were good, to which step, and the first that is refused and why.
So what went wrong at a table can be had again from what its players send in.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from p2p.errors import CodecError, P2PError
from p2p.session.validator import Good, Judged, Validator
from p2p.tracing.lines import DIGITS
from p2p.tracing.reading import Held, held, text_of
from p2p.wire.charter import Charter
from p2p.wire.message import Signed

GOOD, REFUSED, UNREADABLE = 0, 1, 2


class Retraced:
    """One table of a trace, as far as its messages lead."""

    def __init__(self, charter: Charter) -> None:
        self.charter = charter
        self.validator = Validator(charter, charter.draft.make_game())
        self.good = 0
        self.ignored = 0
        """Messages that accuse nobody."""
        self.refused = ""
        """What was refused first, and why; empty for nothing."""

    def feed(self, one: Held, signed: Signed) -> None:
        """Judge a message of the trace."""
        try:
            verdicts = self.validator.feed(signed)
        except CodecError:
            self.ignored += 1
            return
        self.good += sum(isinstance(verdict, Good) for verdict in verdicts)
        while pending := self.validator.deferred():
            self.validator.run(pending[0])
        if not self.refused:
            self.refused = next(self._why(one, verdicts), "")

    def _why(self, one: Held, verdicts: Iterable[Judged]) -> Iterator[str]:
        for verdict in verdicts:
            if not isinstance(verdict, Good):
                seen, why = verdict.signed.outline, verdict.refusal
                yield (
                    f"line {one.number}: message {seen.seat}:{seen.seq} is refused at step"
                    f" {why.step}: {why.charge}: {why.reason}"
                )
        for fault in self.validator.log.faults():
            yield (
                f"line {one.number}: seat {fault.seat} is convicted at step {fault.step}:"
                f" {fault.charge}: {fault.reason}"
            )

    def lines(self) -> list[str]:
        """What there is to say of it."""
        replica, log = self.validator.replica, self.validator.log
        said = [
            f"table {self.charter.table.hex()[:DIGITS]}: {self.charter.draft.game},"
            f" {self.charter.seats} seats",
            f"  {self.good} messages good, by seat: {', '.join(map(str, log.counts()))}",
            f"  {log.count_waiting()} wait for others, {self.ignored} accuse nobody",
            f"  step {replica.step}, digest {replica.digest.hex()[:DIGITS]}",
        ]
        ending = self.validator.ending()
        if ending is not None and ending.outcome is not None:
            said.append(f"  over by its rules, closed by {len(ending.closed)}")
        return [*said, f"  {self.refused or 'nothing is refused'}"]


def retrace(path: Path) -> tuple[list[str], int, str]:
    """What to print of a trace, the exit code, and what is wrong with the file.

    All before a damaged line counts. Raises P2PError for what is no trace.
    """
    tables: dict[bytes, Retraced] = {}
    broken = ""
    try:
        for one in held(text_of(path)):
            if isinstance(one.what, Charter):
                tables.setdefault(one.what.table, Retraced(one.what))
                continue
            for table in tables.values():
                if table.charter.table in one.what.body[:64]:
                    table.feed(one, one.what)
    except P2PError as error:
        if not tables:
            raise
        broken = str(error)
    said = [line for table in tables.values() for line in table.lines()]
    code = REFUSED if any(table.refused for table in tables.values()) else GOOD
    return said or ["no table has begun in this trace"], UNREADABLE if broken else code, broken


def main(arguments: list[str]) -> int:
    """The exit code: 0 nothing is refused, 1 something is, 2 the file cannot be read whole."""
    if len(arguments) != 1:
        print("name one trace: python -m tests.p2p.retrace FILE", file=sys.stderr)
        return UNREADABLE
    try:
        said, code, broken = retrace(Path(arguments[0]))
    except P2PError as error:
        print(f"retrace: {error}", file=sys.stderr)
        return UNREADABLE
    print("\n".join(said))
    if broken:
        print(f"retrace: {broken}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
