"""Which of the tables announced on the local network are really there: each is called, and again.

An announcement outlives a table by minutes (the library keeps it longer than we ask for), so it is
only a hint. A table counts as open once it has answered a call; one that has stopped answering is
told as such, and after some seconds not listed any more. The call to an open table is a TLS
handshake under a throw-away key, and says nothing of us; the host does not even notice it as a
knock. Held by tests/p2p/net/lan/test_nearby.py.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from p2p.net.address import Address
from p2p.net.close_reason import LinkEnded, Reason
from p2p.net.invite import Invite, ca_seed
from p2p.net.lan.mdns import Finder, Shown
from p2p.net.links.dialer import Timing
from p2p.net.links.handshake import call
from p2p.net.pairing.guest import CONNECT_SECONDS, greets
from p2p.net.tls import Credential, Role, TableTls

AGAIN_SECONDS = 10.0
"""Between two calls to a table that has answered."""
SOON_SECONDS = 2.0
"""Between two calls to one that has not."""
WATCH_SECONDS = 3.0
"""How often it is looked whether this machine is on other networks."""
SETTLE_SECONDS = 1.5
"""After so long without news whoever announces a table here has most likely been heard."""
SETTLE_AT_MOST = 5.0
"""A list that goes on changing is taken as it is after so long."""
FOLLOWED = 32
"""Tables that are called again and again, and listed; more are called as these turn out silent."""
OF_ONE_ADDRESS = 4
"""Of these so many at one address, if others wait for a place."""
DIM_SECONDS = 10.0
"""For so long a table is still listed that does not answer."""
_THERE = frozenset({Reason.NOT_ACCEPTED, Reason.BUSY, Reason.OTHER_VERSION})
"""Answers of a table that is there, whatever it thinks of us."""

Answers = Callable[[Shown], Awaitable[bool]]


@dataclass(frozen=True, slots=True)
class Listed:
    """A table that is announced, and whether it has answered when it was called last."""

    shown: Shown
    answers: bool


@dataclass(slots=True)
class _Entry:
    shown: Shown
    task: asyncio.Task[None]
    answers: bool | None = None
    silent_since: float = 0.0
    is_gone: bool = False


class Nearby:
    """Looks for tables and calls each that it finds; `changed` is called when the list changes."""

    def __init__(
        self,
        folder: Path,
        changed: Callable[[], None] = lambda: None,
        interfaces: list[str] | None = None,
        *,
        answers: Answers | None = None,
        timing: Timing | None = None,
    ) -> None:
        """`folder`: private to us, for a moment at each call (see TableTls)."""
        self._changed = changed
        self._answers = answers or partial(answers_now, folder)
        self._timing = timing or Timing()
        self._entries: dict[str, _Entry] = {}
        self._announced: dict[str, Shown] = {}
        self._given_up: dict[str, float] = {}
        """When those that are announced and were silent gave up their place for another."""
        self._finder = Finder(self._heard, interfaces)
        self._watch: asyncio.Task[None] | None = None
        self._news_at = self._timing.now()

    @property
    def tables(self) -> tuple[Listed, ...]:
        """The tables to list: those that answer first, by the name of their opener."""
        found = [
            Listed(entry.shown, entry.answers)
            for entry in self._entries.values()
            if entry.answers is not None and not entry.is_gone
        ]
        return tuple(
            sorted(found, key=lambda one: (not one.answers, one.shown.host, one.shown.tag))
        )

    @property
    def closed(self) -> tuple[Shown, ...]:
        """The closed tables among them that answer."""
        return tuple(one.shown for one in self.tables if one.answers and one.shown.invite is None)

    async def start(self) -> None:
        """Begin to look; on other networks later it is begun anew.

        Raises LinkError if this network does not let us.
        """
        self._watch = asyncio.create_task(self._look_around())
        self._news_at = self._timing.now()
        await self._finder.start()

    async def settle(self) -> None:
        """Return once the list has stood still for SETTLE_SECONDS, at latest after SETTLE_AT_MOST.

        It has not stood still while something that is announced is looked up or called for the
        first time: two words must not be tried at the first of two closed tables that answers.
        """
        begun = self._timing.now()
        while (now := self._timing.now()) < begun + SETTLE_AT_MOST:
            if self._is_looking():
                self._news_at = now
            left = self._news_at + SETTLE_SECONDS - now
            if left <= 0:
                return
            await self._timing.sleep(min(left, begun + SETTLE_AT_MOST - now))

    def _is_looking(self) -> bool:
        unknown = any(entry.answers is None for entry in self._entries.values())
        return unknown or self._finder.is_looking_up

    async def close(self) -> None:
        """Stop looking."""
        if self._watch is not None:
            await _end([self._watch])
        await self._finder.close()
        tasks = [entry.task for entry in self._entries.values()]
        self._entries.clear()
        self._announced.clear()
        await _end(tasks)

    def heard(self, tables: dict[str, Shown]) -> None:
        """These are announced now."""
        for tag in [tag for tag in self._entries if tag not in tables]:
            self._entries.pop(tag).task.cancel()
        self._announced = dict(tables)
        self._given_up = {tag: at for tag, at in self._given_up.items() if tag in tables}
        for tag, shown in tables.items():
            entry = self._entries.get(tag)
            if entry is not None and _place(entry.shown) == _place(shown):
                entry.shown = shown
            elif entry is not None:
                entry.task.cancel()
                self._entries[tag] = self._begin(shown)
        self._fill()
        self._told()

    def _begin(self, shown: Shown) -> _Entry:
        return _Entry(shown, asyncio.create_task(self._follow(shown.tag)))

    def _fill(self) -> None:
        """Give places to those that are announced: to each address in turn, the untried first."""
        # D-164: an announcement costs nothing, so who makes many must not keep others off the list.
        while waiting := [tag for tag in self._announced if tag not in self._entries]:
            held = Counter(_source(entry.shown) for entry in self._entries.values())
            best = min(waiting, key=lambda tag: self._turn(tag, held))
            if len(self._entries) >= FOLLOWED:
                last = self._last_behind(best, held)
                if last is None:
                    return
                self._entries.pop(last).task.cancel()
                self._given_up[last] = self._timing.now()
            self._given_up.pop(best, None)
            self._entries[best] = self._begin(self._announced[best])

    def _turn(self, tag: str, held: Counter[str]) -> tuple[bool, float, int]:
        at = self._given_up.get(tag)
        return at is not None, at or 0.0, held[_source(self._announced[tag])]

    def _last_behind(self, tag: str, held: Counter[str]) -> str | None:
        """Whose place a table gets: a silent one's, or one of an address with many. One that was
        silent itself gets none for a while."""
        if self._timing.now() < self._given_up.get(tag, -AGAIN_SECONDS) + AGAIN_SECONDS:
            return None
        own = held[_source(self._announced[tag])]
        most = max(own + 1, OF_ONE_ADDRESS)
        behind = [
            one
            for one, entry in self._entries.items()
            if entry.answers is False or held[_source(entry.shown)] > most
        ]
        return max(behind, key=lambda one: held[_source(self._entries[one].shown)], default=None)

    def _told(self) -> None:
        self._news_at = self._timing.now()
        self._changed()

    async def _look_around(self) -> None:
        """Follow this machine onto other networks."""
        while True:
            await self._timing.sleep(WATCH_SECONDS)
            await self._finder.look_around()

    def _heard(self) -> None:
        self.heard(self._finder.tables)

    async def _follow(self, tag: str) -> None:
        entry = self._entries[tag]
        while True:
            self._note(entry, await self._answers(entry.shown))
            await self._timing.sleep(AGAIN_SECONDS if entry.answers else SOON_SECONDS)

    def _note(self, entry: _Entry, answers: bool) -> None:
        now, before = self._timing.now(), (entry.answers, entry.is_gone)
        if answers or entry.answers is not False:
            entry.silent_since = now
        entry.answers = answers
        entry.is_gone = not answers and now >= entry.silent_since + DIM_SECONDS
        if (entry.answers, entry.is_gone) != before:
            self._told()
        if not answers and len(self._announced) > len(self._entries):
            asyncio.get_running_loop().call_soon(self._fill)  # it may end the task that notes this


async def answers_now(folder: Path, shown: Shown) -> bool:
    """Whether the table that is announced so answers at one of its addresses."""
    if shown.invite is None:
        return await _any(greets(address, shown.tag) for address in shown.pairing)
    tls = _stranger(shown.invite, folder)
    return await _any(_opens(tls, Address(*one), shown.invite) for one in shown.invite.addresses)


def _stranger(invite: Invite, folder: Path) -> TableTls:
    # D-112: under a key of this call alone, so nothing says who looks.
    credential = Credential(invite.sni, Role.MEMBER, ca_seed(invite.secret))
    return TableTls(Ed25519PrivateKey.generate(), (credential,), folder)


async def _opens(tls: TableTls, address: Address, invite: Invite) -> bool:
    try:
        channel = await call(
            tls, tls.credentials[0], address, invite.host_key, seconds=CONNECT_SECONDS
        )
    except LinkEnded as ended:
        return ended.reason in _THERE
    channel.abort()
    return True


async def _any(calls: Iterable[Coroutine[Any, Any, bool]]) -> bool:
    """Whether one of these comes true; the others are dropped then."""
    tasks = [asyncio.create_task(one) for one in calls]
    try:
        for task in asyncio.as_completed(tasks):
            if await task:
                return True
        return False
    finally:
        await _end(tasks)


async def _end(tasks: Iterable[asyncio.Task[Any]]) -> None:
    ending = list(tasks)
    for task in ending:
        task.cancel()
    await asyncio.gather(*ending, return_exceptions=True)


def _source(shown: Shown) -> str:
    """Under which address a table is counted."""
    places = shown.pairing or tuple(
        Address(*one) for one in (shown.invite.addresses if shown.invite is not None else ())
    )
    return places[0].host if places else ""


def _place(shown: Shown) -> tuple[Invite | None, tuple[Address, ...]]:
    """Where it is, without what its lobby changes."""
    return shown.invite, shown.pairing
