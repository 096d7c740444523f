"""The file of a table from its birth on: what is in it, and what a start cut short has left.

Held by tests/p2p/storage/test_birth.py and tests/p2p/storage/test_table_store.py.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from pathlib import Path

from p2p.errors import StoreDamaged, StoreError
from p2p.storage.sqlite_file import size_of

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
_SMALLEST_PAGE, _PAGE = 512, 4096
"""Bytes of the smallest page that SQLite knows, and of the one that it uses."""
_ADD_NOTE = "INSERT INTO note (key, value) VALUES (?, ?) ON CONFLICT (key) DO NOTHING"


def is_empty(connection: sqlite3.Connection) -> bool:
    """Whether nothing was ever made in this file: a start ended before its first commit."""
    made = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    return not made and not application


def is_torn(path: Path) -> bool:
    """Whether a file ends within the very first write of its birth, so that no table is in it.

    SQLite takes that write back by its journal; where this is lost, a beginning of the header or
    zeros are left. No table is that small.
    """
    with path.open("rb") as file:
        data = file.read(_PAGE + 1)
    torn = len(data) < _SMALLEST_PAGE and data[: len(_MAGIC)] == _MAGIC[: len(data)]
    zeros = len(data) <= _PAGE and not data.strip(b"\0")
    return bool(data) and (torn or zeros) and not size_of(path.with_name(f"{path.name}-journal"))


def fill(connection: sqlite3.Connection, notes: Mapping[str, bytes]) -> None:
    """Make what is not there yet, in one transaction: a table begins with all of it or not."""
    connection.execute("BEGIN IMMEDIATE")
    if is_empty(connection):
        for statement in _SCHEMA:
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
    # D-49: one commit for schema, mark and config: a file has all of it or nothing.
    connection.executemany(_ADD_NOTE, list(notes.items()))
    connection.execute("COMMIT")


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the file of an earlier version up to this one: in one transaction, or not at all."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version == 1:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(_MARKS)
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")


def check_kind(connection: sqlite3.Connection, path: Path) -> None:
    """Raises StoreError for a file that is no table, or one of a newer version."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID:
        raise StoreDamaged(f"{path} is not a Crownless table")
    if not 1 <= version <= VERSION:
        raise StoreError(f"{path} was written by a newer Crownless; update this one to go on")
