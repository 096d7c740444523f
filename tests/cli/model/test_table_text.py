"""Tables as lines: whole tables against golden files, and the lines around them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from cli.console.text import WIDTH
from cli.model.end_text import result_line
from cli.model.table_text import (
    card_title,
    hand_lines,
    log_lines,
    seat_lines,
    table_lines,
    waiting_line,
)
from games.engine.table import LogLine
from games.engine.values import Outcome, Seat
from games.engine.view import Area, CardView, View
from p2p.client.play.snapshot import Wait
from tests.cli.cast import ADA_BEN, moment, names
from tests.games.inheritance.build import LOWEST, lay
from tests.games.scenario import Scenario
from tests.goldens import AGAIN, kept_part

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
    heading = "as a spectator sees it" if seat is None else f"as seat {seat} sees it"
    assert kept_part(GOLDEN / f"{table}.txt", heading, text) == text, AGAIN


def test_the_goldens_are_those_of_these_tables() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(TABLES)


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
        ([Wait(1, "choosing", decides=True)], ("", ""), "Ben is choosing (12 s)"),
        ([Wait(1, "getting ready")], ("", "off line"), "Ben is off line (12 s)"),
        (
            [Wait(0, "shuffling"), Wait(1, "getting ready")],
            ("", ""),
            "Your program is shuffling; Ben is getting ready (12 s)",
        ),
        (
            [Wait(1, "getting ready"), Wait(2, "getting ready")],
            ("", "", ""),
            "Ben and Cyr are getting ready (12 s)",
        ),
        (
            [Wait(0, "choosing", decides=True)],
            ("", "away since 20:32", "away since 20:32"),
            "Your answer is kept; Ben and Cyr are away since 20:32 (12 s)",
        ),
        (
            [Wait(0, "choosing", decides=True), Wait(1, "choosing", decides=True)],
            ("", "off line", "away since 20:32"),
            "Your answer is kept; Ben is off line; Cyr is away since 20:32 (12 s)",
        ),
        (
            [Wait(0, "choosing", decides=True)],
            ("", "off line", ""),
            "Your program is choosing (12 s)",
        ),
        ([Wait(0, "shuffling")], ("", "off line", "off line"), "Your program is shuffling (12 s)"),
    ],
)
def test_whom_the_table_waits_for(waiting: list[Wait], absent: tuple[str, ...], line: str) -> None:
    assert waiting_line(waiting, THREE, absent, 12.3) == line


def test_who_has_left_is_neither_on_line_nor_off_line() -> None:
    lines = seat_lines(ADA_BEN, moment(online=(True, None)))
    assert lines[1] == "  2. Ben: has left the game"
    assert seat_lines(ADA_BEN) == ["  1. Ada (you)", "  2. Ben"]


def test_letters_stand_before_names_in_every_text_where_they_are_wanted() -> None:
    lettered = replace(THREE, lettered=True)
    assert lettered.put_into("{1} attacks {2}.") == "B:Ben attacks C:Cyr."
    won = Outcome((Seat(0),), "end", "said by {1}")
    assert result_line(won, lettered) == "Won by A:Ada: said by B:Ben."
    assert THREE.put_into("{1} attacks {2}.") == "Ben attacks Cyr."
    assert lettered.short == THREE.short == THREE.told
