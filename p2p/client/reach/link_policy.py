"""Who may be linked at a table, whom we call, and where all of them are.

Before the charter anybody with an invite may ask; after it only its seats and a few spectators
pass. Held by tests/p2p/client/reach/test_link_policy.py.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable

from p2p.lobby.address_book import AddressBook
from p2p.lobby.places import Addresses, Place, observed_frame, places_frame
from p2p.lobby.table_config import TableConfig
from p2p.net.address import Address
from p2p.net.invite import fingerprint
from p2p.net.links.admission import Precedence
from p2p.net.links.handshake import Admission
from p2p.net.links.mesh import Mesh
from p2p.net.tls import Role
from p2p.wire.charter import Charter

SHUNNED_SECONDS = 15.0
"""For so long there is no new link to whoever has flooded one, at most: see `LinkPolicy.shun`."""
FIRST_SECONDS = 0.5
"""For a seat, which the table needs, the first time; it doubles each time."""
FORGIVEN_SECONDS = 60.0
MAX_SHUNNED = 64
STRANGER_FLOODS = 2
"""Floods of people without a seat after which no further one gets a link, for `SHUNNED_SECONDS`:
a key costs nothing, so who floods comes back under another."""
MAX_WATCHERS = 8
"""Spectators who are linked to one client."""


class LinkPolicy:
    """The links of one client, as far as they are anybody's business but the mesh's.

    `mesh` is set by the client once it has one. `learned` is called when the address book has
    something to keep: never here, as this is the event loop.
    """

    mesh: Mesh
    learned: Callable[[], None] = staticmethod(lambda: None)

    def __init__(
        self,
        config: TableConfig,
        own_key: bytes,
        address_book: AddressBook,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.roles: dict[bytes, Role] = {}
        """Who is linked, and under which of the two credentials."""
        self.images: dict[bytes, Address] = {}
        """From where those who are linked see us."""
        self.charter: Charter | None = None
        self.seated: frozenset[bytes] = frozenset()
        """Before the charter: who has a seat in the lobby."""
        self.address_book = address_book
        self._shunned: dict[bytes, tuple[float, float]] = {}
        """Who has flooded a link: until when it gets no other, and for how long that is."""
        self._stranger_floods: deque[float] = deque(maxlen=STRANGER_FLOODS)
        """When people without a seat have flooded us last."""
        self._config = config
        self._own_key = own_key
        self._invited: dict[bytes, Addresses] = {}
        """Where our own person says that others are, by the fingerprint of their keys."""
        self._clock = clock

    def members(self) -> list[bytes]:
        """Who is linked and has or asks for a seat."""
        return [key for key, role in self.roles.items() if role is Role.MEMBER]

    def accepts(self, peer: bytes, role: Role) -> bool | Admission:
        """The answer to a caller."""
        if self.is_shunned(peer):
            return False
        if self._shuns_strangers() and self.precedence(peer, role) is not Precedence.MEMBER:
            return False
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
        if not self.charter.draft.policies.spectators:
            return False
        watchers = [k for k, r in self.roles.items() if r is Role.WATCHER and k != peer]
        return len(watchers) < MAX_WATCHERS

    def shun(self, peer: bytes) -> None:
        """`peer` has flooded its link: it gets no other one for a while.

        The table may be waiting for a seat, so the first time is short for one.
        """
        if self.is_shunned(peer):
            return  # more of the same flood, which was on its way
        now = self._clock()
        until, last = self._shunned.pop(peer, (0.0, 0.0))
        seated = self.precedence(peer, self.roles.get(peer, Role.MEMBER)) is Precedence.MEMBER
        again = 2 * last if last and now < until + FORGIVEN_SECONDS else FIRST_SECONDS
        pause = min(again, SHUNNED_SECONDS) if seated else SHUNNED_SECONDS
        if not seated:
            self._stranger_floods.append(now)
        self._shunned[peer] = (now + pause, pause)
        while len(self._shunned) > MAX_SHUNNED:
            del self._shunned[next(iter(self._shunned))]

    def _shuns_strangers(self) -> bool:
        floods = self._stranger_floods
        full = len(floods) == STRANGER_FLOODS
        return full and self._clock() < floods[0] + SHUNNED_SECONDS

    def is_shunned(self, peer: bytes) -> bool:
        """Whether `peer` may have no link now."""
        return self._clock() < self._shunned.get(peer, (0.0, 0.0))[0]

    def precedence(self, peer: bytes, role: Role) -> Precedence:
        """Seats come before spectators, and these before whoever only knocks."""
        if role is Role.WATCHER:
            return Precedence.WATCHER
        if self.charter is not None:
            seated = self.charter.seat_of(peer) is not None
        else:
            seated = peer in self.seated or self._config.is_host(peer)
        return Precedence.MEMBER if seated else Precedence.KNOCKER

    def lead_to(self, host_key: bytes, addresses: Addresses) -> None:
        """An invite says where the owner of this fingerprint is now: it is called there as well."""
        self._invited[host_key] = addresses

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
        elif self.charter is not None:
            self.call(self.charter.keys)

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
        if self._config.role == "watch" or self.roles.get(peer) is not Role.MEMBER:
            return False
        if self.charter is None:
            return self._config.is_host(peer)
        return self.charter.seat_of(peer) is not None

    def learn(self, peer: bytes, places: Iterable[Place], now: float) -> None:
        """`peer` passes on what members state; what is new to us goes on to the others."""
        if not self.teaches(peer):
            return
        members = self.charter.keys if self.charter is not None else (peer,)
        fresh = self.address_book.learn(places, members, now)
        if fresh:
            self._pass_on(fresh, peer)
            self.call(place.key for place in fresh)
        self._keep()

    def missing(self) -> tuple[bytes, ...]:
        """The people with a seat, once there are seats, to whom we have no link."""
        members = self.charter.draft.members if self.charter is not None else ()
        people = (one.key for one in members if not one.is_bot)
        return tuple(key for key in people if key != self._own_key and key not in self.roles)

    def found(self, place: Place) -> None:
        """A member's own words on where it is have come to us past its links."""
        members = self.charter.keys if self.charter is not None else ()
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

    def meet(self, peer: bytes) -> None:
        """A link to a member stands: remember where it is, tell it, and what all have stated."""
        link = self.mesh.links.get(peer)
        if link is not None and self.charter is not None:
            port = link.address.port if link.outbound else 0
            self.address_book.met(peer, link.address.host, port)
            self._keep()
        self.mesh.send(peer, places_frame(self.address_book.all()))
        if link is not None and not link.outbound:
            self.mesh.send(peer, observed_frame(*link.address))

    def begin(self, charter: Charter) -> None:
        """The charter stands: from now on its members teach us, and only they are remembered."""
        self.charter = charter
        self.address_book.forget_all_but(charter.keys)

    def _pass_on(self, places: Iterable[Place], source: bytes | None) -> None:
        frame = places_frame(places)
        for peer in self.members():
            seated = self.charter is not None and self.charter.seat_of(peer) is not None
            if seated and peer != source:
                self.mesh.send(peer, frame)

    def _keep(self) -> None:
        if self.address_book.changed:
            self.learned()

    def tell(self, frame: bytes, source: bytes | None = None) -> None:
        """Hand a frame to everybody but the one it came from.

        Where spectators lag behind, talk about the table is for its members alone.
        """
        lags = self.charter is not None and self.charter.draft.policies.delay_minutes > 0
        for peer, role in self.roles.items():
            if peer != source and not (lags and role is Role.WATCHER):
                self.mesh.send(peer, frame)

    def _dial(self, key: bytes, addresses: Addresses, trusted: Addresses) -> None:
        """`trusted`: what the invite says, which is our own person's word."""
        self.mesh.dial(key, (Address(*address) for address in addresses), trusted=trusted)
