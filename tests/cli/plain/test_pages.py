"""What can be looked up at a table by typing a word."""

from __future__ import annotations

import pytest

from cli.plain.controller import LineController
from p2p.client.play.snapshot import Wait
from tests.cli.cast import ADA_BEN, moment
from tests.cli.plain.players import NOW, a_table, asked, seated, text


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("table", "Nothing lies on the table"),
        ("table discards", "Nothing lies on the table"),
        ("look", "The game has not begun."),
        ("hand", "You have no cards yet"),
        ("seats", "Nobody is known to sit here"),
        ("log", "Nothing has happened yet"),
        ("why", "The game has not begun"),
        ("invite", "no invite to this table yet"),
        ("help", "concede"),
        ("concede", "nothing to concede"),
        ("3", "Nothing is asked of you now. The game has not begun."),
        ("", "The game has not begun."),
        ("log x", "such as: log 3"),
    ],
)
def test_everything_may_be_typed_before_the_game(line: str, says: str) -> None:
    reaction = LineController(plays=True).typed(line, NOW)
    assert says in text(reaction)
    assert reaction.intent is None


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("table", "Successor: 5 Soldier of war"),
        ("table", "Aim: Begin a turn with the Ring on your Admirer."),
        ("look", "Standing: Whoever has the favoured Admirer gets the Ring"),
        ("hand", "Your hand, 2 cards:"),
        ("seats", "2. Ben: 1 card"),
        ("table successor", "Successor: 5 Soldier of war: "),
        ("table nonsense", "No part of the table is called 'nonsense'"),
        ("why", "Everything that is listed can be chosen."),
        ("why 1", "It can be chosen."),
        ("why 5", "There is no number 5 here."),
        ("log", "Nothing has happened yet"),
    ],
)
def test_commands_while_a_question_is_open(line: str, says: str) -> None:
    player = asked()
    assert says in text(player.typed(line, NOW))
    assert player.ready_for("1")


def test_commands_while_others_decide() -> None:
    player, s = seated(), a_table()
    player.follow(moment(s), NOW)
    assert player.follow(moment(s, waiting=[Wait(1, "choosing", decides=True)]), NOW) == []
    assert "Ben is choosing" in text(player.typed("table", NOW))
    assert "Ben is choosing" in text(player.typed("why", NOW))
    assert text(player.typed("", NOW)).startswith("Ben is choosing")
    assert text(player.typed("1", NOW)).startswith("Nothing is asked of you now. Ben is choosing")


def test_words_of_keys_and_invites_once_they_are_known() -> None:
    player = asked()
    player.pages.words = ("a-b-c", "d-e-f")
    player.pages.invites = ["To watch this table: x"]
    assert "d-e-f" in text(player.typed("seats", NOW))
    assert player.typed("invite", NOW).lines == player.pages.invites


def test_before_the_charter_those_who_have_come_are_listed() -> None:
    player = LineController(plays=True)
    player.meet(ADA_BEN)
    assert player.typed("seats", NOW).lines == ["  1. Ada (you)", "  2. Ben"]
