"""Small files: whole or not at all, for us alone, and no leftovers beside them."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from p2p.errors import ProfileError
from p2p.storage import atomic_file
from tests.paths import ROOT

posix = pytest.mark.skipif(os.name != "posix", reason="permission bits are a POSIX matter")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "file"
    atomic_file.write(path, b"first and long")
    atomic_file.write(path, b"second")
    assert path.read_bytes() == b"second"
    assert list(tmp_path.iterdir()) == [path]


def test_the_first_of_two_new_files_stays(tmp_path: Path) -> None:
    path = tmp_path / "file"
    assert atomic_file.write_new(path, b"first")
    assert not atomic_file.write_new(path, b"second")
    assert path.read_bytes() == b"first"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_system_without_hard_links_will_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: Path, target: Path) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", refuse)
    path = tmp_path / "file"
    assert atomic_file.write_new(path, b"first")
    assert not atomic_file.write_new(path, b"second")
    assert path.read_bytes() == b"first"
    assert list(tmp_path.iterdir()) == [path]


@posix
def test_others_may_read_nothing_whatever_the_mask(tmp_path: Path) -> None:
    folder = tmp_path / "made"
    before = os.umask(0)
    try:
        atomic_file.private_folder(folder)
        atomic_file.write(folder / "a", b"")
        atomic_file.write_new(folder / "b", b"")
    finally:
        os.umask(before)
    assert mode(folder) == 0o700
    assert mode(folder / "a") == mode(folder / "b") == 0o600


@posix
def test_an_open_folder_is_closed(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    assert atomic_file.private_folder(tmp_path) == tmp_path
    assert mode(tmp_path) == 0o700


def test_a_failed_write_leaves_the_old_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    atomic_file.write(path, b"old")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ProfileError, match="file was not written: its disk is full"):
        atomic_file.write(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_in_the_way_of_a_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "in the way").write_text("")
    with pytest.raises(ProfileError, match="cannot be written"):
        atomic_file.private_folder(tmp_path / "in the way" / "folder")


LIMITED = """
import resource, signal, sys
from pathlib import Path
from p2p.errors import ProfileError
from p2p.storage import atomic_file
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
try:
    atomic_file.write(Path(sys.argv[1]), bytes(1000))
except ProfileError as error:
    print(error)
"""


@posix
def test_a_limit_on_file_size_is_said_and_the_old_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(b"old")
    child = subprocess.run(
        [sys.executable, "-c", LIMITED, str(path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert child.stdout.startswith(f"{path} was not written: ")
    assert "limit on file size" in child.stdout
    assert [(file, file.read_bytes()) for file in tmp_path.iterdir()] == [(path, b"old")]
