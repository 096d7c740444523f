"""The copy of the notes that nobody else has: whole or nothing, and gone when it is destroyed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from p2p.lobby.table_config import CHARTER_NOTE, CONFIG_NOTE, SIGNED_NOTE
from p2p.session.seed_keeper import SEED
from p2p.storage.spare_notes import destroy, read, spare_path, write
from p2p.store import IRREPLACEABLE

NOTES = {"plan": b"what we set out to do", "seed": bytes(range(32))}


def test_these_notes_nobody_else_has() -> None:
    assert IRREPLACEABLE == (CONFIG_NOTE, SIGNED_NOTE, CHARTER_NOTE, SEED)


def test_what_was_written_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    assert read(path) == {}
    for notes in ({"plan": b""}, NOTES):
        write(path, notes)
        assert read(path) == notes
    assert spare_path(path).stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "damage", [b"", b"[]", b"{}", b'{"seed": 7}', b'{"seed": "00"}', b"\xff", b"[" * 100_000]
)
def test_a_damaged_copy_is_none(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / "table.db"
    spare_path(path).write_bytes(damage)
    assert read(path) == {}


def test_a_changed_seed_is_none(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    write(path, NOTES)
    changed = spare_path(path).read_bytes().replace(b"1f", b"1e")
    spare_path(path).write_bytes(changed)
    assert read(path) == {}


def test_a_destroyed_copy_was_written_over(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    write(path, NOTES)
    also = tmp_path / "the same file"
    os.link(spare_path(path), also)
    destroy(path)
    destroy(path)
    assert not spare_path(path).exists()
    assert not also.read_bytes().strip(b"\0")
