"""What a record comes to: who won, what it lacks, and closings that count as none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from p2p.record.progress import Mark
from p2p.record.record import canonical
from p2p.record.report import Report, VerifyExit
from p2p.record.report_text import lines_of
from p2p.wire.message import Kind
from simulation.network import table_of
from simulation.tables import NAMES, register
from tests.p2p import peepers
from tests.p2p.records import accusing, changed, first_with, record, record_by, with_part
from tests.p2p.verdicts import broken_record, judged, spoiled


def test_a_missing_closing_is_said_of_the_file() -> None:
    made = record(3)
    for seat in range(3):
        rest = tuple(
            s
            for s in made.messages
            if s.message.seat != seat or all(p.kind is not Kind.CLOSE for p in s.message.parts)
        )
        if tuple(canonical(rest)) != rest:
            continue  # another closing rests on this one
        report = judged(replace(made, messages=rest))
        assert report.exit is VerifyExit.UNFINISHED
        assert report.lacks == (f"no closing of {NAMES[seat]} in this file",)
        assert report.standing is not None
        assert report.standing.record_digest == judged(made).standing.record_digest  # type: ignore[union-attr]
        assert "Closed by 2 of 3" in lines_of(report, words=False)
        break
    else:
        raise AssertionError("some closing is the last message")


def test_a_record_cut_after_any_message_ends_there() -> None:
    made = record(3, 1)
    before_answers = 0
    for size in range(0, len(made.messages), 2):
        report = judged(replace(made, messages=made.messages[:size]))
        assert report.exit is VerifyExit.UNFINISHED, report.verdict()
        assert report.convictions == ()
        assert report.standing is not None
        if report.standing.over:
            assert all("closing" in text for text in report.lacks)
            continue
        (text,) = report.lacks
        assert text.startswith(f"it ends at step {report.standing.step}, before ")
        assert any(name in text for name in NAMES[:3])
        before_answers += "before an answer of" in text
        assert report.standing.record_digest == b""
        assert "No result" in lines_of(report, words=False)
    assert before_answers > 4


def test_an_empty_record_ends_before_the_keys() -> None:
    report = judged(replace(record(), messages=()))
    assert report.lacks == ("it ends at step 0, before the keys of Ana, the keys of Ben",)


def test_two_closings_count_as_none() -> None:
    made = record(2)
    closing = made.messages[-1]
    other = changed(
        closing, with_part(Kind.CLOSE, lambda p: replace(p, payload=((((0,)), "I win"), b"")))
    )
    report = judged(replace(made, evidence=(other,)))
    name = NAMES[closing.message.seat]
    assert report.exit is VerifyExit.UNFINISHED
    assert report.lacks == (f"no closing of {name} in this file",)
    assert report.standing is not None
    assert closing.message.seat not in report.standing.closed
    assert report.checked.counts["closings"] == 1
    (line,) = [line for line in report.checklist() if line.mark is Mark.BROKEN]
    assert (line.check.key, line.text) == ("closings", "1 of 2 closings")
    assert "Closed by 1 of 2" in lines_of(report, words=False)


def test_with_two_seats_the_other_has_won() -> None:
    made = record(2)
    at = first_with(made.messages, Kind.SHUFFLE)
    bad = changed(made.messages[at], with_part(Kind.SHUFFLE, spoiled))
    report = judged(accusing(made, at, bad))
    assert report.standing is not None
    assert report.standing.winners == (1 - bad.message.seat,)
    assert not report.standing.over
    assert judged(broken_record("shuffle")).standing.winners == ()  # type: ignore[union-attr]


def left_together(leavers: tuple[int, ...], before: int = 0) -> Report:
    """What is said of a table at which these seats left at one step."""
    undo = register(peepers.make)
    try:
        net = table_of(4, game="peepers", options={"before": before})
        net.start_all()
        for seat in leavers:
            net.nodes[seat].plays = False
        net.run(lambda: all(net.session(seat).prompt() for seat in leavers))
        for seat in leavers:
            net.do(seat, lambda s: s.concede(net.now))
        net.run(net.finished)
        return judged(record_by(net.session(0)))
    finally:
        undo()


@pytest.mark.parametrize(("leavers", "lost"), [((1,), 0), ((0, 3), 2), ((0, 1, 2), 3)])
def test_cards_lost_as_seats_left_together_have_a_line(leavers: tuple[int, ...], lost: int) -> None:
    """A lone leaver hands its card over; whoever leaves with it cannot take it."""
    report = left_together(leavers)
    assert report.exit is VerifyExit.SOUND, report.verdict()
    counts = report.checked.counts
    assert (counts["concessions"], counts["lost"]) == (len(leavers), lost)
    lines = {line.check.key: line for line in report.checklist()}
    assert ("lost" in lines) is bool(lost)
    if lost:
        assert lines["lost"].text == f"{lost} cards lost as seats left together"
        assert lines["lost"].mark is Mark.DONE
    stayed = 4 - len(leavers)
    assert (
        report.verdict() == f"sound: ended by its rules, closed by {stayed} of {stayed} who stayed"
    )


def test_none_of_none_is_not_all() -> None:
    report = left_together((0, 1, 2, 3))
    assert report.exit is VerifyExit.SOUND
    assert "closed by nobody: everybody had left" in report.verdict()
    text = lines_of(report, words=False)
    assert "Closed by nobody: everybody had left" in text
    assert "closings" not in {line.check.key for line in report.checklist()}
    assert not any("0 of 0" in line for line in text)
