"""The UDP port of one router at which PCP and NAT-PMP are spoken: a request, repeated, an answer.

The socket is connected, so the system itself drops what comes from any other address or port, and
tells at once where nobody listens. Held by tests/p2p/net/port_mapping/test_router_port.py.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from ipaddress import ip_address
from typing import Any, TypeVar, cast

from p2p.net.port_mapping import pcp
from p2p.net.port_mapping.answers import Ip

T = TypeVar("T")
PATIENCE = 1.2
"""Seconds after which a router that has said nothing speaks another protocol or none."""
FIRST_REPEAT = 0.25
"""Seconds until a request is sent again; doubled each time (RFC 6886, 3.1)."""


class RouterPort(asyncio.DatagramProtocol):
    """A conversation with one router, one request at a time."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._transport: asyncio.DatagramTransport | None = None
        self._heard: Callable[[bytes], None] = lambda data: None
        self._refused = asyncio.Event()

    @property
    def own(self) -> Ip:
        """This machine's address on the way to the router."""
        assert self._transport is not None
        return ip_address(self._transport.get_extra_info("sockname")[0].partition("%")[0])

    async def ask(self, request: bytes, read: Callable[[bytes], T | None]) -> T | None:
        """Send it until `read` makes something of what comes; None if nobody answers in time."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        def hear(data: bytes) -> None:
            found = read(data)
            if found is not None and not answer.done():
                answer.set_result(found)

        self._heard = hear
        sending = asyncio.ensure_future(self._repeat(request))
        refusal = asyncio.ensure_future(self._refused.wait())
        try:
            either: set[asyncio.Future[Any]] = {answer, refusal}
            await asyncio.wait(either, timeout=self._patience, return_when=asyncio.FIRST_COMPLETED)
            return answer.result() if answer.done() else None
        finally:
            self._heard = lambda data: None
            sending.cancel()
            refusal.cancel()
            answer.cancel()

    async def _repeat(self, request: bytes) -> None:
        assert self._transport is not None
        pause = FIRST_REPEAT
        while True:
            self._transport.sendto(request)
            await asyncio.sleep(pause)
            pause *= 2

    # What asyncio calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The socket is open."""
        self._transport = cast(asyncio.DatagramTransport, transport)

    def datagram_received(self, data: bytes, addr: object) -> None:
        """The router has sent something."""
        self._heard(data)

    def error_received(self, exc: Exception) -> None:
        """Nobody listens there, or there is no way to it."""
        self._refused.set()


@asynccontextmanager
async def router_port(
    host: str, *, port: int = pcp.PORT, patience: float = PATIENCE, own: str = ""
) -> AsyncIterator[RouterPort]:
    """Open a conversation with the router at an address, from the address `own` if that is named.

    Raises OSError where there is no way.
    """
    loop = asyncio.get_running_loop()
    transport, conversation = await loop.create_datagram_endpoint(
        lambda: RouterPort(patience),
        local_addr=(own, 0) if own else None,
        remote_addr=(host, port),
    )
    try:
        yield conversation
    finally:
        transport.close()
