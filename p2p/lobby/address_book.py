"""Where members of a table may be reached: what each says of itself, and where we have met it.

What a member says of itself (`p2p.lobby.places`) is passed on; where our own links have led is for
us alone. Nothing here proves anything, and all of it is bounded: so many members, so many addresses
of each, so many new statements of each in a time. Held by tests/p2p/lobby/test_address_book.py.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from contextlib import suppress

from p2p.errors import CodecError
from p2p.lobby.places import MAX_ADDRESSES, MAX_COUNTER, Addresses, Place, usable
from p2p.net.address import is_dialable, is_loopback
from p2p.store import TableStore
from p2p.token_bucket import TokenBucket
from p2p.wire import codec
from p2p.wire.message import MAX_SEATS, Sign

PLACES_NOTE = "addresses"
BURST = 4
"""Statements of one member, or about where we are from one, that count at once."""
SECONDS_A_STATEMENT = 10.0
"""After a burst: one in so many seconds."""
MAX_OBSERVED = 2
"""Addresses at which others see us that we state ourselves."""


class AddressBook:
    """The addresses of a table's members, ours included. `tag` is the table's."""

    def __init__(self, store: TableStore, own_key: bytes, tag: str, sign: Sign) -> None:
        self._store = store
        self._own_key = own_key
        self._tag = tag
        self._sign = sign
        self._counter = 0
        self._stated: dict[bytes, Place] = {}
        self._met: dict[bytes, Addresses] = {}
        """Where our links to each member have led, newest first; port 0 for one that called us."""
        self._local: Addresses = ()
        self._opened: Addresses = ()
        """At routers that let callers through to us."""
        self._observed: dict[bytes, str] = {}
        """Where each member sees us."""
        self._buckets: dict[bytes, TokenBucket] = {}
        self._own: Place | None = None
        self.changed = False
        """Whether there is something that `save` has not kept."""
        with suppress(CodecError):  # hints are not worth a table that cannot be opened
            self._read(store.note(PLACES_NOTE))

    # Ourselves

    @property
    def own(self) -> Addresses:
        """Where we can be reached ourselves."""
        return self._own.addresses if self._own is not None else ()

    @property
    def own_place(self) -> Place | None:
        """What we state of that, signed."""
        return self._own

    def announce(self, local: Addresses, opened: Addresses = ()) -> bool:
        """This client listens at these, the most plausible first; routers have opened others.

        Says whether we state other addresses for it.
        """
        before = self.own
        self._local, self._opened = local, opened
        self._state()
        return self.own != before

    def observed(self, observer: bytes, host: str, now: float) -> bool:
        """A member sees us at `host`. Says whether we state other addresses for it."""
        known = self._observed.get(observer) == host or not is_dialable(host, loopback=False)
        if known or not self._local or not self._bucket(observer).take(now):
            return False
        self._observed.pop(observer, None)
        self._observed[observer] = host
        while len(self._observed) > MAX_SEATS:
            del self._observed[next(iter(self._observed))]
        before = self.own
        self._state()
        return self.own != before

    def _state(self) -> None:
        """Sign where we are, if that is news."""
        port = self._local[0][1] if self._local else 0
        known = {host for host, _ in self._opened}  # there the router has said which port it is
        seen = tuple(
            (host, port) for host in reversed(self._observed.values()) if host not in known
        )
        near = usable(self._local, loopback=True)
        outside = tuple(one for one in near if not is_loopback(one[0]))
        if self._opened:  # the LAN first: many routers lead nobody from inside back to the inside
            both = (*outside[:1], *usable(self._opened, loopback=False), *outside[1:])
            outside = tuple(dict.fromkeys(both))
        extra = tuple(one for one in dict.fromkeys(seen) if one not in near)[:MAX_OBSERVED]
        best = outside[: MAX_ADDRESSES - len(extra)] + extra
        addresses = (*best, *(one for one in near if one not in best))[:MAX_ADDRESSES]
        if self._own is None or self._own.addresses != addresses:
            self._counter = min(self._counter + 1, MAX_COUNTER)
            self._own = Place.signed(self._tag, self._own_key, self._counter, addresses, self._sign)
            self.changed = True

    # The others

    def of(self, key: bytes) -> Addresses:
        """Where `key` may be called; empty if nobody knows."""
        stated = self._stated.get(key)
        said = stated.addresses if stated else ()
        met = self._met.get(key, ())
        # Another machine's loopback is ours: called only where there is nothing else but this one.
        here = all(is_loopback(host) for host, _ in self._local)
        here = here or any(is_loopback(host) for host, _ in met)
        port = said[0][1] if said else 0
        places = tuple((host, known or port) for host, known in met if known or port)
        return usable((*places, *said), loopback=here)

    def all(self) -> tuple[Place, ...]:
        """What everybody has stated, ourselves first, to pass on."""
        own = (self._own,) if self._own is not None else ()
        return (*own, *(self._stated[key] for key in sorted(self._stated)))[:MAX_SEATS]

    def knows(self, host: str) -> bool:
        """Whether we had a link to a member at this address."""
        return any(host == met for where in self._met.values() for met, _ in where)

    def met(self, key: bytes, host: str, port: int) -> None:
        """A link to the member of `key` leads to `host`; `port` is 0 if it called us."""
        before = self._met.get(key, ())
        known = next((old for where, old in before if where == host and not port), port)
        found = ((host, known), *(one for one in before if one[0] != host))[:MAX_ADDRESSES]
        if found != before and (key in self._met or len(self._met) < MAX_SEATS):
            self._met[key] = found
            self.changed = True

    def told(self, key: bytes, addresses: Addresses) -> None:
        """Our own person says where the member of `key` is now: kept like a place we met it at."""
        for host, port in reversed(addresses):
            self.met(key, host, port)

    def learn(
        self, places: Iterable[Place], members: Collection[bytes], now: float
    ) -> tuple[Place, ...]:
        """What somebody passes on at `now` (seconds): gives back what is new and of a member."""
        fresh = tuple(place for place in places if place.key in members and self._takes(place, now))
        self.changed = self.changed or bool(fresh)
        return fresh

    def forget_all_but(self, members: Collection[bytes]) -> None:
        """The charter stands: who has no seat is nobody's business any more."""
        for kept in (self._stated, self._met):
            for key in [key for key in kept if key not in members]:
                del kept[key]
                self.changed = True

    def save(self) -> None:
        """Keep all of it."""
        self.changed = False
        stated = tuple(self._stated[key].wire() for key in sorted(self._stated))
        met = tuple(sorted(self._met.items()))
        self._store.put_note(PLACES_NOTE, codec.encode((self._counter, stated, met)))

    def _takes(self, place: Place, now: float) -> bool:
        own = place.key == self._own_key
        known = self._own if own else self._stated.get(place.key)
        if known is not None and place.counter <= known.counter:
            return False
        if not self._bucket(place.key).holds(now) or not place.holds(self._tag):
            return False
        self._bucket(place.key).take(now)
        if own:  # an older copy of our file has lost count
            self._counter, self._own = place.counter, None
            self._state()
            return False
        self._stated[place.key] = place
        return True

    def _bucket(self, key: bytes) -> TokenBucket:
        if key not in self._buckets and len(self._buckets) >= 4 * MAX_SEATS:
            del self._buckets[next(iter(self._buckets))]
        return self._buckets.setdefault(key, TokenBucket(BURST, 1 / SECONDS_A_STATEMENT))

    def _read(self, kept: bytes | None) -> None:
        if kept is None:
            return
        counter, stated, met = codec.array(codec.decode(kept), 3)
        self._counter = codec.integer(counter, 0, MAX_COUNTER)
        for item in codec.array(met, most=MAX_SEATS):
            key, where = codec.array(item, 2)
            self._met[codec.blob(key, 32)] = _read_met(where)
        for place in map(Place.from_wire, codec.array(stated, most=MAX_SEATS)):
            if place.holds(self._tag):
                self._stated[place.key] = place


def met_again(kept: bytes) -> bytes:
    """The note for a rematch: where its members were met or said they are, and nothing signed."""
    try:
        _, stated, met = codec.array(codec.decode(kept), 3)
        found = {}
        for item in codec.array(met, most=MAX_SEATS):
            key, where = codec.array(item, 2)
            found[codec.blob(key, 32)] = tuple(one for one in _read_met(where) if one[1])
        for place in map(Place.from_wire, codec.array(stated, most=MAX_SEATS)):
            both = (*found.get(place.key, ()), *place.addresses)
            found[place.key] = tuple(dict.fromkeys(both))[:MAX_ADDRESSES]
    except CodecError:
        return b""
    return codec.encode((0, (), tuple(sorted(found.items()))))


def _read_met(value: codec.Value) -> Addresses:
    """Hosts and ports; port 0 where only the host is known."""
    read = []
    for item in codec.array(value, most=MAX_ADDRESSES):
        host, port = codec.array(item, 2)
        read.append((codec.text(host, 64), codec.integer(port, 0, 65535)))
    return tuple(read)
