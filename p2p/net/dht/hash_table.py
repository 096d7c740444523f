"""A public distributed hash table, behind three verbs; and whether this machine can use one.

The table is that of BitTorrent (BEP 5, BEP 44): millions of nodes that belong to nobody in
particular. Its nodes learn the address of whoever asks them. So nothing here is loaded, and no
packet is sent, before a person has chosen it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from ipaddress import ip_address
from typing import Protocol

from p2p.errors import LinkError
from p2p.net.address import Address

PUBLIC_NODES = (
    Address("router.bittorrent.com", 6881),
    Address("dht.transmissionbt.com", 6881),
    Address("dht.libtorrent.org", 25401),
)
"""Where a first look at the public table begins; later ones begin with the nodes met before."""
NOT_INSTALLED = (
    "five words need the library libtorrent, which is not installed here; install it beside "
    "Crownless (pip install libtorrent), or ask for the written invite"
)


class Dht(Protocol):
    """Values under keys, kept by strangers."""

    async def put(self, seed: bytes, value: bytes) -> int:
        """Put a value under the key pair of this seed; says how many nodes took it.

        Raises LinkError where the table is not reached.
        """

    async def get(self, public: bytes) -> bytes:
        """The newest value under a public key; empty where there is none. Raises LinkError."""

    async def close(self) -> None:
        """Leave the table, and keep what helps to find it again."""


@dataclass(frozen=True, slots=True)
class Entrance:
    """The nodes to begin with."""

    nodes: tuple[Address, ...] = PUBLIC_NODES

    @property
    def is_private(self) -> bool:
        """Whether all of them are on this machine or a private network: a table of one's own."""
        return bool(self.nodes) and all(_is_private(node.host) for node in self.nodes)


def is_installed() -> bool:
    """Whether the library is there. It is not loaded by this."""
    return find_spec("libtorrent") is not None


def require_installed() -> None:
    """Raises LinkError with what to do where the library is missing."""
    if not is_installed():
        raise LinkError(NOT_INSTALLED)


def written(nodes: Sequence[Address]) -> str:
    """Nodes as the library takes them."""
    return ",".join(str(node) for node in nodes)


def _is_private(host: str) -> bool:
    try:
        parsed = ip_address(host)
    except ValueError:
        return False
    return parsed.is_loopback or parsed.is_private
