"""The command: what it says before it looks, its lines, and its JSON."""

from __future__ import annotations

import json

import pytest

from cli.commands import doctor
from cli.console.arguments import parse
from p2p.client.reach.checkup import Checkup
from tests.cli.lifecycle.test_checkup_text import HOME


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether the router was asked, each time."""
    calls: list[bool] = []

    async def check(*, internet: bool) -> Checkup:
        calls.append(internet)
        return HOME

    monkeypatch.setattr(doctor, "check", check)
    return calls


def test_it_says_first_whom_it_speaks_to(
    asked: list[bool], capsys: pytest.CaptureFixture[str]
) -> None:
    assert doctor.run(parse(["doctor"])) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Looking at this machine's network. Nothing beyond the local")
    assert lines[-1].strip()
    assert sum(line.startswith("Next: ") for line in lines) == 1
    assert doctor.run(parse(["doctor", "--internet"])) == 0
    assert "asking the router to open a port" in capsys.readouterr().out
    assert asked == [False, True]


def test_json_is_json_alone(asked: list[bool], capsys: pytest.CaptureFixture[str]) -> None:
    assert doctor.run(parse(["doctor", "--json"])) == 0
    assert json.loads(capsys.readouterr().out)["asked"] is None
