"""The file of a record: read it, write it, and lose nothing by writing over another file.

A record may be written only over an earlier record of the same table.
Held by tests/p2p/record/test_record_file.py.
"""

from __future__ import annotations

import os
import shlex
from mmap import ACCESS_READ, mmap
from pathlib import Path

from p2p.errors import LocalError, P2PError
from p2p.record.record import MAX_RECORD, Record
from p2p.storage import atomic_file


def read_file(path: Path) -> bytes | mmap:
    """The bytes of a record's file, for `verify`: in the file until they are used.

    Raises LocalError.
    """
    try:
        with atomic_file.reading(path) as file:  # waits for no pipe, and reads no endless device
            size = os.fstat(file.fileno()).st_size
            if size > MAX_RECORD:
                raise LocalError(f"the file {path} is longer than any record of a table")
            if size:
                return mmap(file.fileno(), 0, access=ACCESS_READ)
            return b""
    except OSError as error:
        raise LocalError(f"the file {path} cannot be read: {error.strerror}") from error


def write_file(path: Path, record: Record) -> None:
    """Put a record into a file for this user alone, whole or not at all.

    Raises ProfileError where the file cannot be written, CodecError for more than a record holds.
    """
    atomic_file.write(path, record.encode())


def may_write(path: Path, charter: bytes | None) -> bool:
    """Whether nothing is lost by it. `charter` is that of the table, if it has begun."""
    if not path.exists():
        return True
    kept = _charter_in(path)
    return kept is not None and kept == charter


def is_other_file(path: Path) -> bool:
    """Whether something stands there that is no record of any table."""
    return path.exists() and _charter_in(path) is None


def why_not(path: Path) -> str:
    """What to say where it may not be written."""
    return (
        f"the file {shlex.quote(str(path))} holds something else already; name another file, or "
        "move that one away"
    )


def _charter_in(path: Path) -> bytes | None:
    try:
        return Record.decode(read_file(path)).charter
    except P2PError:
        return None
