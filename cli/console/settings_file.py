"""The one file of settings, in TOML: values by name, read and written so that nothing is lost.

It knows no setting; what each may be is for whoever asks (cli.tui.toolkit.settings for the full
screen). Writing changes the values that were changed and nothing else: comments, order, tables and
whatever is not understood stay as they are, and a file that is no TOML is kept beside the new one.
Reading loads nothing heavy. Held by tests/cli/console/test_settings_file.py.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from p2p.errors import LocalError
from p2p.storage import atomic_file

HEAD = "# How Crownless looks. Changed on its settings screen, or here while it is closed.\n"
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
        return SettingsFile(tomllib.loads(path.read_text("utf-8")))
    except FileNotFoundError:
        return SettingsFile()
    except OSError as error:
        return SettingsFile(problem=f"{path} cannot be read: {error.strerror}.")
    except UnicodeDecodeError:
        return SettingsFile(problem=_no_toml(path, "it is not UTF-8 text"))
    except tomllib.TOMLDecodeError as error:
        return SettingsFile(problem=_no_toml(path, str(error)))


def save(
    path: Path, wanted: Mapping[str, str | int | bool], known: Mapping[str, str | int | bool]
) -> None:
    """Write the top-level values that are not as `known`; all of them into a new file.

    Raises LocalError and ProfileError.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        before = path.read_bytes() if path.exists() else b""
    except OSError as error:
        raise LocalError(f"{path.parent} cannot be used: {error.strerror}") from error
    if not _is_toml(before):
        atomic_file.write(path.with_name(f"{path.name}{KEPT}"), before)
        before = b""
    changes = {name: value for name, value in wanted.items() if value != known.get(name)}
    if changes or not before:
        atomic_file.write(path, _changed(before, changes if before else wanted))


def _is_toml(data: bytes) -> bool:
    try:
        tomllib.loads(data.decode("utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError):
        return False
    return True


def _changed(data: bytes, changes: Mapping[str, str | int | bool]) -> bytes:
    import tomlkit  # loaded where something is written, which is rare

    document = tomlkit.parse(data.decode("utf-8") or HEAD)
    for name, value in changes.items():
        document[name] = value
    return tomlkit.dumps(document).encode()


def _no_toml(path: Path, reason: str) -> str:
    return (
        f"{path.name} is no TOML file, so the usual settings hold: {reason}. Mend it in"
        f" {path.parent}; if you change settings here, it is kept as {path.name}{KEPT}."
    )
