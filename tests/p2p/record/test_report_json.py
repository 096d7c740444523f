"""A report for a program: what failed, on which line, at which step, by which message."""

from __future__ import annotations

import json
from dataclasses import replace

from p2p.record.report_json import plain
from p2p.record.verify import verify
from p2p.wire.message import Kind
from tests.p2p.records import changed, first_with, record, with_part
from tests.p2p.verdicts import judged, spoiled


def test_a_failure_names_line_step_seat_and_message() -> None:
    made = record(3, 1)
    at = first_with(made.messages, Kind.MIX)
    bad = changed(made.messages[at], with_part(Kind.MIX, spoiled))
    report = judged(replace(made, messages=(*made.messages[:at], bad)))
    said = json.loads(json.dumps(plain(report)))
    failure = said["failure"]
    part = next(part for part in bad.message.parts if part.kind is Kind.MIX)
    assert (failure["line"], failure["step"]) == ("mixes", part.step)
    assert failure["seat"] == bad.message.seat
    assert failure["evidence"] == {"message": bad.message.seq, "hash": bad.hash.hex()}
    assert said["checked"]["messages"] == at
    assert said["held"]["messages"] == at + 1
    assert said["checked"]["mixes"] < said["held"]["mixes"]
    assert [seat["operator"] for seat in said["seats"]] == [None] * 3  # no bots


def test_what_is_no_record_has_checked_nothing() -> None:
    said = json.loads(json.dumps(plain(verify(b"Dear Ada"))))
    assert (said["exit"], said["game"], said["seats"]) == (2, None, [])
    assert said["checked"] == said["held"] == {}
    assert "no record" in said["verdict"]
