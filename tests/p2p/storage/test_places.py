"""Where data, settings and logs lie."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path, PureWindowsPath

import pytest
from platformdirs.macos import MacOS
from platformdirs.windows import Windows, get_win_folder_from_env_vars

from p2p.errors import ProfileError
from p2p.storage.places import data_folder, logs_folder, settings_path

linux = pytest.mark.skipif(sys.platform != "linux", reason="the folders of XDG")


def test_one_variable_moves_all_three() -> None:
    environment = {"CROWNLESS_HOME": "/h"}
    assert data_folder(environment) == Path("/h")
    assert settings_path(environment) == Path("/h/settings.toml")
    assert logs_folder(environment) == Path("/h/logs")


@linux
@pytest.mark.parametrize(
    ("place", "variable", "usual", "inside"),
    [
        (data_folder, "XDG_DATA_HOME", ".local/share", "crownless"),
        (settings_path, "XDG_CONFIG_HOME", ".config", "crownless/settings.toml"),
        (logs_folder, "XDG_STATE_HOME", ".local/state", "crownless/log"),
    ],
)
def test_without_it_each_lies_where_the_system_keeps_such_things(
    place: Callable[[Mapping[str, str]], Path],
    variable: str,
    usual: str,
    inside: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv(variable, raising=False)
    assert place({}) == tmp_path / usual / inside
    monkeypatch.setenv(variable, str(tmp_path / "mine"))
    assert place({}) == tmp_path / "mine" / inside
    monkeypatch.setenv(variable, "relative")  # the specification has it ignored
    assert place({}) == tmp_path / usual / inside


@linux
def test_without_a_home_folder_it_is_said_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr("os.path.expanduser", lambda path: path)
    monkeypatch.delenv("HOME", raising=False)
    with pytest.raises(ProfileError, match="set CROWNLESS_HOME to a folder"):
        data_folder({})


@linux
def test_on_macos_they_lie_in_the_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folders that docs/windows-and-macos.md names, by the class that is used there."""
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("platformdirs.PlatformDirs", MacOS)
    inside = tmp_path / "Library" / "Application Support" / "crownless"
    assert data_folder({}) == inside
    assert settings_path({}) == inside / "settings.toml"
    assert logs_folder({}) == tmp_path / "Library" / "Logs" / "crownless"


def test_on_windows_they_lie_in_the_local_folder_of_programs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    local = r"C:\Users\ana\AppData\Local"
    monkeypatch.setenv("LOCALAPPDATA", local)
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("platformdirs.windows.get_win_folder", get_win_folder_from_env_vars)
    known = Windows("crownless", appauthor=False)
    inside = PureWindowsPath(local) / "crownless"
    assert PureWindowsPath(known.user_data_dir) == inside
    assert PureWindowsPath(known.user_config_dir) == inside
    assert PureWindowsPath(known.user_log_dir) == inside / "Logs"
    assert PureWindowsPath(known.user_data_dir).is_absolute()
