"""Whole messages that a file doubles, drops, mixes or takes from elsewhere are found."""

from __future__ import annotations

from dataclasses import replace

from p2p.record.report import VerifyExit
from p2p.wire.message import Kind, Signed
from simulation.tables import NAMES
from tests.p2p.records import changed, first_with, played, record, signed_by, signer, with_part
from tests.p2p.verdicts import judged, spoiled


def test_no_message_may_stand_twice() -> None:
    made = record()
    for at in range(len(made.messages)):
        twice = (*made.messages[: at + 1], *made.messages[at:])
        report = judged(replace(made, messages=twice))
        assert report.exit is VerifyExit.FAILED
        assert "twice" in report.verdict()


def test_two_versions_do_not_stand_among_the_messages() -> None:
    made = record()
    other = changed(made.messages[3], lambda m: replace(m, digest=bytes(32)))
    report = judged(replace(made, messages=(*made.messages, other)))
    assert report.exit is VerifyExit.FAILED
    assert "two versions" in report.verdict()


def test_messages_stand_in_one_order() -> None:
    made = record(3)
    for at in range(len(made.messages) - 1):
        messages = list(made.messages)
        messages[at], messages[at + 1] = messages[at + 1], messages[at]
        report = judged(replace(made, messages=tuple(messages)))
        assert report.exit is VerifyExit.FAILED
        assert "order of a record" in report.verdict()


def test_a_missing_message_is_missed_in_the_file() -> None:
    made = record()
    resting = 0
    for at, gone in enumerate(made.messages):
        report = judged(replace(made, messages=made.messages[:at] + made.messages[at + 1 :]))
        assert report.exit in (VerifyExit.FAILED, VerifyExit.UNFINISHED)
        assert report.convictions == ()
        if report.exit is VerifyExit.FAILED:
            resting += 1
            name = NAMES[gone.message.seat]
            text = f"it rests on message {gone.message.seq} of {name}, which this file does not"
            assert text in report.verdict()
            assert f"broken by {name}" not in report.verdict()
    assert resting >= len(made.messages) - 2


def test_messages_of_another_table_are_no_messages_here() -> None:
    made, other = record(2, 0), record(2, 1)
    report = judged(replace(made, messages=other.messages))
    assert report.exit is VerifyExit.FAILED
    assert "another table" in report.verdict()
    message = replace(other.messages[0].message, table=played().charter.table)
    report = judged(
        replace(made, messages=(Signed(message.encode(), other.messages[0].signature),))
    )
    assert report.exit is VerifyExit.FAILED
    assert "did not sign" in report.verdict()


def test_bytes_that_are_no_message_do_not_stand_among_them() -> None:
    made = record()
    junk = signed_by(signer(0), played().charter.table, b"junk")
    report = judged(replace(made, messages=(*made.messages, junk)))
    assert report.exit is VerifyExit.FAILED
    assert "is no message" in report.verdict()


def test_a_message_that_does_not_hold_does_not_stand_among_them() -> None:
    made = record()
    at = first_with(made.messages, Kind.SHUFFLE)
    bad = changed(made.messages[at], with_part(Kind.SHUFFLE, spoiled))
    report = judged(replace(made, messages=(*made.messages[:at], bad)))
    assert report.exit is VerifyExit.FAILED
    assert report.failure is not None
    assert report.failure.seat == bad.message.seat
    assert report.failure.step == next(p.step for p in bad.message.parts if p.kind is Kind.SHUFFLE)
    assert "bad proof" in report.failure.reason
