"""Networks of callers, and the addresses of this machine."""

from __future__ import annotations

import socket
from ipaddress import ip_interface

import pytest

from p2p.net.address import (
    Address,
    is_dialable,
    is_loopback,
    is_near,
    local_addresses,
    source_block,
)


def test_networks_of_callers() -> None:
    assert source_block("198.51.100.9") == "198.51.100.0/24"
    assert source_block("2001:db8:1:2ff::9") == "2001:db8:1:200::/56"
    assert source_block("fe80::1%eth0") == source_block("fe80::2%eth0")
    assert source_block("no address") == "no address"


def test_loopback() -> None:
    assert is_loopback("127.8.8.8")
    assert is_loopback("::1")
    assert not is_loopback("192.168.1.1")
    assert not is_loopback("localhost.example")


@pytest.mark.parametrize("host", ["198.51.100.9", "192.168.1.1", "100.64.0.1", "2001:db8::1"])
def test_an_address_that_one_machine_can_be_called_at(host: str) -> None:
    assert is_dialable(host, loopback=False)


@pytest.mark.parametrize(
    "host",
    [
        *("0.0.0.0", "224.0.0.1", "169.254.1.1", "240.0.0.1", "255.255.255.255"),
        *("::", "ff02::1", "fe80::1", "2001:db8::1%eth0", "::127.0.0.1"),
        *("::ffff:0.0.0.0", "::ffff:127.0.0.1", "::ffff:192.168.1.1", "::ffff:198.51.100.9"),
        *("localhost", "", "1.2.3", "0x7f.1", "127.1"),
    ],
)
def test_addresses_that_nobody_is_called_at(host: str) -> None:
    for loopback in (False, True):
        assert not is_dialable(host, loopback=loopback)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "::1"])
def test_this_machine_is_called_only_where_that_is_meant(host: str) -> None:
    assert is_dialable(host, loopback=True)
    assert not is_dialable(host, loopback=False)
    assert is_loopback("::ffff:127.0.0.1")


def test_an_address_in_writing() -> None:
    assert str(Address("192.168.1.5", 4000)) == "192.168.1.5:4000"
    assert str(Address("fd00::5", 4000)) == "[fd00::5]:4000"


def listed(routed: list[str], owned: list[str]) -> tuple[str, ...]:
    return local_addresses(lambda: routed, lambda: owned)


def test_the_default_route_comes_first_and_loopback_last() -> None:
    found = listed(["192.168.1.5", "2001:db8::5"], ["10.1.1.1", "192.168.1.5"])
    assert found == ("192.168.1.5", "2001:db8::5", "10.1.1.1", "127.0.0.1", "::1")


def test_bridges_are_left_out_unless_there_is_nothing_else() -> None:
    assert listed(["192.168.1.5"], ["172.17.0.1"]) == ("192.168.1.5", "127.0.0.1", "::1")
    assert listed([], ["10.1.1.1", "192.168.122.1"]) == ("10.1.1.1", "127.0.0.1", "::1")
    assert listed([], ["172.17.0.1"]) == ("172.17.0.1", "127.0.0.1", "::1")
    # The default route leads through it, so it is this machine's network, whatever it looks like.
    assert listed(["172.17.0.2"], [])[0] == "172.17.0.2"


def test_addresses_that_mean_nothing_elsewhere_are_left_out() -> None:
    useless = ["127.0.1.1", "0.0.0.0", "fe80::1%eth0", "169.254.1.1", "224.0.0.1", "nonsense"]
    assert listed(useless, useless) == ("127.0.0.1", "::1")


def test_asking_this_machine_sends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a packet was sent")

    monkeypatch.setattr(socket.socket, "sendto", refuse)
    monkeypatch.setattr(socket.socket, "send", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    assert local_addresses()[-2:] == ("127.0.0.1", "::1")


def test_a_machine_without_routes_or_interfaces_still_has_loopback(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError

    monkeypatch.setattr(socket.socket, "connect", fail)
    assert local_addresses(owned=list) == ("127.0.0.1", "::1")


NETWORKS = [
    ip_interface(one) for one in ("192.168.7.5/24", "fd00::5/64", "fe80::1/64", "100.64.0.9/32")
]


@pytest.mark.parametrize(
    ("host", "near"),
    [
        ("127.0.0.1", True),
        ("::1", True),
        ("192.168.7.200", True),
        ("::ffff:192.168.7.200", True),
        ("fd00::77", True),
        ("fe80::9%eth0", True),
        ("192.168.8.5", False),
        ("100.64.0.10", False),
        ("::ffff:198.51.100.1", False),
        ("2001:db8::1", False),
        ("somebody", False),
    ],
)
def test_near_is_this_machine_or_one_of_its_networks(host: str, near: bool) -> None:
    assert is_near(host, NETWORKS) is near
