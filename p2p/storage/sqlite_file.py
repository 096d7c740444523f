"""One SQLite file that this process has open and no other: its connection, and what fails in words.

Held by tests/p2p/storage/test_table_store.py.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from p2p.disk_errors import DISK_FULL, FILE_LIMIT, not_written
from p2p.errors import StoreBusy, StoreDamaged, StoreError
from p2p.storage import atomic_file

_ONE_WRITE = 1 << 16
"""Bytes that a write may have been short of the limit on file size: a page and more."""
_REASONS = {
    sqlite3.SQLITE_READONLY: "the file may not be written; check its permissions",
    sqlite3.SQLITE_CANTOPEN: "the file cannot be opened; check its folder and permissions",
    sqlite3.SQLITE_PERM: "the file may not be opened; check its permissions",
}
_DAMAGE = {
    sqlite3.SQLITE_NOTADB: "the file is not a Crownless table",
    sqlite3.SQLITE_ERROR: "the file is damaged",  # a part is missing
    sqlite3.SQLITE_CORRUPT: "the file is damaged",
}


def prepare(connection: sqlite3.Connection) -> None:
    """Set how SQLite writes, and take the lock that keeps other processes out."""
    for pragma in (
        "journal_mode = WAL",
        "synchronous = FULL",
        "fullfsync = ON",  # means something on macOS only
        "checkpoint_fullfsync = ON",
        "secure_delete = ON",
        "trusted_schema = OFF",
    ):
        connection.execute(f"PRAGMA {pragma}").fetchall()
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("COMMIT")


@contextmanager
def connected(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that is closed again if anything goes wrong inside."""
    connection: sqlite3.Connection | None = None
    try:
        with explained(path):
            atomic_file.close_to_others(path)
            # The lock of the store, not the thread, orders the calls.
            connection = sqlite3.connect(
                path, timeout=0, isolation_level=None, check_same_thread=False
            )
            # Before the first read: one process at a time, and no shared-memory file.
            connection.execute("PRAGMA locking_mode = EXCLUSIVE").fetchall()
            yield connection
    except BaseException:
        if connection is not None:
            connection.close()
        raise


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn what SQLite and the system report into a sentence."""
    try:
        yield
    except sqlite3.ProgrammingError as error:
        if "closed" not in str(error):
            raise  # a mistake in this program, not in the file
        raise StoreError("this table is closed") from error
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the low byte is the kind
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise StoreBusy("this table is already open in another terminal") from error
        if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR) and _at_size_limit(path):
            raise StoreError(f"{path} was not written: {FILE_LIMIT}") from error
        if code == sqlite3.SQLITE_FULL:
            raise StoreError(f"{path} was not written: {DISK_FULL}") from error
        if code in _DAMAGE:
            raise StoreDamaged(f"{path}: {_DAMAGE[code]}") from error
        reason = _REASONS.get(code, "the disk does not answer as it should")
        raise StoreError(f"{path}: {reason}") from error
    except OSError as error:
        raise StoreError(not_written(path, error)) from error


def _at_size_limit(path: Path) -> bool:
    """Whether the limit on file size may be what stops us: SQLite does not say so."""
    try:
        import resource  # not on every system
    except ImportError:
        return False
    limit, _ = resource.getrlimit(resource.RLIMIT_FSIZE)
    if limit == resource.RLIM_INFINITY:
        return False
    largest = max(size_of(path.with_name(path.name + end)) for end in ("", "-wal", "-journal"))
    return largest + _ONE_WRITE >= limit


def size_of(path: Path) -> int:
    """Bytes of a file; 0 where there is none."""
    try:
        return path.stat().st_size
    except OSError:
        return 0
