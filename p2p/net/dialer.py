"""Dials one member until it is linked, and again whenever its link is lost.

All addresses are raced, the first ones with a head start; the first that opens to the expected key
wins. Rounds come with growing pauses (`p2p.net.address_backoff`), which vary by a quarter either
way, and at once when there is a new address. Time and chance are passed
in, so tests need neither. This module knows addresses and channels, no frames.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from p2p.net.address import Address
from p2p.net.address_backoff import PAUSES, AddressBackoff
from p2p.net.close_reason import LinkEnded, Reason
from p2p.net.handshake import Channel, fits

HEAD_START = 0.1
"""Seconds between the starts of a round's addresses."""
STEADY_SECONDS = 10.0
"""A link that lived so long was a good one: after it, the pauses begin anew."""
MOST_ADDRESSES = 12
"""Addresses of one member that are tried."""

_FIRST = asyncio.FIRST_COMPLETED
_Outcome: TypeAlias = "Channel | Reason | None"
# What to tell a person when addresses of one member failed in different ways: the first that
# occurred, since the later ones only say that an address is out of date.
_TELLING = (
    Reason.NOT_ACCEPTED,
    Reason.OTHER_VERSION,
    Reason.WRONG_TABLE,
    Reason.BUSY,
    Reason.WRONG_KEY,
    Reason.SILENT,
    Reason.STRANGE,
    Reason.UNREACHABLE,
    Reason.ITSELF,
)


@dataclass(frozen=True, slots=True)
class Timing:
    """Time and chance: seconds on a clock that never goes back, a pause, a number in [0, 1)."""

    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    jitter: Callable[[], float] = random.SystemRandom().random


def pause_before(round_number: int, jitter: float) -> float:
    """Seconds to wait before round 0, 1, 2, ...; the first comes at once. `jitter` in [0, 1)."""
    if round_number == 0:
        return 0.0
    base = PAUSES[min(round_number, len(PAUSES)) - 1]
    return base * (0.75 + 0.5 * jitter)


