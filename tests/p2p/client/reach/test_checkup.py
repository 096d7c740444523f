"""A checkup of this machine, with routers that are made up."""

from __future__ import annotations

import asyncio
from ipaddress import ip_address

import pytest

from p2p.client.reach import checkup
from p2p.client.reach.checkup import check
from p2p.errors import LinkError
from p2p.net.interfaces import Interface
from p2p.net.port_mapping.answers import Granted, Protocol, RefusedByRouter
from tests.p2p.net.port_mapping.test_mapper import FakeWay
from tests.p2p.transport import PATIENCE

GRANTED = Granted(ip_address("20.0.113.5"), 4870, 7200)


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A laptop at home."""
    near = Interface("eth0", 2, ("192.168.1.2", "fe80::1%2"))
    loopback = Interface("lo", 1, ("127.0.0.1", "::1"))
    monkeypatch.setattr(checkup, "interfaces", lambda: (loopback, near))
    monkeypatch.setattr(checkup, "gateways4", lambda: ("192.168.1.1",))
    monkeypatch.setattr(checkup, "gateways6", lambda: ())
    monkeypatch.setattr(checkup, "global6", lambda: "")

    async def heard(address: str, interface: int) -> bool:
        return interface == 2 and address in ("192.168.1.2", "2001:db8::2")

    monkeypatch.setattr(checkup, "hears_itself", heard)


async def test_without_the_internet_no_router_is_asked() -> None:
    def never(port: int) -> list[list[FakeWay]]:
        raise AssertionError("a router was asked")

    found = await check(internet=False, ways=never)
    assert [one.name for one in found.interfaces] == ["eth0"]
    assert found.addresses == ("192.168.1.2",)
    assert found.multicast == (("192.168.1.2", True),)
    assert found.routers == ("192.168.1.1",)
    assert found.listens
    assert found.reach is None


async def test_announcements_are_tried_over_ipv6_where_there_is_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    near = Interface("eth0", 2, ("2001:db8::2", "fe80::1%2"))
    monkeypatch.setattr(checkup, "interfaces", lambda: (near,))
    found = await check(internet=False)
    assert found.multicast == (("2001:db8::2", True),)


async def test_every_protocol_is_asked_and_what_opens_is_closed_again() -> None:
    pcp, natpmp = FakeWay(GRANTED), FakeWay(GRANTED, Protocol.NAT_PMP)
    refusing = FakeWay(RefusedByRouter("it does not allow that", 606), Protocol.UPNP)
    found = await check(internet=True, ways=lambda port: [[pcp, natpmp, refusing], []])
    assert found.reach is not None
    assert [asked.protocol for asked in found.reach.asked] == list(Protocol)
    assert pcp.ended == natpmp.ended == [GRANTED]
    assert refusing.ended == []


async def test_a_machine_that_opens_no_port_asks_no_router(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(port: int, *, loopback: bool) -> None:
        raise LinkError("no")

    monkeypatch.setattr(checkup, "open_listeners", refuse)
    way = FakeWay(GRANTED)
    found = await check(internet=True, ways=lambda port: [[way]])
    assert (found.listens, found.reach, way.asked) == (False, None, [])


def test_each_part_is_one_that_can_be_installed() -> None:
    from tests.paths import ROOT

    text = (ROOT / "pyproject.toml").read_text()
    for part in checkup.PARTS:
        assert f"\n{part} = [" in text


async def test_who_breaks_it_off_leaves_nothing_open() -> None:
    way = FakeWay(GRANTED)
    way.answers.clear()
    asking = asyncio.create_task(check(internet=True, ways=lambda port: [[way]]))
    async with asyncio.timeout(PATIENCE):
        while not way.asked:
            await asyncio.sleep(0.01)
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    assert way.ended == [None]
