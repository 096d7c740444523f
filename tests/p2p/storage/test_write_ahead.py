"""The write-ahead file read as bytes: what it adds, and whether damage has taken a commit."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from p2p.storage.write_ahead import WriteAhead, parse, read, whole_table

FRAME = 24 + 4096


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, bytes]:
    """The main file and the write-ahead file of a database with some commits in the latter."""
    path = tmp_path_factory.mktemp("ahead") / "table.db"
    made = sqlite3.connect(path, isolation_level=None)
    made.execute("PRAGMA journal_mode = WAL")
    made.execute("CREATE TABLE one (value BLOB)")
    made.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for number in range(6):
        made.execute("INSERT INTO one VALUES (?)", (bytes([number]) * 3000,))
    found = path.read_bytes(), path.with_name("table.db-wal").read_bytes()
    made.close()
    return found


def values(data: bytes) -> list[int]:
    found = sqlite3.connect(":memory:")
    found.deserialize(data)
    rows = [row[0][0] for row in found.execute("SELECT value FROM one ORDER BY rowid")]
    found.close()
    return rows


def put(folder: Path, main: bytes, ahead: bytes) -> Path:
    path = folder / "table.db"
    path.write_bytes(main)
    path.with_name("table.db-wal").write_bytes(ahead)
    return path


def by_sqlite(path: Path) -> list[int]:
    """What SQLite finds in such files."""
    found = sqlite3.connect(path)
    rows = [row[0][0] for row in found.execute("SELECT value FROM one ORDER BY rowid")]
    found.close()
    return rows


def flipped(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


def test_a_whole_file_adds_all_its_commits(files: tuple[bytes, bytes], tmp_path: Path) -> None:
    path = put(tmp_path, *files)
    assert values(whole_table(path)) == list(range(6)) == by_sqlite(path)
    assert not parse(files[1]).lost


def test_without_one_the_main_file_is_all(files: tuple[bytes, bytes], tmp_path: Path) -> None:
    path = put(tmp_path, files[0], b"")
    path.with_name("table.db-wal").unlink()
    assert read(path) == WriteAhead({}, 0, lost=False)
    assert values(whole_table(path)) == []


@pytest.mark.parametrize("at", [0, 10, 26, 32, 50, 3000, FRAME + 40, 3 * FRAME + 60])
def test_damage_is_found_and_what_stands_before_it_is_read_as_by_sqlite(
    files: tuple[bytes, bytes], tmp_path: Path, at: int
) -> None:
    path = put(tmp_path, files[0], flipped(files[1], at))
    assert read(path).lost
    ours = values(whole_table(path))
    assert ours == by_sqlite(path)
    assert len(ours) < 6


def test_a_write_that_was_cut_short_is_no_damage(files: tuple[bytes, bytes]) -> None:
    """So a kill leaves it: nothing in there was ever said to be kept."""
    for length in (0, 20, 32, 40, len(files[1]) - 1, len(files[1]) - FRAME):
        assert not parse(files[1][:length]).lost


def test_what_an_earlier_round_has_left_is_no_damage(files: tuple[bytes, bytes]) -> None:
    stale = bytearray(files[1][32:])
    for at in range(0, len(stale), FRAME):
        stale[at + 8 : at + 16] = bytes(8)  # of other salts
    found = parse(files[1] + bytes(stale))
    assert not found.lost
    assert found == parse(files[1])


def test_zeros_in_its_place_are_damage(files: tuple[bytes, bytes]) -> None:
    assert parse(bytes(len(files[1]))).lost
