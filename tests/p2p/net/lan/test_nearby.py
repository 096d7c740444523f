"""Tables of the local network are called before they count. Time is played by the test."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from p2p.net.address import Address
from p2p.net.invite import Invite, ca_seed, fingerprint
from p2p.net.lan.mdns import Shown
from p2p.net.lan.nearby import (
    AGAIN_SECONDS,
    DIM_SECONDS,
    FOLLOWED,
    SETTLE_AT_MOST,
    SETTLE_SECONDS,
    SOON_SECONDS,
    Nearby,
    answers_now,
)
from p2p.net.links.dialer import Timing
from p2p.net.links.handshake import Admission
from p2p.net.pairing.host import PairingHost
from p2p.net.tls import Credential, Role
from tests.p2p.transport import Diary

INVITE = Invite(bytes(range(10)), bytes(10), (("127.0.0.1", 4000),))
OPEN = Shown(INVITE.sni, INVITE, "king", "Ana", 1, 3)
CLOSED = Shown("0" * 16, None, "king", "Ben", 1, 3, (Address("127.0.0.1", 4873),))


class Street:
    """Tables that answer as the test says, and a clock that it turns."""

    def __init__(self, folder: Path) -> None:
        self.there: dict[str, bool] = {}
        self.asked: list[str] = []
        self.news = 0
        self.now = 0.0
        self._sleepers: list[tuple[float, asyncio.Future[None]]] = []
        timing = Timing(lambda: self.now, self._sleep, lambda: 0.5)
        self.nearby = Nearby(folder, self._changed, answers=self._answers, timing=timing)

    async def _answers(self, shown: Shown) -> bool:
        self.asked.append(shown.tag)
        return self.there.get(shown.tag, False)

    async def _sleep(self, seconds: float) -> None:
        woken = asyncio.get_running_loop().create_future()
        self._sleepers.append((self.now + seconds, woken))
        await woken

    def _changed(self) -> None:
        self.news += 1

    async def pass_time(self, seconds: float = 0.0) -> None:
        until = self.now + seconds
        await settle()
        while due := [one for one in self._sleepers if one[0] <= until and not one[1].done()]:
            self.now, woken = min(due, key=lambda one: one[0])
            woken.set_result(None)
            await settle()
        self.now = until

    def listed(self) -> dict[str, bool]:
        return {one.shown.host: one.answers for one in self.nearby.tables}


async def settle() -> None:
    for _ in range(8):
        await asyncio.sleep(0)


def tables(*shown: Shown) -> dict[str, Shown]:
    return {one.tag: one for one in shown}


async def test_a_table_is_listed_once_it_has_answered(tmp_path: Path) -> None:
    street = Street(tmp_path)
    street.there = {OPEN.tag: True, CLOSED.tag: True}
    street.nearby.heard(tables(CLOSED, OPEN))
    assert street.listed() == {}
    await street.pass_time()
    assert street.listed() == {"Ana": True, "Ben": True}
    assert street.nearby.closed == (CLOSED,)
    street.nearby.heard({})
    assert street.listed() == {}
    await street.nearby.close()


async def test_a_list_has_settled_once_nothing_new_is_heard_and_all_were_called(
    tmp_path: Path,
) -> None:
    street = Street(tmp_path)
    street.there = {OPEN.tag: True, CLOSED.tag: True}
    street.nearby.heard(tables(OPEN))
    await street.pass_time()
    waits = asyncio.create_task(street.nearby.settle())
    await street.pass_time(SETTLE_SECONDS - 0.1)
    street.nearby.heard(tables(OPEN, CLOSED))
    await street.pass_time(SETTLE_SECONDS - 0.1)
    assert not waits.done()
    await street.pass_time(0.2)
    assert waits.done()
    endless = asyncio.create_task(street.nearby.settle())
    for turn in range(8):
        street.nearby.heard(tables(OPEN, CLOSED) if turn % 2 else tables(OPEN))
        await street.pass_time(SETTLE_AT_MOST / 8 + 0.1)
    assert endless.done()
    await street.nearby.close()


def false_ones(count: int, *, at: int = 250) -> list[Shown]:
    """Announcements of so many closed tables, at so many addresses."""
    return [
        Shown(f"{n:016x}", None, "king", f"Eva{n}", 1, 3, (Address(f"10.0.0.{n % at}", 9),))
        for n in range(1000, 1000 + count)
    ]


@pytest.mark.parametrize("answering", [False, True])
@pytest.mark.parametrize("at", [1, 250])
async def test_false_announcements_keep_no_table_off_the_list(
    at: int, answering: bool, tmp_path: Path
) -> None:
    """Three hundred used to take all places there were."""
    street = Street(tmp_path)
    crowd = false_ones(300, at=at)
    street.there = {OPEN.tag: True, CLOSED.tag: True}
    if answering and at == 1:
        street.there |= {one.tag: True for one in crowd}
    street.nearby.heard(tables(*crowd))
    await street.pass_time(1)
    street.nearby.heard(tables(*crowd, OPEN, CLOSED))
    for _ in range(10):
        await street.pass_time(SOON_SECONDS / 10)
    listed = street.nearby.tables
    assert len(listed) <= FOLLOWED
    assert {"Ana", "Ben"} <= {one.shown.host for one in listed if one.answers}
    await street.nearby.close()


async def test_one_that_was_silent_among_many_gets_its_place_again(tmp_path: Path) -> None:
    street = Street(tmp_path)
    crowd = false_ones(2 * FOLLOWED)
    street.nearby.heard(tables(OPEN, *crowd))
    await street.pass_time(1)
    street.there = {OPEN.tag: True}
    await street.pass_time(3 * AGAIN_SECONDS)
    assert street.listed()["Ana"]
    await street.nearby.close()


async def test_one_that_falls_silent_grows_dim_and_then_goes(tmp_path: Path) -> None:
    street = Street(tmp_path)
    street.there = {OPEN.tag: True}
    street.nearby.heard(tables(OPEN))
    await street.pass_time(AGAIN_SECONDS - 1)
    street.there.clear()
    assert street.listed() == {"Ana": True}
    await street.pass_time(1)
    assert street.listed() == {"Ana": False}
    assert street.nearby.closed == ()
    await street.pass_time(DIM_SECONDS - 1)
    assert street.listed() == {"Ana": False}
    await street.pass_time(1 + SOON_SECONDS)
    assert street.listed() == {}
    street.there = {OPEN.tag: True}
    await street.pass_time(SOON_SECONDS)
    assert street.listed() == {"Ana": True}
    await street.nearby.close()


async def test_one_that_never_answers_is_never_open(tmp_path: Path) -> None:
    street = Street(tmp_path)
    street.nearby.heard(tables(OPEN))
    await street.pass_time()
    assert street.listed() == {"Ana": False}
    await street.pass_time(DIM_SECONDS)
    assert street.listed() == {}
    await street.nearby.close()


async def test_a_fuller_lobby_is_no_reason_to_call_again_and_another_address_is(
    tmp_path: Path,
) -> None:
    street = Street(tmp_path)
    street.there = {OPEN.tag: True}
    street.nearby.heard(tables(OPEN))
    await street.pass_time()
    street.nearby.heard(tables(replace(OPEN, taken=2)))
    await street.pass_time()
    assert street.nearby.tables[0].shown.taken == 2
    assert street.asked == [OPEN.tag]
    moved = replace(INVITE, addresses=(("127.0.0.1", 4001),))
    street.nearby.heard(tables(replace(OPEN, invite=moved)))
    assert street.listed() == {}
    await street.pass_time()
    assert street.asked == [OPEN.tag] * 2
    await street.nearby.close()


@pytest.mark.parametrize("admission", [Admission.PROVISIONAL, Admission.REFUSED])
async def test_an_open_table_is_called_and_notices_no_knock(
    tmp_path: Path, admission: Admission
) -> None:
    secret = bytes(range(10))
    credentials = [Credential(INVITE.sni, Role.MEMBER, ca_seed(secret))]
    mesh = Diary("host", tmp_path, credentials=credentials)
    mesh.verdict = admission
    await mesh.start()
    host_key = fingerprint(mesh.key)
    good = Invite(secret, host_key, (("127.0.0.1", mesh.port),))
    other_key = replace(good, host_key=bytes(10))
    try:
        assert await answers_now(tmp_path, replace(OPEN, invite=good))
        assert not await answers_now(tmp_path, replace(OPEN, invite=other_key))
    finally:
        await mesh.close()
    assert not await answers_now(tmp_path, replace(OPEN, invite=good))
    assert mesh.events == []
    assert not list(tmp_path.iterdir())


async def test_a_closed_table_is_asked_for_its_greeting(tmp_path: Path) -> None:
    host = PairingHost(CLOSED.tag, lambda: INVITE, tmp_path, near=lambda _: True)
    host.start(0)
    place = (Address("127.0.0.1", host.port),)
    try:
        assert await answers_now(tmp_path, replace(CLOSED, pairing=place))
        assert not await answers_now(tmp_path, replace(CLOSED, tag="1" * 16, pairing=place))
    finally:
        await host.close()
    assert not await answers_now(tmp_path, replace(CLOSED, pairing=place))
