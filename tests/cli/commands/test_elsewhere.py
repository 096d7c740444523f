"""What is said where the usual profile has nothing, and another one might."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.commands.elsewhere import elsewhere
from cli.dispatch import main
from p2p.storage.profile import Profile, named_profiles


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    monkeypatch.setenv("CROWNLESS_HOME", str(folder))
    return folder


def test_profiles_are_named_as_they_are_opened(home: Path) -> None:
    assert named_profiles() == ()
    for name in (None, "Ben", "ana", "default"):
        Profile.open(name)
    (home / "profiles" / "no profile").mkdir()
    assert named_profiles() == ("ana", "ben")


@pytest.mark.parametrize("command", ["history", "tables"])
def test_a_person_who_played_as_somebody_is_told_where_to_look(
    home: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command]) == 0
    assert "profile" not in capsys.readouterr().out
    Profile.open("ana")
    assert main([command]) == 0
    assert capsys.readouterr().out.endswith(
        f"There is 1 other profile here: ana.\nTo see what is there: crownless {command} --as ana\n"
    )
    assert main([command, "--as", "ana"]) == 0
    assert "other profile" not in capsys.readouterr().out
    Profile.open("ben")
    assert elsewhere(None, command)[0] == "There are 2 other profiles here: ana and ben."
