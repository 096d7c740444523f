"""What to say of a router that was asked to let the others in, alike in every front end. Pure.

It claims no more than was found: a router that opens a port is not yet a call that came through.
Held by tests/cli/lifecycle/test_reach_text.py.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address

from cli.console.text import listed
from p2p.net.address import Address
from p2p.net.address import parse as parse_host
from p2p.net.invite import parse
from p2p.net.port_mapping.answers import Granted, RefusedByRouter, Sharing, sharing_of
from p2p.net.port_mapping.mapper import AskedRouter, RouterReach

BY_HAND = (
    "Forward a TCP port to this machine in the router by hand, and open the table with --port and"
    " --address; or switch on UPnP or PCP in the router; or let somebody host who can be reached."
)
"""What a person can do where no router opens anything."""


def reach_lines(reach: RouterReach, invite: str = "") -> list[str]:
    """What came of asking, a sentence each. `invite`: the one that is given to others."""
    opened = [_opened(one, one.told) for one in reach.asked if isinstance(one.told, Granted)]
    if reach.addresses:
        return [text for text in opened if text]
    outside = [host for host, _ in parse(invite).addresses if is_public4(host)] if invite else []
    if outside:
        first = _nothing(reach) if reach.shared is None else _shared(reach.shared)
        return [first, OWN_ADDRESS.format(listed(outside))]
    if reach.shared is not None:
        return [_shared(reach.shared), BY_HAND_CANNOT]
    refused = any(isinstance(one.told, RefusedByRouter) for one in reach.asked)
    return [_nothing(reach), REFUSED if refused else BY_HAND]


def is_public4(host: str) -> bool:
    """Whether this is an IPv4 address of the internet; IPv6 ones say nothing of a firewall."""
    found = parse_host(host)
    return isinstance(found, IPv4Address) and sharing_of(found) is Sharing.NONE


OWN_ADDRESS = (
    "The invite leads to {} all the same: others reach you there unless a firewall or a router on"
    " the way keeps callers out."
)
"""Where no router has opened anything, and the invite has an address of the internet in it."""

BY_HAND_CANNOT = (
    "A port that is forwarded by hand does not help there. Let somebody host who can be reached, or"
    " use a VPN that all of you share, or ask the provider for an address of your own, or for IPv6."
)
"""What a person can do behind another router that is not its own."""

REFUSED = (
    "Look up its internet address on the router's own page. If it begins with 10, 100, 172 or"
    " 192.168, the provider most likely shares one among its customers: let somebody host who can"
    " be reached, or use a VPN that all of you share. If not, forward a TCP port to this machine by"
    " hand, and open the table with --port and --address."
)
"""What a person can do where the router answers and opens nothing: many do so behind a carrier."""


def _opened(asked: AskedRouter, granted: Granted) -> str:
    if granted.sharing is not Sharing.NONE:
        return ""
    address = Address(str(granted.host), granted.port)
    if isinstance(granted.host, IPv6Address):
        return f"The router lets callers through to {address} ({asked.protocol.value})."
    return f"The router passes calls to {address} on to this machine ({asked.protocol.value})."


def _shared(granted: Granted) -> str:
    return (
        f"The router has opened a port, but its own address, {granted.host}, is"
        f" {granted.sharing.value}: calls from the internet do not come to it."
    )


def _nothing(reach: RouterReach) -> str:
    refusals = [
        f"{one.protocol.value}: {one.told.reason}"
        for one in reach.asked
        if isinstance(one.told, RefusedByRouter)
    ]
    if refusals:
        return f"The router opens no port for this table ({'; '.join(refusals)})."
    if not reach.asked:
        return "No router was found on this network, so none could be asked to open a port."
    tried = list(dict.fromkeys(one.protocol.value for one in reach.asked))
    return f"The router does not answer when asked to open a port ({', '.join(tried)})."
