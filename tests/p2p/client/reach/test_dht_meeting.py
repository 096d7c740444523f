"""Members who have all moved find each other by places in a hash table."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast

import pytest

from games import registry
from p2p.client.reach.dht_meeting import LAN_LOOKS, LAN_ROUND_SECONDS, ROUND_SECONDS, DhtMeeting
from p2p.client.reach.far_words import HOUR, Calendar
from p2p.client.reach.link_policy import LinkPolicy
from p2p.client.reach.whereabouts import Whereabouts
from p2p.errors import LinkError
from p2p.lobby.address_book import AddressBook
from p2p.lobby.places import Place
from p2p.lobby.table_config import TableConfig
from p2p.net.dht.hash_table import Dht
from p2p.net.dht.places import of_member
from p2p.net.links.mesh import Mesh
from p2p.net.tls import Role
from p2p.wire import codec
from simulation.memory_store import MemoryStore
from simulation.tables import charter_of, person
from tests.p2p.client.reach.test_far_words import Table
from tests.p2p.client.reach.test_whereabouts import Wires
from tests.p2p.net.links.ring import needs_library, ring

SECRET = bytes(10)
TAG = TableConfig("guest", SECRET, "x").tag
PEOPLE = [person(number) for number in range(3)]
CHARTER = charter_of(registry.make("inheritance"), PEOPLE)


class Member:
    """One member at an address, with a clock that the test turns."""

    def __init__(self, number: int, host: str, dht: Dht) -> None:
        who = PEOPLE[number]
        self.key = who.key
        self.now = 1000.0
        self.wires = Wires()
        self.book = AddressBook(MemoryStore(), who.key, TAG, who.sign)
        self.book.announce(((host, 4000),))
        config = TableConfig("guest", SECRET, who.name)
        self.policy = LinkPolicy(config)
        mesh = cast(Mesh, self.wires)
        self.where = Whereabouts(config, who.key, self.policy, self.book, mesh)
        self.policy.begin(CHARTER)
        self._woken = asyncio.Event()
        self._resting = asyncio.Event()
        meeting = DhtMeeting(
            dht, SECRET, who.key, self.where, Calendar(lambda: self.now, self._sleep)
        )
        self.task = asyncio.create_task(meeting.run())

    async def _sleep(self, seconds: float) -> None:
        assert seconds == ROUND_SECONDS
        self._resting.set()
        await self._woken.wait()
        self._woken.clear()

    async def rests(self) -> None:
        async with asyncio.timeout(60):
            await self._resting.wait()
        self._resting.clear()

    async def later(self, seconds: float = ROUND_SECONDS) -> None:
        self.now += seconds
        self._woken.set()
        await self.rests()


@asynccontextmanager
async def members(dht: Dht, *hosts: str) -> AsyncIterator[list[Member]]:
    made = [Member(number, host, dht) for number, host in enumerate(hosts)]
    try:
        for one in made:
            await one.rests()
        yield made
    finally:
        for one in made:
            one.task.cancel()


async def test_who_is_missing_is_called_where_it_says_it_is() -> None:
    table = Table()
    async with members(table, "10.0.0.1", "10.0.0.2") as (ana, ben):
        assert ben.wires.dialled[ana.key] == [("10.0.0.1", 4000)]
        assert ana.key not in ana.wires.dialled
        await ana.later()
        assert ana.wires.dialled[ben.key] == [("10.0.0.2", 4000)]
        ana.book.announce((("10.0.0.9", 4001),))
        await ana.later()
        await ben.later()
        assert ben.wires.dialled[ana.key] == [("10.0.0.9", 4001)]


async def test_who_was_found_so_is_still_heard_of_over_links() -> None:
    """Places have a pace, counted on one clock: that of the wall is no part of it."""
    table = Table()
    ben, cleo = PEOPLE[1], PEOPLE[2]
    async with members(table, "10.0.0.1", "10.0.0.2") as (ana, _):
        ana.policy.linked(cleo.key, Role.MEMBER)
        ana.now = time.time()
        await ana.later()
        assert ana.wires.dialled[ben.key] == [("10.0.0.2", 4000)]
        moved = Place.signed(TAG, ben.key, 9, (("10.0.0.8", 4000),), ben.sign)
        ana.where.learn(cleo.key, (moved,), time.monotonic())
        assert ana.wires.dialled[ben.key] == [("10.0.0.8", 4000)]


async def test_who_is_linked_is_not_looked_for() -> None:
    table = Table()
    async with members(table, "10.0.0.1", "10.0.0.2") as (ana, ben):
        ana.policy.linked(ben.key, Role.MEMBER)
        await ana.later()
        assert ben.key not in ana.wires.dialled
        assert ana.where.missing() == (PEOPLE[2].key,)


async def test_what_has_not_changed_is_put_anew_each_hour() -> None:
    table = Table()
    async with members(table, "10.0.0.1") as (ana,):
        await ana.later()
        assert len(table.puts) == 1
        await ana.later(HOUR)
        assert len(table.puts) == 2


async def test_nodes_out_of_reach_are_tried_again() -> None:
    table = Table()
    table.is_reached = False
    async with members(table, "10.0.0.1") as (ana,):
        assert not table.puts
        table.is_reached = True
        await ana.later()
        assert len(table.puts) == 1


def forged(case: str) -> bytes:
    ben, cleo = PEOPLE[1], PEOPLE[2]
    where = (("10.6.6.6", 1),)
    good = Place.signed(TAG, ben.key, 7, where, ben.sign)
    match case:
        case "another member's":
            return codec.encode(Place.signed(TAG, cleo.key, 7, where, cleo.sign).wire())
        case "signed by another":
            bad = Place.signed(TAG, ben.key, 7, where, cleo.sign)
            return codec.encode(bad.wire())
        case "of another table":
            return codec.encode(Place.signed("0" * 16, ben.key, 7, where, ben.sign).wire())
        case "with another address":
            return codec.encode((ben.key, 7, (("10.6.6.7", 1),), good.signature))
        case "with another number":
            return codec.encode((ben.key, 8, where, good.signature))
        case "nonsense":
            return b"nonsense"
        case _:
            return b""


@pytest.mark.parametrize(
    "case",
    [
        "another member's",
        "signed by another",
        "of another table",
        "with another address",
        "with another number",
        "nonsense",
        "nothing",
    ],
)
async def test_nobody_else_speaks_for_a_member(case: str) -> None:
    """Whoever has the table's secret can write to these places; it cannot sign."""
    table = Table()
    ben = PEOPLE[1].key
    place = of_member(SECRET, ben)
    table.values[place.public] = place.seal(forged(case), bytes(12))
    async with members(table, "10.0.0.1") as (ana,):
        await ana.later()
        assert ben not in ana.wires.dialled


