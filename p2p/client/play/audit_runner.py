"""Runs the audit of one client beside its play: in slices, on the session's thread, once at a time.

What it finds goes into the client's state, and is signed once it is settled. Held by
tests/p2p/client/play/test_auditor.py.
"""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import Executor

from p2p.client.play.auditor import Auditor
from p2p.client.play.session_runner import Runner
from p2p.client.updates import ClientState

PAUSE_SECONDS = 0.2
"""How long to wait for further seeds before the audit is asked again."""


class AuditRunner:
    """The audit of the session that `runner` runs; `pool` lends a thread to its products."""

    def __init__(self, runner: Runner, state: ClientState, pool: Executor | None) -> None:
        self._runner = runner
        self._state = state
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
                if state != self._state.audit:
                    self._state.audit = state
                    self._state.changed.set()
                if more and not state.working:
                    await asyncio.sleep(PAUSE_SECONDS)
            if state.settled:
                said = await self._runner.call(auditor.said)
                await self._runner.act(lambda s: s.say_audited(said, time.monotonic()))
        finally:
            self._running = False
