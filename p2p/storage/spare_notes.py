"""A second copy of the few notes of a table that no other member can give back.

    <table>/table.spare     the config, what we have signed in the lobby, the charter, the seed

Whatever becomes of the table's file, with these the seat is still ours to play, for all messages
are with the other members. A seed that is erased there is destroyed here first.
Held by tests/p2p/storage/test_spare_notes.py.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path

from p2p.errors import ProfileError, StoreError
from p2p.storage import atomic_file
from p2p.storage.sqlite_file import explained

_MAX_FILE = 1 << 20
_DIGEST = "sha256"
"""Beside the notes: over all of them, so that damage is no note."""


def spare_path(path: Path) -> Path:
    """Where the copy of the table at `path` is."""
    return path.with_suffix(".spare")


def read(path: Path) -> dict[str, bytes]:
    """The notes in the copy of the table at `path`; none where it is missing or damaged."""
    try:
        data = atomic_file.read(spare_path(path), _MAX_FILE)
        kept = json.loads(data or b"{}")
        digest = kept.pop(_DIGEST, "")
        notes = {key: bytes.fromhex(value) for key, value in kept.items()}
    except (ProfileError, ValueError, TypeError, AttributeError, RecursionError):
        return {}
    return notes if digest == _digest(notes) else {}


def write(path: Path, notes: Mapping[str, bytes]) -> None:
    """Replace the copy. Raises StoreError."""
    kept = {key: value.hex() for key, value in notes.items()} | {_DIGEST: _digest(notes)}
    try:
        atomic_file.write(spare_path(path), json.dumps(kept).encode())
    except ProfileError as error:
        raise StoreError(str(error)) from error


def destroy(path: Path) -> None:
    """Write over the copy, then delete it; one that is not there is no mistake. Raises StoreError.

    What the disk itself or a backup still remembers is out of reach.
    """
    spare = spare_path(path)
    with explained(spare):
        try:
            with spare.open("r+b") as file:
                file.write(bytes(os.fstat(file.fileno()).st_size))
                file.flush()
                os.fsync(file.fileno())
        except FileNotFoundError:
            return
        spare.unlink()


def _digest(notes: Mapping[str, bytes]) -> str:
    return hashlib.sha256(repr(sorted(notes.items())).encode()).hexdigest()
