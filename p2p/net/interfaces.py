"""The network interfaces of this machine and their addresses, as the system lists them.

The only module that knows ifaddr. Nothing is sent, no name is looked up, and no route is needed: on
a LAN without a way out, these are all the addresses there are.
Held by tests/p2p/net/test_interfaces.py.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Interface:
    """One interface: its name here, its number (0 where there is none), its addresses in writing.

    A link-local IPv6 address has its scope behind a percent sign, by number.
    """

    name: str
    index: int
    addresses: tuple[str, ...]


def interfaces() -> tuple[Interface, ...]:
    """All interfaces that have an address; none where the system does not say."""
    import ifaddr  # 10 ms, and not every start needs a network

    try:
        adapters = ifaddr.get_adapters()
    except OSError:
        return ()
    return tuple(
        Interface(str(one.nice_name), one.index or 0, tuple(_written(ip.ip) for ip in one.ips))
        for one in adapters
    )


def own_addresses() -> list[str]:
    """The addresses of all interfaces, loopback and link-local ones too, IPv4 before IPv6."""
    found = [address for interface in interfaces() for address in interface.addresses]
    return sorted(found, key=lambda address: ":" in address)


def _written(address: str | tuple[str, int, int]) -> str:
    if isinstance(address, str):
        return address
    host, _, scope = address
    return f"{host}%{scope}" if scope else host
