"""A port kept open by a clock that only tests move, at routers that are made up."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from ipaddress import ip_address

import pytest

from p2p.net.address import Address
from p2p.net.port_mapping import mapper as mapper_module
from p2p.net.port_mapping.answers import Granted, OtherVersion, Protocol, RefusedByRouter
from p2p.net.port_mapping.mapper import CALM_SECONDS, RETRIES, PortMapper, ways_out
from p2p.net.port_mapping.ways import PcpWay, Told, Way
from tests.p2p.transport import PATIENCE, VirtualClock

NO = RefusedByRouter("it does not allow that", 2)
HOME = "192.168.1.1"


def granted(host: str = "20.0.113.5", port: int = 4870, seconds: int = 7200) -> Granted:
    return Granted(ip_address(host), port, seconds, 1000)


class FakeWay:
    """Answers what the test has put there; remembers what it was asked."""

    def __init__(self, told: Told, protocol: Protocol = Protocol.PCP, router: str = HOME) -> None:
        self.told = told
        self.protocol = protocol
        self.router = router
        self.asked: list[Granted | None] = []
        self.ended: list[Granted | None] = []
        self.answers = asyncio.Event()
        """Cleared, it keeps whoever asks waiting."""
        self.answers.set()

    @property
    def place(self) -> tuple[str, ...]:
        return (self.protocol.value, self.router)

    async def ask(self, before: Granted | None) -> Told:
        self.asked.append(before)
        await self.answers.wait()
        return self.told

    async def end(self, granted: Granted | None) -> None:
        self.ended.append(granted)

    def has_forgotten(self, data: bytes, before: Granted, passed: float) -> bool:
        return data == b"forgotten"


class Stage:
    """A mapper at work."""

    def __init__(self, *choices: Sequence[Way]) -> None:
        self.clock = VirtualClock()
        self.changes = 0
        self.say: Callable[[bytes, str], None] = lambda data, host: None
        self.mapper = PortMapper(
            4870, self._changed, ways=lambda port: choices, hear=self._hear,
            timing=self.clock.timing(),
        )  # fmt: skip

    def _changed(self) -> None:
        self.changes += 1

    async def _hear(self, heard: Callable[[bytes, str], None]) -> None:
        self.say = heard

    @property
    def addresses(self) -> tuple[Address, ...]:
        assert self.mapper.reach is not None
        return self.mapper.reach.addresses

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not holds():
                await asyncio.sleep(0)

    async def rests(self, seconds: float) -> None:
        """It lets so much time pass before it asks again by itself."""
        calm, rest = CALM_SECONDS, seconds - CALM_SECONDS
        await self.until(lambda: self.clock.asked[-1:] == [calm])
        self.clock.advance(calm)
        await self.until(lambda: self.clock.asked[-2:] == [calm, rest])


@asynccontextmanager
async def stage(*choices: Sequence[Way]) -> AsyncIterator[Stage]:
    made = Stage(*choices)
    running = asyncio.create_task(made.mapper.run())
    await made.until(lambda: made.mapper.reach is not None)
    try:
        yield made
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await made.mapper.close()


async def test_the_first_protocol_that_grants_is_used_and_given_up_at_the_end() -> None:
    pcp = FakeWay(OtherVersion())
    natpmp = FakeWay(granted(), Protocol.NAT_PMP)
    upnp = FakeWay(granted(port=1), Protocol.UPNP)
    async with stage([pcp, natpmp, upnp]) as made:
        assert made.addresses == (Address("20.0.113.5", 4870),)
        assert made.changes == 1
    assert (len(pcp.asked), len(natpmp.asked), upnp.asked) == (1, 1, [])
    assert (pcp.ended, natpmp.ended) == ([], [granted()])


async def test_who_leaves_while_a_router_is_asked_has_it_open_nothing() -> None:
    """It may have done so already, and its answer be on its way."""
    silent, slow, never = FakeWay(None), FakeWay(granted(), Protocol.NAT_PMP), FakeWay(NO)
    slow.answers.clear()
    made = Stage([silent, slow, never])
    running = asyncio.create_task(made.mapper.run())
    await made.until(lambda: bool(slow.asked))
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    await made.mapper.close()
    assert (silent.ended, slow.ended, never.ended) == ([], [None], [])


async def test_what_one_protocol_opened_is_given_up_though_another_serves_by_now() -> None:
    pcp, upnp = FakeWay(None), FakeWay(granted(port=1), Protocol.UPNP)
    async with stage([pcp, upnp]) as made:
        pcp.told = granted()
        made.mapper.ask_again()
        await made.until(lambda: made.clock.asked == [CALM_SECONDS])
        made.clock.advance(CALM_SECONDS)
        await made.until(lambda: made.changes == 2)
        assert made.addresses == (Address("20.0.113.5", 4870),)
    assert (pcp.ended, upnp.ended) == ([granted()], [granted(port=1)])


async def test_it_is_asked_again_at_half_the_time_for_the_same() -> None:
    way = FakeWay(granted(seconds=600))
    async with stage([way]) as made:
        await made.rests(300)
        way.told = granted(seconds=1200)
        made.clock.advance(295)
        await made.rests(600)
        assert way.asked == [None, granted(seconds=600)]
        assert made.changes == 1  # how long it lasts is nobody's business
        way.told = granted("20.0.113.6")
        made.clock.advance(595)
        await made.until(lambda: made.changes == 2)
        assert made.addresses == (Address("20.0.113.6", 4870),)


async def test_routers_that_open_nothing_are_asked_more_and_more_rarely() -> None:
    silent, refusing = FakeWay(None), FakeWay(NO, Protocol.NAT_PMP)
    async with stage([silent, refusing]) as made:
        assert made.addresses == ()
        for pause in (*RETRIES, RETRIES[-1]):
            await made.rests(pause)
            made.clock.advance(pause)
        await made.until(lambda: len(silent.asked) == len(RETRIES) + 2)
        assert made.changes == 1
        silent.told = granted()
        await made.rests(RETRIES[-1])
        made.clock.advance(RETRIES[-1])
        await made.until(lambda: made.changes == 2)
    assert silent.ended == [granted()]


async def goes(way: FakeWay, made: Stage) -> None:
    """A router that has granted something is asked again, and is not there."""
    way.told = None
    made.mapper.ask_again()
    await made.until(lambda: made.clock.asked == [CALM_SECONDS])
    made.clock.advance(CALM_SECONDS)
    await made.until(lambda: made.changes == 2)


async def test_a_router_that_was_gone_is_asked_for_what_it_gave() -> None:
    way = FakeWay(granted())
    async with stage([way]) as made:
        await goes(way, made)
        assert made.addresses == ()
        way.told = granted()
        await made.rests(RETRIES[0])
        made.clock.advance(RETRIES[0])
        await made.until(lambda: made.changes == 3)
        assert way.asked == [None, granted(), granted()]


async def test_a_router_that_was_asked_while_it_started_anew_is_asked_when_it_says_so() -> None:
    way = FakeWay(granted())
    async with stage([way]) as made:
        await goes(way, made)
        way.told = granted()
        await made.rests(RETRIES[0])
        made.say(b"forgotten", HOME)
        await made.until(lambda: made.changes == 3)
        assert way.asked == [None, granted(), granted()]


async def test_whatever_seems_amiss_it_is_not_asked_in_a_flood() -> None:
    way = FakeWay(granted())
    async with stage([way]) as made:
        for _ in range(50):
            made.mapper.ask_again()
            await asyncio.sleep(0)
        assert len(way.asked) == 1
        made.clock.advance(CALM_SECONDS)
        await made.until(lambda: len(way.asked) == 2)
        await made.rests(3600)
        assert len(way.asked) == 2


async def test_a_router_that_has_forgotten_is_asked_again_and_nobody_else_is_heard() -> None:
    way = FakeWay(granted())
    async with stage([way]) as made:
        await made.rests(3600)
        made.say(b"forgotten", "192.168.1.66")
        made.say(b"what else", HOME)
        await asyncio.sleep(0)
        assert len(way.asked) == 1
        made.say(b"forgotten", HOME)
        await made.until(lambda: len(way.asked) == 2)


async def test_ipv4_and_ipv6_are_asked_for_at_once_and_both_count() -> None:
    four, six = FakeWay(granted()), FakeWay(granted("2001:db8::2"), router="fe80::1%eth0")
    async with stage([four], [six]) as made:
        assert made.addresses == (Address("20.0.113.5", 4870), Address("2001:db8::2", 4870))
    assert four.ended
    assert six.ended


@pytest.mark.parametrize("host", ["100.64.3.4", "192.168.100.2"])
async def test_an_address_that_is_not_the_internets_is_shown_to_nobody(host: str) -> None:
    async with stage([FakeWay(granted(host))]) as made:
        assert made.addresses == ()
        assert made.mapper.reach is not None
        assert made.mapper.reach.shared == granted(host)


async def test_a_machine_without_a_router_asks_nobody() -> None:
    async with stage([], []) as made:
        assert made.mapper.reach is not None
        assert made.mapper.reach.asked == ()


def test_the_usual_ways_are_of_each_router(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mapper_module, "gateways4", lambda: ("192.168.1.1", "10.0.0.1"))
    monkeypatch.setattr(mapper_module, "gateways6", lambda: ("fe80::1%eth0",))
    monkeypatch.setattr(mapper_module, "global6", lambda: "2001:db8::2")
    four, six = ways_out(4870)
    assert [way.place for way in four] == [
        ("PCP", "192.168.1.1", ""),
        ("NAT-PMP", "192.168.1.1"),
        ("UPnP", "192.168.1.1"),
        ("PCP", "10.0.0.1", ""),
        ("NAT-PMP", "10.0.0.1"),
        ("UPnP", "10.0.0.1"),
    ]
    assert [way.place for way in six] == [("PCP", "fe80::1%eth0", "2001:db8::2")]
    assert isinstance(six[0], PcpWay)
    monkeypatch.setattr(mapper_module, "global6", lambda: "")
    assert ways_out(4870)[1] == []


def test_without_its_part_upnp_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "p2p.net.port_mapping.upnp", None)
    monkeypatch.setattr(mapper_module, "gateways4", lambda: (HOME,))
    monkeypatch.setattr(mapper_module, "gateways6", lambda: ())
    assert [way.protocol for way in ways_out(1)[0]] == [Protocol.PCP, Protocol.NAT_PMP]
