"""The interfaces of this machine, and of machines made up."""

from __future__ import annotations

from ipaddress import ip_interface
from types import SimpleNamespace

import ifaddr
import pytest

from p2p.net.interfaces import Interface, interfaces, own_addresses, own_networks


def test_this_machine_has_loopback() -> None:
    assert "127.0.0.1" in own_addresses()


def adapter(*addresses: tuple[str | tuple[str, int, int], int]) -> SimpleNamespace:
    ips = [SimpleNamespace(ip=address, network_prefix=prefix) for address, prefix in addresses]
    return SimpleNamespace(nice_name="eth0", index=None, ips=ips)


def test_addresses_are_written_with_their_scope(monkeypatch: pytest.MonkeyPatch) -> None:
    made = adapter((("fe80::1", 0, 4), 64), (("2001:db8::1", 0, 0), 56), ("192.168.1.2", 24))
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: [made])
    [found] = interfaces()
    assert found == Interface(
        "eth0", 0, ("fe80::1%4", "2001:db8::1", "192.168.1.2"), found.networks
    )
    assert own_addresses() == ["192.168.1.2", "fe80::1%4", "2001:db8::1"]
    assert own_networks() == {
        ip_interface("fe80::1/64"),
        ip_interface("2001:db8::1/56"),
        ip_interface("192.168.1.2/24"),
    }


def test_the_nets_of_loopback_are_nobodys(monkeypatch: pytest.MonkeyPatch) -> None:
    made = adapter(("127.0.0.1", 8), (("::1", 0, 0), 128))
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: [made])
    assert own_networks() == frozenset()


def test_a_system_that_lists_nothing_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise PermissionError

    monkeypatch.setattr(ifaddr, "get_adapters", refuse)
    assert interfaces() == ()
