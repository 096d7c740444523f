"""The invite back to a table that nobody has open here, from what stands beside it in the list.

A client at its table knows where it can be reached. For a list it is told by the port that it asks
for again, the addresses that this machine has now, and, where it is on the same network as then,
those beyond it at which a router or another member had it. Held by
tests/p2p/client/tables/test_way_back.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from p2p.errors import InviteError
from p2p.lobby.places import Addresses, usable
from p2p.lobby.table_config import worth_naming
from p2p.net.invite import Invite, back_to
from p2p.storage.profile import TableInfo

_LOCAL_FIRST = 2
"""Addresses of this machine before those of routers: one of each version of IP, as a rule."""


def whereabouts(own: Addresses) -> str:
    """To stand beside a table: where we said that we are."""
    return "\n".join(f"{host} {at}" for host, at in own)


def way_back(info: TableInfo, own_key: bytes, hosts: Sequence[str]) -> Invite | None:
    """What leads the others at an unfinished table to us, once we have it open again.

    `hosts`: the addresses of this machine now. None where nobody else sits there, or where there is
    no seat of ours.
    """
    about = info.summary
    port = about.port
    others = set(about.keys) - {own_key.hex()}
    ours = about.role in ("host", "guest") and not about.practice
    if not about.is_open or not ours or not (others or about.seen):
        return None
    if port is None or not 1 <= port <= 65535:
        return None
    here = worth_naming(tuple((host, port) for host in hosts))
    before = _read(about.places)
    stays = any(host in hosts for host, _ in before)
    found = (*here[:_LOCAL_FIRST], *(before if stays else ()), *here)
    try:
        return back_to(info.id, own_key, worth_naming(usable(found, loopback=True)))
    except (InviteError, ValueError):  # no address at all, or a folder of another name
        return None


def _read(places: str) -> Addresses:
    """What `whereabouts` has written; nothing of what somebody has damaged."""
    read = []
    for line in places.splitlines():
        host, _, port = line.partition(" ")
        if port.isascii() and port.isdecimal() and 1 <= int(port[:6]) <= 65535:
            read.append((host, int(port[:6])))
    return tuple(read)
