"""The one thread on which a session lives, with the bot that may decide for its seat.

Everything heavy (proofs, replay, rules) happens here and never on the event loop. Work is done in
the order in which it was handed over. Front ends never see the session itself: they get snapshots.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from games.engine.bots import Bot
from p2p.client.play.snapshot import Snapshot, take
from p2p.session.autoplay import decision_of
from p2p.session.effects import Effects, Send
from p2p.session.person import Decision, Prompt
from p2p.session.session import Session

LOOK_SECONDS = 0.5
"""Between two pictures of a table at which a bot decides: nobody waits for them."""

T = TypeVar("T")
Act = Callable[[Session], Effects]


@dataclass(frozen=True, slots=True)
class Done:
    """What came of one piece of work: effects, a snapshot if anything changed, the next alarm."""

    effects: Effects
    snapshot: Snapshot | None
    wake: float | None


class Worker:
    """A session's thread. With a `bot`, it answers every prompt of the seat at once.

    A person is not asked whether to be asked: only what to answer, when the turn comes. It sees
    every change at once; where a bot plays, whoever looks on sees some changes together, and where
    nobody looks on there are no pictures but that of the end.
    """

    def __init__(self, bot: Bot | None, *, watched: bool = True) -> None:
        self._bot = bot
        self._watched = watched or bot is None
        self._stale = False
        """Whether anything has changed since the last picture."""
        self._look_at = 0.0
        """When the next picture is due, if anything has changed by then."""
        # D-13: one thread, since group operations let the event loop run; a process would copy
        # secrets.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="crownless-session")

    async def call(self, work: Callable[[], T]) -> T:
        """Do something on the thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def act(self, session: Session, act: Act) -> Done:
        """Have the session do something, and the bot play on."""
        return await self.call(lambda: self._work(session, act))

    def post(self, session: Session, act: Act, then: Callable[[Done | Exception], None]) -> None:
        """Like `act`, without a task that waits: `then` is called on the event loop."""
        loop = asyncio.get_running_loop()

        def work() -> None:
            outcome: Done | Exception
            try:
                outcome = self._work(session, act)
            except Exception as error:
                outcome = error
            with suppress(RuntimeError):  # the event loop has ended
                loop.call_soon_threadsafe(then, outcome)

        self._thread.submit(work)

    def stop(self) -> None:
        """End the thread once all work is done."""
        self._thread.shutdown()

    def _work(self, session: Session, act: Act) -> Done:
        session.decides = self._decide
        effects = [*act(session), *self._play_on(session)]
        self._stale |= any(not isinstance(effect, Send) for effect in effects)
        snapshot = self._picture(session, time.monotonic())
        waits = self._stale and self._watched
        wakes = (session.wake_at(), self._look_at if waits else None)
        return Done(effects, snapshot, min((at for at in wakes if at is not None), default=None))

    def _picture(self, session: Session, now: float) -> Snapshot | None:
        """The table as it is now, if anything has changed and it is time to show it."""
        due = self._watched and (self._bot is None or now >= self._look_at)
        if not self._stale or not (due or session.ending() is not None):
            return None
        self._stale = False
        self._look_at = now + LOOK_SECONDS
        return take(session)

    def _play_on(self, session: Session) -> Effects:
        """Answer what was asked before the session knew who decides."""
        effects: Effects = []
        while session.seat is not None and (prompt := session.prompt()) is not None:
            decision = self._decide(session, prompt)
            if decision is None:
                break
            effects += session.decide(prompt.step, decision, time.monotonic())
        return effects

    def _decide(self, session: Session, prompt: Prompt) -> Decision | None:
        """What is answered without asking a person; None where one has to be asked."""
        if self._bot is not None:
            return decision_of(self._bot, session, prompt, secrets.randbelow)
        # Its person has something that fits, and is asked in its turn.
        return True if prompt.in_order else None
