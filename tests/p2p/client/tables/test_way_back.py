"""All were killed and are somewhere else now: an invite back brings the members together again."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from p2p.client.tables.open_table import open_bot, open_guest, open_host, open_saved, open_watch
from p2p.client.tables.opened_table import OpenedTable
from p2p.client.tables.table_list import tables_of
from p2p.client.tables.way_back import way_back, whereabouts
from p2p.errors import InviteError, LocalError
from p2p.lobby.places import Addresses
from p2p.net.invite import Invite, parse
from p2p.storage.profile import Profile, TableInfo
from p2p.table_summary import Setting
from tests.p2p.client.clients import profile, running, to_the_end, until
from tests.ports import taken

NAMES = ("Ana", "Ben", "Cleo")


def asked(table: OpenedTable) -> bool:
    snapshot = table.client.state.snapshot
    return snapshot is not None and snapshot.step > 0


async def begun(folder: Path) -> tuple[dict[str, Profile], list[int]]:
    """Three people in mid-game, all of whom have gone; where they listened."""
    homes = {name: profile(folder, name) for name in NAMES}
    host = open_host(homes["Ana"], "inheritance", 3, {}, new=True)
    async with running(host):
        invite = parse(host.client.invites()[0].encode())
        assert host.client.way_back() is None
        guests = [open_guest(homes[name], invite) for name in NAMES[1:]]
        async with running(*guests):
            tables = [host, *guests]
            for table in tables:
                await until(table.client, partial(asked, table))
            return homes, [table.client.port for table in tables]


def sees_all(table: OpenedTable) -> bool:
    snapshot = table.client.state.snapshot
    return snapshot is not None and all(snapshot.online)


@asynccontextmanager
async def brought_back(folder: Path, leads: str, *, auto: bool) -> AsyncIterator[list[OpenedTable]]:
    """Three people in mid-game were killed and have other ports; one sends the others an invite."""
    homes, ports = await begun(folder)
    with taken(ports):
        (known,) = homes[leads].tables()
        table = open_saved(homes[leads], known.id, auto=auto)
        async with running(table):
            assert table.client.port not in ports
            way = table.client.way_back()
            assert way is not None
            way = parse(way.encode())
            others = [open_guest(homes[name], way, auto=auto) for name in NAMES if name != leads]
            assert {one.id for one in others} == {known.id}
            async with running(*others):
                yield [table, *others]
    assert all(len(home.tables()) == 1 for home in homes.values())


@pytest.mark.parametrize("leads", NAMES)
async def test_any_member_can_bring_all_back_from_new_addresses(tmp_path: Path, leads: str) -> None:
    async with brought_back(tmp_path, leads, auto=False) as tables:
        for table in tables:
            await until(table.client, partial(sees_all, table))


@pytest.mark.slow
@pytest.mark.parametrize("leads", NAMES)
async def test_who_was_brought_back_plays_to_one_end(tmp_path: Path, leads: str) -> None:
    async with brought_back(tmp_path, leads, auto=True) as tables:
        endings = [await to_the_end(one.client) for one in tables]
        digests = {s.record_digest for one in tables if (s := one.client.state.snapshot)}
    assert len(digests) == 1
    assert [ending.fault for ending in endings] == [None] * 3


async def test_an_invite_back_is_kept_for_the_next_start(tmp_path: Path) -> None:
    homes, ports = await begun(tmp_path)
    with taken(ports):
        ben = open_saved(homes["Ben"], homes["Ben"].tables()[0].id, auto=True)
        async with running(ben):
            way = ben.client.way_back()
            assert way is not None
            cleo = open_guest(homes["Cleo"], way)
            await cleo.start()
            await cleo.close()
            again = open_saved(homes["Cleo"], cleo.id, auto=True)
            async with running(again):
                await until(again.client, lambda: bool(
                    (s := again.client.state.snapshot) and s.online[1]
                ))  # fmt: skip


async def test_a_stranger_gets_nothing_by_an_invite_back(tmp_path: Path) -> None:
    homes, _ = await begun(tmp_path)
    ana = open_saved(homes["Ana"], homes["Ana"].tables()[0].id)
    async with running(ana):
        way = ana.client.way_back()
        assert way is not None
        secret = ana.config.secret
        assert secret not in way.secret + way.host_key
        dov = profile(tmp_path, "Dov")
        for sit in (open_guest, open_bot):
            with pytest.raises(LocalError, match="you have no seat there"):
                sit(dov, way)
        with pytest.raises(InviteError, match="nobody can watch by it"):
            open_watch(dov, way)
        assert dov.tables() == []
        # A changed program that takes the tag for the secret comes to a table that is not there.
        forged = Invite(way.secret, way.host_key, way.addresses)
        knocks = open_guest(dov, forged)
        async with running(knocks):
            await until(knocks.client, lambda: bool(knocks.client.state.trouble))
            assert "another table" in knocks.client.state.trouble


async def test_an_invite_back_names_a_member_other_than_us(tmp_path: Path) -> None:
    homes, _ = await begun(tmp_path)
    ana = open_saved(homes["Ana"], homes["Ana"].tables()[0].id)
    async with running(ana):
        way = ana.client.way_back()
        assert way is not None
    with pytest.raises(LocalError, match="is your own"):
        open_guest(homes["Ana"], way)
    with pytest.raises(LocalError, match="no seat at that table"):
        open_guest(homes["Ben"], Invite(way.secret, bytes(10), way.addresses, back=True))
    again = open_guest(homes["Ben"], way)  # neither attempt has kept it open
    again.abandon()


# From the list of tables, while nobody has the table open


@pytest.mark.parametrize("damaged", [False, True])
async def test_the_list_leads_where_the_table_is_gone_on_with(
    tmp_path: Path, damaged: bool
) -> None:
    """All have gone, and the others are told by the list where one of them will be."""
    homes, _ = await begun(tmp_path)
    (known,) = homes["Ben"].tables()
    async with running(open_saved(homes["Ben"], known.id)):
        pass
    if damaged:
        known.path.with_name("about.json").write_text("{")
    (known,) = tables_of(homes["Ben"])
    way = way_back(known, homes["Ben"].identity.public, ["127.0.0.1"])
    assert way is not None
    table = open_saved(homes["Ben"], known.id)
    async with running(table):
        told = table.client.way_back()
        assert told is not None
        assert (way.sni, way.host_key, way.back) == (told.sni, told.host_key, True)
        assert ("127.0.0.1", table.client.port) in way.addresses
        cleo = open_guest(homes["Cleo"], parse(way.encode()))
        async with running(cleo):
            await until(cleo.client, lambda: bool(
                (s := cleo.client.state.snapshot) and s.online[1]
            ))  # fmt: skip


ABOUT: dict[str, Setting] = {
    "role": "guest",
    "state": "open",
    "practice": False,
    "keys": f"{'aa' * 32} {'bb' * 32}",
    "port": 4873,
    "places": whereabouts((("192.168.1.2", 4873), ("20.0.113.11", 51234))),
}


def told(hosts: tuple[str, ...], **changed: Setting) -> Addresses:
    info = TableInfo("0123456789abcdef", Path("table.db"), {**ABOUT, **changed}, 0)
    way = way_back(info, bytes.fromhex("aa" * 32), hosts)
    return () if way is None else way.addresses


def test_at_the_same_place_as_before_the_router_still_passes_calls_on() -> None:
    assert told(("192.168.1.2", "127.0.0.1")) == (("192.168.1.2", 4873), ("20.0.113.11", 51234))


def test_on_another_network_it_is_at_the_addresses_of_now() -> None:
    assert told(("192.168.7.9", "2001:db8::9", "::1")) == (
        ("192.168.7.9", 4873),
        ("2001:db8::9", 4873),
    )


@pytest.mark.parametrize(
    "changed",
    [
        {"role": "watch"},
        {"role": "bot"},
        {"state": "over"},
        {"practice": True},
        {"keys": "aa" * 32},
        {"port": 0},
        {"port": "4873"},
        {"port": 70000},
    ],
)
def test_there_is_none_where_nobody_is_to_be_brought_back(changed: dict[str, Setting]) -> None:
    assert told(("192.168.1.2",), **changed) == ()


@pytest.mark.parametrize("places", ["x", "192.168.1.2", "192.168.1.2 0", "a b", "x 1", "² ²"])
def test_damaged_addresses_are_none(places: str) -> None:
    assert told(("192.168.1.2",), places=places) == (("192.168.1.2", 4873),)


@pytest.mark.slow
async def test_a_bot_and_a_spectator_come_back_as_well(tmp_path: Path) -> None:
    ana, ben, cleo = (profile(tmp_path, name) for name in NAMES)
    host = open_host(ana, "inheritance", 2, {}, new=True)
    async with running(host):
        seat, watch = host.client.invites()
        bot, watcher = open_bot(ben, seat), open_watch(cleo, watch)
        async with running(bot, watcher):
            for table in (host, bot, watcher):
                await until(table.client, partial(asked, table))
            ports = [table.client.port for table in (host, bot, watcher)]
    with taken(ports):
        host = open_saved(ana, host.id, auto=True)
        async with running(host):
            way, watch = host.client.way_back(), host.client.invites()[1]
            assert way is not None
            bot, watcher = open_bot(ben, way), open_watch(cleo, watch)
            async with running(bot, watcher):
                for table in (host, bot, watcher):
                    assert (await to_the_end(table.client)).fault is None


async def test_a_lobby_that_moved_is_found_by_its_new_invite(tmp_path: Path) -> None:
    """Before: a guest that had been there once called only where the host was then."""
    ana, ben = (profile(tmp_path, name) for name in NAMES[:2])
    host = open_host(ana, "inheritance", 3, {}, new=True)
    async with running(host):
        guest = open_guest(ben, host.client.invites()[0])
        async with running(guest):
            await until(guest.client, lambda: guest.client.state.roster is not None)
        port = host.client.port
    with taken([port]):
        host = open_saved(ana, host.id)
        async with running(host):
            guest = open_guest(ben, host.client.invites()[0])
            async with running(guest):
                await until(guest.client, lambda: guest.client.state.roster is not None)
