"""Dials one member until it is linked, again whenever its link is lost, and for a nearer way.

All addresses are raced, the first ones with a head start (RFC 8305); the first that opens to the
expected key wins. While a link stands, addresses that are nearer than it are tried now and then.
Rounds come with growing pauses (`p2p.net.links.dial_plan`), which vary by a quarter either
way, and at once when there is a new address. Time and chance are passed
in, so tests need neither. This module knows addresses and channels, no frames.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from p2p.net.address import Address
from p2p.net.close_reason import LinkEnded, Reason
from p2p.net.links.dial_plan import PAUSES, AddressBackoff, dial_order
from p2p.net.links.handshake import Channel, fits
from p2p.net.path_kind import PathKind

HEAD_START = 0.1
"""Seconds between the starts of a round's addresses; none where those before have all failed."""
IMPROVING = (2.0, 10.0, 60.0)
"""Seconds before the first, second, ... search for a nearer way while a link stands."""
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
        kind: Callable[[str], PathKind] = lambda _: PathKind.DIRECT,
    ) -> None:
        """`kind`: how near a host is."""
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
        self._kind = kind
        self._rank: int | None = None
        """Of the link that stands."""
        self._searches = 0
        """How often a nearer way was looked for since then."""
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

    def look_again(self) -> None:
        """This machine is on other nets now: whatever failed before may lead there."""
        self._backoff.forget_pauses()
        self._searches = 0
        self._changed.set()

    def linked(self, key: bytes, rank: int) -> None:
        """The member is linked, through this dialler or by its own call, over a way of this rank
        (`p2p.net.path_kind`): dial only what is nearer."""
        self.expected = key
        self._rank = rank
        self._searches = 0
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
            if self._unlinked.is_set():
                await self._search()
            else:
                await self._improve()

    async def _search(self) -> None:
        """Dial once, when it is time."""
        await self._pause(self._linked, self._sleep if self._addresses else None)
        due = self._due(self._addresses) if self._unlinked.is_set() else []
        if not due:
            return  # what is new was tried before, and not long ago
        outcome = await self._round(due, self._linked)
        if isinstance(outcome, Channel):
            self.linked(outcome.peer, outcome.hello.kind.rank)
            self._won(outcome)
        elif outcome is not None:
            self.rounds += 1
            self._failed(self, outcome, self.rounds)

    async def _improve(self) -> None:
        """While a link stands: try once, when it is time, what would be nearer."""
        pause = IMPROVING[min(self._searches, len(IMPROVING) - 1)]
        pause *= 0.75 + 0.5 * self._timing.jitter()
        sleep = partial(self._timing.sleep, pause)
        await self._pause(self._unlinked, sleep if self._nearer() else None)
        due = self._due(self._nearer()) if self._linked.is_set() else []
        if due:
            self._searches += 1
            outcome = await self._round(due, self._unlinked)
            if isinstance(outcome, Channel):
                self._won(outcome)

    def _nearer(self) -> list[Address]:
        """The addresses that lead there by a better way than the link takes."""
        rank = self._rank
        if rank is None:
            return []
        return [one for one in self._addresses if self._kind(one.host).rank < rank]

    async def _pause(
        self, over: asyncio.Event, sleep: Callable[[], Awaitable[None]] | None
    ) -> None:
        """Until `sleep` is, if there is one, or something is new; or it is `over`."""
        waits = {asyncio.ensure_future(_when(event)) for event in (self._changed, over)}
        if sleep is not None:
            waits.add(asyncio.ensure_future(sleep()))
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

    async def _round(self, addresses: Iterable[Address], over: asyncio.Event) -> _Outcome:
        """Race these addresses; None if it is `over` before any has answered."""
        ended = asyncio.ensure_future(_when(over))
        race = _Race(dial_order(addresses, self._kind), self._try, self._timing.sleep)
        try:
            while not race.is_over:
                done, _ = await asyncio.wait({ended, *race.running}, return_when=_FIRST)
                race.go_on(done)
                if ended in done:  # kept apart from the event, which may have been cleared again
                    race.superfluous = True
        finally:
            # Two addresses may open in the same moment, and one while its task is being ended.
            for attempt in race.attempts:
                attempt.add_done_callback(partial(_abort_loser, race.winner))
            await self._end_round({ended, *race.running, *race.attempts}, race.winner)
        if race.winner is not None or race.superfluous:
            return race.winner
        reasons = race.reasons
        return next((reason for reason in _TELLING if reason in reasons), Reason.UNREACHABLE)

    def _due(self, addresses: Iterable[Address]) -> list[Address]:
        now = self._timing.now()
        return [address for address in addresses if self._backoff.begin(address, now)]

    async def _end_round(
        self, tasks: Iterable[asyncio.Future[Any]], winner: Channel | None
    ) -> None:
        try:
            await _end(tasks)
        except asyncio.CancelledError:
            if winner is not None:
                winner.abort()  # nobody will take it over
            raise

    async def _try(self, address: Address) -> _Outcome:
        try:
            channel = await self._call(address, self.expected)
        except LinkEnded as ended:
            self._backoff.failed(address, self._timing.now())
            return ended.reason
        self._backoff.answered(address)
        return channel


class _Race:
    """One round: begins with the first address, and each further one when its time has come."""

    def __init__(
        self,
        addresses: Iterable[Address],
        attempt: Callable[[Address], Awaitable[_Outcome]],
        sleep: Callable[[float], Awaitable[None]],
    ) -> None:
        self.attempts: list[asyncio.Future[_Outcome]] = []
        self.reasons: list[Reason] = []
        self.winner: Channel | None = None
        self.superfluous = False
        self._waiting = deque(addresses)
        self._attempt = attempt
        self._sleep = sleep
        self._head_start: asyncio.Future[None] | None = None
        self._under_way: set[asyncio.Future[_Outcome]] = set()
        self._begin_next()

    @property
    def running(self) -> set[asyncio.Future[Any]]:
        """What is to be waited for."""
        head_start = {self._head_start} if self._head_start is not None else set()
        return {*self._under_way, *head_start}

    @property
    def is_over(self) -> bool:
        """Whether there is a winner, none is needed, or there can be none."""
        return self.winner is not None or self.superfluous or not self._under_way

    def go_on(self, done: set[asyncio.Future[Any]]) -> None:
        """These of `running` are done."""
        for attempt in [one for one in self.attempts if one in done & self._under_way]:
            outcome = attempt.result()
            if isinstance(outcome, Channel):
                self.winner = self.winner or outcome
            elif outcome is not None:
                self.reasons.append(outcome)
        self._under_way -= done
        if self.winner is None and (self._head_start in done or not self._under_way):
            self._begin_next()

    def _begin_next(self) -> None:
        if self._head_start is not None:
            self._head_start.cancel()
            self._head_start = None
        if self._waiting:
            attempt = asyncio.ensure_future(self._attempt(self._waiting.popleft()))
            self.attempts.append(attempt)
            self._under_way.add(attempt)
        if self._waiting:
            self._head_start = asyncio.ensure_future(self._sleep(HEAD_START))


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
