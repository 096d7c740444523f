"""The command: what it says before it looks, its lines, and its JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.commands import doctor
from cli.console.arguments import REPORT_FILE, parse
from cli.console.errors import UsageError
from cli.lifecycle.trouble_report import FIRST_LINE
from p2p.client.reach.checkup import Checkup
from p2p.errors import LocalError
from p2p.tracing.trace_file import TraceFile
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


def test_a_report_is_written_shown_whole_and_sent_to_nobody(
    asked: list[bool],
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CROWNLESS_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    file = TraceFile(tmp_path / "t", "1.2")
    file("me")("called", at="10.9.8.7:1234", reason="nobody answers")
    file.close()
    monkeypatch.setenv("CROWNLESS_TRACE", str(tmp_path / "t"))
    assert doctor.run(parse(["doctor", "--report"])) == 0
    text = (tmp_path / REPORT_FILE).read_text()
    assert text.startswith(FIRST_LINE)
    assert 'called at=address-4:port-1 reason="nobody answers"' in text
    assert "Router: address-3" in text
    assert "192.168" not in text
    shown = capsys.readouterr().out
    assert f"The report is in {REPORT_FILE}, {len(text.encode()):,} bytes." in shown
    assert text in shown
    assert "sent to nobody" in shown
    assert doctor.run(parse(["doctor", "--report", "mine", "--internet"])) == 0
    assert (tmp_path / "mine").read_text().startswith(FIRST_LINE)
    assert asked == [False, True]


def test_what_stands_in_the_way_of_a_report_is_said_before_anything_is_looked_at(
    asked: list[bool], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROWNLESS_HOME", str(tmp_path / "home"))
    other, report = tmp_path / "other", str(tmp_path / "report")
    other.write_text("dear diary")
    for arguments, error in (
        (["--report", str(other)], "something else than a report"),
        (["--report", report, "--trace", str(other)], "is no trace"),
        (["--report", report, "--trace", str(tmp_path / "none")], "there is no file"),
    ):
        with pytest.raises(LocalError, match=error):
            doctor.run(parse(["doctor", *arguments]))
    with pytest.raises(UsageError, match="--json"):
        doctor.run(parse(["doctor", "--json", "--report"]))
    assert asked == []
    assert other.read_text() == "dear diary"
