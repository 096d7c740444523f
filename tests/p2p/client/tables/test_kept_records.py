"""Records kept beside tables: found by the table, made of it where none is kept, gone with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.lifecycle.record_keeping import KeptRecord, RecordKeeper
from cli.model.replay import load
from games.engine.values import Seat
from p2p.client.tables.kept_records import delete_table, kept_record, own_seat, record_of_table
from p2p.client.tables.open_table import open_play
from p2p.client.tables.opened_table import OpenedTable
from p2p.client.tables.table_list import tables_of
from p2p.errors import LocalError, ProfileError
from p2p.record.verify import verify
from p2p.storage import atomic_file
from p2p.storage.profile import Profile
from tests.p2p.client.clients import profile, running, to_the_end, until


async def played(ana: Profile) -> tuple[OpenedTable, KeptRecord | None, KeptRecord | None]:
    table = open_play(ana, "inheritance", 1, {}, new=True, auto=True)
    keeper = RecordKeeper(table, wanted=True)
    async with running(table):
        assert await keeper.keep() is None, "the game is not over"
        await to_the_end(table.client)
        kept, again = await keeper.keep(), await keeper.keep()
        assert await RecordKeeper(table, wanted=False).keep() is None
        table.describe("over")
    return table, kept, again


async def test_a_finished_table_keeps_its_record_and_both_are_deleted(tmp_path: Path) -> None:
    ana = profile(tmp_path, "Ana")
    table, kept, again = await played(ana)
    assert own_seat(ana, table.id) is None, "all have closed it: its secrets are erased"
    assert kept is not None
    assert again is None, "nothing is new"
    assert kept.path == kept_record(ana, table.shown)
    assert kept.path.stat().st_size == kept.size
    assert kept.path.stat().st_mode & 0o077 == 0
    data = bytes(record_of_table(ana, table.id))
    assert data == kept.path.read_bytes()
    assert verify(data).exit == 0
    kept.path.unlink()
    assert bytes(record_of_table(ana, table.id)) == data, "the table holds all of it"
    kept.path.write_bytes(data)
    (info,) = tables_of(ana)
    delete_table(ana, info)
    assert own_seat(ana, table.id) is None
    assert tables_of(ana) == []
    assert not kept.path.exists()
    with pytest.raises(LocalError, match="there is no table"):
        record_of_table(ana, table.id)


async def test_our_own_hand_is_read_again_at_a_table_that_goes_on(tmp_path: Path) -> None:
    ana = profile(tmp_path, "Ana")
    table = open_play(ana, "inheritance", 1, {}, new=True, auto=False)

    def asked() -> bool:
        snapshot = table.client.state.snapshot
        return snapshot is not None and snapshot.prompt is not None

    async with running(table):
        await until(table.client, asked)
        snapshot = table.client.state.snapshot
    assert snapshot is not None
    assert snapshot.view is not None
    own = own_seat(ana, table.id)
    assert own is not None
    assert own.seed.hex() not in repr(own)
    replay = load(record_of_table(ana, table.id), {}, own=own)
    assert replay.own == table.client.seat
    last = len(replay.moments) - 1
    assert replay.view(last, replay.own).hand == snapshot.view.hand
    assert all(card.known for card in snapshot.view.hand)
    other = Seat(1 - own.seat)
    assert not any(card.known for card in replay.view(last, other).hand)
    assert own_seat(ana, "nowhere") is None
    stranger = load(record_of_table(ana, table.id), {})
    assert not any(card.known for card in stranger.view(last, replay.own).hand)


async def test_a_full_disk_is_one_sentence_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = profile(tmp_path, "Ana")
    write = atomic_file.write

    def full(path: Path, data: bytes) -> None:
        if path.suffix == ".crownless":
            raise ProfileError(f"{path} was not written: its disk is full")
        write(path, data)

    monkeypatch.setattr(atomic_file, "write", full)
    with pytest.raises(ProfileError, match="its disk is full"):
        await played(ana)
    (info,) = tables_of(ana)
    assert verify(bytes(record_of_table(ana, info.id))).exit == 0


@pytest.mark.parametrize(
    ("size", "words"), [(12, "1 kB"), (286_400, "286 kB"), (1_540_000, "1.5 MB")]
)
def test_the_size_is_said(size: int, words: str) -> None:
    assert KeptRecord(Path("x"), size).words == words
