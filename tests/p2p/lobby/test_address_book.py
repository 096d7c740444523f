"""The address book: a member's own word counts, hearsay fills gaps, and it all survives."""

from __future__ import annotations

from p2p.lobby.address_book import MOST_MEMBERS, AddressBook
from p2p.lobby.frames import MAX_ADDRESSES
from tests.p2p.memory import MemoryStore

ME, ANA, BEN = bytes([1]) * 32, bytes([2]) * 32, bytes([3]) * 32


def book(store: MemoryStore) -> AddressBook:
    return AddressBook(store, ME)


def test_a_member_is_where_its_link_came_from_and_where_it_says() -> None:
    places = book(MemoryStore())
    places.learn(ANA, "198.51.100.7", {ANA: (("192.168.1.5", 4000),)})
    assert places.of(ANA) == (("198.51.100.7", 4000), ("192.168.1.5", 4000))
    assert places.knows("192.168.1.5")
    assert not places.knows("192.168.1.6")


def test_hearsay_fills_gaps_and_replaces_nothing() -> None:
    places = book(MemoryStore())
    places.learn(ANA, None, {BEN: (("192.0.2.2", 1),), ANA: (("192.0.2.1", 1),)})
    places.learn(ANA, None, {BEN: (("203.0.113.9", 9),)})
    assert places.of(BEN) == (("192.0.2.2", 1),)
    places.learn(BEN, None, {BEN: (("203.0.113.3", 3),)})
    assert places.of(BEN) == (("203.0.113.3", 3),)


def test_nobody_tells_us_where_we_are() -> None:
    places = book(MemoryStore())
    places.own = (("192.0.2.8", 8),)
    places.learn(ANA, None, {ME: (("203.0.113.9", 9),)})
    assert places.all() == {ME: (("192.0.2.8", 8),)}


def test_it_survives_a_restart() -> None:
    store = MemoryStore()
    book(store).learn(ANA, None, {ANA: (("192.0.2.1", 1),)})
    assert book(store.crash()).of(ANA) == (("192.0.2.1", 1),)


def test_it_does_not_grow_without_end() -> None:
    places = book(MemoryStore())
    many = tuple((f"192.0.2.{n}", 1) for n in range(MAX_ADDRESSES))
    for n in range(100):
        places.learn(ANA, "198.51.100.1", {bytes([9, n] * 16): many, ANA: many})
    assert len(places.all()) <= MOST_MEMBERS + 1
    assert all(len(where) <= MAX_ADDRESSES for where in places.all().values())
