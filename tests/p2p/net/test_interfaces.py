"""The interfaces of this machine, and of machines made up."""

from __future__ import annotations

from types import SimpleNamespace

import ifaddr
import pytest

from p2p.net.interfaces import Interface, interfaces, own_addresses


def test_this_machine_has_loopback() -> None:
    assert "127.0.0.1" in own_addresses()


def test_addresses_are_written_with_their_scope(monkeypatch: pytest.MonkeyPatch) -> None:
    ips = [("fe80::1", 0, 4), ("2001:db8::1", 0, 0), "192.168.1.2"]
    adapter = SimpleNamespace(
        nice_name="eth0", index=None, ips=[SimpleNamespace(ip=address) for address in ips]
    )
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: [adapter])
    assert interfaces() == (Interface("eth0", 0, ("fe80::1%4", "2001:db8::1", "192.168.1.2")),)
    assert own_addresses() == ["192.168.1.2", "fe80::1%4", "2001:db8::1"]


def test_a_system_that_lists_nothing_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise PermissionError

    monkeypatch.setattr(ifaddr, "get_adapters", refuse)
    assert interfaces() == ()
