"""Addresses of this machine and at routers, by a clock that only tests move."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from ipaddress import ip_address

import pytest

from p2p.client.reach import reachability as module
from p2p.client.reach.reachability import WATCH_SECONDS, Reachability
from p2p.net.address import Address
from p2p.net.port_mapping.answers import Granted
from p2p.net.port_mapping.mapper import PortMapper
from tests.p2p.net.port_mapping.test_mapper import FakeWay
from tests.p2p.transport import PATIENCE, VirtualClock

HOME, HOTEL = Address("192.168.1.2", 4870), Address("10.9.8.7", 4870)
OUTSIDE = Address("20.0.113.5", 4870)


class Machine:
    """A machine whose addresses a test sets."""

    def __init__(self, *ways: FakeWay) -> None:
        self.clock = VirtualClock()
        self.addresses: tuple[Address, ...] = (HOME,)
        self._seen: tuple[Address, ...] = self.addresses
        self.told: list[tuple[tuple[Address, ...], tuple[Address, ...]]] = []
        mapper = None
        if ways:
            mapper = PortMapper(
                4870, lambda: self.reachability.routers_said(), ways=lambda _: [ways],
                hear=self._hear, timing=self.clock.timing(),
            )  # fmt: skip
        self.reachability = Reachability(
            lambda: self.addresses,
            lambda own, opened: self.told.append((own, opened)),
            look_around=self._look_around,
            mapper=mapper,
            timing=self.clock.timing(),
        )

    async def _look_around(self) -> bool:
        before, self._seen = self._seen, self.addresses
        return before != self._seen

    async def _hear(self, heard: Callable[[bytes, str], None]) -> None:
        return None

    async def tells(self, times: int) -> None:
        async with asyncio.timeout(PATIENCE):
            while len(self.told) < times:
                self.clock.advance(WATCH_SECONDS)
                await asyncio.sleep(0.001)  # the system is asked on a thread


@asynccontextmanager
async def machine(*ways: FakeWay) -> AsyncIterator[Machine]:
    made = Machine(*ways)
    await made.reachability.start()
    try:
        yield made
    finally:
        await made.reachability.close()


async def test_an_address_that_changes_is_told_once() -> None:
    async with machine() as made:
        assert made.told == [((HOME,), ())]
        made.addresses = (HOTEL,)
        await made.tells(2)
        assert made.told[1:] == [((HOTEL,), ())]
        assert made.reachability.reach is None
        assert not made.reachability.asks
        made.reachability.lost()  # there is no router to ask


async def test_what_the_router_opens_is_told_and_asked_for_again_elsewhere() -> None:
    way = FakeWay(Granted(ip_address("20.0.113.5"), 4870, 7200))
    async with machine(way) as made:
        await made.reachability.settle()
        assert made.told == [((HOME,), ()), ((HOME,), (OUTSIDE,))]
        made.addresses = (HOTEL,)
        way.told = None
        await made.tells(4)
        assert made.told[2:] == [((HOTEL,), (OUTSIDE,)), ((HOTEL,), ())]
    assert len(way.ended) == 1  # it said nothing in the end, and what it gave may still stand


async def test_what_is_open_is_given_up_at_the_end() -> None:
    way = FakeWay(Granted(ip_address("20.0.113.5"), 4870, 7200))
    async with machine(way) as made:
        await made.reachability.settle()
    assert len(way.ended) == 1


async def test_waiting_for_a_router_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow(FakeWay):
        async def ask(self, before: Granted | None) -> None:
            await asyncio.Event().wait()

    monkeypatch.setattr(module, "SETTLED_SECONDS", 0.01)
    async with machine(Slow(None)) as made:
        await made.reachability.settle()
        assert made.reachability.reach is None
        assert made.reachability.asks


async def test_a_mistake_is_no_secret(caplog: pytest.LogCaptureFixture) -> None:
    class Broken(FakeWay):
        async def ask(self, before: Granted | None) -> None:
            raise RuntimeError("not thought of")

    async with machine(Broken(None)) as made:
        async with asyncio.timeout(PATIENCE):
            while "not thought of" not in caplog.text:
                await asyncio.sleep(0.001)
        assert made.told == [((HOME,), ())]
