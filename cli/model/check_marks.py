"""What was checked for each line of the story: counted from the messages that were judged good.

A line is told at a step of the rules; what it rests on are the parts of messages that answered or
paid the steps since the line before. Nothing is counted that did not pass its check here: only
judged messages are looked at. Pure. Held by tests/cli/tui/toolkit/test_parts.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from cli.console.text import counted
from games.engine.table import LogLine
from p2p.replica.registry import PARTS
from p2p.wire.message import Message

SIGNED = "sig"
LONG: Mapping[str, tuple[str, str]] = {
    SIGNED: ("signature", "signatures"),
    **{
        part.mark.short: (part.mark.one, part.mark.many)
        for part in PARTS.values()
        if part.mark is not None
    },
}
"""The proofs and openings worth naming; a move is checked by the rules as the line is told."""


class Checks:
    """Counts by step, grown message by message."""

    def __init__(self) -> None:
        self.messages = 0
        self._by_step: dict[int, Counter[str]] = {}

    def take(self, messages: Iterable[Message]) -> None:
        """Count messages that have been judged good."""
        for message in messages:
            self.messages += 1
            for part in message.parts:
                count = self._by_step.setdefault(part.step, Counter())
                mark = PARTS[part.kind].mark
                if mark is not None:
                    count[mark.short] += mark.proofs
            if message.parts:
                self._by_step[message.parts[0].step][SIGNED] += 1

    def between(self, after: int, until: int) -> Counter[str]:
        """What was checked at the steps behind `after` up to `until`."""
        total: Counter[str] = Counter()
        # D-18: one message pays for several lines, and a proof may come after its line: it counts
        # there.
        for step in range(after + 1, until + 1):
            total += self._by_step.get(step, Counter())
        return total

    def of_lines(self, lines: Sequence[LogLine]) -> list[Counter[str]]:
        """For each line of the story what was checked since the line before."""
        found = []
        before = -1
        for line in lines:
            found.append(self.between(before, line.step))
            before = max(before, line.step)
        return found


def counted_checks(count: Mapping[str, int]) -> list[str]:
    """Each kind of check with its number, in words that say what was checked."""
    return [
        counted(count[word], one, many) for word, (one, many) in LONG.items() if count.get(word)
    ]


def full(count: Mapping[str, int]) -> str:
    """All of it in one line."""
    said = counted_checks(count)
    return f"checked: {', '.join(said)}" if said else "nothing new to check"
