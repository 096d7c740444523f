"""The one local port that this client calls others from, and two sides that call each other.

A router gives calls from one port the same outside port towards everybody, if it keeps ports at
all; so a member that we have called knows from where any other would see us (RFC 5128 section 3.4).
Two clients behind such routers get through by calling each other at the same time: each one's call
opens its own router for the other's (simultaneous open, RFC 9293 section 3.5).

It is another port than the one listened on: two clients that call each other at once without having
agreed on it would else meet in one connection at whose two ends both think that they have called.
Where a system has no SO_REUSEPORT there is no such port, and all calls come from a fresh one.
Held by tests/p2p/net/test_source_port.py.
"""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import Iterable
from contextlib import suppress
from functools import partial

from p2p.net.address import Address, parse

ATTEMPTS = 10
"""Calls of one try at most: a router may refuse those that come before the other side's."""
PUNCH_SECONDS = 3.0
"""After so long there is no call any more."""
PAUSE = 0.3
"""Between them."""
UNANSWERED_SECONDS = 1.5
"""After so long, in which the system has repeated it once, a call is tried from elsewhere."""
_TAKEN = frozenset({errno.EADDRINUSE, errno.EADDRNOTAVAIL})
_ANYWHERE = {socket.AF_INET: "0.0.0.0", socket.AF_INET6: "::"}  # noqa: S104


class SourcePort:
    """Keeps the port from `open` to `close`. Nothing listens there."""

    def __init__(self) -> None:
        self.number = 0
        """0 if there is none."""
        self._held: list[socket.socket] = []

    def open(self) -> None:
        """Choose a free port; on IPv6 the same one, if that can be."""
        if not hasattr(socket, "SO_REUSEPORT"):
            return
        for family in _ANYWHERE:
            with suppress(OSError):
                self._held.append(_bound(family, self.number))
                self.number = self._held[-1].getsockname()[1]

    def close(self) -> None:
        """Let go of it."""
        for one in self._held:
            one.close()
        self._held.clear()
        self.number = 0

    async def call(self, address: Address) -> socket.socket:
        """Connect to an IP address from here, or where that cannot be from another port.

        It cannot where an older connection between the same two ports is not forgotten yet: this
        system says so, and a router on the way may say nothing. So a call that nothing answers is
        made from another port as well, and the first to be answered counts. Raises OSError.
        """
        calls = [asyncio.create_task(self._call(address, self.number))]
        answered = None
        try:
            await asyncio.wait(calls, timeout=UNANSWERED_SECONDS)
            # D-129: a refusal is an answer and says nothing of ports; silence is the only sign
            # there is.
            if not calls[0].done() or _is_taken(calls[0].exception()):
                calls.append(asyncio.create_task(self._call(address, 0)))
            answered = await _first_answered(calls)
        finally:
            for call in calls:
                call.cancel()
                call.add_done_callback(partial(_hang_up_unless, answered))
        return answered

    async def _call(self, address: Address, port: int) -> socket.socket:
        parsed = parse(address.host)
        if parsed is None:
            raise OSError("only an IP address can be called from a port of ours")
        calling = _bound(socket.AF_INET if parsed.version == 4 else socket.AF_INET6, port)
        try:
            await asyncio.get_running_loop().sock_connect(calling, (address.host, address.port))
        except BaseException:
            calling.close()
            raise
        return calling

    async def call_until(self, address: Address) -> socket.socket:
        """Call again and again, as the other side does. Raises OSError after a few seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PUNCH_SECONDS):
                for _ in range(ATTEMPTS):
                    with suppress(OSError):
                        return await self._call(address, self.number)
                    await asyncio.sleep(PAUSE)
        raise OSError("the other side's call did not come through")


def _is_taken(error: BaseException | None) -> bool:
    return isinstance(error, OSError) and error.errno in _TAKEN


async def _first_answered(calls: Iterable[asyncio.Task[socket.socket]]) -> socket.socket:
    """Raises the last OSError where all fail."""
    failure = OSError("nobody was called")
    for call in asyncio.as_completed(calls):
        try:
            return await call
        except OSError as error:
            failure = error
    raise failure


def _hang_up_unless(answered: socket.socket | None, call: asyncio.Task[socket.socket]) -> None:
    if not call.cancelled() and call.exception() is None and call.result() is not answered:
        call.result().close()


def _bound(family: socket.AddressFamily, port: int) -> socket.socket:
    """A socket on this port that others of ours may share; 0 for any."""
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        made.setblocking(False)
        if family is socket.AF_INET6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        if hasattr(socket, "SO_REUSEPORT"):
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            made.bind((_ANYWHERE[family], port))
    except BaseException:
        made.close()
        raise
    return made
