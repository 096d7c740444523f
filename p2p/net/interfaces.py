"""The network interfaces of this machine and their addresses, as the system lists them.

The only module that knows ifaddr. Nothing is sent, no name is looked up, and no route is needed: on
a LAN without a way out, these are all the addresses there are.
Held by tests/p2p/net/test_interfaces.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv4Interface, IPv6Interface, ip_interface
from typing import TypeAlias

Network: TypeAlias = IPv4Interface | IPv6Interface
"""An address of this machine and the net that it lies on."""


@dataclass(frozen=True, slots=True)
class Interface:
    """One interface: its name here, its number (0 where there is none), its addresses in writing.

    A link-local IPv6 address has its scope behind a percent sign, by number.
    """

    name: str
    index: int
    addresses: tuple[str, ...]
    networks: tuple[Network, ...] = ()
    """The same without their scopes, each with the length of its prefix."""


# D-108: a machine's name is looked up where its system says, sometimes on the internet.
def interfaces() -> tuple[Interface, ...]:
    """All interfaces that have an address; none where the system does not say."""
    import ifaddr  # 10 ms, and not every start needs a network

    try:
        adapters = ifaddr.get_adapters()
    except OSError:
        return ()
    return tuple(
        Interface(
            str(one.nice_name),
            one.index or 0,
            tuple(_written(ip.ip) for ip in one.ips),
            tuple(_network(ip.ip, ip.network_prefix) for ip in one.ips),
        )
        for one in adapters
    )


def own_addresses() -> list[str]:
    """The addresses of all interfaces, loopback and link-local ones too, IPv4 before IPv6."""
    found = [address for interface in interfaces() for address in interface.addresses]
    return sorted(found, key=lambda address: ":" in address)


def own_networks() -> frozenset[Network]:
    """The nets that this machine is on, that of loopback left out."""
    nets = (network for interface in interfaces() for network in interface.networks)
    return frozenset(network for network in nets if not network.ip.is_loopback)


def _network(address: str | tuple[str, int, int], prefix: int) -> Network:
    host = address if isinstance(address, str) else address[0]
    return ip_interface(f"{host.partition('%')[0]}/{prefix}")


def _written(address: str | tuple[str, int, int]) -> str:
    if isinstance(address, str):
        return address
    host, _, scope = address
    return f"{host}%{scope}" if scope else host
