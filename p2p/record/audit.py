"""The audit of a closed game: whether all that a seat sent follows from its seed and the log.

A seat whose seed is here is played again by it: its keys are derived, its half learns what the log
taught it, and each of its parts is made anew and compared, byte for byte; what it decided under
seal is opened and held against what its half allowed. No other seat's seed is needed for that, and
no proof is checked again. The first part that differs names the step, the round and the rule.

The result of a game stands before its audit: an audit says who of the winners is proven to have
played by what it was told. Clients and `verify` run the same one over the same log, in small pieces
of work, and come to the same findings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from enum import Enum
from typing import Final

from games.engine.game import Game
from games.engine.private import Half, Lesson
from games.engine.values import Outcome, Seat
from p2p.record.cross_check import CrossCheck
from p2p.replica.part_checks import Trust
from p2p.replica.registry import PARTS
from p2p.replica.replica import Replica
from p2p.replica.task import SeatSecrets, Task
from p2p.session.sight import HalfFeed
from p2p.wire.charter import Charter
from p2p.wire.message import Message, Part, Signed


class Verdict(Enum):
    """What an audit has come to for one seat. The value is the word for it."""

    PROVEN = "proven"
    NOT_PROVEN = "not proven"
    CHEATED = "cheated"


@dataclass(frozen=True, slots=True)
class Finding:
    """What the audit says of one seat. Of a seat that is not proven or cheated, where and why."""

    seat: int
    verdict: Verdict
    reason: str = ""
    step: int | None = None
    round: int | None = None

    @property
    def looked_at(self) -> bool:
        """Whether the seat was played again, and not just waited for."""
        return self.verdict is not Verdict.NOT_PROVEN or self.step is not None

    @property
    def cheated(self) -> bool:
        """Whether its seat is shown to have cheated."""
        return self.verdict is Verdict.CHEATED

    def said(self) -> str:
        """In words, without the seat."""
        where = f"round {self.round}, " if self.round is not None else ""
        at = f"{where}step {self.step}" if self.step is not None else ""
        return ": ".join(filter(None, (self.verdict.value, at, self.reason)))


WITHHELD = "its seed is not here"


class SeatAudit:
    """One seat under audit, while the log is played again beside it."""

    def __init__(self, seat: int, seed: bytes, charter: Charter, game: Game) -> None:
        self.seat = seat
        self.found: Finding | None = None
        self.secrets = SeatSecrets.derive(seed, charter.table)
        self._feed = HalfFeed(seat, self.secrets, game)

    def check(self, replica: Replica, part: Part, round: int | None) -> None:
        """Hold the next part of this seat against what it must be."""
        if self.found is not None:
            return
        try:
            half = self._feed.learn(replica, ())
            # D-71: asks the task that would send it, so there is no second program to keep in step.
            reason = replica.audit(self.seat, part, self.secrets, half)
        except Exception as error:  # its own, for what others said stops no half (D-154)
            self._stop(Verdict.NOT_PROVEN, f"it cannot be derived again ({error})", part, round)
            return
        if reason is not None:
            self._stop(Verdict.CHEATED, f"{_name_of(part)}: {reason}", part, round)

    def learn(self, replica: Replica, task: Task, round: int | None) -> tuple[Lesson, ...]:
        """What has been settled since is known to it from now on."""
        if self.found is not None:
            return ()
        try:
            return self._feed.take(replica, task)
        except Exception as error:
            part = Part(replica.step, next(iter(PARTS)), ())
            self._stop(Verdict.NOT_PROVEN, f"it cannot be derived again ({error})", part, round)
            return ()

    def half(self, replica: Replica) -> Half | None:
        """What the seat knows at this moment."""
        return self._feed.learn(replica, ())

    def doubt(self, step: int, round: int | None, what: str) -> None:
        """The full game differs from what this seat was told."""
        # D-71: every half fits its seed, so the difference may be our own mistake: not proven, no
        # cheat.
        self.found = self.found or Finding(
            self.seat, Verdict.NOT_PROVEN, f"the full game differs in {what}", step, round
        )

    def _stop(self, verdict: Verdict, reason: str, part: Part, round: int | None) -> None:
        self.found = Finding(self.seat, verdict, reason, part.step, round)

    def finding(self) -> Finding:
        """What has come of it, once the whole log was played."""
        return self.found or Finding(self.seat, Verdict.PROVEN)


class AuditRun:
    """One play of a closed log beside the seats whose seeds are here."""

    def __init__(
        self,
        charter: Charter,
        game: Game,
        messages: Sequence[Signed],
        seeds: Mapping[int, bytes],
        pool: Executor | None = None,
    ) -> None:
        """`messages`: all that were judged good, in an order in which each may be judged.

        `seeds`: seeds that give the keys of their seats. `pool` lends a thread to the group work.
        """
        self._messages = messages
        self._seats = {
            seat: SeatAudit(seat, seed, charter, game) for seat, seed in sorted(seeds.items())
        }
        secrets = {seat: audit.secrets for seat, audit in self._seats.items()}
        # D-137: with a seed missing nobody knows the whole.
        self._cross = CrossCheck(secrets) if len(secrets) == charter.seats else None
        options = dict(charter.draft.options)
        self._replica = Replica(
            charter.table, game, charter.seats, options, pool=pool, keeps_settled=True
        )
        self._round: int | None = None
        self.done = 0
        self.matched = 0
        """Messages that were found to be what the seeds of their seats give."""

    @property
    def total(self) -> int:
        """How many pieces of work there are in all."""
        return len(self._messages)

    def advance(self) -> bool:
        """Do the next piece of work, one message; says whether there is more."""
        if self.done < self.total:
            self._take(self._messages[self.done].message)
            self.done += 1
        return self.done < self.total

    def _take(self, message: Message) -> None:
        audit = self._seats.get(message.seat)
        self._follow()
        if audit is None:
            self._replica.judge(message, Trust.SETTLED)
            return

        def before(part: Part) -> None:
            self._follow()
            audit.check(self._replica, part, self._round)

        self._replica.judge(message, Trust.SETTLED, before)
        self.matched += audit.found is None

    def _follow(self) -> None:
        replica = self._replica
        self._round = getattr(replica.engine.waiting, "round", self._round)
        settled, replica.settled = replica.settled, []
        for task in settled:
            lessons = {
                Seat(seat): audit.learn(replica, task, self._round)
                for seat, audit in self._seats.items()
            }
            self._cross_check(lessons)

    def _cross_check(self, lessons: Mapping[Seat, tuple[Lesson, ...]]) -> None:
        """Hold all halves against the full game, as long as each of them is proven so far."""
        audits, replica = self._seats, self._replica
        if self._cross is None or any(audit.found for audit in audits.values()):
            self._cross = None
            return
        halves = {Seat(seat): audit.half(replica) for seat, audit in audits.items()}
        known = {seat: half for seat, half in halves.items() if half is not None}
        try:
            doubted = self._cross.learned(replica, lessons, known)
        except Exception:  # a mistake of ours: every seat has sent what its seed gives
            self._cross = None
            return
        if doubted is not None:
            seat, what = doubted
            audits[seat].doubt(replica.step, self._round, what)

    def findings(self) -> tuple[Finding, ...]:
        """Of each of these seats, once all is done."""
        assert self.done == self.total
        return tuple(audit.finding() for audit in self._seats.values())

    def tale(self) -> tuple[str, ...]:
        """What lay hidden, once all is done; empty unless every seat is proven by this run."""
        if self._cross is None or any(audit.found for audit in self._seats.values()):
            return ()
        return self._cross.tale()


class Audit:
    """What is known of all seats of one table: it grows as seeds come in."""

    def __init__(self, charter: Charter, game: Game, *, pool: Executor | None = None) -> None:
        """`pool` lends a thread to the group work; it changes no finding."""
        self._charter = charter
        self._game = game
        self._pool = pool
        self._found: dict[int, Finding] = {}
        self._run: AuditRun | None = None
        self._running: tuple[int, ...] = ()
        self._matched = 0
        self.tale: tuple[str, ...] = ()
        """What lay hidden in the game, once every seat of it is proven, as texts of the game."""

    def advance(self, messages: Sequence[Signed], seeds: Mapping[int, bytes]) -> bool:
        """Do one piece of work, on a closed log; says whether there is more for now."""
        if self._run is None:
            new = {seat: seed for seat, seed in seeds.items() if seat not in self._found}
            if not new:
                return False
            self._run = AuditRun(self._charter, self._game, tuple(messages), new, self._pool)
            self._running = tuple(new)
        if not self._run.advance():
            self._found.update((found.seat, found) for found in self._run.findings())
            self._matched += self._run.matched
            self.tale = self.tale or self._run.tale()
            self._run, self._running = None, ()
        return True

    @property
    def matched(self) -> int:
        """How many messages were found to be what the seeds of their seats give."""
        return self._matched + (self._run.matched if self._run else 0)

    def has_seen(self, seat: int) -> bool:
        """Whether this seat was played again by its seed."""
        return seat in self._found

    def progress(self) -> tuple[int, int]:
        """How many messages of how many the present run has played; (0, 0) without one."""
        return (self._run.done, self._run.total) if self._run else (0, 0)

    def findings(self) -> tuple[Finding, ...]:
        """Of every seat what is known so far, in seat order."""
        return tuple(
            self._found.get(seat) or Finding(seat, Verdict.NOT_PROVEN, self._lacks(seat))
            for seat in range(self._charter.seats)
        )

    def _lacks(self, seat: int) -> str:
        return "it is being derived again" if seat in self._running else WITHHELD


@dataclass(frozen=True, slots=True)
class Upshot:
    """What a result comes to by what is proven so far; a seed that comes later turns it.

    `winners`: who has won as far as it is proven. Without any, the game may be `broken_by` seats
    whose false accounts ended it, or be `open_until` those that may have ended it are proven.
    """

    winners: tuple[int, ...] = ()
    broken_by: tuple[Finding, ...] = ()
    open_until: tuple[Finding, ...] = ()

    @property
    def is_none(self) -> bool:
        """Whether nothing is known to have ended the game, so that nobody is ranked."""
        return bool(self.broken_by or self.open_until)

    def said(self, name: Callable[[int], str]) -> str:
        """In words, by what seats are called."""
        if self.broken_by:
            who = _named([found.seat for found in self.broken_by], name)
            return f"the game is broken by {who}, whose false account ended it: nobody has won"
        if self.open_until:
            return f"the game is {self.awaited(name)}"
        return f"won as far as proven: {_named(self.winners, name) or 'nobody'}"

    def awaited(self, name: Callable[[int], str]) -> str:
        """Until when the game is open."""
        who = _named([found.seat for found in self.open_until], name)
        several = len(self.open_until) > 1
        if all(found.reason == WITHHELD for found in self.open_until):
            return f"open until {who} {'show' if several else 'shows'} the seed"
        return f"open until {who} {'are' if several else 'is'} proven"


def _named(seats: Sequence[int], name: Callable[[int], str]) -> str:
    names = [name(seat) for seat in seats]
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


UNAUDITED: Final = Upshot()
"""Where nothing was audited."""


def upshot_of(outcome: Outcome, findings: Sequence[Finding]) -> Upshot:
    """What a result comes to (FTD-9, FTD-22, FTD-30).

    The winners that are proven have won; if none is, the proven seats of the first rank that has
    any. But who ended the game by its own account has to be proven first, or one of those who did.
    """
    proven = {found.seat for found in findings if found.verdict is Verdict.PROVEN}
    enders = tuple(found for found in findings if found.seat in outcome.ended_by)
    if enders and not any(found.seat in proven for found in enders):
        waits = tuple(found for found in enders if not found.cheated)
        return Upshot(open_until=waits) if waits else Upshot(broken_by=enders)
    ranks = (outcome.winners, *outcome.ranking)
    return Upshot(next((found for found in _proven_of(ranks, proven) if found), ()))


def _proven_of(ranks: Sequence[Sequence[int]], proven: set[int]) -> Iterator[tuple[int, ...]]:
    for rank in ranks:
        yield tuple(int(seat) for seat in rank if seat in proven)


def _name_of(part: Part) -> str:
    known = PARTS[part.kind]
    return known.mark.short if known.mark else known.check.one
