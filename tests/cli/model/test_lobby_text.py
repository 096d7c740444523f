"""Who sits down before the game begins, and what is said of them."""

from __future__ import annotations

from dataclasses import replace

from cli.model.lobby_text import LobbyFeed, seated_lines
from p2p.lobby.frames import Roster
from p2p.wire.charter import Member
from tests.cli.cast import KEYS, names

ADA, BEN, CYR, *_ = KEYS
PHRASES = {ADA: "a-a-a-a-a-a", BEN: "b-b-b-b-b-b"}
ALONE = Roster("inheritance", 3, (), (Member(ADA, "Ada"),))
TWO = replace(ALONE, members=(*ALONE.members, Member(BEN, "Ben")))
FULL = replace(ALONE, members=(*TWO.members, Member(CYR, "Sorrel", operator=BEN)))


def test_each_who_comes_is_named_once_with_six_words() -> None:
    lobby = LobbyFeed(ADA, {})
    assert lobby.news(ALONE, PHRASES) == [
        "Inheritance, 3 seats.",
        "Ada (you) sits here: a-a-a-a-a-a",
        "1 of 3 seats are taken.",
    ]
    assert lobby.news(ALONE, PHRASES) == []
    assert lobby.news(TWO, PHRASES) == [
        "Ben sits here: b-b-b-b-b-b",
        "2 of 3 seats are taken.",
    ]
    assert lobby.news(FULL, PHRASES) == ["Sorrel (bot of Ben) sits here"]


def test_who_goes_is_named_and_their_seat_is_free() -> None:
    lobby = LobbyFeed(ADA, {})
    lobby.news(TWO, PHRASES)
    assert lobby.news(ALONE, PHRASES) == ["Ben has left.", "1 of 3 seats are taken."]


def test_what_a_stranger_says_of_the_table_cannot_draw() -> None:
    evil = Roster("\x1b[2J", 2, (("\x1b[1m", "\u202e"),), ())
    (first, *_) = LobbyFeed(ADA, {}).news(evil, {})
    assert first.startswith("a game this Crownless does not know, 2 seats")
    assert "\x1b" not in first
    assert "\u202e" not in first


def test_the_charter_names_the_others() -> None:
    assert seated_lines(names("Ada", "Ben", "Cyr"))[0].startswith("You play with Ben and Cyr.")
    watching = seated_lines(names("Ada", "Ben", own=None))
    assert watching[0].startswith("There play Ada and Ben.")


def test_who_is_asked_to_begin_hears_what_to_compare_and_who_is_ready() -> None:
    lobby = LobbyFeed(ADA, {})
    said = " ".join(lobby.agreement(FULL, asked=True, refuses=True))
    assert "type ready" in said
    assert "Type refuse" in said
    assert "refuse" not in " ".join(lobby.agreement(FULL, asked=True, refuses=False))
    ready = replace(FULL, signed=(0, 1))
    assert lobby.agreement(ready, asked=False, refuses=True) == ["Ben is ready."]
    assert lobby.agreement(ready, asked=False, refuses=True) == []


def test_settings_that_change_are_said_again() -> None:
    lobby = LobbyFeed(ADA, {})
    lobby.news(ALONE, PHRASES)
    changed = replace(ALONE, options=(("open", 1),))
    assert lobby.news(changed, PHRASES)[0] == "Inheritance, 3 seats. open: 1."
