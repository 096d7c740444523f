"""Whether this machine can send to a multicast group and hear it, which finding tables needs.

It says something of this machine and its firewall, and nothing of the network beyond: a Wi-Fi that
keeps its machines apart is only seen when a second machine finds nothing. One datagram to the group
of multicast DNS is sent for each address, at a port of its own, and goes no further than the LAN.
Held by tests/p2p/net/lan/test_multicast.py.
"""

from __future__ import annotations

import asyncio
import secrets
import socket
import struct
from contextlib import suppress

GROUP = "224.0.0.251"
GROUP6 = "ff02::fb"
"""Of multicast DNS (RFC 6762)."""
SECONDS = 1.0


async def hears_itself(address: str, interface: int = 0, seconds: float = SECONDS) -> bool:
    """Whether what is sent to the group on the interface of an address comes back.

    `interface` is its number here, which IPv6 goes by.
    """
    loop = asyncio.get_running_loop()
    token = secrets.token_bytes(16)
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with (
        socket.socket(family, socket.SOCK_DGRAM) as ear,
        socket.socket(family, socket.SOCK_DGRAM) as mouth,
        suppress(OSError, TimeoutError),
    ):
        ear.bind(("", 0))
        group = _joined(ear, mouth, address, interface)
        ear.setblocking(False)
        mouth.sendto(token, (group, ear.getsockname()[1]))
        async with asyncio.timeout(seconds):
            while await loop.sock_recv(ear, len(token)) != token:
                continue
            return True
    return False


def _joined(ear: socket.socket, mouth: socket.socket, address: str, interface: int) -> str:
    """The group, which one socket has joined and the other sends to, no further than the LAN.

    Raises OSError.
    """
    if ear.family == socket.AF_INET6:
        six, number = socket.IPPROTO_IPV6, struct.pack("@I", interface)
        both = socket.inet_pton(socket.AF_INET6, GROUP6) + number
        ear.setsockopt(six, socket.IPV6_JOIN_GROUP, both)
        mouth.setsockopt(six, socket.IPV6_MULTICAST_IF, number)
        mouth.setsockopt(six, socket.IPV6_MULTICAST_LOOP, 1)
        mouth.setsockopt(six, socket.IPV6_MULTICAST_HOPS, 1)
        return GROUP6
    four, own = socket.IPPROTO_IP, socket.inet_aton(address)
    ear.setsockopt(four, socket.IP_ADD_MEMBERSHIP, socket.inet_aton(GROUP) + own)
    mouth.setsockopt(four, socket.IP_MULTICAST_IF, own)
    mouth.setsockopt(four, socket.IP_MULTICAST_LOOP, 1)
    mouth.setsockopt(four, socket.IP_MULTICAST_TTL, 1)
    return GROUP
