"""How near the other end of a link is: same machine, same network, or elsewhere.

Nothing here sends a packet. Held by tests/p2p/net/test_path_kind.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from ipaddress import ip_network

from p2p.net.address import parse
from p2p.net.interfaces import Network

# Addresses that only a household or a company uses (RFC 1918, RFC 3927, RFC 4193, RFC 4291). Those
# of carriers (RFC 6598) are none: a neighbour under one is not in our house.
_INDOORS = tuple(
    ip_network(block)
    for block in (
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "169.254.0.0/16",
        "fc00::/7",
        "fe80::/10",
    )
)


class PathKind(IntEnum):
    """What lies between both ends of a link."""

    SAME_MACHINE = 0
    LAN = 1
    DIRECT = 2
    PUNCHED = 3
    """As direct, and opened by both ends at once."""

    @property
    def rank(self) -> int:
        """The lower, the better. A link that was hard to open is no worse for that."""
        return min(self, PathKind.DIRECT)

    @property
    def words(self) -> str:
        """What a person reads."""
        return _WORDS[self]


_WORDS = {
    PathKind.SAME_MACHINE: "same machine",
    PathKind.LAN: "LAN",
    PathKind.DIRECT: "direct",
    PathKind.PUNCHED: "direct",
}


@dataclass(frozen=True, slots=True)
class LinkPath:
    """The way that the link to a member takes; `round_trip` in seconds, None if not measured."""

    kind: PathKind
    round_trip: float | None = None


def is_indoors(host: str) -> bool:
    """Whether `host` is an address that means nothing outside of some local network."""
    address = parse(host)
    return address is not None and any(address in block for block in _INDOORS)


def kind_of(host: str, networks: Iterable[Network]) -> PathKind:
    """How near `host` is to a machine with these `networks`.

    On the same local network is a private address on one of them, or any IPv6 address: those of a
    home begin like its own.
    """
    address = parse(host)
    if address is None:
        return PathKind.DIRECT
    if address.is_loopback or any(address == own.ip for own in networks):
        return PathKind.SAME_MACHINE
    near = any(address in own.network for own in networks)
    return PathKind.LAN if near and (address.version == 6 or is_indoors(host)) else PathKind.DIRECT
