"""Completion, asked as a shell asks: by the environment of a process, over descriptor 8."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from cli.console.arguments import SHELLS
from p2p.storage.profile import Profile
from tests.cli.run import command, environment


def completions(line: str, home: Path) -> list[str]:
    """What the shell would offer at the end of this line."""
    script = 'exec "$@" 8>&1 9>/dev/null 1>/dev/null'
    asked = {"_ARGCOMPLETE": "1", "_ARGCOMPLETE_IFS": "\n", "COMP_LINE": line}
    found = subprocess.run(
        ["sh", "-c", script, "sh", *command()],
        capture_output=True,
        text=True,
        timeout=60,
        env={**environment(home), **asked, "COMP_POINT": str(len(line))},
    )
    return [word.strip() for word in found.stdout.split("\n")]


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("crownless ver", ["verify"]),
        ("crownless play i", ["inheritance"]),
        ("crownless play king --option de", ["deck=deck", "deck=dice"]),
        ("crownless tables c", ["cfed2"]),
        ("crownless tables x", [""]),
        ("crownless verify cf", ["cfed2"]),
        ("crownless replay pyproj", ["pyproject.toml"]),
        ("crownless completion z", ["zsh"]),
        ("crownless play king --tr", ["--trace"]),
        ("crownless host king --trace pyproj", ["pyproject.toml"]),
        ("crownless doctor --rep", ["--report"]),
        ("crownless doctor --report pyproj", ["pyproject.toml"]),
    ],
)
def test_a_line_is_completed(line: str, offered: list[str], tmp_path: Path) -> None:
    profile = Profile(tmp_path / "home")
    profile.describe_table("cfed2", {"role": "host"})
    profile.table_path("cfed2").touch(0o600)
    before = sorted(os.listdir(tmp_path / "home"))
    assert completions(line, tmp_path / "home") == offered
    assert sorted(os.listdir(tmp_path / "home")) == before


@pytest.mark.parametrize("shell", SHELLS)
def test_the_lines_for_a_shell_name_the_command(shell: str, tmp_path: Path) -> None:
    found = subprocess.run(
        command("completion", shell),
        capture_output=True,
        text=True,
        timeout=60,
        env=environment(tmp_path),
    )
    assert found.returncode == 0
    assert "crownless" in found.stdout
    assert "_ARGCOMPLETE" in found.stdout or "argcomplete" in found.stdout
