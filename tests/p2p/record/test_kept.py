"""One record of each game and rules number that a release has made: they stay readable for ever.

A file is called after its game, its rules number and the release that made it. Exit 0 while this
release has the rules, 4 with the same counts afterwards. Records of protocol 1 hold no steps, and
the rules of that time are gone: they are checked as far as they go.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from games import registry
from p2p.record.checks import NEEDS_RULES
from p2p.record.evidence_checks import BARE as BARE_CHARGES
from p2p.record.record import Record
from p2p.record.report import Report, VerifyExit
from p2p.record.rules_of_record import rules_here
from p2p.record.verify import UNAUDITED, verify
from p2p.wire.charter import READABLE, Charter

KEPT = Path(__file__).with_name("kept")
FILES = sorted(KEPT.glob("*.record"))
BARE = {
    "inheritance-1-release-0.1.0": {"seals": 2, "vouched": 1, "signatures": 83, "messages": 83},
    "king-2-release-0.1.0": {"seals": 2, "vouched": 1, "signatures": 174, "messages": 174},
}


FINDINGS = {
    name: json.loads(found)
    for name, _, found in (
        line.partition(" ") for line in (KEPT / "findings.txt").read_text().splitlines()
    )
}
"""What the release that made each file found in it: exit, counts, convictions, audit."""
BY_STEPS = frozenset({*NEEDS_RULES, "evidence", "audited", "seeds"})
"""Counts of what cannot be told where no digest that a seat signed covers the step."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_kept_record_stays_readable(path: Path) -> None:
    named = re.fullmatch(r"(\w+)-(\d+)-release-([\d.]+)(?:-.+)?", path.stem)
    assert named is not None
    game, number = named[1], int(named[2])
    data = path.read_bytes()
    report = verify(data)
    assert report.game is not None
    assert (report.game.id, report.game.version) == (game, number)
    if report.game.protocol == 1:
        assert report.exit is VerifyExit.UNRULED
        assert counted(report) == BARE[path.stem]
        return
    assert Record.decode(data).release == named[3]
    charter = Charter.decode(Record.decode(data).charter, READABLE)
    here = rules_here(charter.draft) is not None
    assert here or number != registry.make(game).info.version, "make this record anew"
    if here:
        assert found_in(report) == FINDINGS[path.stem]
    for bare in [verify(data, find_rules=lambda draft: None), *([] if here else [report])]:
        assert_unruled(bare, FINDINGS[path.stem])


def counted(report: Report) -> dict[str, int]:
    return {key: count for key, count in report.checked.counts.items() if count}


def found_in(report: Report) -> dict[str, object]:
    return {
        "exit": int(report.exit),
        "counts": counted(report),
        "convictions": [[one.seat, one.charge, one.step] for one in report.convictions],
        "audit": [found.said() for found in report.audit],
    }


def assert_unruled(report: Report, found: dict[str, Any]) -> None:
    """Without the rules all else is checked as it was, and what is not is said."""
    assert report.exit is VerifyExit.UNRULED
    here = counted(report)
    alike = [one for one in found["convictions"] if one[1] in BARE_CHARGES]
    evidence = {"evidence": len(alike)} if alike else {}
    counts = {key: n for key, n in found["counts"].items() if key not in BY_STEPS}
    assert here == counts | evidence
    assert [[one.seat, one.charge, one.step] for one in report.convictions] == alike
    assert report.game is not None
    unaudited = UNAUDITED.format(rules=report.game.version)
    assert (unaudited in report.unchecked) == bool(found["audit"])


def test_what_each_kept_record_shows_is_written_down() -> None:
    assert set(FINDINGS) == {path.stem for path in FILES} - set(BARE)
    kinds = {"concessions", "seeds", "evidence"}
    assert kinds <= {key for found in FINDINGS.values() for key in found["counts"]}


RELEASED = {
    ("inheritance", 1),
    ("king", 2),
    ("inheritance", 2),
    ("king", 3),
    ("court", 1),
    ("fortress", 1),
}
"""The numbers of all releases so far. The present ones join them at the next, with a record each:
`crownless play GAME --auto --record FILE`."""


def test_every_number_of_a_release_has_its_record() -> None:
    kept = {tuple(path.stem.split("-release-")[0].rsplit("-", 1)) for path in FILES}
    for name, number in RELEASED:
        assert number in registry.make(name).info.hashes
        assert (name, str(number)) in kept
