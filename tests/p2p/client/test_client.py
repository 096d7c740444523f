"""Whole clients in one process over loopback sockets: from commands to the end of a game."""

from __future__ import annotations

from pathlib import Path

import pytest

from games import registry
from games.engine.bots import Bot, Situation
from games.engine.choice import NOTHING, Answer, Choice
from games.engine.errors import BadTable
from games.engine.legal_answers import legal
from games.engine.private import NOTHING_KNOWN
from games.engine.table import Table
from games.engine.values import Seat
from p2p.client.reach.paths import MemberPath
from p2p.client.tables.local_bots import AnyBot
from p2p.client.tables.open_table import (
    open_bot,
    open_guest,
    open_host,
    open_play,
    open_saved,
    open_watch,
)
from p2p.errors import LobbyError, LocalError, StoreBusy, StoreError
from p2p.net.invite import parse
from p2p.net.path_kind import PathKind
from p2p.record.verify import verify
from p2p.storage.profile import Profile
from p2p.storage.table_store import Store
from tests.p2p.client.clients import profile, running, to_the_end, until


async def test_orders_in_the_making_are_kept_beside_the_table(tmp_path: Path) -> None:
    ana = profile(tmp_path, "Ana")
    table = open_play(ana, "inheritance", 2, {}, new=True)
    async with running(table):
        assert table.client.memo() == ()
        await table.client.keep_memo(("orders", 3, ((0, "go", 17, 0),)))
    again = open_saved(ana, table.id)
    try:
        assert again.client.memo() == ("orders", 3, ((0, "go", 17, 0),))
    finally:
        await again.close()


async def test_a_practice_game_is_played_to_its_end(tmp_path: Path) -> None:
    table = open_play(profile(tmp_path, "Ana"), "inheritance", 2, {}, new=True, auto=True)
    async with running(table):
        ending = await to_the_end(table.client)
        data = await table.client.record()
        snapshot = table.client.state.snapshot
        await table.client.farewell()
    assert ending.fault is None
    assert ending.closed
    assert set(ending.closed) == {0, 1, 2}
    report = verify(data)
    assert report.exit == 0
    assert snapshot is not None
    assert len(snapshot.record_digest) == 32


async def test_a_person_decides_what_the_table_asks(tmp_path: Path) -> None:
    table = open_play(profile(tmp_path, "Ana"), "inheritance", 1, {}, new=True)
    client = table.client
    async with running(table):
        while True:
            await until(
                client,
                lambda: (
                    (s := client.state.snapshot) is not None
                    and (s.prompt is not None or bool(s.ending and s.ending.complete))
                ),
            )
            snapshot = client.state.snapshot
            assert snapshot is not None
            if snapshot.prompt is None:
                break
            answer = next(iter(legal(snapshot.prompt.choice, snapshot.sees)))
            await client.decide(snapshot.prompt.step, answer)
        assert snapshot.ending is not None
        assert snapshot.ending.fault is None


