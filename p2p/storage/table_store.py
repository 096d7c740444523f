"""One table's memory: the signed messages of its log and a few private notes, never lost.

What `commit` has returned from survives a kill at any instant and a loss of power, as far as
the disk keeps its promises: SQLite with a write-ahead log and `synchronous=FULL`. An own message
is committed here before it is sent, so a client that starts again never says a second thing.

What the write-ahead file holds goes into the main file within seconds, and notes that are kept by
themselves at once: whichever of the two is damaged, little is lost. `table.spare` beside them
holds what no other member could give back.

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

from p2p.errors import StoreDamaged, StoreError, StoreNotBegun
from p2p.storage import spare_notes, write_ahead
from p2p.storage.sqlite_file import connected, explained, prepare, size_of
from p2p.storage.table_schema import check_kind, fill, is_empty, is_torn, migrate
from p2p.store import IRREPLACEABLE, KeptMark, StoredMessage

SETTLE_SECONDS = 2.0
"""How long a commit may stand in the write-ahead file alone."""
_NOT_BEGUN = (
    "the table at {} was never begun, for its start was interrupted; start it again by the same"
    " invite or command"
)

_LOST = "{} is lost, but the table was begun: {} beside it is what is left"
_GIVE_RIGHTS = "give yourself the right to write there to go on"

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

    def __init__(
        self, connection: sqlite3.Connection, path: Path, *, writes: bool = True, lost: bool = False
    ) -> None:
        """Use `Store.create` or `Store.open` instead."""
        self._connection = connection
        self._path = path
        self._lock = threading.RLock()
        self._writes = writes
        self._settling: threading.Timer | None = None
        self.lost = lost
        """Whether something that was committed was lost by damage before it was opened here."""

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
        """Open the table file at `path`; where it may not be written, to read it only.

        Raises StoreBusy if another process has it open, StoreNotBegun for what an unfinished start
        left, StoreDamaged if it is lost, damaged or no table, StoreError if there never was one or
        it was written by a newer version.
        """
        if not path.is_file():
            _refuse_lost(path)
            raise StoreError(f"there is no table at {path}")
        with explained(path):
            ahead = write_ahead.read(path)
            if is_torn(path):
                _refuse_lost(path)
                raise StoreNotBegun(_NOT_BEGUN.format(path))
        # D-159: SQLite reads no write-ahead file without writing.
        writes = _may_write(path)
        with connected(path) if writes else _copied(path) as connection:
            if is_empty(connection):
                _refuse_lost(path)
                raise StoreNotBegun(_NOT_BEGUN.format(path))
            check_kind(connection, path)
            if writes:
                prepare(connection)
            migrate(connection)
            store = cls(connection, path, writes=writes, lost=ahead.lost)
            store._make_whole()
            return store

    @classmethod
    def _make(cls, path: Path, notes: Mapping[str, bytes], *, may_exist: bool) -> Store:
        with explained(path):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            # SQLite gives its write-ahead file the mode of the main file.
            if not size_of(path):
                _refuse_lost(path, notes)
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            ahead = write_ahead.read(path)
            # D-49: what a start that was killed has left is taken over; a new name would leave
            # litter as well.
            if is_torn(path):
                _refuse_lost(path, notes)
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
            store = cls(connection, path, lost=ahead.lost)
            store._make_whole()
            store.settle()
            return store

    def commit(
        self, messages: Sequence[StoredMessage], notes: Mapping[str, bytes] | None = None
    ) -> None:
        """See TableStore."""
        marks = [(m.hash, int(m.mark)) for m in messages if m.mark is not KeptMark.NONE]
        rows = [(m.author, m.seq, m.hash, m.body, m.signature) for m in messages]
        kept = notes or {}
        with self._transaction() as connection:
            connection.executemany(_ADD_MESSAGE, rows)
            connection.executemany(_RAISE_MARK, marks)
            connection.executemany(_PUT_NOTE, list(kept.items()))
        if not kept.keys().isdisjoint(IRREPLACEABLE):
            self._make_whole()
        if messages:
            self._settle_later()
        else:
            self.settle()

    def settle(self) -> None:
        """Bring what the write-ahead file holds into the main file, if that can be done now."""
        with self._lock, suppress(StoreError):  # a full disk is said by the next commit
            self._stop_settling()
            if self._writes:
                self._empty_ahead()

    def _empty_ahead(self) -> bool:
        """Whether the write-ahead file is empty now, all of it being in the main file."""
        with explained(self._path):
            busy, *_ = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return not busy

    def _settle_later(self) -> None:
        # D-156: after a time and not after so many commits, since a table may stand still for days.
        with self._lock:
            if self._settling is None and self._writes:
                self._settling = threading.Timer(SETTLE_SECONDS, self.settle)
                self._settling.daemon = True
                self._settling.start()

    def _stop_settling(self) -> None:
        if self._settling is not None:
            self._settling.cancel()
            self._settling = None

    def _make_whole(self) -> None:
        """Give this table the notes that only its copy has left, and the copy what it lacks."""
        if not self._writes:
            return
        kept, copy = self.notes(), spare_notes.read(self._path)
        held = {key: kept[key] for key in IRREPLACEABLE if key in kept}
        gone = {key: value for key, value in copy.items() if key not in held}
        if gone:
            self.lost = True
            self.commit((), gone)
        elif held != copy and ("seed" in held or "charter" not in held):  # else over, or watched
            # D-157: after the table itself, which alone stands; the next start tries again.
            with suppress(StoreError):
                spare_notes.write(self._path, held)

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
            raise StoreDamaged(f"{self._path} lacks a message that it had; it is damaged")
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
            if key in IRREPLACEABLE:
                spare_notes.destroy(self._path)
            connection.execute("DELETE FROM note WHERE key = ?", (key,))
        with self._lock:
            emptied = self._empty_ahead()
        if not emptied:
            raise StoreError(f"a secret could not be erased from {self._path}; try again")

    def close(self) -> None:
        """See TableStore."""
        with self._lock, explained(self._path):
            self._stop_settling()
            self._connection.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        connection = self._connection
        with self._lock, explained(self._path):
            if not self._writes:
                raise StoreError(f"{self._path} may not be written; {_GIVE_RIGHTS}")
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                # Some failures, a full disk among them, have rolled back already.
                with suppress(sqlite3.Error):
                    connection.execute("ROLLBACK")
                raise


def _refuse_lost(path: Path, notes: Mapping[str, bytes] | None = None) -> None:
    """Raises StoreDamaged where a table was begun at `path` whose file is no longer there.

    Unless it is begun again with `notes`, and these are all that nobody else has.
    """
    spare, copy = spare_notes.spare_path(path), spare_notes.read(path)
    again = copy and copy.items() <= (notes or {}).items()
    if spare.is_file() and not again:
        raise StoreDamaged(_LOST.format(path, spare.name))


def _may_write(path: Path) -> bool:
    """Whether SQLite could write the table and the files that it makes beside it."""
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


@contextmanager
def _copied(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection to a copy in memory, closed again if anything goes wrong inside."""
    with explained(path):
        data = write_ahead.whole_table(path)
        connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        try:
            connection.deserialize(data)
            yield connection
        except BaseException:
            connection.close()
            raise
