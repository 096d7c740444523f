"""Small files, written whole: after any kill there is the old text or the new one, for us alone.

Reading has a limit, and waits for no pipe.

Held by tests/p2p/storage/test_atomic_file.py.
"""

from __future__ import annotations

import errno
import os
import secrets
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from p2p.disk_errors import not_written
from p2p.errors import ProfileError

_FILE_MODE = 0o600
_FOLDER_MODE = 0o700
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def private_folder(path: Path) -> Path:
    """Make a folder for this user alone, parents included, and give it back.

    One that is there already is closed to others. Raises ProfileError.
    """
    with _explained(path):
        path.mkdir(mode=_FOLDER_MODE, parents=True, exist_ok=True)
        close_to_others(path)
    return path


def close_to_others(path: Path) -> None:
    """Take the rights of other users; ours stay, so what we may only read stays so.

    Raises OSError.
    """
    mode = stat.S_IMODE(path.stat().st_mode)
    if os.name == "posix" and mode & _OTHERS:
        path.chmod(mode & ~_OTHERS)


def delete_folder(folder: Path) -> None:
    """Delete a folder with all that is in it; one that is not there is no mistake.

    Raises ProfileError.
    """
    try:
        shutil.rmtree(folder)
    except FileNotFoundError:
        return
    except OSError as error:
        raise ProfileError(f"{folder} cannot be deleted: {error.strerror}") from error


@contextmanager
def reading(path: Path) -> Iterator[BinaryIO]:
    """A file opened for reading. Raises OSError, also for a folder, a pipe or a device."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    handle = os.open(path, flags)
    try:
        mode = os.fstat(handle).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, "it is a folder")
        if not stat.S_ISREG(mode):
            raise OSError(errno.EINVAL, "it is not an ordinary file")
        with os.fdopen(handle, "rb", closefd=False) as file:
            yield file
    finally:
        os.close(handle)


def read(path: Path, max_bytes: int) -> bytes | None:
    """The bytes of a file; None where there is none.

    Raises ProfileError if it cannot be read or is longer.
    """
    try:
        with reading(path) as file:
            data = file.read(max_bytes + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ProfileError(f"{path} cannot be read: {error.strerror}") from error
    if len(data) > max_bytes:
        raise ProfileError(f"{path} is damaged: it is far too long; mend it or move it away")
    return data


def write(path: Path, data: bytes) -> None:
    """Put `data` into `path`, replacing what was there. Raises ProfileError."""
    with _explained(path), _written_beside(path, data) as beside:
        beside.replace(path)
        _sync_folder(path.parent)


def write_new(path: Path, data: bytes) -> bool:
    """Put `data` into `path` if nothing is there; say whether that was so. Raises ProfileError."""
    with _explained(path), _written_beside(path, data) as beside:
        try:
            path.hardlink_to(beside)
        except FileExistsError:
            return False
        except OSError:  # a file system without hard links: only a race of two starts is lost
            if path.exists():
                return False
            beside.replace(path)
        _sync_folder(path.parent)
        return True


@contextmanager
def _written_beside(path: Path, data: bytes) -> Iterator[Path]:
    """A complete copy under another name in the same folder, gone afterwards."""
    beside = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _FILE_MODE)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        yield beside
    finally:
        with suppress(FileNotFoundError):
            beside.unlink()


def _sync_folder(folder: Path) -> None:
    """Make the new name itself last through a loss of power, where the system can."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise ProfileError(not_written(path, error)) from error
