"""The command from outside: exit codes, a sentence for each mistake, nothing heavy for help."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from cli.console.exit_codes import Exit
from cli.dispatch import OUTPUT_CLOSED, main
from p2p.net.invite import Invite, fingerprint
from p2p.storage.profile import Profile
from tests.cli.run import command, environment

HEAVY = ("cryptography", "websockets", "asyncio", "sqlite3", "rbcl", "msgpack", "logging")
ELSEWHERE = Invite(b"0123456789", fingerprint(b"k" * 32), (("127.0.0.1", 9),))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CROWNLESS_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def complaint(capsys: pytest.CaptureFixture[str]) -> str:
    """The one sentence on standard error."""
    captured = capsys.readouterr()
    lines = captured.err.splitlines()
    assert len(lines) == 1, captured
    assert lines[0].startswith("crownless: ")
    assert lines[0].endswith(".")
    assert "Traceback" not in captured.out
    return lines[0]


@pytest.mark.parametrize(
    "arguments", [["--help"], ["play", "--help"], ["frobnicate"], ["--version"]]
)
def test_nothing_heavy_is_loaded_before_a_table_is_opened(arguments: Sequence[str]) -> None:
    code = (
        "import sys\nfrom cli.dispatch import main\n"
        f"try:\n    main({list(arguments)!r})\nexcept SystemExit:\n    pass\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment(), timeout=60
    )
    assert found.stdout.splitlines()[-1] == "[]", found.stderr


@pytest.mark.parametrize("arguments", [["--help"], ["play", "--help"]])
def test_help_loads_nothing_of_tables_and_no_dataclass(arguments: Sequence[str]) -> None:
    """`dataclasses` alone, by way of `inspect`, took a quarter of the time to the help text."""
    code = (
        f"import sys\nsys.path += {sys.path!r}\nbefore = set(sys.modules)\n"
        "from cli.dispatch import main\n"
        f"try:\n    main({arguments!r})\nexcept SystemExit:\n    pass\n"
        "print(sorted(set(sys.modules) - before))"
    )
    found = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code],
        capture_output=True, text=True, env=environment(), timeout=60,
    )  # fmt: skip
    loaded = found.stdout.splitlines()[-1]
    assert "'cli.console.arguments'" in loaded, found.stderr
    assert "'dataclasses'" not in loaded
    assert "'inspect'" not in loaded
    assert "'games.registry'" not in loaded
    assert "'p2p.storage" not in loaded


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("", "crownless play inheritance"),
        ("frobnicate", "there is no command"),
        ("play chess", "there is no game 'chess'; there are: inheritance"),
        ("play inheritance --bots 9", "--bots is 1 to 3"),
        ("play inheritance --seed 5", "--seed"),
        ("host inheritance --seats 9", "2 to 4 seats"),
        ("play inheritance --option turns=6", "has no option 'turns'"),
        ("play king --option turns=7", "'turns' of"),
        ("play king --option turns", "NAME=VALUE"),
        ("host inheritance --seats 2 --address ada.example", "is no IP address"),
        ("join hello", "no Crownless invite"),
        ("bot hello", "no Crownless invite"),
        (f"join {ELSEWHERE.for_watching().encode()}", "crownless watch"),
        (f"bot {ELSEWHERE.for_watching().encode()}", "an invite to a seat"),
        ("tables nosuch", "you have no table 'nosuch'; 'crownless tables' lists yours"),
        ("record nosuch file", "you have no table 'nosuch'"),
        ("whoami --as ../etc", "a profile's name has"),
        ("play inheritance --record /no/such/folder/file", "cannot write to"),
        ("verify /no/such/file", "cannot be read"),
    ],
)
def test_wrong_usage_is_one_sentence_and_exit_2(
    line: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(line.split()) == Exit.USAGE
    assert says in complaint(capsys)


def test_an_empty_invite_on_the_input_says_what_is_needed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("cli.commands.table_arguments.read_line", lambda: "")
    monkeypatch.setattr("os.isatty", lambda _: False)
    assert main(["join", "-"]) == Exit.USAGE
    assert "it begins with crown1-" in complaint(capsys)


def test_an_input_that_ends_behind_the_invite_cannot_be_played_with(home: Path) -> None:
    found = subprocess.run(
        command("join", "-"),
        input=f"{ELSEWHERE.encode()}\n",
        capture_output=True,
        text=True,
        env=environment(home),
        timeout=60,
        start_new_session=True,  # without a terminal
    )
    assert found.returncode == Exit.USAGE
    assert "give the invite on the command line" in found.stderr
    assert "--auto" in found.stderr


def test_a_seat_that_is_known_is_not_taken_anew(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    profile = Profile.open()
    profile.describe_table(ELSEWHERE.sni, {"role": "guest", "state": "open"})
    profile.table_path(ELSEWHERE.sni).touch(0o600)
    assert main(["join", ELSEWHERE.encode(), "--new"]) == Exit.USAGE
    assert "leave out --new" in complaint(capsys)


def test_whoami_shows_and_sets_the_name(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["whoami", "--name", "  Ada  "]) == Exit.DONE
    first = capsys.readouterr().out.splitlines()
    assert first[0] == "Name: Ada"
    assert first[1] == f"Key: {Profile.open().identity.public.hex()}"
    assert first[2].count("-") == 2
    assert first[4] == f"Home: {home}"
    assert main(["whoami"]) == Exit.DONE
    assert capsys.readouterr().out.splitlines() == first
    assert main(["whoami", "--name", "\x1b[2J"]) == Exit.USAGE
    assert "a name cannot contain" in complaint(capsys)


def test_another_profile_has_another_key(capsys: pytest.CaptureFixture[str]) -> None:
    keys = set()
    for arguments in (["whoami"], ["whoami", "--as", "ben"], ["--as", "ben", "whoami"]):
        assert main(arguments) == Exit.DONE
        keys.add(capsys.readouterr().out.splitlines()[1])
    assert len(keys) == 2


def test_no_tables_yet(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tables"]) == Exit.DONE
    assert "crownless play inheritance" in capsys.readouterr().out


def test_a_file_that_is_no_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "letter"
    path.write_text("Dear Ada")
    assert main(["verify", str(path)]) == 2
    assert capsys.readouterr().out.splitlines()[-1].startswith("Verdict: unreadable")
    assert main(["verify", str(path), "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["exit"] == 2


def test_checking_a_file_needs_no_profile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    blocked = tmp_path / "a file"
    blocked.touch()
    monkeypatch.setenv("CROWNLESS_HOME", str(blocked / "home"))
    assert main(["verify", str(blocked)]) == 2
    assert main(["whoami"]) == Exit.USAGE
    assert capsys.readouterr().err.startswith("crownless: ")


@pytest.mark.parametrize("module", ["cli", "cli.main"])
def test_a_module_is_the_command(module: str) -> None:
    for arguments, code in (("--version", 0), ("frobnicate", 2)):
        asked = [sys.executable, "-m", module, arguments]
        found = subprocess.run(asked, capture_output=True, text=True, env=environment(), timeout=60)
        assert (found.returncode, "crownless" in found.stdout + found.stderr) == (code, True)


def test_the_version_is_that_of_the_distribution(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--version"])
    assert capsys.readouterr().out.startswith("crownless ")


@pytest.mark.parametrize(
    ("error", "code", "says"),
    [
        (KeyboardInterrupt(), Exit.INTERRUPTED, ""),
        (ZeroDivisionError("secret"), Exit.BROKEN, "(ZeroDivisionError)"),
    ],
)
def test_whatever_happens_nobody_sees_a_traceback(
    error: BaseException,
    code: int,
    says: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fail(_: object) -> int:
        raise error

    monkeypatch.setattr("cli.commands.tables.run", fail)
    assert main(["tables"]) == code
    err = capsys.readouterr().err
    assert says in err
    assert "Traceback" not in err
    assert "secret" not in err


def test_an_internal_error_says_where_its_log_lies(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_: object) -> int:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr("cli.commands.tables.run", fail)
    assert main(["tables"]) == Exit.BROKEN
    log = home / "logs" / "crownless.log"
    said = complaint(capsys)
    assert said.endswith(f"your tables are safe; details are in {log}.")
    assert "ZeroDivisionError: a bug" in log.read_text()


def test_where_no_log_can_be_written_none_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("CROWNLESS_HOME", str(tmp_path / "file"))
    monkeypatch.setattr("cli.dispatch.run", lambda args: 1 // 0)
    assert main(["tables"]) == Exit.BROKEN
    assert complaint(capsys).endswith("(ZeroDivisionError); your tables are safe.")


@pytest.mark.parametrize("name", ["crypto", "games", "p2p"])
@pytest.mark.parametrize("inside", ["/__init__.py", ".py"])
def test_a_foreign_package_in_the_place_of_ours_is_named(
    tmp_path: Path, name: str, inside: str
) -> None:
    foreign = tmp_path / f"{name}{inside}"
    foreign.parent.mkdir(exist_ok=True)
    foreign.write_text("raise SystemError('this must not be run')\n")
    found = subprocess.run(  # with -c, Python looks first where it was started
        command("--help"),
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment(),
        timeout=60,
    )
    assert found.returncode == Exit.USAGE
    assert found.stdout == ""
    (said,) = found.stderr.splitlines()
    assert said.startswith(f"crownless: another package called '{name}', {tmp_path / name}")
    assert "an environment of its own" in said


def test_an_output_that_is_closed_ends_quietly() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    found = subprocess.run(
        command("tables"), stdout=writing, stderr=subprocess.PIPE, env=environment(), timeout=60
    )
    os.close(writing)
    assert found.returncode == OUTPUT_CLOSED
    assert found.stderr == b""


def test_a_terminal_that_knows_few_letters_is_no_obstacle() -> None:
    env = {**environment(), "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    found = subprocess.run(
        command("whoami", "--name", "Zoë"), capture_output=True, env=env, timeout=60
    )
    assert found.returncode == 0, found.stderr
    assert found.stdout.startswith(b"Name: Zo?")


@pytest.mark.skipif(os.name != "posix", reason="modes are a matter of POSIX")
def test_what_is_written_is_for_this_user_alone(home: Path) -> None:
    main(["whoami"])
    for path in (home, *home.rglob("*")):
        assert not path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO), path


def test_a_record_goes_over_no_other_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    letter = tmp_path / "letter"
    letter.write_text("Dear Ada")
    assert main(["play", "inheritance", "--record", str(letter)]) == Exit.USAGE
    assert "holds something else already" in complaint(capsys)
    assert letter.read_text() == "Dear Ada"


# Ctrl-C where nothing can catch it


LOADING = """
import importlib.abc, os, signal, sys
class Interrupting(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name == "cli.dispatch":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupting())
"""
LEAVING = """
import atexit, os, signal, sys
atexit.register(lambda: os.kill(os.getpid(), signal.SIGINT))
"""
COLLECTING = """
import cli.dispatch, os, signal, sys
class Held:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        for _ in range(1000):
            pass
def interrupted(arguments):
    held = Held()
    del held
    print("never reached")
cli.dispatch.main = interrupted
"""


@pytest.mark.parametrize(
    ("before", "code"),
    [(LOADING, Exit.INTERRUPTED), (LEAVING, Exit.DONE), (COLLECTING, Exit.INTERRUPTED)],
    ids=["loading", "leaving", "collecting"],
)
def test_ctrl_c_says_nothing_whenever_it_comes(before: str, code: Exit) -> None:
    run = f"{before}\nsys.argv[1:] = ['--version']\nfrom cli.main import entry\nentry()"
    found = subprocess.run(
        [sys.executable, "-c", run], capture_output=True, text=True, env=environment(), timeout=60
    )
    assert (found.returncode, found.stderr) == (code, "")
    assert "never reached" not in found.stdout
