"""--trace and CROWNLESS_TRACE: which commands take them, and bad files."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from cli.commands import full_screen
from cli.commands.tracing import VARIABLE, trace_path, tracer_of
from cli.console.arguments import parse
from cli.console.errors import UsageError
from cli.dispatch import main
from cli.tui.app import Left, ScreenOptions
from p2p.errors import LocalError
from p2p.trace import NO_TRACER
from p2p.tracing.trace_file import FIRST_LINE, TraceFile

SITTING = (
    ("play", "king"),
    ("host", "king", "--seats", "2"),
    ("join",),
    ("watch", "crown1-x"),
    ("bot", "crown1-x"),
    ("tables", "ab"),
    ("rematch",),
)


@pytest.mark.parametrize("command", SITTING)
def test_every_command_that_sits_at_a_table_takes_it(command: tuple[str, ...]) -> None:
    assert trace_path(parse([*command, "--trace", "a"]), {VARIABLE: "b"}) == Path("a")
    assert trace_path(parse(command), {VARIABLE: "b"}) == Path("b")
    assert trace_path(parse(command), {}) is None
    assert tracer_of(parse(command), {}) is NO_TRACER


@pytest.mark.parametrize("command", [("replay", "x"), ("verify", "x"), ("whoami",)])
def test_commands_that_sit_nowhere_do_not(command: tuple[str, ...]) -> None:
    with pytest.raises(UsageError, match="--trace"):
        parse([*command, "--trace", "a"])


def test_a_trace_that_cannot_be_written_stops_the_command_before_anything_begins(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    monkeypatch.setenv("CROWNLESS_HOME", str(home))
    (tmp_path / "other").write_text("dear diary")
    for wrong in (tmp_path / "missing" / "t", tmp_path, tmp_path / "other"):
        play = ["play", "inheritance", "--auto", "--bots", "1"]
        assert main([*play, "--trace", str(wrong)]) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.startswith("crownless: ")
        assert str(wrong) in said.err.replace("\n", " ")
    assert not list(home.glob("tables/*"))


def test_the_variable_alone_begins_a_private_trace(tmp_path: Path) -> None:
    path = tmp_path / "t"
    tracer = tracer_of(parse(["join"]), {VARIABLE: str(path)})
    tracer("me")("starts")
    assert path.read_text().startswith(FIRST_LINE)
    assert path.read_text().endswith(" me starts\n")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_the_full_screen_gets_the_trace_and_a_bad_one_is_said_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[ScreenOptions] = []

    def show(options: ScreenOptions) -> Left:
        shown.append(options)
        return Left(lines=True)

    monkeypatch.setattr(full_screen, "show", show)
    monkeypatch.setenv("CROWNLESS_HOME", str(tmp_path / "home"))
    path = str(tmp_path / "t")
    left = full_screen.run(parse(["play", "inheritance", "--trace", path]))
    assert isinstance(shown[0].tracer, TraceFile)
    assert getattr(left, "trace", None) == path  # lines go on with it
    with pytest.raises(LocalError):
        full_screen.run(parse(["play", "inheritance", "--trace", str(tmp_path)]))
    assert len(shown) == 1
    monkeypatch.setenv(VARIABLE, path)
    full_screen.run(parse([]))
    assert isinstance(shown[1].tracer, TraceFile)
