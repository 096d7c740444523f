"""One table's memory: the signed messages of its log and a few private notes, never lost.

What `commit` has returned from survives a kill at any instant and a loss of power, as far as
the disk keeps its promises: SQLite with a write-ahead log and `synchronous=FULL`. An own message
is committed here before it is sent, so a client that starts again never says a second thing.

The store judges nothing: it keeps bytes in the order in which they were handed over, two
versions of one message included, for both are evidence.
Held by tests/p2p/storage/test_table_store.py.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from p2p.errors import StoreBusy, StoreError
from p2p.store import StoredMessage

APPLICATION_ID = 0x43524F57
"""Marks a SQLite file as a Crownless table."""
VERSION = 1
"""Version of the schema, kept in `user_version`."""

_SCHEMA = """
CREATE TABLE message (
    place INTEGER PRIMARY KEY,
    author INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    hash BLOB NOT NULL,
    body BLOB NOT NULL,
    signature BLOB NOT NULL,
    UNIQUE (author, seq, hash)
) STRICT;
CREATE TABLE note (
    key TEXT PRIMARY KEY,
    value BLOB NOT NULL
) STRICT;
"""

_ADD_MESSAGE = """
INSERT INTO message (author, seq, hash, body, signature) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (author, seq, hash) DO NOTHING
"""
_PUT_NOTE = """
INSERT INTO note (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value
"""


class Store:
    """One table's SQLite file, open in this process and in no other; a `p2p.store.TableStore`."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        """Use `Store.create` or `Store.open` instead."""
        self._connection = connection
        self._path = path
        self._lock = threading.RLock()

    @classmethod
    def create(cls, path: Path) -> Store:
        """Make a new table file at `path`, readable by this user only, in an own 0700 folder.

        Raises StoreError where there is a table already or the file cannot be made. What a
        start that was killed halfway left behind is taken over.
        """
        with _explained(path):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            # SQLite gives its write-ahead file the mode of the main file.
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        return cls._connect(path, new=True)

    @classmethod
    def open(cls, path: Path) -> Store:
        """Open the table file at `path`.

        Raises StoreBusy if another process has it open, StoreError if it is missing, damaged,
        no table, or was written by a newer version.
        """
        if not path.is_file():
            raise StoreError(f"there is no table at {path}")
        return cls._connect(path, new=False)

    @classmethod
    def _connect(cls, path: Path, *, new: bool) -> Store:
        connection: sqlite3.Connection | None = None
        try:
            with _explained(path):
                path.chmod(0o600)
                # The lock of this class, not the thread, orders the calls.
                connection = sqlite3.connect(
                    path, timeout=0, isolation_level=None, check_same_thread=False
                )
                # Before the first read: one process at a time, and no shared-memory file.
                connection.execute("PRAGMA locking_mode = EXCLUSIVE").fetchall()
                if not new:
                    _check_kind(connection, path)
                _prepare(connection)
                if new:
                    _make(connection, path)
                return cls(connection, path)
        except BaseException:
            if connection is not None:
                connection.close()
            raise

    def commit(
        self, messages: Sequence[StoredMessage], notes: Mapping[str, bytes] | None = None
    ) -> None:
        """See TableStore."""
        rows = [(m.author, m.seq, m.hash, m.body, m.signature) for m in messages]
        with self._transaction() as connection:
            connection.executemany(_ADD_MESSAGE, rows)
            connection.executemany(_PUT_NOTE, list((notes or {}).items()))

    def messages(self) -> list[StoredMessage]:
        """See TableStore."""
        query = "SELECT author, seq, hash, body, signature FROM message ORDER BY place"
        with self._lock, _explained(self._path):
            return [StoredMessage(*row) for row in self._connection.execute(query)]

    def note(self, key: str) -> bytes | None:
        """See TableStore."""
        query = "SELECT value FROM note WHERE key = ?"
        with self._lock, _explained(self._path):
            row = self._connection.execute(query, (key,)).fetchone()
        return None if row is None else bytes(row[0])

    def put_note(self, key: str, value: bytes) -> None:
        """See TableStore."""
        self.commit((), {key: value})

    def notes(self, prefix: str = "") -> dict[str, bytes]:
        """See TableStore."""
        query = "SELECT key, value FROM note WHERE substr(key, 1, ?) = ? ORDER BY key"
        with self._lock, _explained(self._path):
            return dict(self._connection.execute(query, (len(prefix), prefix)).fetchall())

    def erase(self, key: str) -> None:
        """See TableStore. `secure_delete` overwrites the row; the write-ahead file is emptied.

        What the disk itself or a backup still remembers is out of reach.
        """
        with self._transaction() as connection:
            connection.execute("DELETE FROM note WHERE key = ?", (key,))
        with self._lock, _explained(self._path):
            busy, *_ = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            raise StoreError(f"a secret could not be erased from {self._path}; try again")

    def close(self) -> None:
        """See TableStore."""
        with self._lock, _explained(self._path):
            self._connection.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        connection = self._connection
        with self._lock, _explained(self._path):
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                # Some failures, a full disk among them, have rolled back already.
                with suppress(sqlite3.Error):
                    connection.execute("ROLLBACK")
                raise


def _prepare(connection: sqlite3.Connection) -> None:
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


def _make(connection: sqlite3.Connection, path: Path) -> None:
    if connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
        raise StoreError(f"there is a table at {path} already")
    connection.executescript(
        f"BEGIN IMMEDIATE; {_SCHEMA} PRAGMA application_id = {APPLICATION_ID};"
        f"PRAGMA user_version = {VERSION}; COMMIT;"
    )


def _check_kind(connection: sqlite3.Connection, path: Path) -> None:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID:
        raise StoreError(f"{path} is not a Crownless table")
    if version != VERSION:
        raise StoreError(f"{path} was written by a newer Crownless; update this one to go on")


_REASONS = {
    sqlite3.SQLITE_FULL: "the disk is full; make room and try again",
    sqlite3.SQLITE_NOTADB: "the file is not a Crownless table",
    sqlite3.SQLITE_CORRUPT: "the file is damaged; restore it from a backup",
    sqlite3.SQLITE_READONLY: "the file may not be written; check its permissions",
    sqlite3.SQLITE_CANTOPEN: "the file cannot be opened; check its folder and permissions",
    sqlite3.SQLITE_PERM: "the file may not be opened; check its permissions",
}


@contextmanager
def _explained(path: Path) -> Iterator[None]:
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
        reason = _REASONS.get(code, "the disk does not answer as it should")
        raise StoreError(f"{path}: {reason}") from error
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror or 'the file cannot be used'}") from error
