"""The side of a mesh that is called: listens on one port and answers callers, a few at a time.

How many handshakes may be under way, and for whom, is in p2p.net.links.admission; what a handshake
is, in p2p.net.links.handshake. Held by tests/p2p/net/links/test_mesh.py.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from time import monotonic
from typing import Any, TypeAlias

from p2p.net.address import Address
from p2p.net.close_reason import LinkEnded
from p2p.net.links.admission import HandshakeLimiter, Permit
from p2p.net.links.handshake import Channel, Judge, answer
from p2p.net.listener import accept_all, open_listeners
from p2p.net.tls import TableTls
from p2p.token_bucket import TokenBucket
from p2p.trace import Trace, untraced

LOGGER = logging.getLogger("p2p.net.links.acceptor")
LOGGER.addHandler(logging.NullHandler())

HANDSHAKES = 128
HANDSHAKES_A_SECOND = 12.0
"""Handshakes begun for callers from where members were last seen, and as many for all others: each
costs a few milliseconds of computing. Who comes beyond that is not answered, and calls again."""

Spawn: TypeAlias = Callable[[Coroutine[Any, Any, None]], asyncio.Task[None]]


@dataclass(slots=True)
class _Visit:
    """A caller that was accepted by TCP; its socket is ours until the handshake begins."""

    accepted: socket.socket
    address: Address
    permit: Permit
    begun: bool = False


class Acceptor:
    """Answers callers. `judge` decides about each, `opened` is handed each open channel.

    `knows` says whether a member was last seen at an address; `spawn` starts a task and keeps it.
    """

    def __init__(
        self,
        tls: TableTls,
        judge: Judge,
        *,
        knows: Callable[[str], bool],
        opened: Callable[[Channel], None],
        spawn: Spawn,
        trace: Trace = untraced,
    ) -> None:
        self._trace = trace
        self._tls = tls
        self._judge = judge
        self._knows = knows
        self._opened = opened
        self._spawn = spawn
        self._limiter = HandshakeLimiter()
        self._paces = {
            known: TokenBucket(HANDSHAKES, HANDSHAKES_A_SECOND) for known in (False, True)
        }
        self._visitors: dict[Permit, asyncio.Task[None]] = {}
        self._listeners: tuple[socket.socket, ...] = ()
        self._accepting: list[asyncio.Task[None]] = []

    def __len__(self) -> int:
        """Handshakes under way."""
        return len(self._limiter)

    def listen(self, port: int, *, loopback: bool) -> int:
        """Listen on `port`, or on a free one, and say which. Raises LinkError if there is none."""
        self._listeners = open_listeners(port, loopback=loopback)
        self._accepting = [
            self._spawn(accept_all(listener, self._visit)) for listener in self._listeners
        ]
        return int(self._listeners[0].getsockname()[1])

    def cancel(self) -> list[asyncio.Task[None]]:
        """Answer nobody any more, and give back the tasks that end because of it."""
        ending = [*self._accepting, *self._visitors.values()]
        for task in ending:
            task.cancel()
        return ending

    def close(self) -> None:
        """Close the port."""
        for listener in self._listeners:
            listener.close()

    def _visit(self, accepted: socket.socket, address: Address) -> None:
        known = self._knows(address.host)
        if not self._paces[known].take(monotonic()):
            self._trace("caller", at=address, reason="too many call: it is not answered")
            accepted.close()
            return
        permit, given_up = self._limiter.enter(address.host, known=known)
        for one in given_up:
            self._visitors[one].cancel()
        visit = _Visit(accepted, address, permit)
        self._visitors[permit] = task = self._spawn(self._answer(visit))
        task.add_done_callback(lambda _: self._visited(visit))

    def _visited(self, visit: _Visit) -> None:
        self._limiter.leave(visit.permit)
        del self._visitors[visit.permit]
        if not visit.begun:
            visit.accepted.close()

    async def _answer(self, visit: _Visit) -> None:
        visit.begun = True
        try:
            channel = await answer(self._tls, visit.accepted, self._judge)
        except LinkEnded as ended:
            LOGGER.info("a caller got no link: %s", ended.reason)
            self._trace("caller", at=visit.address, reason=ended.reason)
        else:
            self._trace("caller", at=visit.address, peer=channel.peer, role=channel.role)
            self._opened(channel)
