"""Every file that the program reads from its home, damaged in every way: a sentence, nothing lost.

Each row is one file of a home in which a game was begun, each column one way to damage it; every
command is then run. None may meet an unforeseen error, and nothing of the home may be lost: what a
command cannot understand stays as it is, or beside the new file. What is made from the table itself
may be made again.
"""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.console import settings_file
from cli.console.exit_codes import Exit
from cli.dispatch import main
from cli.tui.toolkit.settings import Settings, settings_of, values_of
from p2p.client.tables import open_table
from p2p.errors import LocalError
from p2p.storage.profile import Profile

TABLE = "tables/*/"
FILES = (
    "identity.pem",
    "profile.json",
    "contacts.json",
    "settings.toml",
    f"{TABLE}about.json",
    f"{TABLE}table.db",
    f"{TABLE}bots/1/identity.pem",
    f"{TABLE}bots/1/table.db",
)
MADE_AGAIN = ("about.json",)
"""What may be replaced where it is damaged: it is told from the table."""
DEEP = 200_000
DAMAGES = {
    "missing": None,
    "empty": b"",
    "binary": bytes(range(256)) * 20,
    "huge": b"a" * (5 << 20),
    "deep json": b'{"a":' * DEEP,
    "deep toml": b"a = " + b"[" * DEEP,
    "huge number": b'{"seats": ' + b"9" * 5000 + b"}",
    "huge number in toml": b"guard = " + b"9" * 5000,
    "not a number": b"guard = nan\ntheme = 1e999\n",
    "another kind": b"[1, 2]",
    "kinds inside": b'{"name": [], "seats": "x", "state": 7, "practice": "no", "00": 1}',
    "half a letter": b'{"name": "\\ud800", "people": "\\udfff"}',
    "a folder": "folder",
    "a pipe": "pipe",
    "unreadable": "unreadable",
}
COMMANDS = (
    ["whoami"],
    ["tables"],
    ["history"],
    ["contact"],
    ["contact", "Ben", "b2" * 32],
    ["record", "ID", "game.crown"],
    ["rematch", "ID"],
    ["tables", "ID", "--auto"],
    ["play", "inheritance", "--bots", "1", "--auto", "--option", "goal=0"],
)
"""`ID` is of the table; the last is refused for its option, once the profile is open."""


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with every file that there can be, and one table that has begun."""
    home = tmp_path_factory.mktemp("whole") / "home"
    profile = Profile(home)
    profile.name = "Ana"
    profile.put_contact(b"\xb1" * 32, "Cleo")
    settings_file.save(home / "settings.toml", values_of(Settings()), {})

    async def begin() -> None:
        table = open_table.open_play(profile, "inheritance", 1, {}, new=True)
        await table.start()
        async with asyncio.timeout(60):
            while table.client.state.snapshot is None or table.client.state.snapshot.prompt is None:
                await table.client.state.next()
        await table.close()

    asyncio.run(begin())
    return home


@pytest.fixture
def home(begun: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of it, which the commands use."""
    copy = tmp_path / "home"
    shutil.copytree(begun, copy)
    monkeypatch.setenv("CROWNLESS_HOME", str(copy))
    monkeypatch.chdir(tmp_path)
    yield copy
    for path in copy.rglob("*"):
        if path.is_dir() or path.is_file():
            path.chmod(0o700)


def damage(path: Path, how: bytes | str | None) -> None:
    if how != "unreadable":
        path.unlink()
    match how:
        case None:
            pass
        case "folder":
            path.mkdir(0o700)
        case "pipe":
            os.mkfifo(path, 0o600)
        case "unreadable":
            path.chmod(0)
        case bytes():
            path.write_bytes(how)
            path.chmod(0o600)


def contents(path: Path) -> bytes | str:
    """What stands there, comparable."""
    if not os.path.lexists(path):
        return "nothing"
    if path.is_dir():
        return "folder"
    if not path.is_file():
        return "pipe"
    path.chmod(0o600)
    return path.read_bytes()


def kept(home: Path) -> dict[str, bytes]:
    """What no command may change, whatever is damaged: keys, names and choices."""
    found = {}
    for path in home.rglob("*"):
        if path.is_file() and (path.suffix == ".pem" or path.suffix == ".toml"):
            found[str(path.relative_to(home))] = path.read_bytes()
    return found


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("how", DAMAGES.values(), ids=list(DAMAGES))
def test_a_damaged_file_is_a_sentence_and_costs_nothing_else(
    home: Path, name: str, how: bytes | str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    if how == "unreadable" and os.geteuid() == 0:
        pytest.skip("nothing is unreadable to this user")
    (path,) = home.glob(name)
    others = {key: data for key, data in kept(home).items() if key != str(path.relative_to(home))}
    damage(path, how)
    before = contents(path)
    table = next((home / "tables").iterdir()).name
    for command in COMMANDS:
        arguments = [table if word == "ID" else word for word in command]
        if "--auto" in command and command[0] == "tables" and not _stops(path):
            continue  # it would play the game to its end
        code = main(arguments)
        said = capsys.readouterr()
        assert "internal error" not in said.err, (command, said.err)
        assert code in (Exit.DONE, Exit.USAGE), (command, said.err)
        if code:
            assert said.err.startswith("crownless: ")
            assert len(said.err.splitlines()) <= 8
    now = kept(home)
    assert {key: now.get(key) for key in others} == others
    if path.name not in MADE_AGAIN and not _is_written(path, how):
        assert contents(path) == before
    assert len(list((home / "tables").iterdir())) == 1


def _stops(path: Path) -> bool:
    """Whether a table whose file is damaged cannot be gone on with."""
    return path.name == "identity.pem" or (path.name == "table.db" and "bots" not in path.parts)


def _is_written(path: Path, how: bytes | str | None) -> bool:
    """Whether a command has good reason to write there: it is missing, or as good as empty."""
    if path.name == "contacts.json":
        return how is None  # a contact was made
    return path.name == "table.db" and how in (b"", "unreadable")


@pytest.mark.parametrize("how", DAMAGES.values(), ids=list(DAMAGES))
def test_damaged_settings_are_a_sentence_and_are_kept_beside_new_ones(
    tmp_path: Path, how: bytes | str | None
) -> None:
    if how == "unreadable" and os.geteuid() == 0:
        pytest.skip("nothing is unreadable to this user")
    path = tmp_path / "settings.toml"
    path.write_text("bell = true\n")
    damage(path, how)
    before = contents(path)
    found = settings_file.load(path)
    loaded = settings_of(found.values, found.problem)
    for problem in loaded.problems:
        assert len(problem) < 600
        assert problem.endswith(".")
    usual = values_of(loaded.settings)
    try:
        settings_file.save(path, {**usual, "bell": not loaded.settings.bell}, usual)
    except LocalError:
        assert contents(path) == before
        return
    assert settings_of(settings_file.load(path).values).settings.bell is not loaded.settings.bell
    assert isinstance(before, bytes) or before == "nothing"
    if isinstance(before, bytes):
        beside = [one.read_bytes() for one in tmp_path.iterdir()]
        assert before in beside or before.strip() in beside[0]


def test_what_was_kept_of_damaged_settings_before_is_not_lost(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    usual = values_of(Settings())
    for number in range(3):
        path.write_text(f"damaged {number}")
        settings_file.save(path, usual, usual)
    assert {one.read_text() for one in tmp_path.glob("settings.toml.old*")} == {
        "damaged 0",
        "damaged 1",
        "damaged 2",
    }
