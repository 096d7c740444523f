"""Who may be linked at a table, whom we call, and where all of them are.

Before the charter anybody with an invite may ask; after it only its seats and a few spectators
pass. Held by tests/p2p/client/test_link_policy.py.
"""

from __future__ import annotations

from collections.abc import Iterable

from p2p.lobby.address_book import AddressBook
from p2p.lobby.frames import Places
from p2p.lobby.table_config import TableConfig
from p2p.net.address import Address
from p2p.net.handshake import Admission
from p2p.net.mesh import Mesh
from p2p.net.tls import Role
from p2p.wire.charter import Charter

MAX_WATCHERS = 8
"""Spectators who are linked to one client."""


class LinkPolicy:
    """The links of one client, as far as they are anybody's business but the mesh's.

    `mesh` is set by the client once it has one.
    """

    mesh: Mesh

    def __init__(self, config: TableConfig, own_key: bytes, address_book: AddressBook) -> None:
        self.roles: dict[bytes, Role] = {}
        """Who is linked, and under which of the two credentials."""
        self.charter: Charter | None = None
        self.address_book = address_book
        self._config = config
        self._own_key = own_key

    def members(self) -> list[bytes]:
        """Who is linked and has or asks for a seat."""
        return [key for key, role in self.roles.items() if role is Role.MEMBER]

    def accepts(self, peer: bytes, role: Role) -> bool | Admission:
        """The answer to a caller."""
        if self.charter is None:
            return Admission.PROVISIONAL if role is Role.MEMBER else False
        if role is Role.MEMBER and self.charter.seat_of(peer) is None:
            return Admission.PROVISIONAL  # it is told in words that the game has begun
        return self.belongs(peer, role)

    def belongs(self, peer: bytes, role: Role) -> bool:
        """After the charter only its seats and a few spectators pass."""
        if self.charter is None:
            return True
        if role is Role.MEMBER:
            return self.charter.seat_of(peer) is not None
        watchers = [k for k, r in self.roles.items() if r is Role.WATCHER and k != peer]
        return len(watchers) < MAX_WATCHERS

    def call_opener(self) -> None:
        """Call whoever opened the table, if that is somebody else."""
        if self._config.host_key:
            self._dial(self._config.host_key, self._config.addresses)

    def call(self, keys: Iterable[bytes]) -> None:
        """Keep links to these, where it is known where they are."""
        for key in keys:
            addresses = self.address_book.of(key)
            if self._config.is_host(key):
                addresses = tuple(dict.fromkeys((*addresses, *self._config.addresses)))
            if addresses and key != self._own_key:
                self._dial(key, addresses)

    def call_members(self) -> None:
        """Keep links to all other seats; a spectator to the opener alone.

        Before a first contact only a member's own words say where it is.
        """
        if self._config.role == "watch":
            self.call_opener()
        elif self.charter is not None:
            self.call(self.charter.keys)

    def learn(self, peer: bytes, places: Places) -> None:
        """A member says where members are."""
        link = self.mesh.links.get(peer)
        self.address_book.learn(peer, link.address.host if link else None, places)
        if self.charter is not None:
            self.call_members()

    def own_places(self) -> Places:
        """Where we can be reached ourselves."""
        return {self._own_key: self.address_book.own}

    def tell(self, frame: bytes, source: bytes | None = None) -> None:
        """Hand a frame to everybody but the one it came from."""
        for peer in self.roles:
            if peer != source:
                self.mesh.send(peer, frame)

    def _dial(self, key: bytes, addresses: Iterable[tuple[str, int]]) -> None:
        self.mesh.dial(key, (Address(*address) for address in addresses))