async def test_the_first_failure_is_the_one_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before: a full disk in mid-game read as a table that had stopped half way."""
    table = open_play(profile(tmp_path, "Ana"), "inheritance", 1, {}, new=True, auto=True)

    def full(*_: object) -> None:
        raise StoreError("its disk is full")

    async with running(table):
        client = table.client
        await until(client, lambda: client.state.charter is not None)
        with monkeypatch.context() as patched:
            patched.setattr(Store, "commit", full)
            with pytest.raises(StoreError, match="disk is full"):
                await until(client, lambda: False)
        for _ in range(2):
            client._board.runner.submit(lambda session: session.tick(0.0))
            await client._board.runner.call(lambda: None)
            await client.state.next()  # the session refuses to go on
        assert isinstance(client.state.failure, StoreError)


async def test_a_table_goes_on_after_all_have_left_it(tmp_path: Path) -> None:
    home = profile(tmp_path, "Ana")
    first = open_play(home, "inheritance", 2, {}, new=True)
    async with running(first):
        client = first.client
        await until(client, lambda: bool((s := client.state.snapshot) and s.prompt))
        step = client.state.snapshot.step if client.state.snapshot else 0
    again = open_play(home, "inheritance", 2, {}, new=False, auto=True)
    assert again.id == first.id
    async with running(again):
        ending = await to_the_end(again.client)
        assert again.client.state.snapshot is not None
        assert again.client.state.snapshot.step > step
    assert ending.fault is None


async def test_other_arguments_or_new_start_another_table(tmp_path: Path) -> None:
    home = profile(tmp_path, "Ana")
    ids = []
    for bots, new in ((1, False), (2, False), (1, True)):
        table = open_play(home, "inheritance", bots, {}, new=new)
        async with running(table):
            ids.append(table.id)
    assert len(set(ids)) == 3


async def test_bots_have_the_strength_that_was_asked_for_and_keep_it(tmp_path: Path) -> None:
    home = profile(tmp_path, "Ana")
    ids = []
    for strength in ("gentle", "fair", "gentle"):
        table = open_play(home, "fortress", 1, {}, new=False, strength=strength)
        assert [place.config.strength for place in table._bot_places] == [strength]
        async with running(table):
            ids.append(table.id)
    assert ids[0] == ids[2] != ids[1]
    saved = open_saved(home, ids[1])
    assert [place.config.strength for place in saved._bot_places] == ["fair"]
    await saved.close()
    with pytest.raises(BadTable, match="there is no bot 'brave' for inheritance"):
        open_play(home, "inheritance", 1, {}, new=True, strength="brave")


def test_a_bot_of_any_game_has_its_strength_where_the_game_has_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[str, str]] = []

    class Passes:
        def choose(self, *args: object) -> Answer:
            return NOTHING

    def bot(game: str, kind: str = "") -> Bot:
        asked.append((game, kind))
        return Passes()

    monkeypatch.setattr(registry, "bot", bot)
    monkeypatch.setattr(registry, "bot_kinds", lambda game: ("fair",) if game != "king" else ())
    for game in ("fortress", "king", "fortress"):
        rules, choice = registry.make(game), Choice("any", "")
        situation = Situation(rules, Table(2, {}), Seat(0), NOTHING_KNOWN, choice)
        AnyBot("fair").choose(situation, lambda _: 0)
    assert asked == [("fortress", "fair"), ("king", ""), ("fortress", "fair")]


async def test_host_guests_a_bot_and_a_spectator_see_one_result(tmp_path: Path) -> None:
    host = open_host(profile(tmp_path, "Ana"), "inheritance", 3, {}, new=True, auto=True)
    async with running(host):
        seat, watch = host.client.invites()
        guest = open_guest(profile(tmp_path, "Ben"), parse(seat.encode()), auto=True)
        bot = open_bot(profile(tmp_path, "Ben"), parse(seat.encode()))
        spectator = open_watch(profile(tmp_path, "Cleo"), parse(watch.encode()))
        async with running(guest, bot, spectator):
            clients = [table.client for table in (host, guest, bot, spectator)]
            endings = [await to_the_end(client) for client in clients]
            records = {await client.record() for client in clients}
            digests = {c.state.snapshot.record_digest for c in clients if c.state.snapshot}
            charter = host.client.state.charter
            assert clients[3].seat is None
            assert clients[3].state.snapshot is not None
            assert not clients[3].state.snapshot.knowledge.faces
    assert all(ending.outcome == endings[0].outcome for ending in endings)
    assert len(digests) == 1
    assert len(records) == 1
    assert charter is not None
    (bot_member,) = [m for m in charter.draft.members if m.is_bot]
    assert bot_member.operator == Profile(tmp_path / "Ben").identity.public


async def test_a_guest_that_dies_comes_back_with_the_same_command(tmp_path: Path) -> None:
    host = open_host(profile(tmp_path, "Ana"), "inheritance", 2, {}, new=True, auto=True)
    async with running(host):
        invite = parse(host.client.invites()[0].encode())
        guest = open_guest(profile(tmp_path, "Ben"), invite)
        async with running(guest):
            client = guest.client
            await until(client, lambda: bool((s := client.state.snapshot) and s.prompt))
        again = open_guest(profile(tmp_path, "Ben"), invite, auto=True)
        async with running(again):
            ending = await to_the_end(again.client)
            await to_the_end(host.client)
    assert ending.fault is None


async def test_a_conceding_guest_leaves_the_table_to_the_others(tmp_path: Path) -> None:
    host = open_host(profile(tmp_path, "Ana"), "inheritance", 2, {}, new=True, auto=True)
    async with running(host):
        invite = parse(host.client.invites()[0].encode())
        guest = open_guest(profile(tmp_path, "Ben"), invite)
        async with running(guest):
            client = guest.client
            await until(client, lambda: bool((s := client.state.snapshot) and s.prompt))
            await client.concede()
            ending = await to_the_end(host.client)
    assert ending.outcome is not None
    assert ending.outcome.winners == (0,)


async def test_a_third_person_finds_the_table_full(tmp_path: Path) -> None:
    host = open_host(profile(tmp_path, "Ana"), "inheritance", 2, {}, new=True)
    async with running(host):
        invite = parse(host.client.invites()[0].encode())
        guest = open_guest(profile(tmp_path, "Ben"), invite)
        late = open_guest(profile(tmp_path, "Cleo"), invite)
        async with running(guest):
            await until(guest.client, lambda: guest.client.state.charter is not None)
            async with running(late):
                with pytest.raises(LobbyError, match="begun"):
                    await until(late.client, lambda: late.client.state.charter is not None)


async def test_an_old_or_wrong_invite_says_so(tmp_path: Path) -> None:
    host = open_host(profile(tmp_path, "Ana"), "inheritance", 2, {}, new=True)
    other = open_host(profile(tmp_path, "Dov"), "inheritance", 2, {}, new=True)
    async with running(host, other):
        right, wrong = host.client.invites()[0], other.client.invites()[0]
        mixed = type(right)(wrong.secret, right.host_key, right.addresses)
        guest = open_guest(profile(tmp_path, "Ben"), mixed)
        async with running(guest):
            await until(guest.client, lambda: bool(guest.client.state.trouble))
            assert "another table" in guest.client.state.trouble


def test_a_watch_invite_never_seats_anybody(tmp_path: Path) -> None:
    home = profile(tmp_path, "Ana")
    table = open_host(home, "inheritance", 2, {}, new=True)
    invite = table.config.invite(home.identity.public, (("127.0.0.1", 1),)).for_watching()
    table.client._store.close()
    for sit in (open_guest, open_bot):
        with pytest.raises(LocalError, match="only lets you watch"):
            sit(profile(tmp_path, "Ben"), invite)


async def test_one_table_in_two_terminals_is_refused(tmp_path: Path) -> None:
    home = profile(tmp_path, "Ana")
    table = open_host(home, "inheritance", 2, {}, new=True)
    async with running(table):
        with pytest.raises(StoreBusy):
            open_saved(home, table.id)


def test_a_table_that_does_not_exist_is_named(tmp_path: Path) -> None:
    with pytest.raises(LocalError, match="crownless tables"):
        open_saved(profile(tmp_path, "Ana"), "abc123")


async def test_a_member_on_this_machine_is_shown_as_such(tmp_path: Path) -> None:
    table = open_play(profile(tmp_path, "Ana"), "inheritance", 1, {}, new=True)
    client = table.client
    async with running(table):
        await until(client, lambda: bool(client.state.paths and client.state.charter))
        assert client.state.charter is not None
        [bot] = [key for key in client.state.charter.keys if key != client.key]
        assert client.state.paths == {bot: MemberPath(PathKind.SAME_MACHINE)}
