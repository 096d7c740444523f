"""All that one client has of the network: who may have a link, the links, where everybody is.

The `LinkPolicy` says who may have a link, the `Mesh` holds the links, `Whereabouts` knows where
members are, and the `Reachability` looks after our own addresses. What comes over a link is the
business of whoever `start` names. Held by tests/p2p/client/reach/test_connections.py and
tests/p2p/client/tables/test_way_back.py.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from p2p.client.reach.link_policy import LinkPolicy
from p2p.client.reach.reachability import Reachability
from p2p.client.reach.whereabouts import Whereabouts
from p2p.lobby.address_book import AddressBook
from p2p.lobby.places import Addresses
from p2p.lobby.table_config import TableConfig
from p2p.net.close_reason import Reason
from p2p.net.invite import Invite
from p2p.net.links.admission import Precedence
from p2p.net.links.events import MeshEvents
from p2p.net.links.mesh import Mesh
from p2p.net.port_mapping.mapper import PortMapper, RouterReach
from p2p.net.tls import Role
from p2p.storage.identity import Identity
from p2p.store import TableStore
from p2p.trace import Trace, untraced
from p2p.wire.charter import Charter


class Connections:
    """The links of one client at one table. All of it happens on the event loop."""

    def __init__(
        self,
        config: TableConfig,
        identity: Identity,
        store: TableStore,
        folder: Path,
        *,
        internet: bool,
        port: int = 0,
        learned: Callable[[], None] = lambda: None,
        reached: Callable[[RouterReach | None], None] = lambda reach: None,
        trace: Trace = untraced,
    ) -> None:
        """`folder` is private to this table; `port` is asked for, 0 is any.

        With `internet` the router is asked to let callers through, and `reached` hears what it
        says; without, nothing is sent to it. `learned`: the address book has something to keep.
        """
        self.internet = internet and not config.loopback
        """Whether our person has chosen the internet, so that the router is asked."""
        self.address_book = AddressBook(store, identity.public, config.tag, identity.sign)
        self.policy = LinkPolicy(config, self.address_book.knows)
        self.mesh = Mesh(
            identity.private,
            config.credentials(),
            folder,
            self.policy,
            port=port,
            loopback=config.loopback,
            trace=trace,
        )
        self.where = Whereabouts(
            config, identity.public, self.policy, self.address_book, self.mesh, learned
        )
        self._trace = trace
        self._config = config
        self._own_key = identity.public
        self._reached = reached
        self._reachability: Reachability | None = None

    # Life

    async def start(self, events: MeshEvents) -> None:
        """Listen, and look after our addresses from now on. Raises P2PError."""
        await self.mesh.start(events)
        self._reachability = Reachability(
            self.mesh.addresses,
            self._moved,
            look_around=None if self._config.loopback else self.mesh.look_around,
            mapper=self._mapper() if self.internet else None,
        )
        await self._reachability.start()

    async def settle(self) -> None:
        """Wait until the router has said what it opens, or some seconds; at once if not asked."""
        if self._reachability is not None:
            await self._reachability.settle()

    async def close(self) -> None:
        """Close all links and what a router has opened."""
        if self._reachability is not None:
            await self._reachability.close()
        await self.mesh.close()

    def begin(self, charter: Charter) -> None:
        """The charter stands: from now on its members teach us, and only they are remembered."""
        self.policy.begin(charter)
        self.address_book.forget_all_but(charter.keys)

    # Where we are

    def invites(self) -> tuple[Invite, Invite]:
        """The invite to a seat and the invite to watch, with this client's addresses."""
        invite = self._config.invite(self._own_key, self.address_book.own)
        return invite, invite.for_watching()

    def way_back(self) -> Invite:
        """An invite that leads our members to us, where we are now."""
        return self._config.way_back(self._own_key, self.address_book.own)

    def _mapper(self) -> PortMapper:
        return PortMapper(self.mesh.port, self._routers_said, trace=self._trace)

    def _moved(self, own: Addresses, opened: Addresses) -> None:
        self._trace("addresses", own=own, opened=opened)
        self.where.moved(own, opened)

    def _routers_said(self) -> None:
        if self._reachability is not None:
            self._reachability.routers_said()
            self._reached(self._reachability.reach)

    # Single links

    def gone(self, peer: bytes, reason: Reason) -> None:
        """The link to `peer` is gone."""
        if reason in (Reason.LOST, Reason.SILENT) and self._reachability is not None:
            self._reachability.lost()
        self.policy.gone(peer)
        self.where.gone(peer)

    def drop(self, peer: bytes) -> None:
        """Close the link to whoever has sent nonsense; a member's stays closed for a while."""
        # D-161: or it would bring the same again without end.
        if self.policy.charter is not None and self.policy.charter.seat_of(peer) is not None:
            self.policy.shun(peer)
        self.mesh.disconnect(peer, Reason.BAD_DATA)

    def cut_off(self, peer: bytes) -> None:
        """Close the link to whoever goes on sending far too much."""
        self.policy.shun(peer)
        self.mesh.cut_off(peer, Reason.FLOOD)

    def precedence(self, peer: bytes) -> Precedence:
        """Whose work comes before whose."""
        role = self.policy.roles.get(peer, Role.MEMBER)  # gone: for what it still has queued
        return self.policy.precedence(peer, role)
