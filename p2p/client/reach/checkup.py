"""What the network of this machine allows, looked up in a few seconds; works without any network.

The router is only spoken to where that was asked for: it is asked to open a port in every protocol,
and to close it again at once. Held by tests/p2p/client/reach/test_checkup.py.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from ipaddress import ip_address

from p2p.errors import LinkError
from p2p.net.address import global6, is_loopback
from p2p.net.firewall import firewall
from p2p.net.interfaces import Interface, interfaces
from p2p.net.lan.multicast import hears_itself
from p2p.net.listener import open_listeners
from p2p.net.port_mapping.answers import Granted
from p2p.net.port_mapping.gateways import gateways4, gateways6
from p2p.net.port_mapping.mapper import AskedRouter, RouterReach, ways_out
from p2p.net.port_mapping.ways import Way

PARTS = {"upnp": "async_upnp_client", "dht": "libtorrent"}
"""The optional parts that have to do with the network, and the module by which each is known."""


@dataclass(frozen=True, slots=True)
class Checkup:
    """What was found. `reach` is None where the router was not asked."""

    interfaces: tuple[Interface, ...]
    """Those with an address that other machines can use, or that only this link knows."""
    multicast: tuple[tuple[str, bool], ...]
    """For each IPv4 address: whether a message to all on its network came back to us.

    Of IPv6 where there is no other."""
    global6: str
    """Our IPv6 address of the internet; empty for none."""
    routers: tuple[str, ...]
    """The next hops of the default routes."""
    listens: bool
    """Whether a port can be opened on this machine."""
    firewall: str
    """The name of a firewall that was seen; empty for none."""
    parts: tuple[tuple[str, bool], ...]
    """The optional parts, and whether each is installed."""
    reach: RouterReach | None = None

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses of all interfaces, without those that only one link knows."""
        every = (address for one in self.interfaces for address in one.addresses)
        return tuple(one for one in every if not ip_address(one.partition("%")[0]).is_link_local)


async def check(
    *,
    internet: bool,
    ways: Callable[[int], Sequence[Sequence[Way]]] = ways_out,
) -> Checkup:
    """Look at everything; with `internet` ask the router too. Raises nothing."""
    machine = await asyncio.to_thread(interfaces)
    near = tuple(one for one in machine if not all(map(is_loopback, one.addresses)))
    asked = _announcing(near)
    heard = await asyncio.gather(*(hears_itself(*one) for one in asked))
    routers = await asyncio.to_thread(lambda: (*gateways4(), *gateways6()))
    listens, reach = await _at_a_port(ways if internet else None)
    return Checkup(
        near,
        tuple((address, ok) for (address, _), ok in zip(asked, heard, strict=True)),
        global6(),
        routers,
        listens,
        firewall(),
        tuple((part, find_spec(module) is not None) for part, module in PARTS.items()),
        reach,
    )


def _announcing(near: Sequence[Interface]) -> list[tuple[str, int]]:
    """The addresses over which tables are found here, each with the number of its interface."""
    every = [(address, one.index) for one in near for address in one.addresses]
    four = [one for one in every if ":" not in one[0]]
    lasting = [one for one in every if not ip_address(one[0].partition("%")[0]).is_link_local]
    return four or lasting


async def _at_a_port(
    ways: Callable[[int], Sequence[Sequence[Way]]] | None,
) -> tuple[bool, RouterReach | None]:
    """Open a port of this machine; with `ways`, ask for it at the routers."""
    try:
        listeners = open_listeners(0, loopback=False)
    except LinkError:
        return False, None
    try:
        if ways is None:
            return True, None
        chosen = await asyncio.to_thread(ways, listeners[0].getsockname()[1])
        answers = await asyncio.gather(*map(_ask_all, chosen))
        return True, RouterReach(tuple(asked for several in answers for asked in several))
    finally:
        for one in listeners:
            one.close()


async def _ask_all(ways: Sequence[Way]) -> list[AskedRouter]:
    """Every way, one after the other: two of them may lead to the same daemon."""
    answers = []
    for way in ways:
        try:
            told = await way.ask(None)
        except asyncio.CancelledError:  # its answer may be on its way
            await way.end(None)
            raise
        if isinstance(told, Granted):
            await way.end(told)
        answers.append(AskedRouter(way.protocol, way.router, told))
    return answers
