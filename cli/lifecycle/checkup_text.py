"""What to say of a checkup of the network: each finding, one verdict, one thing to do next. Pure.

Nothing is claimed that was not found: a router that opens a port is not yet a call that came
through. Held by tests/cli/lifecycle/test_checkup_text.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import ip_address, ip_network

from cli.lifecycle.reach_text import REFUSED, is_public4
from p2p.client.reach.checkup import Checkup
from p2p.net.port_mapping.answers import Answer, Granted, OtherVersion, RefusedByRouter, Sharing
from p2p.net.port_mapping.mapper import AskedRouter

ASKS = (
    "Looking at this machine's network, and asking the router to open a port for a moment. Nothing"
    " beyond the router is spoken to."
)
STAYS = "Looking at this machine's network. Nothing beyond the local network is spoken to."

PARTS = {
    "upnp": "for routers that know nothing else",
    "dht": "invites of five words over the internet",
}
PACKAGES = {"upnp": "async-upnp-client", "dht": "libtorrent"}
"""What is installed beside Crownless, in its environment, to have a part."""
"""What each optional part is for."""
_SHARED = ip_network("100.64.0.0/10")


def finding_lines(found: Checkup) -> list[str]:
    """Each finding in a line."""
    lines = [f"Network {one.name}: {', '.join(one.addresses)}" for one in found.interfaces]
    if not lines:
        lines.append("Network: none; no interface has an address.")
    lines += [f"Announcements on {host}: {_heard(ok)}" for host, ok in found.multicast]
    six = f"yes, {found.global6}" if found.global6 else "no address of the internet"
    lines.append(f"IPv6: {six}")
    lines.append(f"Router: {', '.join(found.routers) or 'none; there is no way to the internet'}")
    if found.reach is None:
        lines.append("Opening a port: the router was not asked")
    else:
        lines += [
            f"{one.protocol.value} at {one.router}: {_told(one)}" for one in found.reach.asked
        ]
    if not found.listens:
        lines.append("Port: none can be opened on this machine")
    if found.firewall:
        lines.append(f"Firewall: {found.firewall}; it has to let Crownless (Python) be called")
    lines += [_part(name, there) for name, there in found.parts]
    return lines


def verdict(found: Checkup) -> str:
    """What all of it comes to, in one sentence."""
    reach = found.reach
    if not found.listens:
        return "Nobody can call this machine: it lets no program open a port."
    if not found.addresses:
        return "This machine is on no network; you can play here against bots."
    if not (reach and reach.addresses) and (own := _public4(found)):
        return (
            f"This machine has an address of the internet itself, {own}, so others should be able"
            " to reach you there unless a firewall keeps them out."
        )
    if not found.routers:
        return "You can play with people on this network, and nobody beyond: it has no way out."
    if reach is None:
        return (
            "You can play with people on this network. Whether you can be reached from the"
            " internet was not looked at."
        )
    if reach.addresses:
        where = " and ".join(dict.fromkeys(one.host for one in reach.addresses))
        # D-116: "should": an open port is no call that came through, and nobody outside is asked to
        # call.
        return f"The router opens a port, so others should be able to reach you, at {where}."
    if reach.shared is not None:
        return (
            f"Others cannot reach you over IPv4: the router's own address, {reach.shared.host}, is"
            f" {reach.shared.sharing.value}."
        )
    # D-123: a router behind a carrier's translation may refuse everything and name no address.
    if any(isinstance(one.told, RefusedByRouter) for one in reach.asked):
        return "The router answers and opens no port, so others cannot reach you as it is."
    if found.global6:
        return (
            "The router opens no port when asked. You have an IPv6 address, at which others may"
            " reach you if the router lets callers through; that was not tried."
        )
    return "The router opens no port when asked, so others cannot reach you as it is."


@dataclass(frozen=True, slots=True)
class Commands:
    """What a front end calls what a person can do next."""

    practice: str = "crownless play inheritance"
    host: str = "crownless host GAME --seats N"
    both: str = "crownless host GAME --seats N, and the others: crownless join"
    online: str = "crownless host GAME --seats N --internet"
    ask: str = "crownless doctor --internet, which asks your router to open a port for a moment."


def next_step(found: Checkup, commands: Commands = Commands()) -> str:
    """The one thing to do next."""
    reach, parts = found.reach, dict(found.parts)
    if not found.listens:
        return "allow Crownless (Python) to open ports, in the firewall of this machine."
    if not found.addresses:
        return "connect to a network, or play against bots: " + commands.practice
    if _public4(found) and not (reach and reach.addresses):
        return commands.host
    if not all(ok for _, ok in found.multicast) and (reach is None or not found.routers):
        return (
            "let multicast (UDP port 5353) through the firewall of this machine, or give the others"
            " the invite instead of having them look for the table."
        )
    if not found.routers:
        return commands.both
    if reach is None:
        return commands.ask
    if reach.addresses:
        return commands.online
    if reach.shared is not None:
        return (
            "let somebody host who can be reached, or use a VPN that all of you share; or ask your"
            " provider for an address of your own."
        )
    if any(isinstance(one.told, RefusedByRouter) for one in reach.asked):
        return REFUSED[0].lower() + REFUSED[1:]
    if not parts.get("upnp", True):
        return "pip install async-upnp-client, as many routers know only UPnP, and look again."
    return (
        "switch on UPnP or PCP in the router, or forward a TCP port there by hand and open the"
        " table with --port and --address; or let somebody else host."
    )


def _public4(found: Checkup) -> str:
    """An IPv4 address of this machine that means something on the internet; empty for none."""
    return next(filter(is_public4, found.addresses), "")


def as_json(found: Checkup) -> dict[str, object]:
    """All of it for a program or a report of a mistake, its addresses masked."""
    reach = found.reach
    return {
        "interfaces": [
            {"name": one.name, "addresses": list(map(masked, one.addresses))}
            for one in found.interfaces
        ],
        "multicast": [{"address": masked(host), "heard": ok} for host, ok in found.multicast],
        "ipv6": masked(found.global6) if found.global6 else None,
        "routers": list(map(masked, found.routers)),
        "asked": None if reach is None else [_asked_json(one) for one in reach.asked],
        "listens": found.listens,
        "firewall": found.firewall or None,
        "parts": dict(found.parts),
        "verdict": _veiled(found, verdict(found)),
        "next": _veiled(found, next_step(found)),
    }


def masked(address: str) -> str:
    """An address of which only the first part stays: its kind can be told, not whose it is.

    Private IPv4 networks keep two parts: who has 192.168 says nothing.
    """
    host = ip_address(address.partition("%")[0])
    if host.version == 6:
        return f"{host.exploded[:4]}::x"
    parts = str(host).split(".")
    shown = 2 if host.is_private or host in _SHARED else 1
    return ".".join([*parts[:shown], *["x"] * (4 - shown)])


def _heard(ok: bool) -> str:
    return "can be sent and heard" if ok else "do not come back; other machines may not see yours"


def _told(asked: AskedRouter) -> str:
    match asked.told:
        case Granted(host, port) as granted:
            known = "" if granted.sharing is Sharing.NONE else f", {granted.sharing.value}"
            return f"opens a port ({host} port {port}{known})"
        case RefusedByRouter(reason):
            return f"refuses: {reason}"
        case OtherVersion():
            return "speaks another version"
        case _:
            return "no answer"


def _part(name: str, there: bool) -> str:
    here = "installed" if there else f"not installed; pip install {PACKAGES[name]}"
    return f"Part {name} ({PARTS[name]}): {here}"


_ANSWERS: Mapping[type[Answer], str] = {
    Granted: "granted",
    RefusedByRouter: "refused",
    OtherVersion: "otherversion",
}
"""What a report calls them, whatever the code does."""


def _asked_json(asked: AskedRouter) -> dict[str, object]:
    told = asked.told
    outside = masked(str(told.host)) if isinstance(told, Granted) else None
    kind = told.sharing.name.lower() if isinstance(told, Granted) else None
    code = told.code if isinstance(told, RefusedByRouter) else None
    said = None if told is None else _ANSWERS[type(told)]
    return {
        "protocol": asked.protocol.value,
        "router": masked(asked.router),
        "answer": said,
        "code": code,
        "outside": outside,
        "sharing": kind,
    }


def _veiled(found: Checkup, text: str) -> str:
    """The text with the outside addresses in it masked."""
    hosts = [str(granted.host) for granted in found.reach.granted] if found.reach else []
    for host in filter(None, (*hosts, _public4(found))):
        text = text.replace(host, masked(host))
    return text
