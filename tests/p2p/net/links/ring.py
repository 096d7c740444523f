"""A distributed hash table of one's own: six nodes of libtorrent on loopback."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest

from p2p.net.address import Address
from p2p.net.dht.hash_table import Entrance, is_installed
from p2p.net.dht.session import LibtorrentDht

NODES = 6
needs_library = pytest.mark.skipif(
    not is_installed(), reason="libtorrent is not installed (no wheel for this machine?)"
)


@dataclass(frozen=True, slots=True)
class Ring:
    nodes: tuple[LibtorrentDht, ...]

    @property
    def entrance(self) -> Entrance:
        """How somebody else comes in."""
        return Entrance((Address("127.0.0.1", self.nodes[0].port),))


@asynccontextmanager
async def ring() -> AsyncIterator[Ring]:
    # The first one knows nobody, and names a port at which nobody is.
    nodes = [LibtorrentDht(Entrance((Address("127.0.0.1", 1),)))]
    try:
        entrance = Entrance((Address("127.0.0.1", nodes[0].port),))
        for _ in range(NODES - 1):
            nodes.append(LibtorrentDht(entrance))
        yield Ring(tuple(nodes))
    finally:
        for node in nodes:
            await node.close()
