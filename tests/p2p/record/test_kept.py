"""One record of each game and rules number that a release has made: they stay readable for ever.

A file is called after its game, its rules number and the release that made it. Exit 0 while this
release has the rules, 4 with the same counts afterwards. Records of protocol 1 hold no steps, and
the rules of that time are gone: they are checked as far as they go.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games import registry
from p2p.record.checks import NEEDS_RULES
from p2p.record.record import Record
from p2p.record.report import VerifyExit
from p2p.record.rules_of_record import rules_here
from p2p.record.verify import verify
from p2p.wire.charter import Charter

KEPT = Path(__file__).with_name("kept")
FILES = sorted(KEPT.glob("*.record"))
BARE = {
    "inheritance-1-release-0.1.0": {"seals": 2, "vouched": 1, "signatures": 83, "messages": 83},
    "king-2-release-0.1.0": {"seals": 2, "vouched": 1, "signatures": 174, "messages": 174},
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_kept_record_stays_readable(path: Path) -> None:
    named = re.fullmatch(r"(\w+)-(\d+)-release-(.+)", path.stem)
    assert named is not None
    game, number = named[1], int(named[2])
    data = path.read_bytes()
    report = verify(data)
    assert report.game is not None
    assert (report.game.id, report.game.version) == (game, number)
    if report.game.protocol == 1:
        assert report.exit is VerifyExit.UNRULED
        found = {key: n for key, n in report.checked.counts.items() if n}
        assert found == BARE[path.stem]
        return
    assert Record.decode(data).release == named[3]
    charter = Charter.decode(Record.decode(data).charter)
    here = rules_here(charter.draft) is not None
    assert here or number != registry.make(game).info.version, "make this record anew"
    assert report.exit is (VerifyExit.SOUND if here else VerifyExit.UNRULED)
    bare = verify(data, find_rules=lambda draft: None)
    assert bare.exit is VerifyExit.UNRULED
    for key, count in report.checked.counts.items():
        assert key in NEEDS_RULES or bare.checked.counts[key] == count


RELEASED = {("inheritance", 1), ("king", 2)}
"""The numbers of all releases so far. The present ones join them at the next, with a record each:
`crownless play GAME --auto --record FILE`."""


def test_every_number_of_a_release_has_its_record() -> None:
    kept = {tuple(path.stem.split("-release-")[0].rsplit("-", 1)) for path in FILES}
    for name, number in RELEASED:
        assert number in registry.make(name).info.hashes
        assert (name, str(number)) in kept
