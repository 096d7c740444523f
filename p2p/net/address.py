"""Addresses: which ones this machine may be reached at, and how callers are counted.

Nothing here sends a packet. Which addresses are tried, and whose, is decided above.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import NamedTuple, TypeAlias

from p2p.net.interfaces import Network, own_addresses

IpAddress: TypeAlias = IPv4Address | IPv6Address

# Where Docker, Podman, LXC, libvirt and VirtualBox put their bridges unless told otherwise. Other
# machines cannot reach them, and dialling them first has confused discovery in other programs.
_BRIDGES = tuple(
    ip_network(block)
    for block in (
        "172.17.0.0/16",
        "10.88.0.0/16",
        "10.0.3.0/24",
        "192.168.122.0/24",
        "192.168.56.0/24",
    )
)
_GLOBAL6 = ip_network("2000::/3")
LOOPBACK = ("127.0.0.1", "::1")
# Documentation addresses (RFC 5737, RFC 3849): never anybody's, so only the default route matters.
_ELSEWHERE = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))


class Address(NamedTuple):
    """Where to dial: an IP address, perhaps with a scope, or a host name; and a TCP port."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def is_loopback(host: str) -> bool:
    """Whether `host` is an address of this machine that no other machine can use."""
    parsed = parse(host)
    return parsed is not None and parsed.is_loopback


def is_dialable(host: str, *, loopback: bool) -> bool:
    """Whether `host` is an IP address that one machine can be called at, also from others.

    With `loopback` also those that mean the caller's own machine. IPv4 written as IPv6 is none: we
    never write it so, and it would hide what it leads to.
    """
    parsed = parse(host)
    if parsed is None or "%" in host or (":" in host) != (parsed.version == 6):
        return False
    if parsed.is_loopback:
        return loopback
    nobody = parsed.is_unspecified or parsed.is_multicast or parsed.is_reserved
    return not nobody and not parsed.is_link_local


def source_block(host: str) -> str:
    """The network a caller is counted under: what one household or one attacker commonly holds.

    A /24 of IPv4, a /56 of IPv6.
    """
    parsed = parse(host)
    if parsed is None:
        return host
    prefix = 24 if parsed.version == 4 else 56
    return str(ip_network((parsed, prefix), strict=False))


def is_near(host: str, networks: Iterable[Network]) -> bool:
    """Whether `host` is this machine, or on one of its nets (see p2p.net.interfaces).

    There is no router in between, so nobody on the internet is near.
    """
    parsed = parse(host)
    if parsed is None:
        return False
    return parsed.is_loopback or any(parsed in own.network for own in networks)


def local_addresses(
    routed: Callable[[], Iterable[str]] | None = None,
    owned: Callable[[], Iterable[str]] | None = None,
) -> tuple[str, ...]:
    """Addresses at which this machine may be reached, the most plausible first, loopback last.

    `routed` and `owned` stand in for the system in tests.
    """
    first = _usable((routed or _routed)())
    others = [host for host in _usable((owned or own_addresses)()) if host not in first]
    plausible = [host for host in others if not _is_bridge(host)]
    found = first + plausible or others
    return (*found, *LOOPBACK)


def global6() -> str:
    """The IPv6 address of this machine that callers from the internet may use; empty for none.

    Only what IANA gives out for that (2000::/3) counts: not ULAs, which a VPN has as well.
    """
    for host in _routed():
        parsed = parse(host)
        if parsed is not None and parsed in _GLOBAL6:
            return host
    return ""


def _usable(hosts: Iterable[str]) -> list[str]:
    """Without doubles, loopback, link-local and multicast addresses.

    A link-local address means nothing without the scope, which differs on every machine.
    """
    usable = []
    for host in dict.fromkeys(hosts):
        parsed = parse(host)
        if parsed is None or parsed.is_loopback or parsed.is_unspecified:
            continue
        if parsed.is_link_local or parsed.is_multicast:
            continue
        usable.append(host)
    return usable


def _is_bridge(host: str) -> bool:
    parsed = parse(host)
    return parsed is not None and any(parsed in block for block in _BRIDGES)


def parse(host: str) -> IpAddress | None:
    """The IP address that `host` is, without its scope; None for a name.

    IPv4 also where it is written as IPv6 (RFC 4291, 2.5.5.2), as whoever connects there would.
    """
    try:
        parsed = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    mapped = parsed.ipv4_mapped if isinstance(parsed, IPv6Address) else None
    return mapped or parsed


def _routed() -> list[str]:
    """The addresses that the default routes use: connecting a UDP socket only looks them up."""
    found = []
    for family, elsewhere in _ELSEWHERE:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((elsewhere, 9))
                found.append(str(probe.getsockname()[0]))
        except OSError:
            continue  # no route, or no such family on this machine
    return found
