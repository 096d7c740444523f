"""How much of a record has been found good so far: what `verify` tells while it works.

Counts only ever grow, and nothing is counted before the message that it came in was found good.
Beside them stands how much the file holds, which nobody has checked: it says how far there is to
go. `checks` makes the lines of both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from p2p.display import safe_name
from p2p.errors import CodecError
from p2p.record.checks import CHECKS, ONLY_REPLAYED
from p2p.record.record import Record
from p2p.replica.part_checks import Check, CheckCounters
from p2p.replica.registry import PARTS


@dataclass(frozen=True, slots=True)
class SeatReport:
    """One seat as the charter names it. `contact`: what our own profile calls this key."""

    name: str
    key: bytes
    operator: bytes = b""
    contact: str = ""

    @property
    def shown(self) -> str:
        """The name it gave itself, as it may be shown."""
        return safe_name(self.name)


class Phase(Enum):
    """What a verifier is at."""

    SIGNATURES = 1
    MESSAGES = 2
    EVIDENCE = 3
    AUDIT = 6
    FAILED = 4
    """It stopped at a check that failed."""
    DONE = 5
    """Everything that the file holds was checked."""


@dataclass(frozen=True, slots=True)
class Checked:
    """One moment of an examination: who sat there, what was found good, what the file holds."""

    phase: Phase
    seats: tuple[SeatReport, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    held: Mapping[str, int] = field(default_factory=dict)

    @property
    def running(self) -> bool:
        """Whether more may come."""
        return self.phase not in (Phase.FAILED, Phase.DONE)

    def share(self) -> tuple[str, int, int]:
        """What is counted at this phase, how many of them are done, and how many there are."""
        key = {Phase.SIGNATURES: "signatures", Phase.AUDIT: "audited"}.get(self.phase, "messages")
        return key, self.counts.get(key, 0), self.held.get(key, 0)


class Mark(Enum):
    """How a line of the checklist stands."""

    WAITS = 1
    """Nothing of it was reached."""
    GROWS = 2
    """Some of it was found good; there is, or was, more to come."""
    DONE = 3
    """All of it was found good."""
    FAILED = 4
    """A check failed here: the file does not hold."""
    BROKEN = 5
    """The file holds, and convicts a seat of what it did here."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """What went wrong on a line, at which step, and the messages that show it.

    `mark` is FAILED or BROKEN.
    """

    mark: Mark
    note: str
    step: int | None = None
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckLine:
    """One line of the checklist. `found`: how many were good."""

    check: Check
    text: str
    mark: Mark
    found: int = 0
    trouble: Trouble | None = None


def sizes_of(record: Record) -> dict[str, int]:
    """How many entries a file holds, counted without reading any of them."""
    return {
        "signatures": len(record.messages) + len(record.evidence),
        "messages": len(record.messages),
        "evidence": len(record.evidence),
    }


def held_in(record: Record) -> dict[str, int]:
    """How much of everything a file holds whose messages were signed, with nothing else checked."""
    counters = CheckCounters(PARTS)
    for signed in record.messages:
        try:
            for part in signed.message.parts:
                counters.take(part)
        except CodecError:
            continue  # a part of wrong form is named once it is its turn to be checked
    counts = {key: n for key, n in counters.numbers().items() if key not in ONLY_REPLAYED}
    counts.update(sizes_of(record))
    counts["results"] = 1 if counts["closings"] else 0  # seats close what has a result
    return counts


def checklist(checked: Checked, troubles: Mapping[str, Trouble] | None = None) -> list[CheckLine]:
    """The lines that have something to say, and what went wrong on which."""
    lines = []
    for check in CHECKS:
        held = checked.held.get(check.key)
        found = checked.counts.get(check.key, 0)
        trouble = (troubles or {}).get(check.key)
        mark = trouble.mark if trouble is not None else _mark(checked, check.key, held)
        if mark is not None:
            lines.append(CheckLine(check, check.say(checked.counts, held), mark, found, trouble))
    return lines


def _mark(checked: Checked, key: str, held: int | None) -> Mark | None:
    """How a line stands if nothing went wrong on it; None where it has nothing to say."""
    number = checked.counts.get(key, 0)
    if checked.phase is Phase.DONE or (held is not None and number >= held):
        return Mark.DONE if number else None
    if number:
        return Mark.GROWS
    return Mark.WAITS if held or (checked.running and key in ("opened", "steps")) else None