async def test_who_has_no_seat_is_no_member() -> None:
    table = Table()
    async with members(table, "10.0.0.1") as (ana,):
        who = person(5)
        ana.where.found(Place.signed(TAG, who.key, 1, (("10.6.6.6", 1),), who.sign))
        assert not ana.wires.dialled


@needs_library
async def test_two_members_meet_by_a_ring_of_real_nodes() -> None:
    async with ring() as made:
        ana = Member(0, "10.0.0.1", made.nodes[3])
        await ana.rests()
        ben = Member(1, "10.0.0.2", made.nodes[5])
        await ben.rests()
        assert ben.wires.dialled[ana.key] == [("10.0.0.1", 4000)]
        ana.book.announce((("10.0.0.5", 4001),))
        await ana.later()
        assert ana.wires.dialled[ben.key] == [("10.0.0.2", 4000)]
        await ben.later()
        assert ben.wires.dialled[ana.key] == [("10.0.0.5", 4001)]
        for one in (ana, ben):
            one.task.cancel()


async def test_an_error_of_the_library_is_no_reason_to_stop() -> None:
    class Broken(Table):
        async def get(self, public: bytes) -> bytes:
            raise LinkError("the public nodes do not answer")

    async with members(Broken(), "10.0.0.1") as (ana,):
        await ana.later()
        assert not ana.task.done()


# On the local network


class Corridor(Table):
    """A table that counts how often it is left."""

    left = 0

    async def close(self) -> None:
        self.left += 1


async def test_on_the_local_network_it_is_silent_while_nobody_is_missing() -> None:
    places = Corridor()
    ana, resting, woken = PEOPLE[0], asyncio.Event(), asyncio.Event()

    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        resting.set()
        await woken.wait()
        woken.clear()

    async def look_again() -> int:
        resting.clear()
        woken.set()
        async with asyncio.timeout(60):
            await resting.wait()
        return len(places.puts)

    book = AddressBook(MemoryStore(), ana.key, TAG, ana.sign)
    book.announce((("10.0.0.1", 4000),))
    config = TableConfig("guest", SECRET, ana.name)
    policy = LinkPolicy(config)
    policy.begin(CHARTER)
    for one in PEOPLE[1:]:
        policy.linked(one.key, Role.MEMBER)
    where = Whereabouts(config, ana.key, policy, book, cast(Mesh, Wires()))
    meeting = DhtMeeting(places, SECRET, ana.key, where, Calendar(lambda: 1000.0, sleep))
    task = asyncio.create_task(meeting.run_while_missing())
    await resting.wait()
    assert await look_again() == 0
    policy.gone(PEOPLE[1].key)
    assert await look_again() == 0, "a lost link is mostly back at once"
    assert await look_again() == 1
    assert await look_again() == 1, "said once"
    assert places.left == 0
    policy.linked(PEOPLE[1].key, Role.MEMBER)
    assert await look_again() == 1
    assert await look_again() == 1
    assert places.left == 1
    assert set(pauses) == {LAN_ROUND_SECONDS}
    policy.gone(PEOPLE[1].key)
    for _ in range(LAN_LOOKS):
        await look_again()
    assert set(pauses[:-1]) == {LAN_ROUND_SECONDS}
    assert pauses[-1] == ROUND_SECONDS, "who is away for long is asked for less often"
    task.cancel()
