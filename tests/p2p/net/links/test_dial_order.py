"""In which order addresses are dialled."""

from __future__ import annotations

from ipaddress import ip_interface

from hypothesis import given
from hypothesis import strategies as st

from p2p.net.address import Address
from p2p.net.links.dial_order import dial_order
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
