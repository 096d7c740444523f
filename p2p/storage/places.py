"""Where this system wants programs to keep data, settings and logs.

`CROWNLESS_HOME`, if it is set, holds all three. Else each lies where the system keeps such things
(XDG on Linux), as `platformdirs` knows it. Nothing is made here. Held by
tests/p2p/storage/test_places.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from p2p.errors import ProfileError

HOME_VARIABLE = "CROWNLESS_HOME"
APPLICATION = "crownless"
SETTINGS_NAME = "settings.toml"
LOGS = "logs"
NO_HOME = f"no home folder is known; set {HOME_VARIABLE} to a folder"


def data_folder(environment: Mapping[str, str]) -> Path:
    """The folder of the profiles. Raises ProfileError where no home folder is known."""
    return _chosen(environment) or _system("data")


def settings_path(environment: Mapping[str, str]) -> Path:
    """The one file of settings. Raises ProfileError where no home folder is known."""
    return (_chosen(environment) or _system("config")) / SETTINGS_NAME


def logs_folder(environment: Mapping[str, str]) -> Path:
    """The folder of the log. Raises ProfileError where no home folder is known."""
    home = _chosen(environment)
    return home / LOGS if home is not None else _system("log")


def _chosen(environment: Mapping[str, str]) -> Path | None:
    given = environment.get(HOME_VARIABLE)
    return Path(given) if given else None


def _system(kind: str) -> Path:
    from platformdirs import PlatformDirs  # loaded late: help must come at once

    known = PlatformDirs(APPLICATION, appauthor=False)
    try:
        found = Path(getattr(known, f"user_{kind}_dir"))
    except (RuntimeError, OSError) as error:
        raise ProfileError(NO_HOME) from error
    if not found.is_absolute():
        raise ProfileError(NO_HOME)
    return found
