"""One author's messages as one client holds them: judged good, waiting, and what convicts."""

from __future__ import annotations

from dataclasses import dataclass, field

from p2p.log.fault import Fault
from p2p.wire.message import Head, ReadBody, Signed

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

    def head(self, *, closings: bool = True) -> Head | None:
        """The last good message; without `closings` the last that does more than close."""
        count = len(self.good)
        if count and not closings and self.good[-1].outline.only_closes():
            count -= 1
        return Head(count - 1, self.good[count - 1].hash) if count else None

    def shelve(self, read: ReadBody, keep: int) -> None:
        """Let go of the bodies of all good messages but the last `keep`."""
        last = len(self.good) - keep
        for signed in self.good[self.shelved : max(last, self.shelved)]:
            signed.shelve(read)
        self.shelved = max(last, self.shelved)

    def count_waiting(self) -> int:
        """How many unjudged messages are kept."""
        return sum(len(versions) for versions in self.waiting.values())
