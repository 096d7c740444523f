"""Tables on disk: what was acknowledged is there, one process at a time, nothing left behind."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from p2p.errors import LocalError, StoreBusy, StoreDamaged, StoreError
from p2p.storage.table_schema import APPLICATION_ID
from p2p.storage.table_store import SETTLE_SECONDS, Store
from p2p.store import KeptMark, StoredMessage, TableStore
from simulation.memory_store import MemoryStore, SimulatedCrash
from tests.paths import ROOT


def message(author: int, seq: int, version: int = 0) -> StoredMessage:
    mark = bytes([author, seq & 0xFF, seq >> 8, version])
    return StoredMessage(author, seq, mark * 8, b"body" + mark, mark * 16)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table" / "table.db"


@pytest.fixture(params=["file", "memory"])
def store(request: pytest.FixtureRequest, path: Path) -> Iterator[TableStore]:
    made: TableStore = Store.create(path) if request.param == "file" else MemoryStore()
    yield made
    made.close()


def test_messages_come_back_in_the_order_they_were_committed(store: TableStore) -> None:
    first, second, third = message(2, 1), message(0, 9), message(2, 0)
    store.commit([first, second])
    store.commit([third])
    assert store.messages() == [first, second, third]


def test_a_message_held_already_is_left_alone(store: TableStore) -> None:
    kept = message(1, 1)
    other_signature = StoredMessage(kept.author, kept.seq, kept.hash, kept.body, b"another")
    store.commit([kept, kept])
    store.commit([other_signature, message(1, 2)])
    assert store.messages() == [kept, message(1, 2)]


def test_a_mark_is_raised_and_never_lowered(store: TableStore) -> None:
    kept = message(1, 1)
    store.commit([kept, message(1, 2)])
    for given, left in (
        (KeptMark.GOOD, KeptMark.GOOD),
        (KeptMark.CONVICTS, 3),
        (KeptMark.SETTLED, 3),
    ):
        store.commit([replace(kept, mark=given)])
        assert store.messages() == [replace(kept, mark=KeptMark(left)), message(1, 2)]
    store.commit([replace(message(0, 7), mark=KeptMark.SETTLED)])
    assert store.messages()[-1].mark is KeptMark.SETTLED


def test_a_body_is_read_back_by_its_name(store: TableStore) -> None:
    versions = [message(1, 1, 0), message(1, 1, 1)]
    store.commit(versions)
    for kept in versions:
        assert store.body(kept.author, kept.seq, kept.hash) == kept.body
    with pytest.raises(StoreError):
        store.body(1, 2, versions[0].hash)


def test_a_long_table_is_read_in_its_order_while_it_grows(store: TableStore) -> None:
    store.commit([message(seq % 3, seq) for seq in range(200)])
    stream = store.stream()
    first = [next(stream) for _ in range(70)]
    store.commit([message(0, 300)])
    assert [one.seq for one in (*first, *stream)][:200] == list(range(200))


def test_a_file_from_before_there_were_marks_is_taken_over(path: Path) -> None:
    Store.create(path).close()
    with sqlite3.connect(path) as older:
        older.execute("DROP TABLE mark")
        older.execute("PRAGMA user_version = 1")
        row = message(0, 1)
        values = (row.author, row.seq, row.hash, row.body, row.signature)
        older.execute(
            "INSERT INTO message (author, seq, hash, body, signature) VALUES (?, ?, ?, ?, ?)",
            values,
        )
    older.close()
    with Store.open(path) as store:
        assert store.messages() == [row]
        store.commit([replace(row, mark=KeptMark.GOOD)])
    with Store.open_or_create(path, {}) as store:
        assert store.messages() == [replace(row, mark=KeptMark.GOOD)]


def test_two_versions_of_one_message_are_both_kept(store: TableStore) -> None:
    versions = [message(1, 1, 0), message(1, 1, 1)]
    store.commit(versions)
    assert store.messages() == versions


def test_notes_are_kept_replaced_listed_and_erased(store: TableStore) -> None:
    assert store.note("seed") is None
    store.commit([message(0, 1)], {"seed": b"1", "peer/b": b"2", "peer/a": b"3"})
    store.put_note("seed", b"4")
    assert store.note("seed") == b"4"
    assert list(store.notes("peer/").items()) == [("peer/a", b"3"), ("peer/b", b"2")]
    assert set(store.notes()) == {"seed", "peer/a", "peer/b"}
    store.erase("seed")
    store.erase("never there")
    assert store.note("seed") is None
    assert store.messages() == [message(0, 1)]


def test_a_prefix_is_taken_letter_by_letter(store: TableStore) -> None:
    store.commit((), {"a%b": b"1", "axb": b"2", "A%b": b"3"})
    assert list(store.notes("a%")) == ["a%b"]


def test_a_closed_store_says_so(store: TableStore) -> None:
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.messages()
    with pytest.raises(StoreError, match="closed"):
        store.commit([message(0, 1)])


def test_everything_is_there_after_a_new_start(path: Path) -> None:
    with Store.create(path) as store:
        store.commit([message(0, 1), message(1, 1)], {"seed": b"s"})
    with Store.open(path) as store:
        assert store.messages() == [message(0, 1), message(1, 1)]
        assert store.note("seed") == b"s"


@pytest.mark.skipif(os.name == "nt", reason="permission bits are a POSIX matter")
def test_every_file_is_for_its_user_alone(path: Path) -> None:
    old_mask = os.umask(0)
    try:
        with Store.create(path) as store:
            store.commit([message(0, 1)])
            files = list(path.parent.iterdir())
            assert {file.name for file in files} >= {"table.db", "table.db-wal"}
            assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
            assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
        path.chmod(0o644)
        with Store.open(path):
            assert {stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()} == {0o600}
    finally:
        os.umask(old_mask)


def test_an_erased_note_is_in_no_file(path: Path) -> None:
    secret = b"thirty-two bytes nobody may read" * 400  # long enough for pages of its own
    short = b"a short secret of some two dozen bytes"
    with Store.create(path) as store:
        store.commit([message(0, n) for n in range(50)], {"seed": secret, "short": short})
        store.put_note("other", b"stays")
        written = b"".join(file.read_bytes() for file in path.parent.iterdir())
        assert secret[:32] in written
        assert short in written
        store.erase("seed")
        store.erase("short")
        left = b"".join(file.read_bytes() for file in path.parent.iterdir())
    assert secret[:32] not in left
    assert short not in left
    assert b"stays" in left


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


OPEN_ELSEWHERE = """
import sys
from pathlib import Path
from p2p.errors import StoreBusy
from p2p.storage.table_store import Store
try:
    Store.open(Path(sys.argv[1])).close()
    print("opened")
