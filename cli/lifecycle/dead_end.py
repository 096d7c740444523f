"""What to say where an invite leads to nobody: what was found on both sides, the ways out. Pure.

It says no more than was found. That nobody answers at an address does not tell a program that is
closed from a router that lets nobody in; and of our own side nothing is known before the router was
asked. Held by tests/cli/lifecycle/test_dead_end.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cli.console.text import listed
from p2p.net.close_reason import Reason
from p2p.net.interfaces import Network
from p2p.net.path_kind import PathKind, is_indoors, kind_of
from p2p.net.port_mapping.mapper import RouterReach

DEAD_ENDS = frozenset({Reason.UNREACHABLE, Reason.SILENT, Reason.STRANGE, Reason.ITSELF})
"""Reasons that say that nobody of the table was found at any address."""
WAYS_OUT = (
    "Ways out: (1) the host opens the table with --internet, or forwards a port in the router by"
    " hand; (2) you open it: crownless host GAME --seats N --internet; (3) a third player whom all"
    " of you can reach opens it; (4) all of you use a VPN such as Tailscale or WireGuard, and the"
    " host opens the table again on it."
)
AT_HOME = (
    "Ways out: (1) the host's program is started; (2) it is let through the firewall of the host's"
    " machine; (3) both machines join a network that does not keep them apart, as the Wi-Fi for"
    " guests does; (4) if the host is in another house, it opens the table with --internet."
)
YOUR_TURN = (
    "Your own router opens a port, so open the table yourself, with crownless host GAME --seats N"
    " --internet, and let the others join you."
)


def dead_end(
    addresses: Sequence[tuple[str, int]],
    networks: Iterable[Network],
    reach: RouterReach | None,
    *,
    routed: bool,
) -> tuple[str, ...]:
    """What was found, and what to do: each a paragraph.

    `addresses` are the invite's, `networks` ours; `reach` is what our router opened, None where it
    was not asked; `routed`: whether this machine has a way to the internet.
    """
    nets = tuple(networks)
    hosts = tuple(dict.fromkeys(host for host, _ in addresses))
    public = [host for host in hosts if not is_indoors(host)]
    near = [host for host in hosts if kind_of(host, nets).rank < PathKind.DIRECT.rank]
    if near and not public:
        return (
            f"Nobody answers at {listed(near)}, an address of a network like the one that this"
            " machine is on.",
            AT_HOME,
        )
    if public:
        theirs = (
            f"Nobody answers at {listed(public)}: the host's program is not running, or its router"
            " lets nobody in."
        )
    else:
        theirs = f"The invite leads into a private network that is not here: {listed(hosts)}."
    if not routed:
        return (theirs, "This machine has no way to the internet at all; connect it first.")
    if reach is not None and reach.addresses:
        return (theirs, YOUR_TURN)
    return (f"{theirs} {_ours(reach)}", WAYS_OUT)


def _ours(reach: RouterReach | None) -> str:
    if reach is None:
        return (
            "Whether others can reach you was not looked at; crownless doctor --internet does that."
        )
    why = (
        f"its address, {reach.shared.host}, is {reach.shared.sharing.value}"
        if reach.shared is not None
        else "it opens no port when asked"
    )
    return f"Your own router lets nobody in either, as far as was found: {why}."
