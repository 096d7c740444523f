"""How games end, in words."""

from __future__ import annotations

import pytest

from cli.model.end_text import (
    audit_lines,
    closing_lines,
    corrected_words,
    ending_lines,
    proven_line,
    result_line,
)
from games.engine.values import Outcome, Seat
from p2p.client.play.auditor import AuditState
from p2p.log.fault import Charge, Fault
from p2p.record.audit import WITHHELD, Finding, Upshot, Verdict
from p2p.session.session import Ending
from p2p.wire.message import NO_HASH, Kind, Message, Part, Signed
from tests.cli.cast import ADA_BEN, names

THREE = names("Ada", "Ben", "Cyr", own=0)


def test_the_end_says_who_won_and_why() -> None:
    ending = Ending(Outcome((Seat(1),), "held the Ring; {0} looked on"), None, (0,), (0, 1))
    assert ending_lines(ending, ADA_BEN) == [
        "The game is over: Ben wins (held the Ring; Ada looked on)."
    ]
    assert closing_lines(ending, ADA_BEN, b"\xab" * 32) == [
        "The result is signed by 1 of 2, not yet by Ben.",
        f"Record digest: {'ab' * 32}",
    ]


def test_that_all_have_lost_is_no_draw() -> None:
    ending = Ending(Outcome((), "king", all_lost=True), None, (0, 1), (0, 1))
    assert ending_lines(ending, ADA_BEN) == ["The game is over: everyone loses (king)."]
    assert result_line(Outcome((), "king", all_lost=True), ADA_BEN) == "Lost by everyone: king."
    assert result_line(Outcome((), "cap"), ADA_BEN) == "Won by nobody: cap."


@pytest.mark.parametrize(
    ("winners", "words"), [((), "nobody wins"), ((0, 1), "Ada and Ben win"), ((0,), "Ada wins")]
)
def test_any_number_of_winners(winners: tuple[int, ...], words: str) -> None:
    ending = Ending(Outcome(tuple(map(Seat, winners)), "so"), None, (0, 1), (0, 1))
    assert ending_lines(ending, ADA_BEN) == [f"The game is over: {words} (so)."]
    assert closing_lines(ending, ADA_BEN, b"")[0] == "Everybody has signed the result: 2 of 2."


def test_a_broken_table_names_seat_step_and_check() -> None:
    fault = Fault(1, Charge.PROOF, 41, "a share that is not of this card", ())
    two = " ".join(ending_lines(Ending(None, fault, (), (0, 1)), ADA_BEN))
    assert "Ben broke the table at step 41: bad proof (a share that is not of this card)." in two
    assert "With two seats, Ada has won." in two
    three = " ".join(ending_lines(Ending(None, fault, (), (0, 1, 2)), THREE))
    assert "has won" not in three


def test_a_name_at_the_beginning_stays_as_it_is_written() -> None:
    fault = Fault(1, Charge.PROOF, 41, "so", ())
    said = ending_lines(Ending(None, fault, (), (0, 1)), names("Ada", "ben"))
    assert said[0].startswith("ben broke the table")


def test_what_the_audit_has_found_is_said_seat_by_seat() -> None:
    findings = (
        Finding(0, Verdict.PROVEN),
        Finding(1, Verdict.CHEATED, "hidden set: it is not what its seed gives", 41, 6),
        Finding(2, Verdict.NOT_PROVEN, "its seed is not here"),
    )
    assert audit_lines(findings, THREE) == [
        "Ada: proven.",
        "Ben: cheated: round 6, step 41: hidden set: it is not what its seed gives.",
        "Cyr: not proven: its seed is not here.",
    ]
    assert proven_line(AuditState(findings, Upshot((0,))), THREE) == "Won as far as proven: Ada."
    assert proven_line(AuditState(findings, Upshot()), THREE) == "Won as far as proven: nobody."


def test_what_was_wrong_is_said_by_the_part_that_was() -> None:
    parts = (Part(41, Kind.ANSWERS, ()), Part(43, Kind.SEAL, b""))
    message = Message(bytes(32), 1, 0, NO_HASH, (None, None), 41, NO_HASH, parts)
    evidence = (Signed(message.encode(), b"", message),)
    fault = Fault(1, Charge.DEFERRED, 41, "so", evidence)
    assert ending_lines(Ending(None, fault, (), (0, 1)), ADA_BEN) == [
        "Ben broke the table at step 41: bad proof, found later (so).",
        "With two seats, Ada has won.",
        "What was wrong: its answers under fog.",
        "The signed evidence is kept in the record.",
    ]


def test_what_becomes_of_a_result() -> None:
    won = Ending(Outcome((Seat(1),), "so"), None, (0, 1, 2), (0, 1, 2))
    unknown = tuple(Finding(seat, Verdict.NOT_PROVEN) for seat in range(3))
    assert corrected_words(won, None, THREE) == ""
    assert corrected_words(won, AuditState(unknown, Upshot()), THREE) == ""
    proven = tuple(Finding(seat, Verdict.PROVEN) for seat in range(3))
    assert corrected_words(won, AuditState(proven, Upshot((1,))), THREE) == ""
    withheld = (proven[0], unknown[1], proven[2])
    said = corrected_words(won, AuditState(withheld, Upshot((0,))), THREE)
    assert said == "Won as far as proven: Ada."
    lie = (proven[0], Finding(1, Verdict.CHEATED, "so", 9), proven[2])
    said = corrected_words(won, AuditState(lie, Upshot((0,))), THREE)
    assert said == "Won as far as proven: Ada. Ben has cheated."
    false = AuditState(lie, Upshot(broken_by=(lie[1],)))
    assert corrected_words(won, false, THREE) == (
        "The game is broken by Ben, whose false account ended it: nobody has won."
    )
    waits = Finding(1, Verdict.NOT_PROVEN, WITHHELD)
    still = AuditState((proven[0], waits, proven[2]), Upshot(open_until=(waits,)))
    assert corrected_words(won, still, THREE) == "The game is open until Ben shows the seed."
    assert proven_line(still, THREE) == "The game is open until Ben shows the seed."
    broken = Ending(None, Fault(1, Charge.PROOF, 41, "so", ()), (), (0, 1))
    assert corrected_words(broken, None, THREE) == "Ben broke the table."
    assert corrected_words(broken, None, ADA_BEN) == "Ben broke the table. Ada has won."
