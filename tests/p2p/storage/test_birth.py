"""A table file whose birth was cut short anywhere is taken over by the next start.

A child process makes the file and is stopped: after each statement, in the middle of each write (by
the limit on file size, whose signal kills), or by an error of the disk. What it left is then begun
again, as the same invite would.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from p2p.errors import StoreError, StoreNotBegun
from p2p.storage.table_schema import APPLICATION_ID
from p2p.storage.table_store import Store
from p2p.store import StoredMessage
from tests.paths import ROOT

NOTES = {"plan": b"what we set out to do" * 40}
KILLED = 9
posix = pytest.mark.skipif(os.name == "nt", reason="limits of processes are a POSIX matter")

BIRTH = """
import os, signal, sqlite3, sys
from pathlib import Path
from p2p.errors import StoreError
from p2p.storage.table_store import Store

path, stage, limit, deadly = Path(sys.argv[1]), *map(int, sys.argv[2:])
connect, left = sqlite3.connect, stage

class Mortal(sqlite3.Connection):
    def execute(self, *args):
        global left
        if left == 0:
            os._exit(9)
        left -= 1
        return super().execute(*args)

sqlite3.connect = lambda *args, **kwargs: connect(*args, factory=Mortal, **kwargs)
if limit >= 0:
    import resource
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL if deadly else signal.SIG_IGN)
try:
    Store.open_or_create(path, {"plan": b"what we set out to do" * 40})
except StoreError as error:
    print(error)
    sys.exit(1)
os._exit(0)
"""


def birth(
    path: Path, *, stage: int = -1, limit: int = -1, deadly: bool = True
) -> subprocess.CompletedProcess[str]:
    """Begin a table in a child; `stage` counts statements, `limit` bytes of each file."""
    return subprocess.run(
        [sys.executable, "-c", BIRTH, str(path), str(stage), str(limit), str(int(deadly))],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def begin_again(path: Path) -> None:
    """The next start works, and what it keeps is there at the one after."""
    message = StoredMessage(0, 1, b"h" * 32, b"body", b"s" * 64)
    with Store.open_or_create(path, NOTES) as store:
        assert store.notes() == NOTES
        assert store.messages() == []
        store.commit([message])
    with Store.open(path) as store:
        assert store.notes() == NOTES
        assert store.messages() == [message]


def test_a_start_killed_after_any_statement_is_taken_over(tmp_path: Path) -> None:
    stage = 0
    while True:
        path = tmp_path / str(stage) / "table.db"
        ended = birth(path, stage=stage)
        begin_again(path)
        if ended.returncode == 0:
            break
        assert ended.returncode == KILLED, ended.stderr
        stage += 1
    assert stage > 10


@posix
@pytest.mark.parametrize("limit", [0, 1, 20, 100, 511, 512, 1000, 4095, 4096, 4130, 8300, 12400])
def test_a_start_killed_in_the_middle_of_a_write_is_taken_over(tmp_path: Path, limit: int) -> None:
    path = tmp_path / "table.db"
    ended = birth(path, limit=limit)
    assert ended.returncode < 0, ended.stdout + ended.stderr
    begin_again(path)


@posix
@pytest.mark.parametrize("limit", [0, 1, 100, 1000, 4096, 8300, 12400])
def test_a_limit_on_file_size_is_said_and_what_it_left_is_taken_over(
    tmp_path: Path, limit: int
) -> None:
    path = tmp_path / "table.db"
    ended = birth(path, limit=limit, deadly=False)
    assert ended.returncode == 1, ended.stderr
    assert str(path) in ended.stdout
    assert "limit on file size" in ended.stdout
    begin_again(path)


@pytest.mark.parametrize(
    "left",
    [b"", b"SQLite", b"SQLite format 3\0", b"SQLite format 3\0\x10\0\2\2", bytes(4096), bytes(300)],
    ids=["empty", "magic cut", "magic", "header cut", "page of zeros", "zeros"],
)
@pytest.mark.parametrize("beside", ["", "-wal", "-journal"])
def test_what_is_less_than_a_page_is_taken_over(tmp_path: Path, left: bytes, beside: str) -> None:
    path = tmp_path / "table.db"
    path.write_bytes(left)
    if beside:
        path.with_name(path.name + beside).write_bytes(b"")
    with pytest.raises(StoreError):
        Store.open(path)
    begin_again(path)


def test_a_schema_without_rows_gets_them(tmp_path: Path) -> None:
    """Releases before 0.2.0 kept what a table is for in a transaction of its own."""
    path = tmp_path / "table.db"
    Store.create(path).close()
    begin_again(path)


def test_a_file_of_nothing_but_a_header_is_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    raw = sqlite3.connect(path)
    raw.execute("PRAGMA journal_mode = WAL")
    raw.close()
    assert path.stat().st_size == 4096
    with pytest.raises(StoreNotBegun, match="never begun"):
        Store.open(path)
    begin_again(path)


def test_what_another_program_made_is_never_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    raw = sqlite3.connect(path)
    raw.execute("CREATE TABLE message (x)")
    raw.close()
    before = path.read_bytes()
    for other in (before, b"some text", b"SQLite format 3\0" + b"x" * 600, b"\0" * 4097):
        path.write_bytes(other)
        with pytest.raises(StoreError, match="not a Crownless table"):
            Store.open_or_create(path, NOTES)
        with pytest.raises(StoreError, match="not a Crownless table"):
            Store.create(path)
        assert path.read_bytes() == other


def test_a_table_that_was_begun_keeps_what_it_is_for(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    Store.create(path, {"plan": b"first"}).close()
    with Store.open_or_create(path, {"plan": b"second"}) as store:
        assert store.note("plan") == b"first"
    with pytest.raises(StoreError, match="already"):
        Store.create(path, NOTES)
    with sqlite3.connect(path) as raw:
        assert raw.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
    raw.close()
