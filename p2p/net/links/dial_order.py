"""In which order the addresses of one member are dialled.

As RFC 8305 (Happy Eyeballs) has it, with what it does not know: that other people's private
addresses lead nowhere, or to a stranger. Held by tests/p2p/net/links/test_dial_order.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain, zip_longest

from p2p.net.address import Address
from p2p.net.path_kind import PathKind, is_indoors


def dial_order(
    addresses: Iterable[Address], kind: Callable[[str], PathKind]
) -> tuple[Address, ...]:
    """Near ones first, then public ones, IPv6 and IPv4 in turns, then private ones from elsewhere.

    Within each of these the order stays. Taking turns bounds what broken IPv6 costs by one head
    start. `kind`: how near a host is.
    """
    near: list[Address] = []
    new: list[Address] = []
    old: list[Address] = []
    elsewhere: list[Address] = []
    for address in addresses:
        if kind(address.host).rank < PathKind.DIRECT.rank:
            near.append(address)
        elif is_indoors(address.host):
            elsewhere.append(address)
        else:
            (new if ":" in address.host else old).append(address)
    near.sort(key=lambda address: kind(address.host).rank)
    public = (one for one in chain(*zip_longest(new, old)) if one is not None)
    return (*near, *public, *elsewhere)
