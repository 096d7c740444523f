"""The same command goes on with the table that it has begun, and with no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from p2p.client.tables import open_table
from p2p.client.tables.opened_table import OpenedTable
from p2p.lobby.table_config import CHARTER_NOTE
from p2p.record.record import Record
from p2p.storage.profile import Profile
from p2p.storage.table_store import Store
from tests.paths import ROOT


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    return Profile(tmp_path / "home")


async def test_a_table_of_an_older_protocol_does_not_stand_in_the_way(profile: Profile) -> None:
    """Else the same command would fail after an update for as long as that table is there."""
    kept = ROOT / "tests/p2p/record/kept/inheritance-1-release-0.1.0.record"
    before = open_table.open_play(profile, "inheritance", 2, {}, new=False)
    before.describe("open")
    await before.close()
    again = open_table.open_play(profile, "inheritance", 2, {}, new=False)
    await again.close()
    assert again.id == before.id
    with Store.open(profile.table_path(before.id)) as store:
        store.put_note(CHARTER_NOTE, Record.decode(kept.read_bytes()).charter)
    after = open_table.open_play(profile, "inheritance", 2, {}, new=False)
    await after.close()
    assert after.id != before.id


async def test_a_guided_game_is_gone_on_with_as_one_and_by_its_own_command_alone(
    profile: Profile,
) -> None:
    def play(*, guided: bool) -> OpenedTable:
        return open_table.open_play(profile, "inheritance", 2, {}, new=False, guided=guided)

    ids = []
    for guided in (True, False, True, False):
        table = play(guided=guided)
        assert table.config.guided == guided
        table.describe("open")
        ids.append(table.id)
        await table.close()
    assert ids[:2] == ids[2:]
    assert ids[0] != ids[1]
