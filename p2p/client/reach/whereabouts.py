"""Where the members of a table are, whom we call there, and what we tell the others of it.

A member states itself where it is, under its own key (`p2p.lobby.places`); the others keep it in
the `AddressBook` and pass on what is new to them. Only members teach us, before the charter only
the opener. Held by tests/p2p/client/reach/test_whereabouts.py.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence

from p2p.client.reach.link_policy import LinkPolicy
from p2p.errors import LocalError
from p2p.lobby.address_book import AddressBook
from p2p.lobby.places import Addresses, Place, observed_frame, places_frame
from p2p.lobby.table_config import TableConfig
from p2p.net.address import Address
from p2p.net.invite import fingerprint
from p2p.net.links.mesh import Mesh
from p2p.net.tls import Role
from p2p.wire.charter import Charter


class Whereabouts:
    """Where everybody at one table is, as far as this client knows."""

    def __init__(
        self,
        config: TableConfig,
        own_key: bytes,
        policy: LinkPolicy,
        address_book: AddressBook,
        mesh: Mesh,
        learned: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`learned` is called when the address book has something to keep: never here, as this is
        the event loop."""
        self.images: dict[bytes, Address] = {}
        """From where those who are linked see us."""
        self.address_book = address_book
        self._config = config
        self._own_key = own_key
        self._policy = policy
        self._mesh = mesh
        self._learned = learned
        self._clock = clock
        self._invited: dict[bytes, Addresses] = {}
        """Where our own person says that others are, by the fingerprint of their keys."""

    @property
    def _charter(self) -> Charter | None:
        return self._policy.charter

    # Whom we call

    def lead_to(self, host_key: bytes, addresses: Addresses, keys: Sequence[bytes] = ()) -> None:
        """Our person says where the owner of this fingerprint is now: it is called there as well.

        `keys` are the seats, once there are any. Raises LocalError if that is us, or none of them.
        """
        if host_key == fingerprint(self._own_key):
            raise LocalError("this invite is your own: send it to the others at the table")
        if keys and host_key not in map(fingerprint, keys):
            raise LocalError("this invite was made by somebody who has no seat at that table")
        self._invited[host_key] = addresses
        for key in keys:
            if host_key == fingerprint(key):
                self.address_book.told(key, addresses)

    def _told(self, host_key: bytes) -> Addresses:
        """Where our own person says that the owner of this fingerprint is, the newest first."""
        first = self._config.addresses if host_key == self._config.host_key else ()
        return tuple(dict.fromkeys((*self._invited.get(host_key, ()), *first)))

    def call_opener(self) -> None:
        """Call whoever opened the table, if that is somebody else.

        A spectator, who learns no addresses, calls everybody to whom an invite has led it.
        """
        watched = self._invited if self._config.role == "watch" else ()
        for host_key in dict.fromkeys((self._config.host_key, *watched)):
            told = self._told(host_key)
            if host_key and told:
                self._dial(host_key, told, told)

    def call(self, keys: Iterable[bytes]) -> None:
        """Keep links to these, where it is known where they are."""
        for key in keys:
            trusted = self._told(fingerprint(key))
            addresses = tuple(dict.fromkeys((*trusted, *self.address_book.of(key))))
            if addresses and key != self._own_key:
                self._dial(key, addresses, trusted)

    def call_members(self) -> None:
        """Keep links to all other seats; a spectator to the opener alone.

        Before a first contact only a member's own words say where it is.
        """
        if self._config.role == "watch":
            self.call_opener()
        elif self._charter is not None:
            self.call(self._charter.keys)

    # Where they are

    def moved(self, addresses: Addresses, opened: Addresses = ()) -> None:
        """This client listens at these from now on: if that is news, all members are told.

        `opened`: at routers that let callers through to it.
        """
        if self.address_book.announce(addresses, opened):
            self._pass_on(self.address_book.all()[:1], None)
        self._keep()

    def teaches(self, peer: bytes) -> bool:
        """Whether we learn from `peer` where members are: of seats; before them, of the host."""
        if self._config.role == "watch" or self._policy.roles.get(peer) is not Role.MEMBER:
            return False
        if self._charter is None:
            return self._config.is_host(peer)
        return self._charter.seat_of(peer) is not None

    def learn(self, peer: bytes, places: Iterable[Place], now: float) -> None:
        """`peer` passes on what members state; what is new to us goes on to the others."""
        if not self.teaches(peer):
            return
        members = self._charter.keys if self._charter is not None else (peer,)
        fresh = self.address_book.learn(places, members, now)
        if fresh:
            self._pass_on(fresh, peer)
            self.call(place.key for place in fresh)
        self._keep()

    def missing(self) -> tuple[bytes, ...]:
        """The people with a seat, once there are seats, to whom we have no link."""
        members = self._charter.draft.members if self._charter is not None else ()
        near = {self._own_key, *self._policy.roles}
        return tuple(one.key for one in members if not one.is_bot and one.key not in near)

    def found(self, place: Place) -> None:
        """A member's own words on where it is have come to us past its links."""
        members = self._charter.keys if self._charter is not None else ()
        fresh = self.address_book.learn((place,), members, self._clock())
        if fresh:
            self._pass_on(fresh, None)
            self.call(one.key for one in fresh)
        self._keep()

    def seen_by(self, peer: bytes, host: str, port: int, now: float) -> None:
        """`peer` sees us at `host`: if that is news we state it ourselves, under our own key.

        The port is that of our call, which leads to nobody but who is called at the same time.
        """
        self.images[peer] = Address(host, port)
        if self.teaches(peer) and self.address_book.observed(peer, host, now):
            self._pass_on(self.address_book.all()[:1], None)
        self._keep()

    def gone(self, peer: bytes) -> None:
        """The link to `peer` is gone."""
        self.images.pop(peer, None)

    def meet(self, peer: bytes) -> None:
        """A link to a member stands: remember where it is, tell it, and what all have stated."""
        link = self._mesh.links.get(peer)
        if link is not None and self._charter is not None:
            port = link.address.port if link.outbound else 0
            self.address_book.met(peer, link.address.host, port)
            self._keep()
        self._mesh.send(peer, places_frame(self.address_book.all()))
        if link is not None and not link.outbound:
            self._mesh.send(peer, observed_frame(*link.address))

    def _pass_on(self, places: Iterable[Place], source: bytes | None) -> None:
        frame = places_frame(places)
        for peer in self._policy.members():
            seated = self._charter is not None and self._charter.seat_of(peer) is not None
            if seated and peer != source:
                self._mesh.send(peer, frame)

    def _keep(self) -> None:
        if self.address_book.changed:
            self._learned()

    def tell(self, frame: bytes, source: bytes | None = None) -> None:
        """Hand a frame to everybody but the one it came from.

        Where spectators lag behind, talk about the table is for its members alone.
        """
        lags = self._charter is not None and self._charter.draft.policies.delay_minutes > 0
        for peer, role in self._policy.roles.items():
            if peer != source and not (lags and role is Role.WATCHER):
                self._mesh.send(peer, frame)

    def _dial(self, key: bytes, addresses: Addresses, trusted: Addresses) -> None:
        """`trusted`: what the invite says, which is our own person's word."""
        self._mesh.dial(key, (Address(*address) for address in addresses), trusted=trusted)
