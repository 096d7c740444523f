"""The one file of settings, in TOML: values by name, read and written so that nothing is lost.

It knows no setting; what each may be is for whoever asks (cli.tui.toolkit.settings for the full
screen). Writing changes the values that were changed and nothing else: comments, order, tables and
whatever is not understood stay as they are, and a file that is no TOML is kept beside the new one.
Reading loads nothing heavy. Held by tests/cli/test_damaged_home.py.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from p2p.disk_errors import not_written
from p2p.errors import LocalError, ProfileError
from p2p.storage import atomic_file

HEAD = "# How Crownless looks. Changed on its settings screen, or here while it is closed.\n"
MAX_FILE = 1 << 20
"""Bytes of a file of settings, far above what any has."""
KEPT = ".old"
"""What is put behind the name of a file that cannot be read, when a new one is written."""


@dataclass(frozen=True, slots=True)
class SettingsFile:
    """What a file says, as tomllib reads it; `problem`: a sentence on why it could not be read."""

    values: Mapping[str, Any] = field(default_factory=dict)
    problem: str = ""


def load(path: Path) -> SettingsFile:
    """Read the file; one that is missing says nothing."""
    try:
        return SettingsFile(_parsed(atomic_file.read(path, MAX_FILE) or b""))
    except ProfileError as error:
        return SettingsFile(problem=f"{error}.")
    except _NotToml as error:
        return SettingsFile(problem=_no_toml(path, str(error)))


def save(
    path: Path, wanted: Mapping[str, str | int | bool], known: Mapping[str, str | int | bool]
) -> None:
    """Write the top-level values that are not as `known`; all of them into a new file.

    Raises LocalError and ProfileError.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        said = not_written(path.parent, error)
        raise LocalError(f"{path.parent} cannot be used: {said}") from error
    before = atomic_file.read(path, MAX_FILE) or b""
    changes = {name: value for name, value in wanted.items() if value != known.get(name)}
    try:
        _parsed(before)
        after = _changed(before, changes) if before else b""
    except _NotToml:
        # D-24: what its owner wrote is kept, even if it is no TOML.
        atomic_file.write(_free_name(path), before)
        before = b""
    if not before:
        after = _changed(b"", wanted)
    if after != before:
        atomic_file.write(path, after)


class _NotToml(Exception):
    """What a file holds cannot be understood; the text says why."""


def _parsed(data: bytes) -> dict[str, Any]:
    """Raises _NotToml."""
    try:
        return tomllib.loads(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise _NotToml("it is not UTF-8 text") from error
    except tomllib.TOMLDecodeError as error:
        raise _NotToml(str(error)) from error
    except ValueError as error:  # a number of thousands of digits
        raise _NotToml("it has a number that is far too long") from error
    except RecursionError as error:
        raise _NotToml("it is nested far too deep") from error


def _changed(data: bytes, changes: Mapping[str, str | int | bool]) -> bytes:
    """Raises _NotToml where what could be read cannot be written again."""
    # D-41: a hand-written editor made invalid TOML of quoted keys and long strings.
    import tomlkit  # loaded where something is written, which is rare
    from tomlkit.exceptions import TOMLKitError

    try:
        document = tomlkit.parse(data.decode("utf-8") or HEAD)
        for name, value in changes.items():
            document[name] = value
        return tomlkit.dumps(document).encode()
    except (TOMLKitError, ValueError, RecursionError) as error:
        raise _NotToml("it cannot be changed") from error


def _free_name(path: Path) -> Path:
    """Where the old file is kept: beside the new one, over no other that was kept before."""
    kept, number = path.with_name(f"{path.name}{KEPT}"), 2
    while os.path.lexists(kept):
        kept, number = path.with_name(f"{path.name}{KEPT}{number}"), number + 1
    return kept


def _no_toml(path: Path, reason: str) -> str:
    return (
        f"{path.name} is no TOML file, so the usual settings hold: {reason}. Mend it in"
        f" {path.parent}; if you change settings on the full screen, it is kept as"
        f" {path.name}{KEPT}."
    )
