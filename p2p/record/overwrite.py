"""Whether a record may be written over a file: only over an earlier record of the same table.

Held by tests/p2p/record/test_overwrite.py.
"""

from __future__ import annotations

import shlex
from pathlib import Path

from p2p.errors import P2PError
from p2p.record.record import Record, read_file


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
