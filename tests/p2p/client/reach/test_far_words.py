"""An invite under five words, with a hash table that the test plays."""

from __future__ import annotations

import asyncio

import pytest

from p2p.client.reach import far_words as module
from p2p.client.reach.far_words import HOUR, LOOK_SECONDS, Calendar, find, publish
from p2p.errors import LinkError
from p2p.net.dht.places import DAY_SECONDS, DhtPlace
from p2p.net.invite import Invite, back_to
from p2p.net.spoken_code import SpokenCode

CODE = SpokenCode(("amber", "zebra", "amber", "zebra", "amber"))
OTHER = SpokenCode(("zebra", "zebra", "amber", "zebra", "amber"))
INVITE = Invite(bytes(range(10)), bytes(10), (("192.0.2.1", 4000),))
MOVED = Invite(bytes(range(10)), bytes(10), (("192.0.2.2", 4000),))
NOON = 20_000 * DAY_SECONDS + DAY_SECONDS / 2


@pytest.fixture(autouse=True)
def _quick_places(monkeypatch: pytest.MonkeyPatch) -> None:
    """scrypt takes its time, and has a test of its own."""
    monkeypatch.setattr(module, "of_words", quick)


def quick(code: SpokenCode, day: int) -> DhtPlace:
    seed = (str(code).encode() + day.to_bytes(4, "big")).ljust(32, b"\0")[-32:]
    return DhtPlace(seed, seed[::-1])


class Table:
    """Values by public key; it can be out of reach."""

    def __init__(self) -> None:
        self.values: dict[bytes, bytes] = {}
        self.puts: list[bytes] = []
        self.takes = 3
        self.is_reached = True

    async def put(self, seed: bytes, value: bytes) -> int:
        if not self.is_reached:
            raise LinkError("the public nodes do not answer")
        public = DhtPlace(seed, seed).public
        self.puts.append(public)
        if self.takes:
            self.values[public] = value
        return self.takes

    async def get(self, public: bytes) -> bytes:
        return self.values.get(public, b"")

    async def close(self) -> None:
        """Nothing to leave."""


class Host:
    """Publishes, with a clock that the test turns."""

    def __init__(self, table: Table, now: float = NOON) -> None:
        self.now = now
        self.invite = INVITE
        self.said: list[str] = []
        self._woken = asyncio.Event()
        self._sleeping = asyncio.Event()
        self.pauses: list[float] = []
        self.task = asyncio.create_task(
            publish(table, CODE, lambda: self.invite, self.said.append, self.calendar)
        )

    @property
    def calendar(self) -> Calendar:
        return Calendar(lambda: self.now, self._sleep)

    async def _sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self._sleeping.set()
        await self._woken.wait()
        self._woken.clear()

    async def rests(self) -> None:
        await self._sleeping.wait()
        self._sleeping.clear()

    async def later(self, seconds: float) -> None:
        self.now += seconds
        self._woken.set()
        await self.rests()


def at(now: float) -> Calendar:
    return Calendar(lambda: now)


async def test_the_words_lead_to_the_invite_on_the_day_and_the_ones_beside_it() -> None:
    table = Table()
    host = Host(table)
    await host.rests()
    assert host.said == [""]
    for day in (-1, 0, 1):
        assert await find(table, CODE, at(NOON + day * DAY_SECONDS)) == INVITE
    for wrong in (at(NOON + 2 * DAY_SECONDS), at(NOON - 2 * DAY_SECONDS)):
        with pytest.raises(LinkError, match="nothing is found under these words"):
            await find(table, CODE, wrong)
    with pytest.raises(LinkError, match="nothing is found"):
        await find(table, OTHER, at(NOON))
    host.task.cancel()


async def test_it_is_put_anew_each_hour_each_day_and_when_it_changes() -> None:
    table = Table()
    host = Host(table)
    await host.rests()
    assert len(table.puts) == 1
    await host.later(LOOK_SECONDS)
    assert len(table.puts) == 1
    host.invite = MOVED
    await host.later(LOOK_SECONDS)
    assert len(table.puts) == 2
    assert await find(table, CODE, at(NOON)) == MOVED
    await host.later(HOUR)
    assert len(table.puts) == 3
    await host.later(DAY_SECONDS / 2 - HOUR)
    assert len(set(table.puts)) == 2
    assert set(host.said) == {""}
    host.task.cancel()


async def test_trouble_is_said_and_tried_again() -> None:
    table = Table()
    table.is_reached = False
    host = Host(table)
    await host.rests()
    table.is_reached, table.takes = True, 0
    await host.later(60)
    table.takes = 1
    await host.later(60)
    assert host.said == ["the public nodes do not answer", module.NOBODY_TOOK_IT, ""]
    assert host.pauses == [module.RETRY_SECONDS, module.RETRY_SECONDS, LOOK_SECONDS]
    host.task.cancel()


@pytest.mark.parametrize(
    "text",
    [
        b"crown1-nonsense",
        b"\xff",
        INVITE.for_watching().encode().encode(),
        back_to(INVITE.sni, b"k", INVITE.addresses).encode().encode(),
    ],
)
async def test_what_is_no_invite_to_a_seat_is_said_to_be_none(text: bytes) -> None:
    table = Table()
    place = quick(CODE, int(NOON // DAY_SECONDS))
    table.values[place.public] = place.seal(text, bytes(12))
    with pytest.raises(LinkError, match="no invite"):
        await find(table, CODE, at(NOON))


async def test_what_others_put_there_is_nothing() -> None:
    table = Table()
    place = quick(CODE, int(NOON // DAY_SECONDS))
    table.values[place.public] = b"x" * 542
    with pytest.raises(LinkError, match="nothing is found"):
        await find(table, CODE, at(NOON))
