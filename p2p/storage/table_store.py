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

from p2p.disk_errors import DISK_FULL, FILE_LIMIT, not_written
from p2p.errors import StoreBusy, StoreError, StoreNotBegun
from p2p.store import KeptMark, StoredMessage

APPLICATION_ID = 0x43524F57
"""Marks a SQLite file as a Crownless table."""
VERSION = 2
"""Version of the schema, kept in `user_version`. The first had no marks."""

_MARKS = """
CREATE TABLE mark (
    hash BLOB PRIMARY KEY,
    mark INTEGER NOT NULL
) STRICT, WITHOUT ROWID
"""
"""Beside the messages: to raise a mark rewrites no body."""
_SCHEMA = (
    """
CREATE TABLE message (
    place INTEGER PRIMARY KEY,
    author INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    hash BLOB NOT NULL,
    body BLOB NOT NULL,
    signature BLOB NOT NULL,
    UNIQUE (author, seq, hash)
) STRICT
""",
    """
CREATE TABLE note (
    key TEXT PRIMARY KEY,
    value BLOB NOT NULL
) STRICT
""",
    _MARKS,
)
_MAGIC = b"SQLite format 3\0"
_NOT_BEGUN = (
    "the table at {} was never begun, for its start was interrupted; start it again by the same"
    " invite or command"
)
_SMALLEST_PAGE, _PAGE = 512, 4096
"""Bytes of the smallest page that SQLite knows, and of the one that it uses."""

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
_ADD_NOTE = "INSERT INTO note (key, value) VALUES (?, ?) ON CONFLICT (key) DO NOTHING"
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
        with _explained(path):
            if _is_torn(path):
                raise StoreNotBegun(_NOT_BEGUN.format(path))
        with _connected(path) as connection:
            if _is_empty(connection):
                raise StoreNotBegun(_NOT_BEGUN.format(path))
            _check_kind(connection, path)
            _prepare(connection)
            _migrate(connection)
            return cls(connection, path)

    @classmethod
    def _make(cls, path: Path, notes: Mapping[str, bytes], *, may_exist: bool) -> Store:
        with _explained(path):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            # SQLite gives its write-ahead file the mode of the main file.
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            if _is_torn(path):
                os.truncate(path, 0)
        with _connected(path) as connection:
            empty = _is_empty(connection)
            if not empty:
                _check_kind(connection, path)
            _prepare(connection)
            # Seen again under the lock: another process may have made the table meanwhile.
            if not _is_empty(connection) and not may_exist:
                raise StoreError(f"there is a table at {path} already")
            _migrate(connection)
            _fill(connection, notes)
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
        with self._lock, _explained(self._path):
            return self._connection.execute(_READ, (place,)).fetchall()

    def body(self, author: int, seq: int, name: bytes) -> bytes:
        """See TableStore."""
        query = "SELECT body FROM message WHERE author = ? AND seq = ? AND hash = ?"
        with self._lock, _explained(self._path):
            row = self._connection.execute(query, (author, seq, name)).fetchone()
        if row is None:
            raise StoreError(f"{self._path} lacks a message; restore it from a backup")
        return bytes(row[0])

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


def _is_empty(connection: sqlite3.Connection) -> bool:
    """Whether nothing was ever made in this file: a start ended before its first commit."""
    made = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    return not made and not application


def _is_torn(path: Path) -> bool:
    """Whether a file ends within the very first write of its birth, so that no table is in it.

    SQLite takes that write back by its journal; where this is lost, a beginning of the header or
    zeros are left. No table is that small.
    """
    with path.open("rb") as file:
        data = file.read(_PAGE + 1)
    torn = len(data) < _SMALLEST_PAGE and data[: len(_MAGIC)] == _MAGIC[: len(data)]
    zeros = len(data) <= _PAGE and not data.strip(b"\0")
    return bool(data) and (torn or zeros) and not _size(path.with_name(f"{path.name}-journal"))


def _fill(connection: sqlite3.Connection, notes: Mapping[str, bytes]) -> None:
    """Make what is not there yet, in one transaction: a table begins with all of it or not."""
    connection.execute("BEGIN IMMEDIATE")
    if _is_empty(connection):
        for statement in _SCHEMA:
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
    connection.executemany(_ADD_NOTE, list(notes.items()))
    connection.execute("COMMIT")


def _migrate(connection: sqlite3.Connection) -> None:
    """Bring the file of an earlier version up to this one: in one transaction, or not at all."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version == 1:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(_MARKS)
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")


def _check_kind(connection: sqlite3.Connection, path: Path) -> None:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID:
        raise StoreError(f"{path} is not a Crownless table")
    if not 1 <= version <= VERSION:
        raise StoreError(f"{path} was written by a newer Crownless; update this one to go on")


_ONE_WRITE = 1 << 16
"""Bytes that a write may have been short of the limit on file size: a page and more."""
_REASONS = {
    sqlite3.SQLITE_NOTADB: "the file is not a Crownless table",
    sqlite3.SQLITE_ERROR: "the file is damaged; restore it from a backup",  # a part is missing
    sqlite3.SQLITE_CORRUPT: "the file is damaged; restore it from a backup",
    sqlite3.SQLITE_READONLY: "the file may not be written; check its permissions",
    sqlite3.SQLITE_CANTOPEN: "the file cannot be opened; check its folder and permissions",
    sqlite3.SQLITE_PERM: "the file may not be opened; check its permissions",
}


@contextmanager
def _connected(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that is closed again if anything goes wrong inside."""
    connection: sqlite3.Connection | None = None
    try:
        with _explained(path):
            path.chmod(0o600)
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
        if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR) and _at_size_limit(path):
            raise StoreError(f"{path} was not written: {FILE_LIMIT}") from error
        if code == sqlite3.SQLITE_FULL:
            raise StoreError(f"{path} was not written: {DISK_FULL}") from error
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
    largest = max(_size(path.with_name(path.name + end)) for end in ("", "-wal", "-journal"))
    return largest + _ONE_WRITE >= limit


def _size(path: Path) -> int:
    """Bytes of a file; 0 where there is none."""
    try:
        return path.stat().st_size
    except OSError:
        return 0
