"""Whether this machine can send to a multicast group and hear it, which finding tables needs.

It says something of this machine and its firewall, and nothing of the network beyond: a Wi-Fi that
keeps its machines apart is only seen when a second machine finds nothing. One datagram to the group
of multicast DNS is sent for each address, at a port of its own, and goes no further than the LAN.
Held by tests/p2p/net/test_multicast.py.
"""

from __future__ import annotations

import asyncio
import secrets
import socket
from contextlib import suppress

GROUP = "224.0.0.251"
"""Of multicast DNS (RFC 6762)."""
SECONDS = 1.0


async def hears_itself(address: str, seconds: float = SECONDS) -> bool:
    """Whether what is sent to the group on the interface of an IPv4 address comes back."""
    loop = asyncio.get_running_loop()
    token = secrets.token_bytes(16)
    with (
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as ear,
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as mouth,
        suppress(OSError, TimeoutError),
    ):
        ear.bind(("", 0))
        both = socket.inet_aton(GROUP) + socket.inet_aton(address)
        ear.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, both)
        mouth.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(address))
        mouth.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_LOOP, 1)
        mouth.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 1)
        ear.setblocking(False)
        mouth.sendto(token, (GROUP, ear.getsockname()[1]))
        async with asyncio.timeout(seconds):
            while await loop.sock_recv(ear, len(token)) != token:
                continue
            return True
    return False
