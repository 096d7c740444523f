"""Dialling without sockets: pauses, races and what is said of a round in vain."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

import pytest

from p2p.net.address import Address
from p2p.net.close_reason import LinkEnded, Reason
from p2p.net.links.dial_plan import PAUSES
from p2p.net.links.dialer import (
    HEAD_START,
    IMPROVING,
    MOST_ADDRESSES,
    STEADY_SECONDS,
    Dialler,
    pause_before,
)
from p2p.net.links.framing import Hello
from p2p.net.links.handshake import Channel
from p2p.net.path_kind import PathKind
from tests.p2p.transport import PATIENCE, VirtualClock

KEY = bytes(range(32))
ONE, TWO = Address("one", 1), Address("two", 2)


@dataclass(frozen=True, eq=False)
class FakeChannel(Channel):
    """A channel that only remembers whether it was closed."""

    aborted: list[bool]

    def abort(self) -> None:
        self.aborted.append(True)


def channel(address: Address) -> FakeChannel:
    return FakeChannel(cast(Any, None), KEY, cast(Any, "member"), address, Hello(), [])


class Telephone:
    """Stands in for the network: each call waits until the test answers it."""

    def __init__(self) -> None:
        self.ringing: dict[Address, asyncio.Future[Channel]] = {}
        self.calls: list[Address] = []
        self.won: list[Channel] = []
        self.failed: list[tuple[Reason, int]] = []
        self.clock = VirtualClock()
        self.news = asyncio.Event()

    async def call(self, address: Address, expected: bytes | None) -> Channel:
        self.calls.append(address)
        self.ringing[address] = asyncio.get_running_loop().create_future()
        self.news.set()
        return await self.ringing[address]

    def answer(self, address: Address) -> FakeChannel:
        found = channel(address)
        self.ringing.pop(address).set_result(found)
        return found

    def refuse(self, address: Address, reason: Reason) -> None:
        self.ringing.pop(address).set_exception(LinkEnded(reason))

    def dialler(
        self,
        *addresses: Address,
        expected: bytes | None = KEY,
        kind: Callable[[str], PathKind] = lambda _: PathKind.DIRECT,
    ) -> Dialler:
        return Dialler(
            expected,
            addresses,
            call=self.call,
            won=self._won,
            failed=self._failed,
            timing=self.clock.timing(),
            kind=kind,
        )

    def _won(self, found: Channel) -> None:
        self.won.append(found)
        self.news.set()

    def _failed(self, dialler: Dialler, reason: Reason, rounds: int) -> None:
        self.failed.append((reason, rounds))
        self.news.set()

    def has_failed(self, rounds: int) -> bool:
        return len(self.failed) == rounds

    async def until(self, true: Callable[[], object]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not true():
                self.news.clear()
                await self.news.wait()


@pytest.fixture
async def line() -> AsyncIterator[tuple[Telephone, Callable[[Dialler], None]]]:
    telephone = Telephone()
    tasks: list[asyncio.Task[None]] = []
    yield telephone, lambda dialler: tasks.append(asyncio.create_task(dialler.run()))
    for task in tasks:
        task.cancel()
    assert all(
        isinstance(end, asyncio.CancelledError)
        for end in await asyncio.gather(*tasks, return_exceptions=True)
    )


Line = tuple[Telephone, Callable[[Dialler], None]]


def test_pauses_grow_and_vary_by_a_quarter() -> None:
    assert pause_before(0, 0.9) == 0
    assert [pause_before(n, 0.5) for n in range(1, 9)] == [*PAUSES, PAUSES[-1], PAUSES[-1]]
    assert pause_before(6, 0.0) == pytest.approx(PAUSES[-1] * 0.75)
    assert pause_before(6, 0.999) < PAUSES[-1] * 1.25


async def test_the_first_to_open_wins_and_the_others_are_closed(line: Line) -> None:
    telephone, start = line
    dialler = telephone.dialler(ONE, TWO)
    start(dialler)
    await telephone.until(lambda: ONE in telephone.ringing)
    assert telephone.clock.asked == [HEAD_START]
    telephone.clock.advance(HEAD_START)
    await telephone.until(lambda: TWO in telephone.ringing)
    ringing = telephone.ringing[ONE]
    second = telephone.answer(TWO)
    await telephone.until(lambda: telephone.won)
    assert telephone.won == [second]
    assert not second.aborted
    assert ringing.cancelled()


async def test_of_two_that_open_at_once_one_is_closed(line: Line) -> None:
    telephone, start = line
    dialler = telephone.dialler(ONE, TWO)
    start(dialler)
    await telephone.clock.asleep()
    telephone.clock.advance(HEAD_START)
    await telephone.until(lambda: TWO in telephone.ringing)
    both = [telephone.answer(ONE), telephone.answer(TWO)]
    await telephone.until(lambda: telephone.won)
    assert telephone.won[0] in both
    assert sorted(len(found.aborted) for found in both) == [0, 1]


async def test_who_calls_in_meanwhile_ends_the_race(line: Line) -> None:
    telephone, start = line
    dialler = telephone.dialler(ONE)
    start(dialler)
    await telephone.until(lambda: ONE in telephone.ringing)
    ringing = telephone.ringing.pop(ONE)
    dialler.linked(KEY, PathKind.DIRECT.rank)
    await asyncio.wait([ringing])
    assert ringing.cancelled()
    dialler.lost(lived=STEADY_SECONDS)
    await telephone.clock.asleep()
    telephone.clock.advance(1)
    await telephone.until(lambda: ONE in telephone.ringing)
    assert telephone.failed == []
    assert telephone.won == []


async def test_a_round_in_vain_tells_the_most_that_was_learnt(line: Line) -> None:
    telephone, start = line
    start(telephone.dialler(ONE, TWO))
    await telephone.clock.asleep()
    telephone.clock.advance(HEAD_START)
    await telephone.until(lambda: TWO in telephone.ringing)
    telephone.refuse(ONE, Reason.NOT_ACCEPTED)
    telephone.refuse(TWO, Reason.UNREACHABLE)
    await telephone.until(lambda: telephone.failed)
    assert telephone.failed == [(Reason.NOT_ACCEPTED, 1)]


@pytest.mark.parametrize(("lived", "pause"), [(STEADY_SECONDS, 0.2), (1.0, 1.0)])
async def test_only_a_link_that_lasted_makes_the_pauses_short_again(
    line: Line, lived: float, pause: float
) -> None:
    telephone, start = line
    dialler = telephone.dialler(ONE)
    start(dialler)
    for rounds in (1, 2):
        await telephone.until(lambda: ONE in telephone.ringing)
        telephone.refuse(ONE, Reason.UNREACHABLE)
        await telephone.until(partial(telephone.has_failed, rounds))
        await telephone.clock.asleep()
        telephone.clock.advance(1)
    await telephone.until(lambda: ONE in telephone.ringing)
    telephone.answer(ONE)
    await telephone.until(lambda: telephone.won)
    dialler.lost(lived)
    await telephone.clock.asleep()
    assert telephone.clock.asked[-1] == pause


async def test_without_addresses_it_waits_for_some(line: Line) -> None:
    telephone, start = line
    dialler = telephone.dialler()
    start(dialler)
    await asyncio.sleep(0)
    assert telephone.calls == []
    dialler.set_addresses([ONE])
    await telephone.until(lambda: ONE in telephone.ringing)
    assert telephone.clock.asked == []


async def test_an_address_that_changes_during_a_race_is_tried_right_after_it(line: Line) -> None:
    telephone, start = line
    dialler = telephone.dialler(ONE)
    start(dialler)
    await telephone.until(lambda: ONE in telephone.ringing)
    dialler.set_addresses([TWO])
    telephone.refuse(ONE, Reason.UNREACHABLE)
    await telephone.until(lambda: TWO in telephone.ringing)


async def test_whoever_answers_first_is_expected_from_then_on(line: Line) -> None:
    telephone, start = line
    dialler = telephone.dialler(ONE, expected=None)
    assert not dialler.is_for(KEY)
    start(dialler)
    await telephone.until(lambda: ONE in telephone.ringing)
    telephone.answer(ONE)
    await telephone.until(lambda: telephone.won)
    assert dialler.expected == KEY
    assert dialler.is_for(KEY)


def test_the_addresses_of_one_member_are_few_and_different() -> None:
    many = [Address(f"host{n}", 1) for n in range(40)]
    doubled = itertools.chain.from_iterable((one, one) for one in many)
    assert Telephone().dialler(*doubled).addresses == tuple(many[:MOST_ADDRESSES])


# A nearer way


NEAR = Address("near", 1)


def kind(host: str) -> PathKind:
    return PathKind.LAN if host == "near" else PathKind.DIRECT


async def far_away(telephone: Telephone, start: Callable[[Dialler], None]) -> Dialler:
    """A dialler whose link leads over the internet, though its member names a nearer address."""
    dialler = telephone.dialler(ONE, NEAR, kind=kind)
    start(dialler)
    dialler.linked(KEY, PathKind.DIRECT.rank)
    await telephone.clock.asleep()
    return dialler


async def test_a_nearer_way_is_looked_for_more_and_more_seldom(line: Line) -> None:
    telephone, start = line
    await far_away(telephone, start)
    for number in range(5):
        pause = IMPROVING[min(number, len(IMPROVING) - 1)]
        assert telephone.clock.asked[-1] == pause
        telephone.clock.advance(pause)
        await telephone.until(lambda: NEAR in telephone.ringing)
        telephone.refuse(NEAR, Reason.UNREACHABLE)
        await telephone.clock.asleep()
    assert set(telephone.calls) == {NEAR}
    assert telephone.failed == []  # the member is linked: nobody need hear of it


async def test_the_nearer_way_is_handed_over(line: Line) -> None:
    telephone, start = line
    dialler = await far_away(telephone, start)
    telephone.clock.advance(IMPROVING[0])
    await telephone.until(lambda: NEAR in telephone.ringing)
    found = telephone.answer(NEAR)
    await telephone.until(lambda: telephone.won)
    assert telephone.won == [found]
    dialler.linked(KEY, PathKind.LAN.rank)
    for _ in range(3):  # there is nothing nearer than that
        dialler.look_again()
        for _ in range(4):
            await asyncio.sleep(0)
    assert telephone.calls == [NEAR]


async def test_on_another_network_it_is_looked_for_at_once(line: Line) -> None:
    telephone, start = line
    dialler = await far_away(telephone, start)
    dialler.look_again()
    await telephone.until(lambda: NEAR in telephone.ringing)


async def test_a_link_that_is_lost_ends_the_search_for_a_nearer_one(line: Line) -> None:
    telephone, start = line
    dialler = await far_away(telephone, start)
    dialler.look_again()
    await telephone.until(lambda: NEAR in telephone.ringing)
    ringing = telephone.ringing.pop(NEAR)
    dialler.lost(STEADY_SECONDS)
    await asyncio.wait([ringing])
    assert ringing.cancelled()
    while telephone.clock.asked[-1] != PAUSES[0]:
        await asyncio.sleep(0)
    telephone.clock.advance(1)
    await telephone.until(lambda: NEAR in telephone.ringing)
    telephone.refuse(NEAR, Reason.UNREACHABLE)
    await telephone.until(lambda: ONE in telephone.ringing)  # everything is tried


# Broken addresses


async def test_an_address_that_fails_at_once_costs_nothing(line: Line) -> None:
    telephone, start = line
    start(telephone.dialler(ONE, TWO))
    await telephone.until(lambda: ONE in telephone.ringing)
    telephone.refuse(ONE, Reason.UNREACHABLE)
    await telephone.until(lambda: TWO in telephone.ringing)  # and the clock stands still


async def test_ipv6_that_swallows_everything_costs_less_than_half_a_second(line: Line) -> None:
    telephone, start = line
    six = [Address(f"2001:db8::{number}", 1) for number in range(4)]
    four = Address("198.51.100.7", 1)
    start(telephone.dialler(*six, four))
    await telephone.clock.asleep()
    while four not in telephone.ringing:
        telephone.clock.advance(HEAD_START)
        for _ in range(8):
            await asyncio.sleep(0)
    telephone.answer(four)
    await telephone.until(lambda: telephone.won)
    assert telephone.clock.seconds <= 0.5
