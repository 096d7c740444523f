"""What the verifier found, as values, and in one sentence.

What a file lacks is said of the file, never of a seat; a seat is accused only with evidence that
it signed itself. `report_text` and `report_json` say all of it, for a person and for a program.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from p2p.display import safe
from p2p.record.audit import UNAUDITED, Finding, Upshot
from p2p.record.progress import Checked, CheckLine, Mark, SeatReport, Trouble, checklist
from p2p.wire.charter import PROTOCOL


class VerifyExit(IntEnum):
    """The exit code of `verify`."""

    SOUND = 0
    FAILED = 1
    UNREADABLE = 2
    UNFINISHED = 3
    UNRULED = 4
    """All else holds, but the rules are not here."""


VERDICTS = {
    VerifyExit.SOUND: "sound",
    VerifyExit.FAILED: "failed",
    VerifyExit.UNREADABLE: "unreadable",
    VerifyExit.UNFINISHED: "sound as far as it goes",
    VerifyExit.UNRULED: "rules not checked",
}


@dataclass(frozen=True, slots=True)
class Piece:
    """One signed message by its number in its author's chain (None: no message) and its hash."""

    seq: int | None
    hash: bytes

    def __str__(self) -> str:
        what = "bytes that are no message" if self.seq is None else f"message {self.seq}"
        return f"{what}, {self.hash.hex()}"


@dataclass(frozen=True, slots=True)
class Conviction:
    """A seat at fault, by messages that it signed. `line`: the check that convicts it."""

    seat: int
    charge: str
    step: int
    reason: str
    line: str
    evidence: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong, in words that accuse a file and not a seat.

    `check`: the check that failed; empty for a file that cannot be read. `line`: its line of the
    checklist, empty where it has none. `piece`: the message it failed at; `seat`: who signed it.
    """

    check: str
    reason: str
    line: str = ""
    seat: int | None = None
    step: int | None = None
    piece: Piece | None = None


class CheckFailed(Exception):
    """A check that failed, raised where it failed."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.reason)
        self.failure = failure


@dataclass(frozen=True, slots=True)
class Standing:
    """Where the table stands after the last message of the file."""

    step: int
    digest: bytes
    over: bool = False
    winners: tuple[int, ...] = ()
    reason: str = ""
    left: tuple[int, ...] = ()
    closers: tuple[int, ...] = ()
    closed: tuple[int, ...] = ()
    record_digest: bytes = b""
    unsigned: int = 0
    """How many steps at the end are in no digest that a seat signed."""
    all_lost: bool = False

    def closings(self) -> str:
        """Who closed, in words that never call none of none "all"."""
        if not self.closers:
            return "closed by nobody: everybody had left"
        stayed = " who stayed" if self.left else ""
        return f"closed by {len(self.closed)} of {len(self.closers)}{stayed}"


@dataclass(frozen=True, slots=True)
class Game:
    """What the charter agreed on."""

    id: str
    title: str
    version: int
    table: bytes
    options: tuple[tuple[str, str | int], ...]
    release: str = ""
    """The release that wrote the file, as the file says; safe to show."""
    protocol: int = PROTOCOL


@dataclass(frozen=True, slots=True)
class Report:
    """Everything the verifier has to say about one file."""

    exit: VerifyExit
    checked: Checked
    game: Game | None = None
    standing: Standing | None = None
    lacks: tuple[str, ...] = ()
    """What a finished record would hold and this file does not."""
    convictions: tuple[Conviction, ...] = ()
    failure: Failure | None = None
    unchecked: tuple[str, ...] = ()
    """What was not checked as the rules are not here; empty where they are."""
    audit: tuple[Finding, ...] = ()
    """What the audit found of each seat, in a game that has one and has ended by its rules."""
    upshot: Upshot = UNAUDITED
    """What the result comes to by that."""

    @property
    def proven_winners(self) -> tuple[int, ...]:
        """Who has won as far as the audit has proven it."""
        return self.upshot.winners

    @property
    def cheats(self) -> tuple[Finding, ...]:
        """What the audit found against seats: the record is sound, they are not."""
        return tuple(found for found in self.audit if found.cheated)

    @property
    def ruled(self) -> bool:
        """Whether the rules were here to be checked."""
        return not self.unchecked

    @property
    def seats(self) -> tuple[SeatReport, ...]:
        """Who sat there, as the charter names them."""
        return self.checked.seats

    def verdict(self) -> str:
        """The result in one sentence."""
        if self.failure is not None:
            said = [_located(self.failure)]
        elif self.exit is VerifyExit.SOUND and self.standing is not None:
            audited = ", all who stayed proven by their seeds" * bool(self.audit)
            said = [f"ended by its rules, {self.standing.closings()}{audited}"]
        elif self.exit is VerifyExit.UNRULED and self.game is not None:
            rules = f"rules {self.game.version}" if self.game.version else "other rules"
            release = self.game.release or "an earlier release"
            played = f"played under {rules} of {'release ' * bool(self.game.release)}{release}"
            said = [played, *(self.accused(one) for one in self.convictions), *self.lacks]
        else:
            said = [self.accused(one) for one in self.convictions]
            said += [self.come_to()] * self.upshot.is_none
            said += [*map(self.told, self.cheats), *self.lacks]
        return f"{VERDICTS[self.exit]}: {'; '.join(said)}"

    def come_to(self) -> str:
        """What the result comes to by the audit."""
        return self.upshot.said(lambda seat: self.seats[seat].shown)

    def told(self, found: Finding) -> str:
        """What the audit says of a seat."""
        return f"{self.seats[found.seat].shown}: {safe(found.said())}"

    def accused(self, one: Conviction) -> str:
        """Who broke the table, how and where."""
        name = self.seats[one.seat].shown
        return f"broken by {name}: {one.charge} at step {one.step}: {safe(one.reason)}"

    def troubles(self) -> dict[str, Trouble]:
        """What went wrong, by the line of the checklist that it went wrong on."""
        failure = self.failure
        if failure is not None and failure.line:
            shown = self._shown(failure.seat, failure.piece)
            return {failure.line: Trouble(Mark.FAILED, _located(failure), failure.step, shown)}
        found: dict[str, Trouble] = {}
        for one in self.convictions:
            note, evidence = self.accused(one), self.evidence(one)
            before = found.get(one.line)
            if before is not None:
                note, evidence = f"{before.note}; {note}", before.evidence + evidence
            step = one.step if before is None else before.step
            found[one.line] = Trouble(Mark.BROKEN, note, step, evidence)
        if self.cheats:
            note = "; ".join(map(self.told, self.cheats))
            found["audited"] = Trouble(Mark.BROKEN, note, self.cheats[0].step)
        return found

    def evidence(self, one: Conviction) -> tuple[str, ...]:
        """The messages that convict a seat, and that it signed them."""
        return tuple(text for piece in one.evidence for text in self._shown(one.seat, piece))

    def _shown(self, seat: int | None, piece: Piece | None) -> tuple[str, ...]:
        if piece is None:
            return ()
        who = "not signed" if seat is None else f"signed by {self.seats[seat].shown}"
        return (f"{who}: {piece}",)

    def checklist(self) -> list[CheckLine]:
        """Every line of the checklist that has something to say."""
        return checklist(self.checked, self.troubles())


def _located(failure: Failure) -> str:
    where = f" at step {failure.step}" if failure.step is not None else ""
    what = f"{failure.check}{where}: " if failure.check else ""
    return f"{what}{safe(failure.reason)}"
