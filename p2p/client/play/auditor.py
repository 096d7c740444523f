"""The audit of a closed table in a client: in slices on the session's thread, seat by seat.

The result stands at once and is provisional; as seeds come in, each seat that has shown one is
played again by it. It waits a moment for the seeds of all who have stayed, so that one play of the
log does for all of them and the full game can be held against every half. Held by
tests/p2p/client/play/test_auditor.py.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass

from p2p.client.play.session_runner import Runner
from p2p.log.beside import SeedFinding, seed_hash
from p2p.record.audit import UNAUDITED, Audit, Finding, Upshot, Verdict, upshot_of
from p2p.session.session import Session

SLICE_SECONDS = 0.05
PATIENCE_SECONDS = 3.0
"""How long to wait for the seeds of others before those that are here are looked at."""
PAUSE_SECONDS = 0.2
"""How long to wait for further seeds before the audit is asked again."""


@dataclass(frozen=True, slots=True)
class AuditState:
    """How far an audit is. `findings`: of every seat; `upshot`: what the result comes to by them.

    `done` of `total` messages have been played in this run. `settled`: every seat that has stayed
    was looked at, so nothing more is waited for. `tale`: what lay hidden in the game, as its texts,
    once all are proven.
    """

    findings: tuple[Finding, ...]
    upshot: Upshot
    done: int = 0
    total: int = 0
    settled: bool = False
    tale: tuple[str, ...] = ()

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won as far as it is proven."""
        return self.upshot.winners

    @property
    def working(self) -> bool:
        """Whether a play of the log is under way."""
        return self.total > 0


class Auditor:
    """Audits the table of one session. Lives on that session's thread."""

    def __init__(
        self,
        session: Session,
        clock: Callable[[], float] = time.monotonic,
        *,
        pool: Executor | None = None,
    ) -> None:
        """`pool` lends a thread to the group work."""
        self._session = session
        self._audit = Audit(session.charter, session.game, pool=pool)
        self._clock = clock
        self._since = clock()

    @staticmethod
    def is_due(session: Session) -> bool:
        """Whether this table has an audit, and all have closed it, or some have shown seeds."""
        ending = session.ending()
        if ending is None or ending.fault is not None or not session.game.info.audited:
            return False
        return ending.complete or bool(session.seeds())

    def advance(self) -> AuditState:
        """Work for one slice of time, if there is something to do."""
        until, seeds = self._clock() + SLICE_SECONDS, self._session.seeds()
        here = set(self._session.replica.seats_in()) <= set(seeds)
        patient = self._clock() < self._since + PATIENCE_SECONDS
        if here or not patient or self._audit.progress()[1]:
            order = self._session.log.order
            while self._audit.advance(order, seeds) and self._clock() < until:
                pass
        return self.state()

    @property
    def waits(self) -> bool:
        """Whether there is, or will in a moment be, something to do without anything new."""
        seeds = self._session.seeds()
        unseen = any(f.seat in seeds and not self._is_seen(f) for f in self._audit.findings())
        return unseen or bool(self._audit.progress()[1])

    def state(self) -> AuditState:
        """What is known by now."""
        findings = self._audit.findings()
        outcome = self._session.replica.engine.outcome
        done, total = self._audit.progress()
        staying = self._session.replica.seats_in()
        return AuditState(
            findings,
            upshot_of(outcome, findings) if outcome is not None else UNAUDITED,
            done,
            total,
            settled=all(self._is_seen(findings[seat]) for seat in staying),
            tale=self._audit.tale,
        )

    def _is_seen(self, found: Finding) -> bool:
        return self._audit.has_seen(found.seat)

    def said(self) -> tuple[SeedFinding, ...]:
        """What our seat signs of what it has found: of each seed that it holds, by its hash."""
        seeds = self._session.seeds()
        return tuple(
            SeedFinding(found.seat, seed_hash(seeds[found.seat]), found.verdict is Verdict.PROVEN)
            for found in self._audit.findings()
            if found.seat in seeds
        )


class AuditRunner:
    """The audit of the session that `runner` runs, beside its play and once at a time.

    `pool` lends a thread to its products, `show` hears of each step. What it has found is signed
    once it is settled.
    """

    def __init__(
        self, runner: Runner, show: Callable[[AuditState], None], pool: Executor | None
    ) -> None:
        self._runner = runner
        self._show = show
        self._shown: AuditState | None = None
        self._pool = pool
        self._auditor: Auditor | None = None
        self._running = False

    def begin(self) -> None:
        """Look at the seeds that are here, unless that is under way."""
        if not self._running and not self._runner.closing:
            self._running = True
            self._runner.run_background(self._audit())

    async def _audit(self) -> None:
        """Audit in slices until there is nothing to do before another seed comes."""
        session = self._runner.session
        try:
            if session is None or not await self._runner.call(lambda: Auditor.is_due(session)):
                return
            if self._auditor is None:
                self._auditor = await self._runner.call(lambda: Auditor(session, pool=self._pool))
            auditor, more = self._auditor, True
            while more and not self._runner.closing:
                state = await self._runner.call(auditor.advance)
                more = await self._runner.call(lambda: auditor.waits)
                if state != self._shown:
                    self._shown = state
                    self._show(state)
                if more and not state.working:
                    await asyncio.sleep(PAUSE_SECONDS)
            if state.settled:
                said = await self._runner.call(auditor.said)
                await self._runner.act(lambda s: s.say_audited(said, time.monotonic()))
        finally:
            self._running = False
