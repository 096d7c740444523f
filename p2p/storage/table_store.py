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

from p2p.errors import StoreError, StoreNotBegun
from p2p.storage.sqlite_file import connected, explained, prepare
from p2p.storage.table_schema import check_kind, fill, is_empty, is_torn, migrate
from p2p.store import KeptMark, StoredMessage

_NOT_BEGUN = (
    "the table at {} was never begun, for its start was interrupted; start it again by the same"
    " invite or command"
)

_ADD_MESSAGE = """
INSERT INTO message (author, seq, hash, body, signature) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (author, seq, hash) DO NOTHING
"""
_RAISE_MARK = """
INSERT INTO mark (hash, mark) VALUES (?, ?)
ON CONFLICT (hash) DO UPDATE SET mark = max(mark, excluded.mark)
"""
_READ = """
SELECT place, author, seq, message.hash, body, signature, coalesce(mark, 0)
FROM message LEFT JOIN mark ON mark.hash = message.hash
WHERE place > ? ORDER BY place LIMIT 64
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
    def create(cls, path: Path, notes: Mapping[str, bytes] | None = None) -> Store:
        """Make a new table file at `path`, readable by this user only, in an own 0700 folder.

        `notes` are in it from the first moment. Raises StoreError where there is a table already or
        the file cannot be made. What a start that was killed halfway left behind is taken over.
        """
        return cls._make(path, notes or {}, may_exist=False)

    @classmethod
    def open_or_create(cls, path: Path, notes: Mapping[str, bytes]) -> Store:
        """Open the table file at `path`; where none was begun, `create` it with these notes.

        A note of a table that is there is never replaced; one that it lacks is added. Raises
        StoreBusy and StoreError.
        """
        return cls._make(path, notes, may_exist=True)

    @classmethod
    def open(cls, path: Path) -> Store:
        """Open the table file at `path`.

        Raises StoreBusy if another process has it open, StoreNotBegun for what an unfinished start
        left, StoreError if it is missing, damaged, no table, or was written by a newer version.
        """
        if not path.is_file():
            raise StoreError(f"there is no table at {path}")
        with explained(path):
            if is_torn(path):
                raise StoreNotBegun(_NOT_BEGUN.format(path))
        with connected(path) as connection:
            if is_empty(connection):
                raise StoreNotBegun(_NOT_BEGUN.format(path))
            check_kind(connection, path)
            prepare(connection)
            migrate(connection)
            return cls(connection, path)

    @classmethod
    def _make(cls, path: Path, notes: Mapping[str, bytes], *, may_exist: bool) -> Store:
        with explained(path):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            # SQLite gives its write-ahead file the mode of the main file.
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            # D-49: what a start that was killed has left is taken over; a new name would leave
            # litter as well.
            if is_torn(path):
                os.truncate(path, 0)
        with connected(path) as connection:
            empty = is_empty(connection)
            if not empty:
                check_kind(connection, path)
            prepare(connection)
            # Seen again under the lock: another process may have made the table meanwhile.
            if not is_empty(connection) and not may_exist:
                raise StoreError(f"there is a table at {path} already")
            migrate(connection)
            fill(connection, notes)
            return cls(connection, path)

    def commit(
        self, messages: Sequence[StoredMessage], notes: Mapping[str, bytes] | None = None
    ) -> None:
        """See TableStore."""
        marks = [(m.hash, int(m.mark)) for m in messages if m.mark is not KeptMark.NONE]
        rows = [(m.author, m.seq, m.hash, m.body, m.signature) for m in messages]
        with self._transaction() as connection:
            connection.executemany(_ADD_MESSAGE, rows)
            connection.executemany(_RAISE_MARK, marks)
            connection.executemany(_PUT_NOTE, list((notes or {}).items()))

    def messages(self) -> list[StoredMessage]:
        """See TableStore."""
        return list(self.stream())

    def stream(self) -> Iterator[StoredMessage]:
        """See TableStore."""
        last = -1
        while rows := self._read_behind(last):
            for _, author, seq, name, body, signature, mark in rows:
                yield StoredMessage(author, seq, name, body, signature, KeptMark(mark))
            last = rows[-1][0]

    def _read_behind(self, place: int) -> list[tuple[int, int, int, bytes, bytes, bytes, int]]:
        with self._lock, explained(self._path):
            return self._connection.execute(_READ, (place,)).fetchall()

    def body(self, author: int, seq: int, name: bytes) -> bytes:
        """See TableStore."""
        query = "SELECT body FROM message WHERE author = ? AND seq = ? AND hash = ?"
        with self._lock, explained(self._path):
            row = self._connection.execute(query, (author, seq, name)).fetchone()
        if row is None:
            raise StoreError(f"{self._path} lacks a message; restore it from a backup")
        return bytes(row[0])

    def note(self, key: str) -> bytes | None:
        """See TableStore."""
        query = "SELECT value FROM note WHERE key = ?"
        with self._lock, explained(self._path):
            row = self._connection.execute(query, (key,)).fetchone()
        return None if row is None else bytes(row[0])

    def put_note(self, key: str, value: bytes) -> None:
        """See TableStore."""
        self.commit((), {key: value})

    def notes(self, prefix: str = "") -> dict[str, bytes]:
        """See TableStore."""
        query = "SELECT key, value FROM note WHERE substr(key, 1, ?) = ? ORDER BY key"
        with self._lock, explained(self._path):
            return dict(self._connection.execute(query, (len(prefix), prefix)).fetchall())

    def erase(self, key: str) -> None:
        """See TableStore. `secure_delete` overwrites the row; the write-ahead file is emptied.

        What the disk itself or a backup still remembers is out of reach.
        """
        with self._transaction() as connection:
            connection.execute("DELETE FROM note WHERE key = ?", (key,))
        with self._lock, explained(self._path):
            busy, *_ = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            raise StoreError(f"a secret could not be erased from {self._path}; try again")

    def close(self) -> None:
        """See TableStore."""
        with self._lock, explained(self._path):
            self._connection.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        connection = self._connection
        with self._lock, explained(self._path):
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                # Some failures, a full disk among them, have rolled back already.
                with suppress(sqlite3.Error):
                    connection.execute("ROLLBACK")
                raise
