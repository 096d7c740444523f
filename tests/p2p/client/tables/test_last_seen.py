"""When the others were last on line is kept for the list of tables, and outlives a restart."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.commands.tables import last_seen
from games import registry
from p2p.client.tables.last_seen import LastSeen, read
from p2p.client.tables.open_table import open_guest, open_host
from p2p.net.invite import parse
from simulation.tables import charter_of, person
from tests.p2p.client.clients import profile, running, until

PEOPLE = [person(n) for n in range(3)]
CHARTER = charter_of(registry.make("inheritance"), PEOPLE)


def test_who_goes_was_seen_until_then() -> None:
    seen = LastSeen(CHARTER, PEOPLE[0].key)
    seen.note((True, True, False), 100)
    assert not seen.somebody_left
    seen.note((True, False, False), 200)
    assert seen.somebody_left
    assert read(seen.lines()) == [(200, "Ben"), (0, "Cleo")]
    seen.note((True, False, False), 300)
    assert not seen.somebody_left
    assert read(seen.lines()) == [(200, "Ben"), (0, "Cleo")]
    again = LastSeen(CHARTER, PEOPLE[0].key, seen.lines())
    again.note((True, False, None), 400)
    assert read(again.lines()) == [(200, "Ben"), (0, "Cleo")]


@pytest.mark.parametrize("kept", ["", "x", "12", "-1 Ben", "9" * 40 + " Ben"])
def test_damage_is_nothing_known(kept: str) -> None:
    seen = LastSeen(CHARTER, PEOPLE[0].key, kept)
    assert [name for _, name in read(seen.lines())] == ["Ben", "Cleo"]


def test_the_list_says_it_in_words() -> None:
    assert last_seen("940 Ben\n0 Cleo", 1_000_000_000_000) == ["last seen: Ben 60 s ago"]
    assert last_seen("0 Ben", 1_000_000_000_000) == []


async def test_it_stands_beside_the_table(tmp_path: Path) -> None:
    ana, ben = profile(tmp_path, "Ana"), profile(tmp_path, "Ben")
    host = open_host(ana, "inheritance", 2, {}, new=True)
    async with running(host):
        guest = open_guest(ben, parse(host.client.invites()[0].encode()))
        async with running(guest):
            state = host.client.state
            await until(host.client, lambda: bool(state.snapshot and all(state.snapshot.online)))
            host.describe("open")
        await until(host.client, lambda: not (state.snapshot and all(state.snapshot.online)))
        host.notice()
    ((seconds, name),) = read(str(ana.about_table(host.id)["seen"]))
    assert seconds > 1_700_000_000
    assert name == "Ben"
