"""Bots that sit at a table for others by the word of whoever opened it: real clients, loopback."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.lifecycle.table_lifecycle import TableLifecycle
from games.engine.errors import BadTable
from p2p.client.client import Client
from p2p.client.tables.lobby_bots import LobbyBots
from p2p.client.tables.local_bots import bot_folder
from p2p.client.tables.open_rematch import open_rematch
from p2p.client.tables.open_table import open_guest, open_host, open_saved
from p2p.client.tables.opened_table import OpenedTable
from p2p.errors import LocalError
from p2p.lobby.table_config import CONFIG_NOTE, TableConfig
from p2p.net.invite import parse
from p2p.storage.profile import Profile
from p2p.storage.table_store import Store
from p2p.wire.charter import Member
from tests.p2p.client.clients import profile, running, to_the_end, until


@pytest.fixture
def ana(tmp_path: Path) -> Profile:
    return profile(tmp_path, "Ana")


@pytest.fixture
def ben(tmp_path: Path) -> Profile:
    return profile(tmp_path, "Ben")


def hosted(ana: Profile, seats: int = 3) -> OpenedTable:
    return open_host(ana, "inheritance", seats, {}, new=True, waits=True)


def bots_of(table: OpenedTable) -> LobbyBots:
    assert table.lobby_bots is not None
    return table.lobby_bots


def members(client: Client) -> tuple[Member, ...]:
    return client.state.roster.members if client.state.roster is not None else ()


async def sit(client: Client, count: int) -> tuple[Member, ...]:
    await until(client, lambda: len(members(client)) == count)
    return members(client)


def kept(table: OpenedTable, ana: Profile, number: int) -> TableConfig | None:
    path = bot_folder(ana.table_path(table.id), number) / "table.db"
    if not path.exists():
        return None
    with Store.open(path) as store:
        note = store.note(CONFIG_NOTE)
    return TableConfig.decode(note) if note else None


async def test_everybody_sees_whose_it_is_and_it_can_be_taken_away(
    ana: Profile, ben: Profile
) -> None:
    host = hosted(ana)
    async with running(host):
        guest = open_guest(ben, parse(host.client.invites()[0].encode()), waits=True)
        async with running(guest):
            await sit(host.client, 2)
            assert await bots_of(host).seat("gentle") == "Marigold"
            _, second, third = await sit(guest.client, 3)
            assert {second.name, third.name} == {"Ben", "Marigold"}
            bot = third if third.name == "Marigold" else second
            assert bot.operator == ana.identity.public
            with pytest.raises(LocalError, match="all seats are taken"):
                await bots_of(host).seat()
            await bots_of(host).take_away(bot.key)
            await sit(guest.client, 2)
            assert host.bots == []
            assert kept(host, ana, 1) is None
            with pytest.raises(LocalError, match="no bot of yours"):
                await bots_of(host).take_away(guest.client.key)
            assert await bots_of(host).seat("fair") == "Marigold"
            again = [one for one in await sit(guest.client, 3) if one.is_bot]
            assert again[0].key != bot.key


async def test_a_strength_that_the_game_does_not_have_seats_nobody(ana: Profile) -> None:
    host = hosted(ana)
    async with running(host):
        with pytest.raises(BadTable, match="there is no bot"):
            await bots_of(host).seat("clever")
        assert host.bots == []
        assert kept(host, ana, 1) is None


async def test_bots_come_back_with_their_person_as_strong_as_they_were(
    ana: Profile, ben: Profile
) -> None:
    host = hosted(ana, seats=4)
    async with running(host):
        for strength in ("gentle", "strong"):
            await bots_of(host).seat(strength)
        before = {member.key for member in await sit(host.client, 3)}
    again = open_saved(ana, host.id, waits=True)
    async with running(again):
        assert {member.key for member in await sit(again.client, 3)} == before
        assert [bot.config.strength for bot in again.bots] == ["gentle", "strong"]
        guest = open_guest(ben, parse(again.client.invites()[0].encode()))
        async with running(guest):
            await until(again.client, lambda: again.client.state.to_sign)
            again.client.make_ready()
            await until(guest.client, lambda: guest.client.state.snapshot is not None)
            bot = again.bots[0].key
            with pytest.raises(LocalError, match="the game has begun"):
                await bots_of(again).take_away(bot)
            with pytest.raises(LocalError, match="the game has begun"):
                await bots_of(again).seat()
    third = open_saved(ana, host.id, auto=True)
    guest = open_saved(ben, host.id, auto=True)
    async with running(third, guest):
        assert len(third.bots) == 2
        assert (await to_the_end(guest.client)).fault is None
        await third.client.farewell()
        third.describe("over")
        guest.describe("over")
    rematch = open_rematch(ana, host.id)
    async with running(rematch):
        assert sorted(bot.config.strength for bot in rematch.bots) == ["gentle", "strong"]


async def test_a_bot_that_was_not_seated_stays_away_once_the_game_has_begun(
    ana: Profile, ben: Profile
) -> None:
    """A kill between taking it away and deleting what it kept."""
    host = hosted(ana, seats=2)
    async with running(host):
        await bots_of(host).seat()
        await sit(host.client, 2)
        bot = host.bots.pop()
        host.client.refuse(bot.key)
        guest = open_guest(ben, parse(host.client.invites()[0].encode()))
        async with running(guest):
            await until(host.client, lambda: host.client.state.to_sign)
            host.client.make_ready()
            await until(host.client, lambda: host.client.state.snapshot is not None)
        await bot.close()
    assert kept(host, ana, 1) is not None
    again = open_saved(ana, host.id)
    async with running(again):
        assert again.bots == []


async def test_a_bot_that_finds_all_seats_taken_goes_and_ends_nothing(
    ana: Profile, ben: Profile
) -> None:
    """After a restart somebody else was there first."""
    host = hosted(ana, seats=2)
    async with running(host):
        await bots_of(host).seat()
        await sit(host.client, 2)
    again = open_saved(ana, host.id, waits=True)
    bots, again.lobby_bots = bots_of(again), None
    async with running(again):
        guest = open_guest(ben, parse(again.client.invites()[0].encode()), waits=True)
        async with running(guest):
            await sit(again.client, 2)
            await bots.come_back()
            bot = again.bots[0]
            while bot.state.failure is None:
                await bot.state.next()
            assert bots.drop_refused() == ["Marigold"]
            assert again.bots == []
            await bots.close()
            assert kept(again, ana, 1) is None
            assert not members(again.client)[1].is_bot
        assert again.client.state.failure is None


async def test_bots_leave_the_game_with_their_person(ana: Profile, ben: Profile) -> None:
    host = hosted(ana, seats=3)
    async with running(host):
        await bots_of(host).seat()
        guest = open_guest(ben, parse(host.client.invites()[0].encode()), auto=True)
        async with running(guest):
            await until(host.client, lambda: host.client.state.to_sign)
            host.client.make_ready()
            await until(host.client, lambda: host.client.state.snapshot is not None)
            await TableLifecycle(host).concede()
            ending = await to_the_end(guest.client)
            assert ending.outcome is not None
            assert ending.outcome.winners == (guest.client.seat,)
