"""Six clients as processes of their own, all killed in mid-game, come together again and end equal.

What each has on disk is all that is left of the table: they start in any order, on other ports.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from cli.console.exit_codes import Exit
from p2p.lobby.table_config import PORT_NOTE
from p2p.record.verify import verify
from p2p.storage.profile import Profile
from p2p.storage.table_store import Store
from tests.cli.run import House, Running, house
from tests.ports import taken

NAMES = ("ada", "ben", "cyr", "dee", "eli", "fay")
WHOLE_GAME = 400
"""Seconds in which six processes end a game, also on a machine with much else to do."""
DIGEST = "Record digest: "


def port_of(home: Path) -> int:
    (info,) = Profile(home).tables()
    with Store.open(info.path) as store:
        return int.from_bytes(store.note(PORT_NOTE) or b"", "big")


def begun(here: House) -> list[Running]:
    """The game of six has come to its first turns."""
    opens = ("host", "king", "--seats", "6", "--option", "turns=6", "--beat", "0")
    host = here.run(NAMES[0], *opens, "--auto", "--plain")
    invite = host.until("invite: ").removeprefix("invite: ")
    people = [host, *(here.run(name, "join", invite, "--auto", "--plain") for name in NAMES[1:])]
    for one in people:
        one.until(lambda line: " attacks " in line)
    return people


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_six_killed_at_once_come_back_in_any_order_on_other_ports(
    tmp_path: Path, seed: int
) -> None:
    rng = random.Random(seed)
    with house(tmp_path) as here:
        for one in begun(here):
            one.process.kill()  # by its own number
        here.stop()
        ports = [port_of(here.home(name)) for name in NAMES]
        order = rng.sample(NAMES, len(NAMES))
        leads = order[0]
        with taken(ports):
            record = {name: ("--auto", "--plain", "--record", here.record(name)) for name in NAMES}
            (table,) = Profile(here.home(leads)).tables()
            first = here.run(leads, "tables", table.id, *record[leads])
            back = first.until("back: ").removeprefix("back: ")
            people = {leads: first}
            for name in order[1:]:
                people[name] = here.run(name, "join", back, *record[name])
            for one in people.values():
                one.process.wait(WHOLE_GAME)
                assert one.end() == Exit.DONE, one.output
        assert all(port_of(here.home(name)) not in ports for name in NAMES)
        digests = {one.said(DIGEST)[0] for one in people.values()}
        assert len(digests) == 1
        records = {Path(here.record(name)).read_bytes() for name in NAMES}
        assert len(records) == 1
        report = verify(records.pop())
        assert report.exit == 0
