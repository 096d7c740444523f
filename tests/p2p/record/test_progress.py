"""What is told while a record is examined: it only grows, and never runs ahead of the checks."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from p2p.record.progress import Checked, Mark, Phase, checklist, held_in
from p2p.record.report import Report, VerifyExit
from p2p.record.verify import verify
from p2p.wire.message import Kind
from tests.p2p.records import (
    changed,
    first_with,
    fitted,
    played,
    record,
    signed_by,
    signer,
    with_part,
)
from tests.p2p.verdicts import broken_record, spoiled


def watched(data: bytes) -> tuple[list[Checked], Report]:
    """All that was told, and the report."""
    told: list[Checked] = []
    return told, verify(data, watch=told.append)


def marks(checked: Checked) -> dict[str, Mark]:
    return {line.check.key: line.mark for line in checklist(checked)}


@pytest.mark.parametrize("name", ["magpies", "inheritance"])
def test_every_line_fills_until_it_says_what_the_report_says(name: str) -> None:
    made = record(3, 5 if name == "magpies" else 7, name)
    told, report = watched(made.encode())
    assert report.exit is VerifyExit.SOUND
    count = len(made.messages)
    assert len(told) == 1 + 2 * count  # at the start, for each signature, for each message
    for before, after in pairwise(told):
        assert all(after.counts[key] >= number for key, number in before.counts.items())
        assert before.phase.value <= after.phase.value
    grown = {
        key for key, number in report.checked.counts.items() if 0 < number != told[0].counts[key]
    }
    assert {"opened", "claims", "steps", "shares", "moves", "closings"} <= grown
    assert dict(told[-1].counts) == dict(report.checked.counts)
    for key, held in told[0].held.items():
        assert report.checked.counts[key] == held
    for key, min_cards in (("opened", 5), ("claims", 1), ("steps", 5)):
        assert len({checked.counts[key] for checked in told}) > min_cards


def test_signatures_come_before_everything_else() -> None:
    made = record(3, 1)
    count = len(made.messages)
    told, _ = watched(made.encode())
    for number, checked in enumerate(told[: count + 1]):
        assert checked.phase is Phase.SIGNATURES
        assert checked.share() == ("signatures", number, count)
        assert checked.counts["messages"] == checked.counts["shares"] == 0
    assert told[count + 1].share() == ("messages", 1, count)


def test_a_line_is_done_when_all_that_the_file_holds_was_found() -> None:
    told, report = watched(record(3, 1).encode())
    first, half, last = told[0], told[len(told) * 3 // 4], report.checked
    assert marks(first)["seals"] is Mark.DONE
    assert marks(first)["signatures"] is marks(first)["moves"] is Mark.WAITS
    assert marks(half)["signatures"] is marks(half)["keys"] is Mark.DONE
    assert marks(half)["messages"] is marks(half)["steps"] is Mark.GROWS
    assert marks(half)["closings"] is marks(half)["results"] is Mark.WAITS
    assert set(marks(last).values()) == {Mark.DONE}
    for line in checklist(half):
        complete = line.found == half.held.get(line.check.key)
        assert (line.mark is Mark.DONE) is complete


def test_what_came_with_a_bad_message_does_not_count() -> None:
    """Its first parts may be good: they are no part of a chain, so nothing rests on them."""
    made = record(3, 1)
    at = next(
        n
        for n, signed in enumerate(made.messages)
        if len(signed.message.parts) > 1
        and [part.kind for part in signed.message.parts].index(Kind.SHARES) > 0
        if any(part.kind is Kind.SHARES for part in signed.message.parts)
    )
    bad = changed(made.messages[at], with_part(Kind.SHARES, spoiled))
    told, report = watched(replace(made, messages=(*made.messages[:at], bad)).encode())
    assert report.exit is VerifyExit.FAILED
    assert report.checked.phase is Phase.FAILED
    assert dict(report.checked.counts) == dict(told[-1].counts)
    whole_counts = watched(replace(made, messages=made.messages[:at]).encode())[1].checked.counts
    for key, number in whole_counts.items():
        assert report.checked.counts[key] == number + (key == "signatures")


def test_a_forged_count_fools_nobody() -> None:
    """What the file holds is counted and not believed: bytes without a meaning are left out."""
    made = record(2)
    at = first_with(made.messages, Kind.SHARES)
    odd = changed(
        made.messages[at], with_part(Kind.SHARES, lambda part: replace(part, payload="odd"))
    )
    junk = signed_by(signer(0), played().charter.table, b"junk")
    broken = replace(made, messages=(*made.messages[:at], odd, junk))
    held = held_in(broken)
    assert held["messages"] == at + 2
    assert held["keys"] == 4
    told, report = watched(broken.encode())
    assert report.exit is VerifyExit.FAILED
    assert told[-1].counts["messages"] == 0


def test_evidence_counts_when_it_convicts() -> None:
    told, report = watched(broken_record("shuffle").encode())
    assert told[-1].phase is Phase.EVIDENCE
    assert told[-1].counts["evidence"] == 0
    assert marks(told[-1])["evidence"] is Mark.WAITS
    assert report.checked.counts["evidence"] == 1
    unfounded = replace(record(3, 1), evidence=(record(3, 1).messages[5],))
    _, failed = watched(unfounded.encode())
    assert failed.exit is VerifyExit.FAILED
    assert failed.checked.counts["evidence"] == 0
    assert failed.checklist()[-1].mark is Mark.FAILED


def test_a_game_that_did_not_end_has_no_result() -> None:
    made = record(3, 1)
    cut = fitted(replace(made, messages=made.messages[:40]))
    _, report = watched(cut.encode())
    assert report.exit is VerifyExit.UNFINISHED
    assert report.standing is not None
    assert report.checked.counts["results"] == 0
    assert "results" not in {line.check.key for line in report.checklist()}
    assert report.checked.counts["steps"] == report.standing.step - 1
    _, empty = watched(replace(made, messages=(), steps=()).encode())
    assert [line.check.key for line in empty.checklist()] == ["seals"]
    assert empty.checked.counts["steps"] == 0


def test_a_watcher_may_end_it() -> None:
    class Enough(Exception):
        pass

    def stop(checked: Checked) -> None:
        if checked.counts["messages"] == 5:
            raise Enough

    with pytest.raises(Enough):
        verify(record(2).encode(), watch=stop)
