"""In which order and how often addresses are dialled, by a clock that only tests move."""

from __future__ import annotations

from ipaddress import ip_interface

from hypothesis import given
from hypothesis import strategies as st

from p2p.net.address import Address
from p2p.net.links.dial_plan import (
    LONGEST,
    MAX_REMEMBERED,
    NEW_ADDRESSES,
    PAUSES,
    SECONDS_A_NEW_ADDRESS,
    SHORTEST,
    AddressBackoff,
    dial_order,
)
from p2p.net.path_kind import PathKind, kind_of

HOME = frozenset(map(ip_interface, ("192.168.1.20/24", "fd00:1::20/64")))


def order(*hosts: str) -> list[str]:
    found = dial_order([Address(host, 1) for host in hosts], lambda host: kind_of(host, HOME))
    return [address.host for address in found]


def test_near_ones_come_first_and_strange_private_ones_last() -> None:
    hosts = ("10.9.9.9", "198.51.100.7", "192.168.1.4", "2001:db8::7", "127.0.0.1", "fd00:1::4")
    assert order(*hosts) == [
        *("127.0.0.1", "192.168.1.4", "fd00:1::4"),
        *("2001:db8::7", "198.51.100.7", "10.9.9.9"),
    ]


def test_ipv6_and_ipv4_take_turns() -> None:
    """However many addresses of broken IPv6 there are, IPv4 begins a head start after the first."""
    six = [f"2001:db8::{number}" for number in range(1, 4)]
    assert order(*six, "198.51.100.7", "198.51.100.8") == [
        *(six[0], "198.51.100.7", six[1], "198.51.100.8", six[2])
    ]


@given(st.lists(st.sampled_from(("10.0.0.1", "192.168.1.3", "198.51.100.7", "2001:db8::1", "x"))))
def test_nobody_is_lost(hosts: list[str]) -> None:
    addresses = [Address(host, port) for port, host in enumerate(hosts, 1)]
    found = dial_order(addresses, lambda host: kind_of(host, HOME))
    assert sorted(found) == sorted(addresses)
    for host in set(hosts):  # within one kind the order stays
        assert [one for one in found if one.host == host] == [
            one for one in addresses if one.host == host
        ]


def test_a_name_is_dialled_as_an_address_of_the_internet() -> None:
    assert order("10.9.9.9", "some.name") == ["some.name", "10.9.9.9"]
    assert kind_of("some.name", HOME) is PathKind.DIRECT


HOUR = 3600.0
VICTIM = Address("203.0.113.9", 443)


def calls_in(seconds: float, backoff: AddressBackoff, named: list[Address]) -> int:
    """How many calls are made when all of these are named again ten times a second, in vain."""
    calls = 0
    for tenth in range(int(seconds * 10)):
        for address in named:
            if backoff.begin(address, tenth / 10):
                backoff.failed(address, tenth / 10)
                calls += 1
    return calls


def test_what_never_led_to_its_member_is_called_more_and_more_seldom() -> None:
    """It used to be called every fifteen seconds for ever, and at once when named anew."""
    assert calls_in(HOUR, AddressBackoff(), [VICTIM]) <= 20


def test_a_member_cannot_name_new_addresses_faster() -> None:
    ports = [Address(VICTIM.host, port) for port in range(1, 200)]
    assert calls_in(30.0, AddressBackoff(), ports) <= (len(PAUSES) + 1) * NEW_ADDRESSES


def test_new_addresses_are_tried_at_once_and_then_one_a_minute() -> None:
    backoff = AddressBackoff()
    for port in range(1, NEW_ADDRESSES + 1):
        assert backoff.begin(Address("192.0.2.1", port), 0.0)
    late = Address("192.0.2.1", 999)
    assert backoff.wait(late, 0.0) == SECONDS_A_NEW_ADDRESS
    assert not backoff.begin(late, SECONDS_A_NEW_ADDRESS / 2)
    assert backoff.begin(late, SECONDS_A_NEW_ADDRESS)


def test_what_once_led_there_and_what_our_person_named_is_never_given_up() -> None:
    led, named = Address("192.0.2.1", 1), Address("192.0.2.2", 1)
    backoff = AddressBackoff()
    backoff.trust(frozenset({named}))
    backoff.answered(led)
    for address in (led, named):
        for _ in range(50):
            backoff.failed(address, 0.0)
        assert backoff.wait(address, 0.0) == SHORTEST * PAUSES[-1]
    for _ in range(50):
        backoff.failed(VICTIM, 0.0)
    assert backoff.wait(VICTIM, 0.0) == SHORTEST * LONGEST


def test_what_is_remembered_is_bounded() -> None:
    backoff = AddressBackoff()
    for port in range(1, 3 * MAX_REMEMBERED):
        backoff.begin(Address("192.0.2.1", port), port * SECONDS_A_NEW_ADDRESS)
    assert len(backoff._tried) == MAX_REMEMBERED
