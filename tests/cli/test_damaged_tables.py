"""The files of a table damaged in mid-game, in real processes: nothing signed is lost.

One of two is killed, its files are damaged, and it goes on with what the other has. Both end with
the same record, which holds: nobody has said two different things.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cli.console.exit_codes import Exit
from p2p.record.verify import verify
from p2p.storage.profile import Profile
from tests.cli.run import House, Running, house

WHOLE_GAME = 400
"""Seconds in which two processes end a game, also on a machine with much else to do."""


def ahead(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def flip_ahead(path: Path) -> None:
    """Every 50th byte of the write-ahead file is another."""
    data = bytearray(ahead(path).read_bytes())
    data[::50] = bytes(byte ^ 0xFF for byte in data[::50])
    ahead(path).write_bytes(data)


def empty_ahead(path: Path) -> None:
    ahead(path).write_bytes(bytes(len(ahead(path).read_bytes())))


def cut_main(path: Path) -> None:
    path.write_bytes(b"")


def spoil_main(path: Path) -> None:
    path.write_bytes(bytes(range(256)) * 64)


def begun(here: House) -> list[Running]:
    """A game of two has come to its first turns."""
    opens = ("host", "king", "--seats", "2", "--option", "turns=6", "--beat", "0")
    host = here.run("ana", *opens, "--auto", "--plain")
    invite = host.until("invite: ").removeprefix("invite: ")
    people = [host, here.run("ben", "join", invite, "--auto", "--plain")]
    for one in people:
        one.until(lambda line: " attacks " in line)
    return people


@pytest.mark.slow
@pytest.mark.parametrize("damaged", ["ana", "ben"])
@pytest.mark.parametrize(
    ("damage", "anew"),
    [
        (flip_ahead, False),
        (empty_ahead, False),
        (Path.unlink, True),
        (cut_main, True),
        (spoil_main, True),
    ],
)
def test_a_table_that_was_damaged_in_mid_game_is_played_to_its_end(
    tmp_path: Path, damaged: str, damage: Callable[[Path], None], anew: bool
) -> None:
    with house(tmp_path) as here:
        for one in begun(here):
            one.process.kill()  # by its own number
        here.stop()
        paths = {name: Profile(here.home(name)).tables()[0] for name in ("ana", "ben")}
        damage(paths[damaged].path)
        if anew:
            refused = here.run(damaged, "tables", paths[damaged].id, "--auto", "--plain")
            assert refused.end() == Exit.USAGE
            assert "--anew" in refused.output
            taken = here.run(damaged, "tables", paths[damaged].id, "--anew")
            assert taken.end() == Exit.DONE, taken.output
        people = [
            here.run(name, "tables", info.id, "--auto", "--plain", "--record", here.record(name))
            for name, info in paths.items()
        ]
        for one in people:
            one.process.wait(WHOLE_GAME)
            assert one.end() == Exit.DONE, one.output
        records = {Path(here.record(name)).read_bytes() for name in paths}
        assert len(records) == 1
        assert verify(records.pop()).exit == 0
