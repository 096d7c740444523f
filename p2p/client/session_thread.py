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
from dataclasses import dataclass
from typing import TypeVar

from games.engine.bots import Bot
from games.engine.choice import NOTHING
from games.engine.values import Seat
from p2p.client.snapshot import Snapshot, take
from p2p.session.author import Decision, Prompt
from p2p.session.effects import Effects, Send
from p2p.session.session import Session

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

    A person is not asked whether to be asked: only what to answer, when the turn comes.
    """

    def __init__(self, bot: Bot | None) -> None:
        self._bot = bot
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="crownless-session")

    async def call(self, work: Callable[[], T]) -> T:
        """Do something on the thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def act(self, session: Session, act: Act) -> Done:
        """Have the session do something, and the bot play on."""
        return await self.call(lambda: self._work(session, act))

    def stop(self) -> None:
        """End the thread once all work is done."""
        self._thread.shutdown()

    def _work(self, session: Session, act: Act) -> Done:
        effects = [*act(session), *self._decide_alone(session)]
        changed = any(not isinstance(effect, Send) for effect in effects)
        return Done(effects, take(session) if changed else None, session.wake_at())

    def _decide_alone(self, session: Session) -> Effects:
        """What is answered without asking a person."""
        effects: Effects = []
        while session.seat is not None and (prompt := session.prompt()) is not None:
            if self._bot is not None:
                decision = _choose(self._bot, session, prompt)
            elif prompt.in_order:  # its person has something that fits, and is asked in its turn
                decision = True
            else:
                break
            effects += session.decide(prompt.step, decision, time.monotonic())
        return effects


def _choose(bot: Bot, session: Session, prompt: Prompt) -> Decision:
    answer = bot.choose(
        session.game,
        session.replica.engine.table,
        Seat(session.seat or 0),
        session.knowledge(),
        prompt.choice,
        secrets.randbelow,
    )
    return answer != NOTHING if prompt.claiming else answer
