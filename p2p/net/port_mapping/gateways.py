"""The routers of this machine: the next hops of its default routes.

Linux tells its routes in two files; elsewhere the router is guessed, as the first address of
each network that the machine is on, which holds in most homes. A wrong guess costs two datagrams to
a neighbour. Held by tests/p2p/net/port_mapping/test_gateways.py.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from pathlib import Path

from p2p.net.interfaces import Interface, interfaces
from p2p.net.port_mapping.answers import Sharing, sharing_of

ROUTES4 = Path("/proc/net/route")
ROUTES6 = Path("/proc/net/ipv6_route")
MOST = 4
"""Routers that are asked, of each version of IP."""
_UP_GATEWAY = 0x0003


def gateways4(routes: Path = ROUTES4) -> tuple[str, ...]:
    """The IPv4 addresses of the routers, the preferred first; guessed where no file tells."""
    try:
        lines = routes.read_text().splitlines()[1:]
    except OSError:
        return guessed(interfaces())
    found: list[tuple[int, str]] = []
    for line in lines:
        with suppress(ValueError, IndexError, struct.error):
            fields = line.split()
            target, hop, mask = (int(fields[place], 16) for place in (1, 2, 7))
            if not target and not mask and int(fields[3], 16) & _UP_GATEWAY == _UP_GATEWAY:
                # The kernel prints them as numbers of this machine's byte order.
                found.append((int(fields[6]), str(IPv4Address(struct.pack("=I", hop)))))
    return _first(found)


def gateways6(routes: Path = ROUTES6) -> tuple[str, ...]:
    """The IPv6 addresses of the routers, with the interface behind a percent sign if needed."""
    try:
        lines = routes.read_text().splitlines()
    except OSError:
        return ()
    found = []
    for line in lines:
        with suppress(ValueError, IndexError):
            fields = line.split()
            hop = IPv6Address(bytes.fromhex(fields[4]))
            if set(fields[0] + fields[1]) == {"0"} and int(hop):
                scope = f"%{fields[9]}" if hop.is_link_local else ""
                found.append((int(fields[5], 16), f"{hop}{scope}"))
    return _first(found)


def guessed(machine: Iterable[Interface]) -> tuple[str, ...]:
    """The first addresses of the private /24 networks that a machine is on."""
    found: list[tuple[int, str]] = []
    for interface in machine:
        for address in interface.addresses:
            own = ip_address(address.partition("%")[0])
            private = sharing_of(own) is Sharing.PRIVATE
            if own.version == 4 and private and not (own.is_loopback or own.is_link_local):
                first = ip_network((own, 24), strict=False)[1]
                if first != own:
                    found.append((len(found), str(first)))
    return _first(found)


def _first(found: Iterable[tuple[int, str]]) -> tuple[str, ...]:
    """Without doubles, the lowest metric first."""
    return tuple(dict.fromkeys(hop for _, hop in sorted(found)))[:MOST]
