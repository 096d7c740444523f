"""A report as text: it says what the values say, safely, and nothing that was not checked."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from games import registry
from p2p.key_words import key_phrase
from p2p.record.checks import CHECKS
from p2p.record.record import Record
from p2p.record.report import VerifyExit
from p2p.record.report_json import plain
from p2p.record.report_text import lines_of
from p2p.record.verify import verify
from p2p.wire.message import Kind
from simulation.tables import NAMES, charter_of, person
from tests.p2p.records import changed, first_with, record, with_part
from tests.p2p.verdicts import broken_record, judged, spoiled, whole


def test_text_and_json_say_the_same() -> None:
    contacts = {person(0).key: "Grandma"}
    report = verify(whole(3), contacts=contacts)
    said = json.loads(json.dumps(plain(report)))
    text = "\n".join(lines_of(report))
    assert said["exit"] == 0
    assert said["verdict"] in text
    assert said["standing"]["record_digest"] in text
    assert said["game"]["table"] in text
    assert "names are not proven" in text
    assert said["names_proven"] is False
    for key, number in said["checked"].items():
        assert f"{number:,}" in text
        assert said["held"].get(key, number) == number
    for seat, name in zip(said["seats"], NAMES, strict=False):
        assert seat["name"] == name
        assert f"{name}  {key_phrase(bytes.fromhex(seat['key']))}" in text
    assert said["seats"][0]["contact"] == "Grandma"
    assert said["seats"][1]["contact"] is None
    assert text.count("your contact") == 1
    for check in CHECKS:
        made = bool(report.checked.counts.get(check.key))
        assert (f"shows: {check.shows}" in text) is made
        assert f"not: {check.omits}" in text or not made


def test_words_are_not_computed_where_they_are_not_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(key: bytes) -> str:
        raise AssertionError("scrypt")

    monkeypatch.setattr("p2p.record.report_text.key_phrase", refuse)
    report = verify(whole())
    plain(report)
    lines_of(report, words=False)
    with pytest.raises(AssertionError):
        lines_of(report)


def test_a_conviction_stands_on_its_line_and_with_its_evidence() -> None:
    made = broken_record("shuffle")
    report = judged(made)
    (one,) = report.convictions
    lines = lines_of(report, words=False)
    at = next(n for n, line in enumerate(lines) if " shuffle" in line and line.startswith("  "))
    assert lines[at + 1] == f"      {report.accused(one)}"
    assert lines[at + 2].strip() == (
        f"signed by {NAMES[one.seat]}: message {one.evidence[0].seq}, {made.evidence[0].hash.hex()}"
    )
    assert "No result" in lines


def test_what_was_not_reached_shows_nothing() -> None:
    made = record(3, 1)
    at = first_with(made.messages, Kind.SHUFFLE)
    bad = changed(made.messages[at], with_part(Kind.SHUFFLE, spoiled))
    messages = (*made.messages[:at], bad, *made.messages[at + 1 :])
    report = judged(replace(made, messages=messages))
    assert report.exit is VerifyExit.FAILED
    lines = lines_of(report, words=False)
    text = "\n".join(lines)
    assert "Checked before a check failed" in text
    behind = lines[lines.index("Not reached") :]
    for key in ("throws", "closings", "moves", "results"):
        check = next(check for check in CHECKS if check.key == key)
        assert any(line.startswith("  0 of ") and check.many in line for line in behind) or any(
            line.startswith("  0 of 1 ") and check.one in line for line in behind
        )
        assert check.shows not in text
    assert "won" not in text.lower()
    said = plain(report)
    assert said["standing"] is None


def test_what_a_stranger_wrote_is_shown_safely() -> None:
    people = [replace(person(0), name="\x1b[2JAna\u202e"), person(1)]
    charter = charter_of(registry.make("magpies"), people)
    unsigned = replace(charter, seals=(charter.seals[1], charter.seals[1]))
    for made in (charter, unsigned):
        report = verify(Record(made.encode(), (), ()).encode())
        text = "\n".join(lines_of(report, words=False))
        text += json.dumps(plain(report), ensure_ascii=False)
        assert report.exit in (VerifyExit.UNFINISHED, VerifyExit.FAILED)
        assert "Ana" in text
        assert "\x1b" not in text
        assert "\u202e" not in text
        assert "\\u001b" not in text
