"""A router made up: it answers datagrams on loopback as a test wants."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeAlias, cast

Reply: TypeAlias = Callable[[bytes], list[bytes]]
"""What comes back for a request."""


class FakeRouter(asyncio.DatagramProtocol):
    """`requests` are all that came; `reply` says what goes back, and may be changed."""

    def __init__(self, reply: Reply) -> None:
        self.reply = reply
        self.requests: list[bytes] = []
        self.port = 0
        self._transport: asyncio.DatagramTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.DatagramTransport, transport)
        self.port = transport.get_extra_info("sockname")[1]

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        assert self._transport is not None
        self.requests.append(data)
        for one in self.reply(data):
            self._transport.sendto(one, addr)

    def send(self, data: bytes, to: tuple[str, int]) -> None:
        """Say something that nobody asked for."""
        assert self._transport is not None
        self._transport.sendto(data, to)


@asynccontextmanager
async def router(reply: Reply) -> AsyncIterator[FakeRouter]:
    """A router on a port of loopback."""
    loop = asyncio.get_running_loop()
    transport, made = await loop.create_datagram_endpoint(
        lambda: FakeRouter(reply), local_addr=("127.0.0.1", 0)
    )
    try:
        yield made
    finally:
        transport.close()


def pcp(
    request: bytes,
    *,
    result: int = 0,
    host: str = "20.0.113.5",
    port: int = 0,
    lifetime: int = 7200,
    epoch: int = 100,
    nonce: bytes | None = None,
) -> bytes:
    """The answer of PCP to a request; `port` 0: as was wished."""
    packed = bytes(10) + b"\xff\xff" + bytes(int(part) for part in host.split("."))
    outside = port.to_bytes(2, "big") if port else request[42:44]
    return b"".join(
        (
            bytes((2, 0x81, 0, result)),
            (lifetime if request[4:8] != bytes(4) else 0).to_bytes(4, "big"),
            epoch.to_bytes(4, "big"),
            bytes(12),
            request[24:36] if nonce is None else nonce,
            request[36:42],
            outside,
            packed,
        )
    )


def natpmp(request: bytes, *, result: int = 0, host: str = "20.0.113.5", epoch: int = 100) -> bytes:
    """The answer of NAT-PMP to a request, of either kind; to PCP, that it is of version 0."""
    head = result.to_bytes(2, "big") + epoch.to_bytes(4, "big")
    if request[0] != 0:
        return bytes((0, 0x80 | request[1])) + b"\0\1" + epoch.to_bytes(4, "big")
    if request[1] == 0:
        return b"\0\x80" + head + bytes(int(part) for part in host.split("."))
    lifetime = request[8:12]
    return b"\0\x82" + head + request[4:6] + request[6:8] + lifetime
