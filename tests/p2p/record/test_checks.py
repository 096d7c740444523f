"""The checklist: a line for everything that is counted, and for everything that can go wrong."""

from __future__ import annotations

import pytest

from p2p.log.fault import Charge
from p2p.record.checks import CHECKS, line_of
from p2p.record.progress import Mark
from p2p.replica.part_checks import CheckCounters
from p2p.replica.registry import PARTS
from p2p.wire.message import Kind
from tests.p2p.verdicts import CHANGES, broken_record, judged

WITHIN = {
    "shuffled": "shuffles",
    "mixed": "mixes",
    "share_proofs": "shares",
    "decks": "deck_shuffles",
}
"""Numbers that stand on the line of another."""
LINES = {
    "shuffle": "shuffles",
    "mix": "mixes",
    "share": "shares",
    "throw": "throws",
    "key": "keys",
    "opening": "commitments",
    "digest": "steps",
    "result": "closings",
    "move": "moves",
    "uncalled": "throws",
    "chain": "messages",
    "heads": "messages",
}
"""For each bad message of `CHANGES` the line that it falls on."""


def check(key: str):  # type: ignore[no-untyped-def]
    return next(check for check in CHECKS if check.key == key)


def test_every_number_stands_on_a_line() -> None:
    keys = [check.key for check in CHECKS]
    assert len(set(keys)) == len(keys)
    for name in CheckCounters(PARTS).numbers():
        assert WITHIN.get(name, name) in keys
    for name, key in WITHIN.items():
        assert name in check(key).more


def test_one_is_not_many() -> None:
    assert check("shuffles").say({"shuffles": 1, "shuffled": 40}) == "1 shuffle, 40 cards in all"
    many = check("shuffles").say({"shuffles": 1200, "shuffled": 48000})
    assert many == "1,200 shuffles, 48,000 cards in all"
    assert check("moves").say({"moves": 0}) == "moves"


def test_what_the_file_holds_is_said_until_all_was_found() -> None:
    closings = check("closings")
    assert closings.say({}, 1) == "0 of 1 closing"
    assert closings.say({"closings": 1}, 4) == "1 of 4 closings"
    assert closings.say({"closings": 4}, 4) == "4 closings"
    assert check("results").say({"results": 1}, 0) == "1 result reached"


def test_every_fault_falls_on_a_line() -> None:
    keys = {check.key for check in CHECKS}
    for charge in Charge:
        for kind in (None, *Kind):
            assert line_of(charge, kind) in keys


@pytest.mark.parametrize("name", CHANGES)
def test_a_bad_message_falls_on_its_line(name: str) -> None:
    report = judged(broken_record(name))
    (one,) = report.convictions
    assert one.line == LINES[name]
    marked = [line for line in report.checklist() if line.mark is Mark.BROKEN]
    assert [line.check.key for line in marked] == [one.line]
    trouble = marked[0].trouble
    assert trouble is not None
    assert trouble.step == one.step
    assert trouble.note == report.accused(one)
    assert all(text.startswith("signed by ") for text in trouble.evidence)
    assert one.evidence[-1].hash.hex() in trouble.evidence[-1]
