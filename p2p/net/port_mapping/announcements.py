"""What routers say to everybody when they have started anew, so that mappings are asked for again.

PCP and NAT-PMP send it to all hosts of the LAN at UDP port 5350 (RFC 6887 14.1.2, RFC 6886 3.2.1).
Held by tests/p2p/net/port_mapping/test_announcements.py.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable

PORT = 5350


class _Hearing(asyncio.DatagramProtocol):
    def __init__(self, heard: Callable[[bytes, str], None]) -> None:
        self._heard = heard

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        self._heard(data, addr[0])


async def hear_announcements(
    heard: Callable[[bytes, str], None], port: int = PORT
) -> asyncio.BaseTransport | None:
    """Call `heard` with each message and the address it came from, until the transport is closed.

    None where another program has the port to itself: mappings are then renewed in time only.
    """
    opened = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "SO_REUSEPORT"):  # several clients of one machine
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        opened.setblocking(False)
        opened.bind(("", port))
        loop = asyncio.get_running_loop()
        transport, _ = await loop.create_datagram_endpoint(lambda: _Hearing(heard), sock=opened)
    except OSError:
        opened.close()
        return None
    return transport
