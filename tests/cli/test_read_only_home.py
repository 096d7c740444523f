"""A home that may not be written: what only reads still does, and nothing there changes."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.console.exit_codes import Exit
from p2p.client.tables import open_table
from p2p.storage.profile import Profile
from tests.cli.run import environment
from tests.paths import ROOT

RUN_ALL = """
import json, sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from cli.dispatch import main
found = []
for command in json.loads(sys.argv[1]):
    said = StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        code = main(command)
    found.append((code, said.getvalue()))
print(json.dumps(found))
"""
AS_OTHERS = ("setpriv", "--bounding-set", "-dac_override,-dac_read_search", "--inh-caps", "-all")
"""Root without its right to write where nobody may."""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A home with a table that goes on, as a kill has left it: not all is in its main file."""
    folder = tmp_path_factory.mktemp("read_only")
    profile = Profile(folder / "first")
    profile.name = "Ana"

    async def begin() -> None:
        table = open_table.open_play(profile, "inheritance", 1, {}, new=True)
        await table.start()
        async with asyncio.timeout(60):
            while table.client.state.snapshot is None or table.client.state.snapshot.prompt is None:
                await table.client.state.next()
        shutil.copytree(folder / "first", folder / "home")
        await table.close()

    asyncio.run(begin())
    everything = [folder / "home", *(folder / "home").rglob("*")]
    for path in everything:
        path.chmod(0o500 if path.is_dir() else 0o400)
    yield folder / "home"
    for path in everything:
        path.chmod(0o700)


def contents(home: Path) -> dict[str, tuple[int, bytes]]:
    return {
        str(path): (path.stat().st_mode, path.read_bytes() if path.is_file() else b"")
        for path in home.rglob("*")
    }


@pytest.mark.skipif(os.name == "nt", reason="rights are a POSIX matter")
def test_what_only_reads_still_does(home: Path, tmp_path: Path) -> None:
    within = AS_OTHERS if os.geteuid() == 0 else ()
    if within and shutil.which(within[0]) is None:
        pytest.skip("everything may be written by this user")
    (table,) = (home / "tables").iterdir()
    record = tmp_path / "game.crownless"
    before = contents(home)
    commands = [
        ["whoami"],
        ["tables"],
        ["history"],
        ["record", table.name, str(record)],
        ["verify", table.name],
        ["verify", str(record)],
        ["whoami", "--name", "Bea"],
        ["tables", table.name, "--auto"],
    ]
    done = subprocess.run(
        [*within, sys.executable, "-c", RUN_ALL, json.dumps(commands)],
        cwd=ROOT,
        env=environment(home),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=90,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    me, tables, history, written, verified, checked, renamed, played = json.loads(done.stdout)
    assert me[0] == tables[0] == history[0] == written[0] == Exit.DONE, done.stdout
    assert "Ana" in me[1]
    assert "Inheritance" in tables[1]
    assert "damaged" not in tables[1]
    assert verified == checked
    assert verified[0] == 3, verified  # everything holds, and the game is not over
    for code, said in (renamed, played):
        assert code == Exit.USAGE
        assert "internal error" not in said
    assert "cannot be written" in renamed[1]
    assert "may not be written" in played[1] or "cannot be written" in played[1]
    assert contents(home) == before
