"""A table whose file is lost or damaged: nothing opens over it, and what is said of it is true."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from p2p.client.tables import open_table
from p2p.client.tables.opened_table import OpenedTable
from p2p.client.tables.table_list import tables_of
from p2p.client.tables.taken_anew import damage_of, take_anew
from p2p.errors import LocalError, StoreBusy, StoreDamaged
from p2p.net.invite import Invite
from p2p.record.record import Record
from p2p.storage.profile import Profile
from p2p.storage.spare_notes import spare_path
from p2p.storage.table_store import Store
from p2p.store import StoredMessage
from tests.paths import ROOT

KEPT = ROOT / "tests/p2p/record/kept/inheritance-2-release-0.2.0.record"


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    return Profile(tmp_path / "home")


def host(profile: Profile, *, new: bool = False) -> OpenedTable:
    return open_table.open_host(profile, "king", 2, {}, new=new)


def left(profile: Profile) -> Path:
    """Where the store is of a table that was opened for others and left."""
    table = host(profile)
    table.describe("open")
    table.abandon()
    return profile.table_path(table.id)


def lose(path: Path) -> None:
    path.unlink()


def empty(path: Path) -> None:
    path.write_bytes(b"")


def spoil(path: Path) -> None:
    path.write_bytes(bytes(range(256)) * 64)


def spoil_pages(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:100] + b"\xff" * (path.stat().st_size - 100))


DAMAGES = (lose, empty, spoil, spoil_pages)


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("described", [True, False])
def test_no_table_opens_over_a_damaged_one_unasked(
    profile: Profile, damage: Callable[[Path], None], described: bool
) -> None:
    path = left(profile)
    damage(path)
    if not described:
        path.with_name("about.json").unlink()
    (info,) = tables_of(profile)
    assert (info.summary.role, info.summary.game) == ("host", "king")
    before = sorted(path.parent.iterdir())
    with pytest.raises(LocalError, match=rf"crownless tables {info.shown} --anew.*\(--new\)"):
        host(profile)
    with pytest.raises(StoreDamaged, match="--anew"):
        open_table.open_saved(profile, info.id)
    assert sorted(path.parent.iterdir()) == before
    another = host(profile, new=True)
    another.abandon()
    assert another.id != info.id


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_table_is_taken_anew_with_what_nobody_else_has(
    profile: Profile, damage: Callable[[Path], None]
) -> None:
    path = left(profile)
    with Store.open(path) as store:
        store.commit((), {"charter": b"c", "seed": b"s", "port": b"\x10\x10"})
        before = store.notes()
    damage(path)
    was = path.read_bytes() if path.exists() else None
    (info,) = tables_of(profile)
    assert "damaged-1" in take_anew(profile, info)
    assert damage_of(path) is None
    with Store.open(path) as store:
        assert {**before, **store.notes()} == before
        assert store.note("seed") == b"s"
    aside = path.parent / "damaged-1" / path.name
    assert (aside.read_bytes() if aside.exists() else None) == was
    assert not was or aside.exists()


def test_a_whole_table_is_left_as_it_is(profile: Profile) -> None:
    path = left(profile)
    before = sorted(path.parent.iterdir())
    (info,) = tables_of(profile)
    with pytest.raises(LocalError, match="is whole"):
        take_anew(profile, info)
    with Store.open(path), pytest.raises(StoreBusy):
        take_anew(profile, info)
    assert sorted(path.parent.iterdir()) == before


def test_a_body_that_was_changed_is_damage(profile: Profile) -> None:
    path = left(profile)
    with Store.open(path) as store:
        store.commit([StoredMessage(0, 0, b"h" * 32, b"another body", b"s" * 64)])
    (info,) = tables_of(profile)
    assert "damaged-1" in take_anew(profile, info)


def test_without_its_seed_a_seat_is_said_to_be_lost(profile: Profile) -> None:
    path = left(profile)
    with Store.open(path) as store:
        store.commit((), {"charter": Record.decode(KEPT.read_bytes()).charter})
    spare_path(path).unlink()
    profile.describe_table(
        path.parent.name, {**profile.about_table(path.parent.name), "table": "ab"}
    )
    lose(path)
    (info,) = tables_of(profile)
    said = "nobody can play it on or concede for it.*crownless watch.*--delete"
    with pytest.raises(LocalError, match=said):
        host(profile)
    with pytest.raises(LocalError, match=said):
        take_anew(profile, info)
    assert not path.exists()


def test_an_invite_does_not_begin_a_lost_table_again(profile: Profile) -> None:
    invite = Invite(b"s" * 10, b"h" * 10, (("192.0.2.1", 4000),))
    table = open_table.open_guest(profile, invite)
    table.describe("open")
    table.abandon()
    path = profile.table_path(table.id)
    with Store.open(path) as store:
        store.commit((), {"charter": b"c", "seed": b"s"})
    lose(path)
    with pytest.raises(StoreDamaged, match="--anew"):
        open_table.open_guest(profile, invite)
    spare_path(path).unlink()
    profile.describe_table(table.id, {**profile.about_table(table.id), "table": "ab"})
    with pytest.raises(StoreDamaged, match="nobody can play it on"):
        open_table.open_guest(profile, invite)
    assert not path.exists()


async def test_a_bot_of_ours_is_taken_anew_with_its_table(profile: Profile) -> None:
    table = open_table.open_play(profile, "inheritance", 1, {}, new=True)
    await table.start()
    await table.close()
    store = profile.table_path(table.id).parent / "bots" / "1" / "table.db"
    spoil(store)
    (info,) = tables_of(profile)
    table = open_table.open_saved(profile, info.id)
    with pytest.raises(StoreDamaged, match=r"bots/1/table\.db.*--anew"):
        await table.start()
    await table.close()
    take_anew(profile, info)
    assert (store.parent / "damaged-1" / "table.db").exists()
    assert damage_of(store) is None
