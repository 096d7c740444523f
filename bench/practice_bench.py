"""A person's game of King against three bots in one process: how long one waits for a question.

The person is played by a bot that answers at once, in every window in which a client asks, with no
pacing of the moves: all four seats are clients over loopback, as `crownless play` makes them.
"""

from __future__ import annotations

import asyncio
import secrets
import statistics
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from bench.row import Row
from games import registry
from p2p.client.client import Client
from p2p.client.tables.open_table import open_play
from p2p.session.autoplay import decision_of
from p2p.session.person import Decision, Prompt
from p2p.session.session import Session
from p2p.storage.profile import Profile
from p2p.wire.message import Kind

BOTS = 3
GAMES = 3
PATIENCE = 120
"""Seconds for the next question, or the end."""


class Wait(NamedTuple):
    """From a person's key to the next question; whether a deck or a hand was mixed meanwhile."""

    seconds: float
    shuffled: bool


class Person:
    """A seat at the keyboard, played by a bot."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._bot = registry.bot("king")

    async def question(self, answered: int) -> Prompt | None:
        """The next question after that of step `answered`; None at the end of the game."""
        state = self._client.state
        while True:
            snapshot = state.snapshot
            if state.failure is not None:
                raise state.failure
            if snapshot is not None and snapshot.ending is not None:
                return None
            prompt = None if snapshot is None else snapshot.prompt
            if prompt is not None and prompt.step != answered:
                return prompt
            async with asyncio.timeout(PATIENCE):
                await state.next()

    async def think(self, prompt: Prompt) -> Decision:
        """What the bot would do."""
        session = self._session()
        return await self._client._board.runner.call(
            lambda: decision_of(self._bot, session, prompt, secrets.randbelow)
        )

    async def shuffles(self) -> int:
        """How many shuffles all seats have made so far."""
        session = self._session()

        def count() -> int:
            parts = [part for signed in session.log.order for part in signed.outline.parts]
            return sum(kind is Kind.SHUFFLE for _, kind in parts)

        return await self._client._board.runner.call(count)

    def _session(self) -> Session:
        assert self._client.session is not None
        return self._client.session


async def game(home: Path) -> tuple[float, list[Wait]]:
    """One game: seconds to the first question, and all waits after it."""
    begun = time.monotonic()
    table = open_play(Profile(home), "king", BOTS, {}, new=True)
    await table.start()
    person, waits = Person(table.client), []
    prompt = await person.question(answered=0)
    first = time.monotonic() - begun
    while prompt is not None:
        decision, before = await person.think(prompt), await person.shuffles()
        key = time.monotonic()
        await table.client.decide(prompt.step, decision)
        prompt = await person.question(answered=prompt.step)
        seconds = time.monotonic() - key
        waits.append(Wait(seconds, await person.shuffles() > before))
    await table.close()
    return first, waits


def measure() -> list[Row]:
    """How long a person waits: at the start, as a rule, and at most but for shuffles."""
    starts: list[float] = []
    waits: list[Wait] = []
    for _ in range(GAMES):
        with tempfile.TemporaryDirectory() as folder:
            first, more = asyncio.run(game(Path(folder)))
        starts.append(first)
        waits += more
    name = "King against 3 bots"
    middle = statistics.median(wait.seconds for wait in waits) * 1e3
    longest = max(wait.seconds for wait in waits if not wait.shuffled)
    return [
        Row(f"{name}: begin to first question", statistics.median(starts), "s", 2),
        Row(f"{name}: key to next question, median", middle, "ms", 250),
        Row(f"{name}: the longest but for shuffles", longest, "s", 1),
        Row(f"{name}: questions a game", len(waits) / GAMES, "", None),
    ]
