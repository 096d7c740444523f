"""The list of tables: what is damaged beside a table is made again from the table."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from games.engine.values import Outcome, Seat
from games.fortress.rules import Fortress
from p2p.client.play.auditor import AuditState
from p2p.client.tables import open_table
from p2p.client.tables.opened_table import OpenedTable
from p2p.client.tables.table_list import described, tables_of
from p2p.lobby.table_config import CHARTER_NOTE, TableConfig
from p2p.record.audit import WITHHELD, Finding, Upshot, Verdict
from p2p.session.session import Ending
from p2p.storage.profile import Profile
from p2p.storage.table_store import Store
from p2p.table_summary import TableSummary
from p2p.wire.charter import Charter
from simulation.tables import charter_of, person


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    return Profile(tmp_path / "home")


async def played(profile: Profile, *, to_the_end: bool) -> OpenedTable:
    """A practice table that has begun, or that is over, and is closed again."""
    table = open_table.open_play(profile, "inheritance", 1, {}, new=True, auto=True)
    await table.start()
    async with asyncio.timeout(120):
        while table.client.state.charter is None or (to_the_end and not ended(table)):
            await table.client.state.next()
        if to_the_end:
            await table.client.farewell()
    table.describe("over" if to_the_end else "open")
    await table.close()
    return table


def ended(table: OpenedTable) -> bool:
    snapshot = table.client.state.snapshot
    return snapshot is not None and snapshot.ending is not None and snapshot.ending.complete


def about_path(profile: Profile, table: OpenedTable) -> Path:
    return profile.table_path(table.id).with_name("about.json")


def damage(path: Path, how: str) -> None:
    """Damage a description in one way."""
    match how:
        case "missing":
            path.unlink()
        case "a folder":
            path.unlink()
            path.mkdir()
        case "of wrong kinds":
            path.write_text('{"seats": "many", "practice": 1, "state": ["open"]}')
        case "deep":
            path.write_text('{"a":' + "[" * 100_000)
        case _:
            path.write_bytes({"empty": b"", "binary": b"\xff\0\x80", "cut": b'{"game": "inh'}[how])


async def test_the_list_gives_a_table_that_an_earlier_release_kept_its_id(profile: Profile) -> None:
    table = await played(profile, to_the_end=False)
    (before,) = tables_of(profile)
    with Store.open(before.path) as store:
        kept = store.note(CHARTER_NOTE)
    assert kept is not None
    charter = Charter.decode(kept)
    assert before.about["table"] == charter.table.hex()
    assert before.shown == charter.table.hex()[:16]
    profile.describe_table(table.id, {k: v for k, v in before.about.items() if k != "table"})
    assert profile.tables()[0].shown == table.id
    (again,) = tables_of(profile)
    assert again.about == profile.tables()[0].about == before.about


WAYS = ("missing", "empty", "binary", "cut", "deep", "of wrong kinds", "a folder")


async def test_a_damaged_description_is_made_again_from_the_table(profile: Profile) -> None:
    """Before: one sentence about a damaged file, in the place of the list and of every table."""
    table = await played(profile, to_the_end=True)
    path = about_path(profile, table)
    (before,) = tables_of(profile)
    assert before.about.keys() - {"winners"} == {*TableSummary().encode(), "result", "won"}
    people = str(before.about["people"]).split(", ")
    winner = before.about.get("winners", "nobody")
    assert winner in [*people, "nobody"]
    assert before.about["result"] == f"{winner} won"
    assert before.about["won"] is (before.about["result"] == f"{people[0]} won")
    assert before.about["persons"] == people[0]
    for how in WAYS:
        damage(path, how)
        (again,) = tables_of(profile)
        assert again.about == before.about, how
        if how != "a folder":
            assert json.loads(path.read_text())["state"] == "over"
            assert tables_of(profile) == [again]


async def test_an_open_table_goes_on_without_its_description(profile: Profile) -> None:
    table = await played(profile, to_the_end=False)
    other = await played(profile, to_the_end=False)
    for how in WAYS[:-1]:
        damage(about_path(profile, table), how)
        again = open_table.open_saved(profile, table.id)
        assert again.config.practice
        assert len(again._bot_places) == 1
        await again.close()
        assert {info.id for info in tables_of(profile)} == {table.id, other.id}


async def test_a_table_whose_description_cannot_be_kept_blocks_no_other(profile: Profile) -> None:
    table = await played(profile, to_the_end=False)
    damage(about_path(profile, table), "a folder")
    found = open_table.open_play(profile, "inheritance", 1, {}, new=False)
    assert found.id == table.id
    await found.close()
    other = await played(profile, to_the_end=False)
    assert {info.id for info in tables_of(profile)} == {table.id, other.id}


def test_what_an_interrupted_start_left_is_not_listed(profile: Profile) -> None:
    for name in ("empty", "schema"):
        profile.table_path(name).parent.mkdir(parents=True)
    profile.table_path("empty").touch()
    Store.create(profile.table_path("schema")).close()
    assert tables_of(profile) == []


async def test_a_table_that_is_open_elsewhere_is_listed_all_the_same(profile: Profile) -> None:
    table = await played(profile, to_the_end=False)
    damage(about_path(profile, table), "empty")
    with Store.open(profile.table_path(table.id)):
        assert [info.id for info in tables_of(profile)] == [table.id]


def test_who_has_cheated_by_our_audit_has_not_won() -> None:
    """What all have signed stays as it is; the list says who has won as far as it is proven."""
    charter = charter_of(Fortress(), [person(0), person(1)])
    ending = Ending(Outcome((Seat(0), Seat(1)), "so"), None, (0, 1), (0, 1))
    config = TableConfig("guest", b"secret", "Ana")
    unknown = tuple(Finding(seat, Verdict.NOT_PROVEN) for seat in range(2))
    lie = (Finding(0, Verdict.PROVEN), Finding(1, Verdict.CHEATED, "so", 9))
    names = [member.name for member in charter.draft.members]

    def kept(audit: AuditState | None, seat: int) -> tuple[object, object]:
        own = charter.draft.members[seat].key
        about = described(config, charter, "over", ending, own, audit)
        return about.result, about.won

    both = f"{names[0]} and {names[1]} won"
    for audit in (None, AuditState(unknown, Upshot())):
        assert [kept(audit, seat) for seat in (0, 1)] == [(both, True), (both, True)]
    found = AuditState(lie, Upshot((0,)), settled=True)
    waits = Finding(1, Verdict.NOT_PROVEN, WITHHELD)
    for audit, says in (
        (AuditState(lie, Upshot(broken_by=(lie[1],))), f"broken by {names[1]}"),
        (
            AuditState((lie[0], waits), Upshot(open_until=(waits,))),
            f"open until {names[1]} shows the seed",
        ),
    ):
        told = described(config, charter, "over", ending, charter.draft.members[0].key, audit)
        assert told.result == says
        assert told.won is None
    one = f"{names[0]} won"
    assert [kept(found, seat) for seat in (0, 1)] == [(one, True), (one, False)]
