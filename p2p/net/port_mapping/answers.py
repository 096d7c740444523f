"""What a router answers, whichever protocol it was asked in, and what its outside address means.

Held by tests/p2p/net/port_mapping/test_answers.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from ipaddress import IPv4Address, IPv6Address, ip_network
from typing import TypeAlias

Ip: TypeAlias = IPv4Address | IPv6Address

LIFETIME = 7200
"""Seconds that a mapping is asked for; a router may give less, and then it is renewed sooner."""
SHORTEST_LIFETIME = 60
LONGEST_LIFETIME = 86400
"""A router may promise anything: renewed it is as if it had given between a minute and a day."""

# Not addresses of the internet: private ones (RFC 1918, RFC 4193), those that a provider shares
# among customers (RFC 6598) or puts in front of IPv6 (RFC 7335), this host, a link without DHCP.
_SHARED = tuple(map(ip_network, ("100.64.0.0/10", "192.0.0.0/24")))
_PRIVATE = tuple(
    ip_network(block)
    for block in (
        *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "0.0.0.0/8"),
        *("127.0.0.0/8", "fc00::/7", "fe80::/10", "fec0::/10", "::1/128", "::/128"),
    )
)


# Nobody's: to many at once, to all, and what was never given out (RFC 1112, RFC 4291). Of IPv6 the
# internet is 2000::/3 and nothing else.
_NOBODYS = tuple(map(ip_network, ("224.0.0.0/4", "240.0.0.0/4")))
_INTERNET6 = ip_network("2000::/3")


class Protocol(Enum):
    """In which protocol a router was asked. The value is its name."""

    PCP = "PCP"
    NAT_PMP = "NAT-PMP"
    UPNP = "UPnP"


class Sharing(Enum):
    """What an outside address is, as far as it can be told from the address alone."""

    NONE = "an address of the internet"
    CARRIER = "an address that a provider shares among its customers"
    PRIVATE = "an address of a private network, so there is another router in front of it"
    NOBODY = "an address that no machine can have, so the router is not believed"


@dataclass(frozen=True, slots=True)
class Granted:
    """The router passes on what comes to `host` at `port`, for so many seconds.

    `epoch`: seconds since the router's memory of mappings began; None where it does not say.
    """

    host: Ip
    port: int
    seconds: int
    epoch: int | None = None

    @property
    def renew_after(self) -> float:
        """Seconds until it should be asked for again: half of what was given."""
        return min(max(self.seconds, SHORTEST_LIFETIME), LONGEST_LIFETIME) / 2

    @property
    def sharing(self) -> Sharing:
        """Whether others can come to this address at all."""
        return sharing_of(self.host)


@dataclass(frozen=True, slots=True)
class RefusedByRouter:
    """The router has answered, and opens nothing. `reason`: why, without a full stop."""

    reason: str
    code: int = 0


@dataclass(frozen=True, slots=True)
class OtherVersion:
    """What answered does not speak this protocol."""


Answer: TypeAlias = Granted | RefusedByRouter | OtherVersion


def sharing_of(host: Ip) -> Sharing:
    """What an outside address is; documentation addresses count as the internet's."""
    if any(host in block for block in _SHARED):
        return Sharing.CARRIER
    if any(host in block for block in _PRIVATE):
        return Sharing.PRIVATE
    if isinstance(host, IPv6Address):
        return Sharing.NONE if host in _INTERNET6 else Sharing.NOBODY
    return Sharing.NOBODY if any(host in block for block in _NOBODYS) else Sharing.NONE
