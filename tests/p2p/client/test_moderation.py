"""What people may do at a table of their own: keep somebody out, mute, let nobody watch."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from p2p.client.client import Client
from p2p.client.phases import AtTable
from p2p.client.tables.open_table import open_bot, open_guest, open_host, open_saved, open_watch
from p2p.errors import LobbyError
from p2p.net.invite import parse
from p2p.wire.charter import Policies
from tests.p2p.client.clients import profile, running, until


async def test_who_was_refused_stays_out_with_its_bots_also_after_a_restart(tmp_path: Path) -> None:
    ana, ben = profile(tmp_path, "Ana"), profile(tmp_path, "Ben")
    host = open_host(ana, "inheritance", 4, {}, new=True)
    async with running(host):
        invite = parse(host.client.invites()[0].encode())
        guest, bot = open_guest(ben, invite), open_bot(ben, invite)
        async with running(guest, bot):
            client = host.client
            await until(client, lambda: len(client.state.roster.members) == 3)  # type: ignore[union-attr]
            assert client.refuse(guest.client.key)
            assert [one.name for one in client.state.roster.members] == ["Ana"]  # type: ignore[union-attr]
            for refused in (guest.client, bot.client):
                with pytest.raises(LobbyError, match="does not seat you"):
                    await until(refused, lambda: False)
    host = open_saved(ana, host.id)
    async with running(host):
        invite = parse(host.client.invites()[0].encode())
        for again in (open_guest(ben, invite), open_bot(ben, invite)):
            async with running(again):
                with pytest.raises(LobbyError, match="does not seat you"):
                    await until(again.client, lambda: False)
        cleo = open_guest(profile(tmp_path, "Cleo"), invite)
        async with running(cleo):
            await until(cleo.client, lambda: cleo.client.state.roster is not None)


def linked(one: Client, other: Client) -> bool:
    return other.key in one._board.links.policy.roles


async def test_who_is_muted_stays_so_at_this_table(tmp_path: Path) -> None:
    ana, ben = profile(tmp_path, "Ana"), profile(tmp_path, "Ben")
    host = open_host(ana, "inheritance", 2, {}, new=True)
    async with running(host):
        guest = open_guest(ben, parse(host.client.invites()[0].encode()))
        async with running(guest):
            await until(host.client, lambda: host.client.state.snapshot is not None)
            assert host.client.muted == frozenset()
            host.client.mute(1, True)
            assert host.client.muted == {1}
            await host.client._board.runner.call(lambda: None)
    again = open_saved(ana, host.id)
    assert again.client.muted == {1}
    async with running(again):
        guest = open_saved(ben, guest.id)
        async with running(guest):
            for one, other in ((again.client, guest.client), (guest.client, again.client)):
                await until(one, partial(linked, one, other))
            guest.client.say("you cannot read this")
            table = again.client._board.phase
            assert isinstance(table, AtTable)
            await until(again.client, lambda: table.channel._chat._newest[1] >= 0)
            assert again.client.state.chat == ()


async def test_where_nobody_may_watch_nobody_is_linked(tmp_path: Path) -> None:
    ana, ben = profile(tmp_path, "Ana"), profile(tmp_path, "Ben")
    host = open_host(ana, "inheritance", 2, {}, new=True, spectators=False)
    async with running(host):
        seat, watch = host.client.invites()
        guest = open_guest(ben, seat)
        async with running(guest):
            await until(host.client, lambda: host.client.state.charter is not None)
            charter = host.client.state.charter
            assert charter is not None
            assert charter.draft.policies == replace(Policies(), spectators=False)
            cleo = open_watch(profile(tmp_path, "Cleo"), watch)
            async with running(cleo):
                await until(cleo.client, lambda: bool(cleo.client.state.trouble))
                assert "did not accept you" in cleo.client.state.trouble
                assert cleo.client.state.charter is None


async def test_what_was_said_of_spectators_is_in_the_charter_and_kept(
    tmp_path: Path,
) -> None:
    ana, ben = profile(tmp_path, "Ana"), profile(tmp_path, "Ben")
    host = open_host(ana, "inheritance", 2, {}, new=True, delay=5)
    async with running(host):
        guest = open_guest(ben, parse(host.client.invites()[0].encode()))
        async with running(guest):
            await until(guest.client, lambda: guest.client.state.charter is not None)
            charter = guest.client.state.charter
            assert charter is not None
            assert charter.draft.policies.delay_minutes == 5
        host.describe("open")
    ids = []
    for delay in (0, 5):  # the same command goes on with the same table, another one begins another
        again = open_host(ana, "inheritance", 2, {}, new=False, delay=delay)
        ids.append(again.id)
        again.abandon()
    assert ids[0] != host.id == ids[1]
