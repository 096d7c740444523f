"""Multicast on loopback, and where there is none."""

from __future__ import annotations

from p2p.net.lan.multicast import hears_itself


async def test_what_is_sent_on_loopback_comes_back() -> None:
    assert await hears_itself("127.0.0.1", seconds=10.0)


async def test_an_address_that_is_not_ours_hears_nothing() -> None:
    assert not await hears_itself("192.0.2.77", seconds=0.05)
    assert not await hears_itself("no address", seconds=0.05)
    assert not await hears_itself("2001:db8::77", 1 << 30, seconds=0.05)