except StoreBusy as error:
    print(error)
"""


def test_one_process_at_a_time(path: Path) -> None:
    store = Store.create(path)
    busy = run(OPEN_ELSEWHERE, str(path))
    assert busy.stdout.strip() == "this table is already open in another terminal", busy.stderr
    with pytest.raises(StoreBusy):
        Store.open(path)
    store.commit([message(0, 1)])
    store.close()
    assert run(OPEN_ELSEWHERE, str(path)).stdout.strip() == "opened"


COMMIT_UNTIL_KILLED = """
import sys
from pathlib import Path
from p2p.storage.table_store import Store
from p2p.store import StoredMessage
store = Store.open(Path(sys.argv[1]))
at = len(store.messages())
while True:
    number = at.to_bytes(4, "big")
    store.commit(
        [StoredMessage(0, at, number * 8, number * 500, number * 16)], {f"note/{at}": number}
    )
    print(at, flush=True)
    at += 1
"""


def test_a_killed_process_loses_nothing_it_acknowledged(path: Path) -> None:
    Store.create(path).close()
    for round_number in range(3):
        child = subprocess.Popen(
            [sys.executable, "-c", COMMIT_UNTIL_KILLED, str(path)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
        )
        with child:
            assert child.stdout is not None
            for _ in range(20 + 17 * round_number):
                acknowledged = int(child.stdout.readline())
            child.kill()
            acknowledged = max([acknowledged, *map(int, child.stdout.read().split(b"\n")[:-1])])
        with Store.open(path) as store:
            messages = store.messages()
            assert [m.seq for m in messages] == list(range(len(messages)))
            assert len(messages) > acknowledged
            assert all(m.body == m.seq.to_bytes(4, "big") * 500 for m in messages)
            assert len(store.notes("note/")) == len(messages)


def test_a_full_disk_is_said_and_nothing_is_half_kept(path: Path) -> None:
    with Store.create(path) as store:
        store.commit([message(0, 1)])
        store._connection.execute("PRAGMA max_page_count = 12")
        big = StoredMessage(0, 3, b"3" * 32, bytes(200_000), b"")
        with pytest.raises(StoreError, match="disk is full"):
            store.commit([message(0, 2), big], {"head": b"3"})
        assert store.messages() == [message(0, 1)]
        assert store.note("head") is None
        store._connection.execute("PRAGMA max_page_count = 1000")
        store.commit([message(0, 2), big])
        assert store.messages() == [message(0, 1), message(0, 2), big]


def test_create_never_overwrites_and_open_never_makes(path: Path) -> None:
    with pytest.raises(StoreError, match="no table"):
        Store.open(path)
    assert not path.exists()
    with Store.create(path) as store:
        store.commit([message(0, 1)])
    with pytest.raises(StoreError, match="already"):
        Store.create(path)
    with Store.open(path) as store:
        assert store.messages() == [message(0, 1)]


def test_a_half_made_file_is_taken_over(path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    with Store.create(path) as store:
        store.commit([message(0, 1)])
        assert store.messages() == [message(0, 1)]


def test_files_that_are_no_tables_are_refused_and_left_alone(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"not a database at all" * 100)
    with pytest.raises(StoreError, match="not a Crownless table"):
        Store.open(path)
    assert path.read_bytes() == b"not a database at all" * 100
    path.unlink()
    foreign = sqlite3.connect(path)
    foreign.execute("CREATE TABLE message (x)")
    foreign.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="not a Crownless table"):
        Store.open(path)
    assert path.read_bytes() == before


def test_a_table_of_a_newer_version_is_refused(path: Path) -> None:
    Store.create(path).close()
    with sqlite3.connect(path) as newer:
        newer.execute("PRAGMA user_version = 99")
    newer.close()
    with pytest.raises(StoreError, match="update"):
        Store.open(path)


def test_the_file_says_what_it_is(path: Path) -> None:
    Store.create(path).close()
    raw = sqlite3.connect(path)
    assert raw.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
    assert raw.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    strict = raw.execute("SELECT name FROM pragma_table_list WHERE strict").fetchall()
    raw.close()
    assert {name for (name,) in strict} == {"message", "note", "mark"}


def test_a_missing_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(LocalError):
        Store.create(tmp_path / "file" / "table.db")


def test_a_simulated_crash_keeps_what_was_acknowledged() -> None:
    store = MemoryStore()
    store.commit([message(0, 1)], {"seed": b"s"})
    found = store.crash()
    with pytest.raises(StoreError):
        store.commit([message(0, 2)])
    assert found.messages() == [message(0, 1)]
    assert found.note("seed") == b"s"


@pytest.mark.parametrize("kept", [False, True])
def test_a_simulated_crash_inside_a_commit_keeps_all_of_it_or_nothing(kept: bool) -> None:
    store = MemoryStore()
    store.crash_at(2, kept=kept)
    store.commit([message(0, 1)])
    with pytest.raises(SimulatedCrash):
        store.commit([message(0, 2)], {"head": b"2"})
    found = store.crash()
    assert found.messages() == [message(0, 1), message(0, 2)][: 2 if kept else 1]
    assert found.note("head") == (b"2" if kept else None)
    found.commit([message(0, 3)])


def test_a_stored_message_does_not_fill_a_log_with_its_body() -> None:
    stored = message(0, 1)
    assert stored.body
    assert "body" not in repr(stored)
    assert "author=0" in repr(stored)


def ahead_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def test_what_is_committed_comes_into_the_main_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settled: list[float] = []

    class Alarm(threading.Timer):
        def start(self) -> None:
            settled.append(self.interval)

    monkeypatch.setattr(threading, "Timer", Alarm)
    with Store.create(path, {"plan": b"p"}) as store:
        assert ahead_of(path).stat().st_size == 0
        store.commit([message(0, 1)])
        store.commit([message(0, 2)])
        assert ahead_of(path).stat().st_size > 0
        assert settled == [SETTLE_SECONDS]
        store.settle()
        assert ahead_of(path).stat().st_size == 0
        store.commit((), {"charter": b"c", "seed": b"s"})
        assert ahead_of(path).stat().st_size == 0
        store.commit([message(0, 3)])
        assert settled == [SETTLE_SECONDS] * 2


def copied(path: Path, folder: Path) -> Path:
    """The files of a table that is open, as a kill would leave them."""
    shutil.copytree(path.parent, folder)
    return folder / path.name


def test_a_damaged_write_ahead_file_costs_its_own_messages_only(path: Path, tmp_path: Path) -> None:
    with Store.create(path, {"plan": b"p"}) as store:
        store.commit((), {"charter": b"c", "seed": b"s"})
        store.commit([message(0, 1)])
        store.settle()
        store.commit([message(0, 2)])
        store.commit([message(0, 3)])
        left = copied(path, tmp_path / "left")
    with Store.open(copied(left, tmp_path / "whole")) as store:
        assert not store.lost
        assert len(store.messages()) == 3
    ahead_of(left).write_bytes(bytes(ahead_of(left).stat().st_size))
    with Store.open(left) as store:
        assert store.lost
        assert store.messages() == [message(0, 1)]
        assert store.notes() == {"plan": b"p", "charter": b"c", "seed": b"s"}


@pytest.mark.parametrize("left", [None, b"", b"SQLite"])
def test_a_table_whose_file_is_lost_is_not_begun_again(path: Path, left: bytes | None) -> None:
    Store.create(path, {"plan": b"p", "seed": b"s"}).close()
    path.unlink()
    if left is not None:
        path.write_bytes(left)
    with pytest.raises(StoreDamaged, match="the table was begun"):
        Store.open(path)
    with pytest.raises(StoreDamaged, match="the table was begun"):
        Store.open_or_create(path, {"plan": b"p"})
    with Store.create(path, {"plan": b"p", "seed": b"s"}) as store:
        assert store.notes() == {"plan": b"p", "seed": b"s"}


def test_notes_that_an_older_file_lacks_come_from_their_copy(path: Path, tmp_path: Path) -> None:
    with Store.create(path, {"plan": b"p"}) as store:
        before = path.read_bytes()
        store.commit((), {"charter": b"c", "seed": b"s"})
    path.write_bytes(before)
    with Store.open(path) as store:
        assert store.lost
        assert store.notes() == {"plan": b"p", "charter": b"c", "seed": b"s"}
    with Store.open(path) as store:
        assert not store.lost


def test_an_erased_seed_does_not_come_back(path: Path) -> None:
    with Store.create(path, {"plan": b"p", "charter": b"c", "seed": b"s"}) as store:
        assert path.with_suffix(".spare").exists()
        store.erase("seed")
        store.put_note("charter", b"d")
    with Store.open(path) as store:
        assert store.note("seed") is None
    assert not path.with_suffix(".spare").exists()


def test_a_table_that_may_not_be_written_is_read(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.create(path, {"plan": b"p", "seed": b"s"}) as store:
        store.commit([message(0, 1)])
        left = copied(path, tmp_path / "left")
    assert ahead_of(left).stat().st_size
    before = {file.name: file.read_bytes() for file in left.parent.iterdir()}
    monkeypatch.setattr(os, "access", lambda *_: False)
    with Store.open(left) as store:
        assert store.messages() == [message(0, 1)]
        assert store.notes() == {"plan": b"p", "seed": b"s"}
        with pytest.raises(StoreError, match="may not be written"):
            store.commit([message(0, 2)])
    assert {file.name: file.read_bytes() for file in left.parent.iterdir()} == before