class Dialler:
    """Keeps one member dialled. `run` is its task.

    `expected` is the member's key, the first 10 bytes of its SHA-256, or None for whoever answers
    at the addresses; what answered first is expected from then on. `won` is handed each channel
    and takes it over; `failed` hears of each round in vain, with how many there have been.
    """

    def __init__(
        self,
        expected: bytes | None,
        addresses: Iterable[Address],
        *,
        call: Callable[[Address, bytes | None], Awaitable[Channel]],
        won: Callable[[Channel], None],
        failed: Callable[[Dialler, Reason, int], None],
        timing: Timing,
    ) -> None:
        self.expected = expected
        self.asked_for = expected
        """What was expected at first."""
        self.rounds = 0
        """Rounds in vain since the last good link, and one more while a lost link is redialled."""
        self._addresses = _bounded(addresses)
        self._backoff = AddressBackoff()
        self._call = call
        self._won = won
        self._failed = failed
        self._timing = timing
        self._linked = asyncio.Event()
        self._unlinked = asyncio.Event()
        self._unlinked.set()
        self._changed = asyncio.Event()

    @property
    def addresses(self) -> tuple[Address, ...]:
        """The addresses that the next round tries, in this order."""
        return self._addresses

    def is_for(self, key: bytes) -> bool:
        """Whether this dials the member of `key`, as far as is known."""
        return self.expected is not None and fits(key, self.expected)

    def set_addresses(self, addresses: Iterable[Address]) -> None:
        """Dial these from now on; if they are others than before, at once."""
        fresh = _bounded(addresses)
        if fresh != self._addresses:
            self._addresses = fresh
            self.rounds = 0
            self._changed.set()

    def trust(self, addresses: Iterable[Address]) -> None:
        """Our own person named these: they are dialled for ever."""
        self._backoff.trust(frozenset(addresses))

    def linked(self, key: bytes) -> None:
        """The member is linked, through this dialler or by its own call: rest."""
        self.expected = key
        self._unlinked.clear()
        self._linked.set()

    def lost(self, lived: float) -> None:
        """The link is gone after `lived` seconds: dial again."""
        self.rounds = 1 if lived >= STEADY_SECONDS else self.rounds + 1
        self._linked.clear()
        self._unlinked.set()

    async def run(self) -> None:
        """Dial for ever; ends by being cancelled."""
        while True:
            await self._unlinked.wait()
            await self._pause()
            if not self._unlinked.is_set():
                continue
            due = self._due()
            if not due:
                continue  # what is new was tried before, and not long ago
            outcome = await self._round(due)
            if isinstance(outcome, Channel):
                self.linked(outcome.peer)
                self._won(outcome)
            elif outcome is not None:
                self.rounds += 1
                self._failed(self, outcome, self.rounds)

    async def _pause(self) -> None:
        waits = {asyncio.ensure_future(_when(self._changed))}
        if self._addresses:
            waits.add(asyncio.ensure_future(self._sleep()))
        try:
            await asyncio.wait(waits, return_when=_FIRST)
            self._changed.clear()
        finally:
            await _end(waits)

    async def _sleep(self) -> None:
        now = self._timing.now()
        ready = min(self._backoff.wait(address, now) for address in self._addresses)
        seconds = max(ready, pause_before(self.rounds, self._timing.jitter()))
        if seconds:
            await self._timing.sleep(seconds)

    async def _round(self, addresses: Iterable[Address]) -> _Outcome:
        """Race these addresses; None if the member was linked in another way meanwhile."""
        linked = asyncio.ensure_future(_when(self._linked))
        attempts = [
            asyncio.ensure_future(self._try(address, HEAD_START * place))
            for place, address in enumerate(addresses)
        ]
        reasons: list[Reason] = []
        winner: Channel | None = None
        running = set(attempts)
        superfluous = False  # kept apart from the event, which may have been cleared again
        try:
            while running and winner is None and not superfluous:
                done, _ = await asyncio.wait({linked, *running}, return_when=_FIRST)
                running -= done
                superfluous = linked in done
                outcomes = [attempt.result() for attempt in attempts if attempt in done]
                winner = next((found for found in outcomes if isinstance(found, Channel)), None)
                reasons += [found for found in outcomes if isinstance(found, Reason)]
        finally:
            # Two addresses may open in the same moment, and one while its task is being ended.
            for attempt in attempts:
                attempt.add_done_callback(partial(_abort_loser, winner))
            await self._end_round({linked, *attempts}, winner)
        if winner is not None or superfluous:
            return winner
        return next((reason for reason in _TELLING if reason in reasons), Reason.UNREACHABLE)

    def _due(self) -> list[Address]:
        now = self._timing.now()
        return [address for address in self._addresses if self._backoff.begin(address, now)]

    async def _end_round(
        self, tasks: Iterable[asyncio.Future[Any]], winner: Channel | None
    ) -> None:
        try:
            await _end(tasks)
        except asyncio.CancelledError:
            if winner is not None:
                winner.abort()  # nobody will take it over
            raise

    async def _try(self, address: Address, head_start: float) -> _Outcome:
        if head_start:
            await self._timing.sleep(head_start)
        try:
            channel = await self._call(address, self.expected)
        except LinkEnded as ended:
            self._backoff.failed(address, self._timing.now())
            return ended.reason
        self._backoff.answered(address)
        return channel


def _abort_loser(winner: Channel | None, attempt: asyncio.Future[_Outcome]) -> None:
    if attempt.cancelled() or attempt.exception() is not None:
        return
    outcome = attempt.result()
    if isinstance(outcome, Channel) and outcome is not winner:
        outcome.abort()


def _bounded(addresses: Iterable[Address]) -> tuple[Address, ...]:
    return tuple(dict.fromkeys(Address(*address) for address in addresses))[:MOST_ADDRESSES]


async def _when(event: asyncio.Event) -> None:
    await event.wait()


async def _end(tasks: Iterable[asyncio.Future[Any]]) -> None:
    waiting = list(tasks)
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
