"""Rematches: the same people, the same game, a new charter; real clients over loopback."""

from __future__ import annotations

import asyncio
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from p2p.client.client import Client
from p2p.client.tables.open_rematch import open_rematch
from p2p.client.tables.open_table import (
    open_bot,
    open_guest,
    open_host,
    open_play,
    open_saved,
    open_watch,
)
from p2p.client.tables.opened_table import OpenedTable
from p2p.errors import LocalError
from p2p.net.invite import parse
from p2p.storage.profile import Profile
from p2p.wire.charter import Charter
from tests.p2p.client.clients import profile, running, to_the_end, until


def charter_of(client: Client) -> Charter:
    assert client.state.charter is not None
    return client.state.charter


async def end(table: OpenedTable) -> None:
    """The person has seen the end and leaves."""
    await table.client.farewell()
    table.describe("over")


@pytest.fixture
def homes(tmp_path: Path) -> tuple[Profile, Profile]:
    return profile(tmp_path, "Ana"), profile(tmp_path, "Ben")


@dataclass(frozen=True)
class Finished:
    """The homes of Ana and Ben after a game of both: the same game for all tests here."""

    folder: Path
    table: str
    charter: Charter

    def copied(self, folder: Path) -> tuple[Profile, Profile]:
        """Homes like these, to play on with."""
        shutil.copytree(self.folder, folder, dirs_exist_ok=True)
        return Profile(folder / "Ana"), Profile(folder / "Ben")


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Finished:
    folder = tmp_path_factory.mktemp("finished")
    table, charter = asyncio.run(played(profile(folder, "Ana"), profile(folder, "Ben")))
    return Finished(folder, table, charter)


async def played(ana: Profile, ben: Profile, *, bot: bool = False) -> tuple[str, Charter]:
    """A finished game of both, with a bot of Ben's on the third seat."""
    host = open_host(ana, "inheritance", 3 if bot else 2, {}, new=True, auto=True)
    async with running(host):
        seat = parse(host.client.invites()[0].encode())
        guest = open_guest(ben, seat, auto=True)
        async with running(guest):
            bots = [open_bot(ben, seat)] if bot else []
            async with running(*bots):
                await to_the_end(host.client)
                await to_the_end(guest.client)
                await end(host)
                await end(guest)
    return host.id, charter_of(host.client)


@pytest.mark.parametrize("opener_first", [pytest.param(True, marks=pytest.mark.slow), False])
async def test_the_same_people_play_again(
    finished: Finished, tmp_path: Path, opener_first: bool
) -> None:
    ana, ben = finished.copied(tmp_path)
    table, before = finished.table, finished.charter
    both = [open_rematch(home, table, auto=True) for home in (ana, ben)]
    async with running(*(both if opener_first else reversed(both))):
        for one in both:
            assert (await to_the_end(one.client)).fault is None
        again = charter_of(both[0].client)
        assert again == charter_of(both[1].client)
        assert again.draft == before.draft
        assert again.table != before.table
        for one in both:
            await end(one)
    third = [open_rematch(home, both[0].id, auto=True) for home in (ana, ben)]
    async with running(*third):
        await to_the_end(third[0].client)
        assert charter_of(third[0].client).keys == before.keys
    assert len({table, both[0].id, third[0].id}) == 3


async def test_a_bot_comes_with_its_person_and_after_a_pause_again(
    homes: tuple[Profile, Profile],
) -> None:
    ana, ben = homes
    table, before = await played(ana, ben, bot=True)
    first = [open_rematch(home, table) for home in (ana, ben)]
    async with running(*first):
        for one in first:
            await until(one.client, lambda one=one: bool(one.client.state.snapshot))  # type: ignore[misc]
        assert charter_of(first[0].client).keys == before.keys
    second = [open_saved(home, first[0].id, auto=True) for home in (ana, ben)]
    async with running(*second):
        assert (await to_the_end(second[0].client)).fault is None


async def test_the_bot_of_somebody_who_does_not_play_is_brought_again(tmp_path: Path) -> None:
    ana, ben = profile(tmp_path, "Ana"), profile(tmp_path, "Ben")
    host = open_host(ana, "inheritance", 2, {}, new=True, auto=True)
    async with running(host):
        bot = open_bot(ben, host.client.invites()[0])
        async with running(bot):
            for one in (host, bot):
                await to_the_end(one.client)
                await end(one)
    both = [open_rematch(ana, host.id, auto=True), open_rematch(ben, bot.id)]
    async with running(*both):
        assert (await to_the_end(both[0].client)).fault is None
        assert charter_of(both[0].client).keys == charter_of(host.client).keys


async def test_one_who_asks_again_is_heard_by_the_others(homes: tuple[Profile, Profile]) -> None:
    ana, ben = homes
    host = open_host(ana, "inheritance", 2, {}, new=True, auto=True)
    async with running(host):
        guest = open_guest(ben, host.client.invites()[0], auto=True)
        async with running(guest):
            await to_the_end(guest.client)
            guest.client.ask_again()
            await until(host.client, lambda: host.client.state.again == (1,))


async def test_a_rematch_comes_after_the_end_and_only_for_seats(tmp_path: Path) -> None:
    ana, ben, cleo = (profile(tmp_path, name) for name in ("Ana", "Ben", "Cleo"))
    host = open_host(ana, "inheritance", 2, {}, new=True, auto=True)
    async with running(host):
        seat, watch = host.client.invites()
        guest = open_guest(ben, seat)
        async with running(guest):
            await until(guest.client, lambda: guest.client.state.charter is not None)
            watcher = open_watch(cleo, watch)
            async with running(watcher):
                await until(watcher.client, lambda: watcher.client.state.snapshot is not None)
                watcher.describe("over")
    with pytest.raises(LocalError, match="not over"):
        open_rematch(ana, host.id)
    with pytest.raises(LocalError, match="only who had a seat"):
        open_rematch(cleo, watcher.id)
    with pytest.raises(LocalError, match="no table"):
        open_rematch(ana, "0123")


async def test_a_rematch_against_bots_is_a_new_practice_table(tmp_path: Path) -> None:
    ana = profile(tmp_path, "Ana")
    first = open_play(ana, "inheritance", 2, {}, new=True, auto=True, guided=True)
    async with running(first):
        await to_the_end(first.client)
        await end(first)
    again = open_rematch(ana, first.id)
    async with running(again):
        await until(again.client, lambda: again.client.state.charter is not None)
        assert again.id != first.id
        assert charter_of(again.client).seats == 3
        assert again.config.guided


async def test_a_new_table_does_not_go_on_with_a_rematch(
    finished: Finished, tmp_path: Path
) -> None:
    ana, _ = finished.copied(tmp_path)
    again = open_rematch(ana, finished.table)
    async with running(again):
        pass
    fresh = open_host(ana, "inheritance", 2, {}, new=False)
    async with running(fresh):
        assert fresh.id not in (finished.table, again.id)
