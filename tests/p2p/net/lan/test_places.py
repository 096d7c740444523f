"""Places of members on the local network, which here is loopback alone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from ipaddress import ip_interface

import pytest

from p2p.errors import LinkError
from p2p.net.dht.places import NONCE_BYTES, of_member
from p2p.net.lan import places as lan_places
from p2p.net.lan.places import LanPlaces, name_of

PLACE = of_member(bytes(10), b"a" * 32)
OTHER = of_member(bytes(10), b"b" * 32)
LOOPBACK = ["127.0.0.1"]
PATIENCE = 20


@asynccontextmanager
async def two() -> AsyncIterator[tuple[LanPlaces, LanPlaces]]:
    """Two members of one network."""
    made = LanPlaces(LOOPBACK), LanPlaces(LOOPBACK, milliseconds=300)
    try:
        yield made
    finally:
        for one in made:
            await one.close()


async def found(asking: LanPlaces, text: bytes) -> None:
    """Ask until it is what a member says."""
    async with asyncio.timeout(PATIENCE):
        while PLACE.open(await asking.get(PLACE.public)) != text:
            await asyncio.sleep(0)


async def test_what_a_member_says_is_found_and_replaced() -> None:
    async with two() as (says, asks):
        assert await says.put(PLACE.seed, PLACE.seal(b"here", bytes(NONCE_BYTES))) == 1
        await found(asks, b"here")
        assert await asks.get(OTHER.public) == b""
        assert await says.put(PLACE.seed, PLACE.seal(b"there", b"1" * NONCE_BYTES)) == 1
        await found(asks, b"there")


async def test_on_other_networks_it_is_said_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    nets = frozenset({(2, ip_interface("192.168.1.2/24"))})
    monkeypatch.setattr(lan_places, "networks_here", lambda: nets)
    async with two() as (says, asks):
        await says.put(PLACE.seed, PLACE.seal(b"here", bytes(NONCE_BYTES)))
        before = says._carriers
        assert await says.get(OTHER.public) == b""
        assert says._carriers is before
        nets = frozenset({(3, ip_interface("192.168.1.2/24"))})
        assert await says.get(OTHER.public) == b""
        assert says._carriers is not before
        await found(asks, b"here")


async def test_a_network_without_announcements_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: object) -> None:
        raise OSError("no such device")

    monkeypatch.setattr(lan_places, "open_carriers", refuse)
    places = LanPlaces()
    with pytest.raises(LinkError):
        await places.put(PLACE.seed, b"")
    with pytest.raises(LinkError):
        await places.get(PLACE.public)
    await places.close()


def test_a_name_is_that_of_the_document_and_says_nothing() -> None:
    assert name_of(bytes(32)) == "8fca37829d14f531"
    assert name_of(PLACE.public) != name_of(OTHER.public)
    assert repr(LanPlaces(LOOPBACK)) == "<LanPlaces>"
