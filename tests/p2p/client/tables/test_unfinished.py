"""The same command goes on with the table that it has begun, and with no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from p2p.client.tables import open_table
from p2p.client.tables.opened_table import OpenedTable
from p2p.client.tables.table_list import tables_of
from p2p.client.tables.unfinished import release_needed, release_of
from p2p.errors import LocalError
from p2p.lobby.table_config import CHARTER_NOTE
from p2p.record.record import Record
from p2p.storage.profile import Profile
from p2p.storage.table_store import Store
from tests.paths import ROOT


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    return Profile(tmp_path / "home")


KEPT = ROOT / "tests/p2p/record/kept"


async def begun(profile: Profile, record: str = "") -> OpenedTable:
    """A table for two that was left; with a record, under the charter of that."""
    table = open_table.open_play(profile, "inheritance", 2, {}, new=False)
    table.describe("open")
    await table.close()
    if record:
        charter = Record.decode((KEPT / f"{record}.record").read_bytes()).charter
        with Store.open(profile.table_path(table.id)) as store:
            store.put_note(CHARTER_NOTE, charter)
    return table


@pytest.mark.parametrize(
    ("record", "release"),
    [
        ("inheritance-1-release-0.1.0", "Crownless 0.1.0"),
        ("inheritance-2-release-0.2.0", "Crownless 0.2.0"),
    ],
)
async def test_no_table_opens_over_one_of_an_older_protocol_unasked(
    profile: Profile, record: str, release: str
) -> None:
    before = await begun(profile)
    assert (await begun(profile, record)).id == before.id
    (info,) = tables_of(profile)
    assert release_needed(info) == release
    said = rf"{info.shown} is like this.*begun with {release}, which alone can.*--new"
    with pytest.raises(LocalError, match=said):
        await begun(profile)
    with pytest.raises(LocalError, match=f"begun with {release}, which alone can end"):
        open_table.open_saved(profile, before.id)
    another = open_table.open_play(profile, "inheritance", 2, {}, new=True)
    another.describe("open")
    await another.close()
    assert {one.id for one in tables_of(profile)} == {before.id, another.id}
    assert (await begun(profile)).id == another.id


async def test_a_table_that_is_over_needs_no_release(profile: Profile) -> None:
    table = await begun(profile, "inheritance-1-release-0.1.0")
    table.describe("over")
    (info,) = tables_of(profile)
    assert release_needed(info) == ""
    assert release_of(None) == ""
    assert (await begun(profile)).id != table.id


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
