"""One author's messages as one client holds them: judged good, waiting, and what convicts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from p2p.log.fault import Fault
from p2p.wire.message import Signed

MAX_WAITING = 16
"""Unjudged messages kept of one author."""


@dataclass(slots=True)
class Chain:
    """One author's messages: those judged good, and those that wait."""

    good: list[Signed] = field(default_factory=list)
    waiting: dict[int, list[Signed]] = field(default_factory=dict)
    fault: Fault | None = None
    shelved: int = 0
    """How many of the good ones have their bodies on the disk only."""

    def holds(self, signed: Signed, seq: int) -> bool:
        """Whether this very message, of this sequence, is here, judged or not."""
        if self.fault is not None:
            # What it says counts no more, but may still contradict what it stated; and whoever
            # sends bytes in its name that it never signed is told from whoever passes its on.
            return signed in self.fault.evidence
        if seq < len(self.good):
            return self.good[seq].hash == signed.hash
        return any(kept.hash == signed.hash for kept in self.waiting.get(seq, ()))

    def said_at(self, step: int) -> tuple[Signed, ...]:
        """The last good message with a part for `step`, or the last one at all."""
        named = (s for s in reversed(self.good) if any(at == step for at, _ in s.outline.parts))
        return (next(named, self.good[-1]),)

    def newest(self) -> Signed | None:
        """The message with the highest sequence, judged or not."""
        if self.waiting:
            return self.waiting[max(self.waiting)][0]
        return self.good[-1] if self.good else None

    def unjudged(self) -> Iterator[Signed]:
        """The messages that wait."""
        return (signed for versions in self.waiting.values() for signed in versions)

    def count_waiting(self) -> int:
        """How many unjudged messages are kept."""
        return sum(len(versions) for versions in self.waiting.values())
