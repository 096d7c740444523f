"""Between the event loop and a session: hands it work in order, carries out what it wants.

The runner owns the session's thread and its alarm clock. What goes wrong in there reaches the
front end as one sentence; the table itself is safe on disk and goes on at the next start.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import TypeVar

from games.engine.bots import Bot
from p2p.client.play.inbox import Inbox
from p2p.client.play.session_thread import Act, Done, Worker
from p2p.client.play.snapshot import Snapshot
from p2p.errors import LobbyError, LocalError, P2PError
from p2p.net.links.admission import Precedence
from p2p.session.effects import Drop, Effects, Send
from p2p.session.session import Session

T = TypeVar("T")
LOGGER = logging.getLogger("p2p.client.play.session_runner")


@dataclass(frozen=True, slots=True)
class Callbacks:
    """Where the effects of a session go: all are called on the event loop."""

    send: Callable[[bytes, bytes], object]
    drop: Callable[[bytes], None]
    flood: Callable[[bytes], None]
    show: Callable[[Snapshot], None]
    fail: Callable[[Exception], None]


class Runner:
    """Runs one session, from `run` on."""

    def __init__(
        self,
        bot: Bot | None,
        callbacks: Callbacks,
        *,
        precedence: Callable[[bytes], Precedence] = lambda _: Precedence.MEMBER,
        hold: Callable[[bytes, bool], None] = lambda *_: None,
        watched: bool = True,
    ) -> None:
        """`precedence`: whose work comes first; `hold`: stop reading from a link, or go on;
        `watched`: whether anybody looks on where the bot plays."""
        self._inbox: Inbox[Act] = Inbox(precedence, hold)
        self._draining = False
        self.session: Session | None = None
        self._worker = Worker(bot, watched=watched)
        self._callbacks = callbacks
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.closing = False

    def run(self, session: Session) -> None:
        """The game has begun: all work is for this session from now on."""
        self.session = session

    def stop(self) -> None:
        """No work is begun any more; `close` ends what is under way."""
        self.closing = True

    async def call(self, work: Callable[[], T]) -> T:
        """Do something on the session's thread."""
        return await self._worker.call(work)

    async def act(self, act: Act) -> None:
        """Have the session do something; carry out what it wants; show what came of it."""
        session = self.session
        if session is None:
            raise LobbyError("the game has not begun")
        if self.closing:
            return
        self._carry_out(await self._worker.act(session, act))

    def _carry_out(self, done: Done) -> None:
        for effect in done.effects:
            if isinstance(effect, Send):
                self._callbacks.send(effect.peer, effect.frame)
            elif isinstance(effect, Drop):
                LOGGER.warning("a link was closed: %s", effect.reason)
                (self._callbacks.flood if effect.flood else self._callbacks.drop)(effect.peer)
        if done.snapshot is not None:
            self._callbacks.show(done.snapshot)
        self._set_timer(done.wake)

    def from_link(self, peer: bytes, act: Act, size: int = 0) -> bool:
        """`act` because of what the link to `peer` brought, in its turn; `size` are the bytes.

        False if that link has brought more than it may although it is held.
        """
        queued = self._inbox.put(peer, act, size)
        if not self._draining and self._inbox:
            self._draining = True
            # What this turn of the event loop still brings is handed over with it.
            asyncio.get_running_loop().call_soon(self._take_turn)
        return queued

    def _take_turn(self) -> None:
        """Hand the session what has come; between turns our own person has its say."""
        session = self.session
        self._draining = bool(self._inbox) and session is not None and not self.closing
        if self._draining:
            assert session is not None
            acts = self._inbox.take()
            self._worker.post(session, lambda session: _all(acts, session), self._end_turn)

    def _end_turn(self, outcome: Done | Exception) -> None:
        if not self.closing:
            try:
                if isinstance(outcome, Exception):
                    raise outcome
                self._carry_out(outcome)
            except Exception as error:
                self._report(error)
        self._take_turn()

    def submit(self, act: Act) -> None:
        """`act` from a callback; what goes wrong there ends this client with a sentence."""
        self.run_background(self.act(act))

    def run_background(self, work: Coroutine[object, object, None]) -> None:
        """Run something beside the caller; failures reach the front end."""
        task = asyncio.get_running_loop().create_task(self._guarded(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self, last: Callable[[], None]) -> None:
        """End all work; `last` is done on the session's thread."""
        self.stop()
        self._set_timer(None)
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._worker.call(last)
        self._worker.stop()

    async def _guarded(self, work: Coroutine[object, object, None]) -> None:
        try:
            await work
        except Exception as error:
            self._report(error)

    def _report(self, error: Exception) -> None:
        """Tell the front end of an error, as one sentence."""
        if isinstance(error, P2PError):
            self._callbacks.fail(error)
            return
        LOGGER.error("the session failed", exc_info=error)
        self._callbacks.fail(LocalError("Crownless made a mistake; start it again to go on"))

    def _set_timer(self, wake: float | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if wake is not None and not self.closing:
            delay = max(0.0, wake - time.monotonic())
            self._timer = asyncio.get_running_loop().call_later(delay, self._wake)

    def _wake(self) -> None:
        self.submit(lambda session: session.tick(time.monotonic()))


def _all(acts: list[Act], session: Session) -> Effects:
    """What comes of several pieces of work, one after the other, and what is said to all of it."""
    with session.listening():
        effects = [effect for act in acts for effect in act(session)]
    return [*effects, *session.speak(time.monotonic())]
