"""What a member states of where it is: signed by itself, read within limits."""

from __future__ import annotations

from dataclasses import replace

import pytest

from p2p.errors import CodecError
from p2p.lobby.frames import PLACES
from p2p.lobby.places import (
    MAX_ADDRESSES,
    Addresses,
    Place,
    observed_frame,
    places_frame,
    read_observed,
    read_places,
    usable,
)
from p2p.wire import codec
from p2p.wire.codec import Value
from p2p.wire.message import MAX_SEATS
from simulation.tables import person

TAG = "table"
HERE: Addresses = (("192.0.2.1", 4000), ("2001:db8::1", 4000))


def place(number: int = 0, counter: int = 1, addresses: Addresses = HERE) -> Place:
    who = person(number)
    return Place.signed(TAG, who.key, counter, addresses, who.sign)


def items(frame: bytes) -> tuple[Value, ...]:
    return codec.array(codec.decode(frame))


def test_it_holds_for_its_member_table_counter_and_addresses_alone() -> None:
    good = place()
    assert good.holds(TAG)
    assert not good.holds("another")
    for bad in (
        replace(good, key=person(1).key),
        replace(good, counter=2),
        replace(good, addresses=HERE[:1]),
        replace(good, signature=bytes(64)),
    ):
        assert not bad.holds(TAG)


def test_a_frame_is_read_within_limits() -> None:
    assert read_places(items(places_frame([place(0), place(1)]))) == (place(0), place(1))
    key, sealed = person(0).key, bytes(64)
    many = tuple(("192.0.2.1", n + 1) for n in range(MAX_ADDRESSES + 1))
    bad: tuple[Value, ...] = (
        (key, 1, many, sealed),
        (key, 1, (("192.0.2.1", 0),), sealed),
        (b"short", 1, (), sealed),
        (key, -1, (), sealed),
        (key, 1, (), b"short"),
    )
    for one in bad:
        with pytest.raises(CodecError):
            read_places(items(codec.encode((PLACES, (one,)))))


def test_no_frame_of_ours_is_one_that_others_refuse() -> None:
    """It used to hold 33 members where 32 were allowed, and closed every honest link."""
    many = tuple((f"192.0.2.{n}", 1) for n in range(1, 40))
    stated = place(addresses=many)
    assert read_places(items(places_frame([stated] * 40))) == (stated,) * MAX_SEATS


def test_only_addresses_that_can_be_called_are_used() -> None:
    junk = ("nowhere.example", "0.0.0.0", "224.0.0.1", "169.254.1.1", "fe80::1", "fe80::1%eth0", "")
    mixed = tuple((host, 5) for host in (*junk, "127.0.0.1", "::1", "10.0.0.1", "10.0.0.1"))
    assert usable(mixed, loopback=False) == (("10.0.0.1", 5),)
    assert usable(mixed, loopback=True) == (("127.0.0.1", 5), ("::1", 5), ("10.0.0.1", 5))


def test_what_was_observed_travels() -> None:
    assert read_observed(items(observed_frame("192.0.2.7", 4870))) == ("192.0.2.7", 4870)
