"""Tables as lines: whole tables against golden files, and the lines around them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from cli.console.text import WIDTH
from cli.model.table_text import (
    audit_lines,
    card_title,
    closing_lines,
    ending_lines,
    hand_lines,
    log_lines,
    proven_line,
    result_line,
    seat_lines,
    table_lines,
    waiting_line,
)
from games.engine.table import LogLine
from games.engine.values import Outcome, Seat
from games.engine.view import Area, CardView, View
from p2p.client.auditor import AuditState
from p2p.client.snapshot import Wait
from p2p.log.fault import Charge, Fault
from p2p.record.audit import Finding, Verdict
from p2p.session.session import Ending
from tests.cli.cast import ADA_BEN, moment, names
from tests.games.inheritance.build import LOWEST, lay
from tests.games.scenario import Scenario
from tests.goldens import AGAIN, kept

GOLDEN = Path(__file__).with_name("golden")
THREE = names("Ada", "Ben", "Cyr", own=0)


def opening() -> Scenario:
    return lay(
        ["", "", ""], [["7 war", "1 love", "10 dowry"], ["2 war"], ["3 war"]], pile=["4 war"]
    )


def middle() -> Scenario:
    s = lay(
        ["?4 peace", "8 love", ""],
        [["6 love", "5 dowry"], ["2 war"], []],
        proposal="6 dowry",
        parents=("?3 love", "10 peace"),
        influence="2 dowry",
        pile=["4 war", "4 love"],
        ring=1,
    )
    s.table.turn = Seat(0)
    return s


def last() -> Scenario:
    return lay(["9 war", "", "?2 peace"], [[], [], []], ring=0)


TABLES: dict[str, Callable[[], Scenario]] = {"opening": opening, "middle": middle, "last": last}


@pytest.mark.golden
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("seat", [0, 1, None])
def test_tables_look_as_they_did(table: str, seat: int | None) -> None:
    s = TABLES[table]()
    people = names("Ada", "Ben", "Cyr", own=seat)
    view = s.view(seat)
    lines = [*table_lines(view, people), ""]
    if seat is not None:
        lines += [*hand_lines(view, people), ""]
    lines += seat_lines(people, moment(s, seat, online=(True, False, True)), ("a-b-c", "", "d-e-f"))
    assert all(len(line) <= WIDTH for line in lines)
    assert all(line == line.rstrip() for line in lines)
    text = "".join(f"{line}\n" for line in lines)
    name = f"{table}-{'spectator' if seat is None else seat}.txt"
    assert kept(GOLDEN / name, text) == text, AGAIN


def test_the_goldens_are_those_of_these_tables() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == {
        f"{table}-{seat}" for table in TABLES for seat in (0, 1, "spectator")
    }


def test_only_its_owner_reads_a_secret_admirer() -> None:
    s = middle()
    mine, theirs = (" ".join(table_lines(s.view(seat), THREE)) for seat in (0, 1))
    assert "Secret Admirer, for your eyes only: 4 peace" in mine
    assert "4 peace" not in theirs


def test_a_note_is_not_said_twice() -> None:
    lines = table_lines(middle().view(0), THREE)
    assert sum(str(LOWEST) in line for line in lines) == 1


def test_a_mark_is_said_unless_the_note_says_it() -> None:
    card = CardView(None, "Fool", "Fool", "", True, False, "{1}")
    ring = CardView(None, "9", "Duke", "", True, False, "ring")
    won = Area("b", "Won", (ring,), "the Ring", explains_marks=True)
    areas = (Area("a", "Earl", (card,), "Draws six."), won)
    lines = table_lines(View("king", "Be King!", "Round 1.", areas, (), (), ()), THREE)
    assert lines == [
        "Be King! Round 1.",
        "  Aim: Become King, and live through your own turn.",
        "  Earl: Fool [Ben] (Draws six.)",
        "  Won: Duke (the Ring)",
    ]


def test_a_long_row_of_cards_tells_each_title_once() -> None:
    cards = [CardView(None, name, name, "", True, False) for name in ("Ship", "Bribe", "Ship")]
    few = Area("discards", "Discards", (*cards, *cards), "")
    many = Area("discards", "Discards", (*cards, *cards, cards[0]), "")
    view = View("x", "X", "", (few, many), (), (), ())
    assert table_lines(view, THREE)[1:] == [
        "  Discards: Ship; Bribe; Ship; Ship; Bribe; Ship",
        "  Discards: 5 times Ship; 2 times Bribe",
    ]


def test_a_face_that_the_title_says_is_not_repeated() -> None:
    card = CardView(None, "knight 1", "Knight (1)", "", False, True)
    assert card_title(card) == "Knight (1)"


def test_an_empty_hand() -> None:
    assert hand_lines(last().view(0), THREE) == ["Your hand is empty."]


def test_the_story_is_numbered_from_its_beginning() -> None:
    story = [LogLine(f"line {n} of {{1}}", (), n) for n in range(1, 13)]
    assert log_lines(story, ADA_BEN, 2) == ["  11. line 11 of Ben", "  12. line 12 of Ben"]
    assert len(log_lines(story, ADA_BEN, 99)) == 12
    assert log_lines((), ADA_BEN, 5) == ["Nothing has happened yet."]


@pytest.mark.parametrize(
    ("waiting", "absent", "line"),
    [
        ([], ("", ""), ""),
        ([Wait(1, "a decision")], ("", ""), "Ben is choosing (12 s)"),
        ([Wait(1, "keys")], ("", "off line"), "Ben is off line (12 s)"),
        (
            [Wait(0, "a shuffle"), Wait(1, "keys")],
            ("", ""),
            "Your program is shuffling; Ben is getting ready (12 s)",
        ),
        (
            [Wait(1, "keys"), Wait(2, "keys")],
            ("", "", ""),
            "Ben and Cyr are getting ready (12 s)",
        ),
        (
            [Wait(0, "a decision")],
            ("", "away since 20:32", "away since 20:32"),
            "Your answer is kept; Ben and Cyr are away since 20:32 (12 s)",
        ),
        (
            [Wait(0, "a choice"), Wait(1, "a choice")],
            ("", "off line", "away since 20:32"),
            "Your answer is kept; Ben is off line; Cyr is away since 20:32 (12 s)",
        ),
        ([Wait(0, "a decision")], ("", "off line", ""), "Your program is choosing (12 s)"),
        ([Wait(0, "a shuffle")], ("", "off line", "off line"), "Your program is shuffling (12 s)"),
    ],
)
def test_whom_the_table_waits_for(waiting: list[Wait], absent: tuple[str, ...], line: str) -> None:
    assert waiting_line(waiting, THREE, absent, 12.3) == line


def test_the_end_says_who_won_and_why() -> None:
    ending = Ending(Outcome((Seat(1),), "held the Ring; {0} looked on"), None, (0,), (0, 1))
    assert ending_lines(ending, ADA_BEN) == [
        "The game is over: Ben wins (held the Ring; Ada looked on)."
    ]
    assert closing_lines(ending, ADA_BEN, b"\xab" * 32) == [
        "Closed by 1 of 2.",
        "Not yet signed here by Ben.",
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
    assert closing_lines(ending, ADA_BEN, b"")[0] == "Closed by 2 of 2."


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


def test_who_has_left_is_neither_on_line_nor_off_line() -> None:
    lines = seat_lines(ADA_BEN, moment(online=(True, None)))
    assert lines[1] == "  2. Ben: has left the game"
    assert seat_lines(ADA_BEN) == ["  1. Ada (you)", "  2. Ben"]


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
    assert proven_line(AuditState(findings, (0,)), THREE) == "Won as far as proven: Ada."
    assert proven_line(AuditState(findings, ()), THREE) == "Won as far as proven: nobody."


def test_letters_stand_before_names_in_every_text_where_they_are_wanted() -> None:
    lettered = replace(THREE, lettered=True)
    assert lettered.put_into("{1} attacks {2}.") == "B:Ben attacks C:Cyr."
    won = Outcome((Seat(0),), "end", "said by {1}")
    assert result_line(won, lettered) == "Won by A:Ada: said by B:Ben."
    assert THREE.put_into("{1} attacks {2}.") == "Ben attacks Cyr."
    assert lettered.short == THREE.short == THREE.told
