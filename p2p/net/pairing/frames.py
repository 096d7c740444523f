"""Frames of a pairing over TLS: a length in 2 bytes, then so many bytes. Thin on purpose.

Held by tests/p2p/net/pairing/test_links.py.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from typing import Any

from p2p.net.address import Address
from p2p.net.pairing.exchange import MAX_FRAME, BadPairing
from p2p.net.pairing.server_key import client_context, server_key

PATIENCE = 10.0
"""Seconds for a whole pairing."""
CLOSE_SECONDS = 2.0
"""For the last frame to go out and the other side to confirm the end; then it is cut off."""


class Frames:
    """One connection, either side."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def of_caller(cls, accepted: socket.socket, context: ssl.SSLContext) -> Frames:
        """Answer a caller; from then on the socket is its own."""
        loop = asyncio.get_running_loop()
        reader = asyncio.StreamReader(limit=4 * MAX_FRAME)
        protocol = asyncio.StreamReaderProtocol(reader)
        try:
            transport, _ = await loop.connect_accepted_socket(
                lambda: protocol, accepted, ssl=context, ssl_shutdown_timeout=CLOSE_SECONDS
            )
        except BaseException:
            accepted.close()
            raise
        return cls(reader, asyncio.StreamWriter(transport, protocol, reader, loop))

    @classmethod
    async def to(cls, address: Address) -> Frames:
        """Call a host. Raises OSError."""
        reader, writer = await asyncio.open_connection(
            address.host,
            address.port,
            ssl=client_context(),
            limit=4 * MAX_FRAME,
            ssl_shutdown_timeout=CLOSE_SECONDS,
        )
        return cls(reader, writer)

    @property
    def server_key(self) -> bytes:
        """The key of the host that was called. Raises LinkError."""
        tls: Any = self._writer.get_extra_info("ssl_object")
        return server_key(tls)

    async def send(self, frame: bytes) -> None:
        """Raises OSError."""
        self._writer.write(len(frame).to_bytes(2, "big") + frame)
        await self._writer.drain()

    async def receive(self) -> bytes:
        """Raises BadPairing for a frame that is too long, IncompleteReadError at the end."""
        size = int.from_bytes(await self._reader.readexactly(2), "big")
        if size > MAX_FRAME:
            raise BadPairing("no table of Crownless answers there")
        return await self._reader.readexactly(size)

    def close(self) -> None:
        """Send what is queued and go."""
        self._writer.close()
