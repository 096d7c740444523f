"""All links of one client: to whom, where everybody is, and what is shown of both.

The `LinkPolicy` says who may have a link and whom we call, the `Mesh` holds the links, and the
`Reachability` looks after our own addresses. What comes over a link is the business of the
`FrameRouter`. Held by tests/p2p/client/reach/test_connections.py and
tests/p2p/client/tables/test_way_back.py.
"""

from __future__ import annotations

from pathlib import Path

from p2p.client.frame_router import FrameRouter
from p2p.client.kept_notes import KeptNotes
from p2p.client.reach.link_policy import LinkPolicy
from p2p.client.reach.paths import paths_of
from p2p.client.reach.reachability import Reachability
from p2p.client.updates import ClientState
from p2p.errors import LocalError
from p2p.lobby.address_book import AddressBook
from p2p.lobby.places import Addresses
from p2p.lobby.table_config import TableConfig
from p2p.net.address import Address
from p2p.net.close_reason import Reason
from p2p.net.invite import Invite, fingerprint
from p2p.net.links.admission import Precedence
from p2p.net.links.mesh import Mesh
from p2p.net.port_mapping.mapper import PortMapper
from p2p.net.tls import Role
from p2p.storage.identity import Identity
from p2p.store import TableStore

MAX_FLOODS = 32
"""Holders of links that were closed for a flood of whom a person is told."""


class Connections:
    """The links of one client at one table. All of it happens on the event loop.

    `router` is set by the client once it has one.
    """

    router: FrameRouter

    def __init__(
        self,
        config: TableConfig,
        identity: Identity,
        store: TableStore,
        folder: Path,
        state: ClientState,
        *,
        internet: bool,
    ) -> None:
        """`folder` is private to this table. What is new of links goes into `state`.

        With `internet` the router is asked to let callers through; without, nothing is sent to it.
        """
        self.internet = internet and not config.loopback
        """Whether our person has chosen the internet, so that the router is asked."""
        self.address_book = AddressBook(store, identity.public, config.tag, identity.sign)
        self.policy = LinkPolicy(config, identity.public, self.address_book)
        self._config = config
        self._own_key = identity.public
        self._notes = KeptNotes(store)
        self._state = state
        self._reachability: Reachability | None = None
        self.mesh = Mesh(
            identity.private,
            config.credentials(),
            folder,
            on_frame=lambda peer, frame: self.router.on_frame(peer, frame),
            on_up=lambda peer, role: self.router.on_up(peer, role),
            on_down=self._down,
            accept=self.policy.accepts,
            precedence=self.policy.precedence,
            knows=self.address_book.knows,
            on_path=self.show_paths,
            on_trouble=lambda *trouble: self.router.on_trouble(*trouble),
            port=config.port or self._notes.port,
            loopback=config.loopback,
        )
        self.policy.mesh = self.mesh

    # Life

    async def start(self) -> None:
        """Listen, and look after our addresses from now on. Raises P2PError."""
        await self.mesh.start()
        self._notes.keep_port(self.mesh.port)
        self._reachability = Reachability(
            self.mesh.addresses,
            self._moved,
            look_around=None if self._config.loopback else self.mesh.look_around,
            mapper=PortMapper(self.mesh.port, self._routers_said) if self.internet else None,
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

    # Where we are, and where the others are

    def invites(self) -> tuple[Invite, Invite]:
        """The invite to a seat and the invite to watch, with this client's addresses."""
        invite = self._config.invite(self._own_key, self.address_book.own)
        return invite, invite.for_watching()

    def way_back(self) -> Invite:
        """An invite that leads our members to us, where we are now."""
        return self._config.way_back(self._own_key, self.address_book.own)

    def lead_to(self, host_key: bytes, addresses: Addresses) -> None:
        """Our person says where the owner of this fingerprint is now.

        Raises LocalError if that is us, or nobody who sits at this table.
        """
        if host_key == fingerprint(self._own_key):
            raise LocalError("this invite is your own: send it to the others at the table")
        charter = self._notes.charter
        keys = charter.keys if charter is not None else ()
        if keys and host_key not in map(fingerprint, keys):
            raise LocalError("this invite was made by somebody who has no seat at that table")
        self.policy.lead_to(host_key, addresses)
        for key in keys:
            if host_key == fingerprint(key):
                self.address_book.told(key, addresses)

    def _moved(self, local: tuple[Address, ...], opened: tuple[Address, ...]) -> None:
        self.policy.moved(local, opened)

    def _routers_said(self) -> None:
        if self._reachability is not None:
            self._reachability.routers_said()
            self._state.reach = self._reachability.reach
            self._state.changed.set()

    def _down(self, peer: bytes, reason: Reason) -> None:
        if reason in (Reason.LOST, Reason.SILENT) and self._reachability is not None:
            self._reachability.lost()
        self.router.on_down(peer, reason)

    # What the session wants of them

    def send(self, peer: bytes, frame: bytes) -> None:
        """Send a frame, if `peer` is linked."""
        self.mesh.send(peer, frame)

    def hold(self, peer: bytes, held: bool) -> None:
        """Read nothing more from `peer` until it is said again that it may go on."""
        self.mesh.hold(peer, held)

    def drop(self, peer: bytes) -> None:
        """Close the link to whoever has sent nonsense."""
        self.mesh.disconnect(peer, Reason.BAD_DATA)

    def cut_off(self, peer: bytes) -> None:
        """Close the link to whoever goes on sending far too much, and say whose it was."""
        self.policy.shun(peer)
        self.mesh.cut_off(peer, Reason.FLOOD)
        if peer not in self._state.floods:
            self._state.floods = (*self._state.floods, peer)[-MAX_FLOODS:]
            self._state.changed.set()

    def precedence(self, peer: bytes) -> Precedence:
        """Whose work comes before whose."""
        role = self.policy.roles.get(peer, Role.MEMBER)  # gone: for what it still has queued
        return self.policy.precedence(peer, role)

    # What is shown of them

    def show_paths(self) -> None:
        """How each member is reached, if that is news."""
        charter, snapshot = self._state.charter, self._state.snapshot
        links = self.mesh.paths
        keys = charter.keys if charter is not None else tuple(links)
        linked = snapshot.linked if snapshot is not None else ()
        rendezvous = self.router.rendezvous
        measured = rendezvous.measured if rendezvous is not None else {}
        paths = paths_of(keys, links, linked, measured)
        if paths != self._state.paths:
            self._state.paths = paths
            self._state.changed.set()
