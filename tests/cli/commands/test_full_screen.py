"""From arguments to the screen: what opens it, what does not, and what is left behind."""

from __future__ import annotations

import signal
import subprocess
import sys
from argparse import Namespace
from pathlib import Path

import pytest

from cli.commands.full_screen import _in_lines, intent_of
from cli.console.arguments import parse
from cli.console.errors import UsageError
from cli.dispatch import _wants_screen, main, run
from cli.model.intents import Host, Join, OpenReplay, Play, Verify, guided
from games.engine.errors import BadTable
from p2p.errors import InviteError, LinkError, LocalError
from p2p.net.dht import hash_table as dht
from p2p.net.invite import Invite, fingerprint
from p2p.record.record_file import write_file
from tests.cli.tui.emulator import PATIENCE, Terminal
from tests.cli.tui.replays import played

INVITE = Invite(b"0123456789", fingerprint(b"k" * 32), (("127.0.0.1", 9),))
COMMAND = "from cli.main import entry; entry()"


def program(*arguments: str) -> str:
    return f"import sys; sys.argv[1:] = {list(arguments)!r}; {COMMAND}"


@pytest.mark.parametrize(
    ("line", "screen"),
    [
        ("", True),
        ("play inheritance", True),
        ("verify file", True),
        ("replay file", True),
        ("tables abc", True),
        ("rematch abc", True),
        ("--plain", False),
        ("play inheritance --plain", False),
        ("--plain verify file", False),
        ("play inheritance --auto", False),
        ("play inheritance --record file", False),
        ("verify file --json", False),
        ("tables", True),
        ("tables --plain", False),
        ("tables abc --delete", False),
        ("history", False),
        ("whoami", False),
        ("bot invite", False),
    ],
)
def test_which_commands_have_a_screen(
    line: str, screen: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cli.console.fits.fits_terminal", lambda environment: True)
    assert _wants_screen(parse(line.split())) is screen
    monkeypatch.setattr("cli.console.fits.fits_terminal", lambda environment: False)
    assert not _wants_screen(parse(line.split()))


def test_five_words_that_cannot_be_had_are_said_before_the_screen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    line = ["host", "inheritance", "--seats", "2", "--words"]
    monkeypatch.setattr(dht, "find_spec", lambda name: None)
    with pytest.raises(LinkError, match=r"pip install libtorrent"):
        intent_of(parse(line))
    monkeypatch.setattr(dht, "find_spec", lambda name: True)
    assert intent_of(parse(line)) == Host("inheritance", 2, {}, words=True)
    monkeypatch.setenv("CROWNLESS_DHT", "off")
    with pytest.raises(UsageError, match="CROWNLESS_DHT"):
        intent_of(parse(line))


def test_whose_words_they_are_is_said_with_two_words_alone() -> None:
    line = ["join", "amber", "zebra", "--host", "Ana"]
    assert intent_of(parse(line)) == Join("amber zebra", host="Ana")
    assert intent_of(parse(["watch", *line[1:]])) == Join("amber zebra", watch=True, host="Ana")
    for code in ((), ("192.0.2.1", "amber", "zebra"), (INVITE.encode(),)):
        with pytest.raises(UsageError, match="--host says whose two words"):
            intent_of(parse(["join", *code, "--host", "Ana"]))


def test_arguments_become_intents() -> None:
    def intent(line: str) -> object:
        return intent_of(parse(line.split()))

    assert intent("") is None
    assert intent("join") is None
    assert intent("tables") is None
    assert intent("play inheritance --bots 1 --new") == Play("inheritance", 1, {}, new=True)
    assert intent("host inheritance --seats 2 --private --port 4870") == Host(
        "inheritance", 2, {}, port=4870, closed=True
    )
    assert intent("host inheritance --seats 2 --hidden") == Host("inheritance", 2, {}, show=False)
    assert intent("join Amber zebra") == Join("Amber zebra")
    assert intent("watch 192.168.1.5 amber-zebra") == Join("192.168.1.5 amber-zebra", watch=True)
    quick = {"artifacts": 4, "gauge": 3}
    assert intent("play fortress --preset quick") == Play("fortress", 2, quick)
    line = "play fortress --preset quick --option gauge=5 --option rounds=40"
    assert intent(line) == Play("fortress", 2, {**quick, "gauge": 5, "rounds": 40})
    assert intent("play court --guided") == guided("court")
    assert intent("play court --guided --new") == guided("court", new=True)
    assert intent(f"join {INVITE.encode()}") == Join(INVITE.encode())
    assert intent(f"watch {INVITE.encode()}") == Join(INVITE.encode(), watch=True)
    assert intent("verify a.crown") == Verify("a.crown")
    assert intent("replay a.crown") == OpenReplay("a.crown")


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("play chess", BadTable),
        ("play inheritance --bots 9", UsageError),
        ("play chess --guided", BadTable),
        ("play court --guided --bots 3", UsageError),
        ("play court --guided --option events=2", UsageError),
        ("host inheritance --seats 9", BadTable),
        ("play fortress --preset slow", UsageError),
        ("play inheritance --preset quick", UsageError),
        ("join hello", InviteError),
        (f"join {INVITE.for_watching().encode()}", LocalError),
    ],
)
def test_mistakes_are_said_before_the_screen_opens(line: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        intent_of(parse(line.split()))


def test_a_replay_without_a_screen_tells_the_story(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CROWNLESS_HOME", str(tmp_path / "home"))
    path = tmp_path / "game.crownless"
    write_file(path, played())
    assert main(["replay", str(path), "--plain"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Inheritance\n")
    assert "Won by" in said
    assert "checked: " in said


def test_verify_ends_with_the_verdict_as_its_exit_code(tmp_path: Path) -> None:
    path = tmp_path / "game.crownless"
    write_file(path, played())
    found = Terminal(tmp_path / "home", 80, 24, program("verify", str(path)))
    try:
        found.shows("Sound: ended by its rules")
        found.type("q")
        assert found.end() == 0
        assert not (tmp_path / "home" / "tables").exists()
    finally:
        found.stop()
    path.write_bytes(path.read_bytes()[:-200])
    found = Terminal(tmp_path / "home", 80, 24, program("verify", str(path)))
    try:
        found.shows("Unreadable")
        found.type("q")
        assert found.end() == 2
    finally:
        found.stop()


def test_a_table_that_was_opened_by_a_command_is_paused_by_leaving_it(tmp_path: Path) -> None:
    arguments = ("play", "inheritance", "--bots", "1")
    found = Terminal(tmp_path / "home", 80, 24, program(*arguments))
    try:
        found.shows("Choose your Admirer")
        found.type("qp")
        assert found.end() == 3
    finally:
        found.stop()
    assert "To go on: " in found.last


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_program_that_is_asked_to_end_leaves_its_table_first(tmp_path: Path, name: str) -> None:
    """Its port at the router is closed, and the others hear of it, as with any other way out."""
    arguments = ("play", "inheritance", "--bots", "1")
    found = Terminal(tmp_path / "home", 80, 24, program(*arguments))
    try:
        found.shows("Choose your Admirer")
        found.process.send_signal(getattr(signal, name))
        assert found.end() == 3
    finally:
        found.stop()
    assert "To go on: " in found.last


def test_a_window_that_is_closed_leaves_its_table(tmp_path: Path) -> None:
    arguments = ("play", "inheritance", "--bots", "1")
    found = Terminal(tmp_path / "home", 80, 24, program(*arguments))
    try:
        found.shows("Choose your Admirer")
        found.hang_up()
        found.process.send_signal(signal.SIGHUP)
        assert found.process.wait(PATIENCE) >= 0, "it was not killed"
    finally:
        found.stop()
    log = tmp_path / "home" / "logs" / "crownless.log"
    assert not log.exists() or "Traceback" not in log.read_text()


def test_a_small_terminal_gets_lines(tmp_path: Path) -> None:
    arguments = ("play", "inheritance", "--bots", "1")
    found = Terminal(tmp_path / "home", 60, 20, program(*arguments), whole=False)
    try:
        found.shows("Type the number of a card")
        found.type("quit\n")
        assert found.end() == 3
    finally:
        found.stop()


def test_a_window_that_became_too_small_goes_on_in_lines(tmp_path: Path) -> None:
    arguments = ("play", "inheritance", "--bots", "1")
    found = Terminal(tmp_path / "home", 80, 24, program(*arguments))
    try:
        found.shows("Choose your Admirer")
        found.resize(70, 20)
        found.shows("l to go on in lines")
        found.in_lines()
        found.type("l")
        found.shows("Type the number of a card")
        found.type("quit\n")
        assert found.end() == 3
    finally:
        found.stop()
    assert "To go on: " in found.last


def test_without_a_table_lines_do_what_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CROWNLESS_HOME", str(tmp_path / "home"))
    path = tmp_path / "game.crownless"
    write_file(path, played())
    wanted = _in_lines(parse(["replay", str(path)]), "")
    assert isinstance(wanted, Namespace)
    assert run(wanted) == 0
    assert "Won by" in capsys.readouterr().out
    assert _in_lines(parse([]), "") == 0
    assert "play inheritance --plain" in capsys.readouterr().out


def test_the_settings_can_ask_for_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROWNLESS_HOME", str(tmp_path))
    monkeypatch.setattr("cli.console.fits.fits_terminal", lambda environment: True)
    assert _wants_screen(parse(["play", "king"]))
    (tmp_path / "settings.toml").write_text("screen = false\n")
    assert not _wants_screen(parse(["play", "king"]))
    assert not _wants_screen(parse(["play", "king", "--as", "Ben"]))
    assert _wants_screen(parse(["--as", "Ben"]))


def test_a_window_that_is_too_small_says_so_where_nothing_was_asked_for(tmp_path: Path) -> None:
    found = Terminal(tmp_path / "home", 70, 20, program(), whole=False)
    try:
        assert found.end() == 2
    finally:
        found.stop()
    said = " ".join(found.last.split())
    assert "needs 80 columns and 24 rows, and this window has 70 and 20" in said
    assert "crownless play inheritance" in said


def test_the_first_screen_needs_nothing_of_a_table() -> None:
    """What plays, judges and proves is loaded behind the first picture."""
    heavy = ("p2p.session.author", "p2p.client.client", "crypto.shuffle", "rbcl")
    loaded = f"*[name for name in {heavy} if name in sys.modules]"
    code = f"import sys, cli.commands.full_screen; print('loaded', {loaded})"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["loaded"]
