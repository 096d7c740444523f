"""Where a member may be reached: a statement of its own, signed, that others pass on.

Only the member that an address leads to can say so: it signs its addresses under the table's tag,
with a counter that rises with each statement. So nobody can send a table's calls to somebody else,
and of two statements the newer one is known. Held by tests/p2p/lobby/test_places.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from crypto.sign import verify
from p2p.lobby.frames import OBSERVED, PLACES
from p2p.net.address import is_dialable
from p2p.wire import codec
from p2p.wire.codec import Value
from p2p.wire.message import MAX_SEATS, Sign

# D-45: under the tag of the invite, which exists before the table id and differs from table to
# table.
ADDRESS_LABEL = b"crownless address v1"
MAX_ADDRESSES = 4
"""Addresses of one member."""
MAX_COUNTER = 1 << 53

Addresses = tuple[tuple[str, int], ...]
"""Where one member may be reached: IP addresses and TCP ports."""


@dataclass(frozen=True, slots=True)
class Place:
    """What the member of `key` says of where it is; a higher `counter` is newer."""

    key: bytes
    counter: int
    addresses: Addresses
    signature: bytes = field(repr=False)

    @classmethod
    def signed(cls, tag: str, key: bytes, counter: int, addresses: Addresses, sign: Sign) -> Place:
        """State it under the table's tag, with the private half of `key`."""
        addresses = addresses[:MAX_ADDRESSES]
        return cls(
            key, counter, addresses, sign(ADDRESS_LABEL, _body(tag, key, counter, addresses))
        )

    def holds(self, tag: str) -> bool:
        """Whether the member itself has said this at the table of `tag`."""
        body = _body(tag, self.key, self.counter, self.addresses)
        return verify(self.key, ADDRESS_LABEL, body, self.signature)

    def wire(self) -> Value:
        """As it stands in a frame."""
        return (self.key, self.counter, self.addresses, self.signature)

    @classmethod
    def from_wire(cls, value: Value) -> Place:
        """Read one from a frame; nothing is checked but its form. Raises CodecError."""
        key, counter, addresses, signature = codec.array(value, 4)
        return cls(
            codec.blob(key, 32),
            codec.integer(counter, 0, MAX_COUNTER),
            read_addresses(addresses),
            codec.blob(signature, 64),
        )


def places_frame(places: Iterable[Place]) -> bytes:
    """What members have said of where they are."""
    return codec.encode((PLACES, tuple(place.wire() for place in places)[:MAX_SEATS]))


def read_places(items: Sequence[Value]) -> tuple[Place, ...]:
    """Read a frame of places, within limits. Raises CodecError."""
    _, entries = codec.array(tuple(items), 2)
    return tuple(Place.from_wire(entry) for entry in codec.array(entries, most=MAX_SEATS))


def observed_frame(host: str, port: int) -> bytes:
    """What we see of the other end of a link: the address and the port from which it calls."""
    return codec.encode((OBSERVED, host, port))


def read_observed(items: Sequence[Value]) -> tuple[str, int]:
    """Read such a frame. Raises CodecError."""
    _, host, port = codec.array(tuple(items), 3)
    return codec.text(host, 64), codec.integer(port, 1, 65535)


def read_addresses(value: Value) -> Addresses:
    """Hosts and ports within limits; those that nobody can be called at are left out."""
    read = []
    for item in codec.array(value, most=MAX_ADDRESSES):
        host, port = codec.array(item, 2)
        read.append((codec.text(host, 64), codec.integer(port, 1, 65535)))
    return tuple(read)


def usable(addresses: Iterable[tuple[str, int]], *, loopback: bool) -> Addresses:
    """Those of `addresses` that can be called, without doubles."""
    good = (one for one in dict.fromkeys(addresses) if is_dialable(one[0], loopback=loopback))
    return tuple(good)


def _body(tag: str, key: bytes, counter: int, addresses: Addresses) -> bytes:
    return codec.encode((tag, key, counter, addresses))
