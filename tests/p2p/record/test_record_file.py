"""What a record may be written over."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from p2p.errors import LocalError
from p2p.record.record import Record
from p2p.record.record_file import is_other_file, may_write, read_file, why_not, write_file


def test_a_new_file_is_always_fine(tmp_path: Path) -> None:
    assert may_write(tmp_path / "new", None)
    assert not is_other_file(tmp_path / "new")


def test_anything_but_a_record_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "my letter"
    path.write_text("Dear Ada")
    assert not may_write(path, b"a charter")
    assert not may_write(path, None)
    assert is_other_file(path)
    assert "my letter" in why_not(path)


def test_an_earlier_record_of_the_same_table_is_replaced(tmp_path: Path) -> None:
    record = Record(b"the charter", (), ())
    path = tmp_path / "game.crown"
    write_file(path, record)
    assert may_write(path, record.charter)
    assert not may_write(path, b"the charter of another table")
    assert not may_write(path, None)
    assert not is_other_file(path)


def test_nothing_but_an_ordinary_file_is_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, Path(os.devnull), Path("/dev/zero")):
        with pytest.raises(LocalError, match="cannot be read: it is not an ordinary file"):
            read_file(path)
        assert is_other_file(path)
    with pytest.raises(LocalError, match="cannot be read: it is a folder"):
        read_file(tmp_path)
    (tmp_path / "empty").touch()
    assert read_file(tmp_path / "empty") == b""
