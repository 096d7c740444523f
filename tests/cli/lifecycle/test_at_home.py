"""What a host is told of the ways to its table: two words, an address, five words."""

from __future__ import annotations

from dataclasses import replace

from cli.lifecycle.announcer import AtHome
from cli.lifecycle.far_words import Online
from cli.lifecycle.sentences import NEW_WORDS, at_home, online

CLOSED = AtHome(True, "amber-zebra", "192.168.1.5")
OPEN = replace(CLOSED, closed=False)


def said(found: AtHome, before: AtHome | None = None) -> str:
    return " ".join(at_home(found, before))


def test_a_closed_table_is_joined_by_its_words() -> None:
    assert at_home(CLOSED, None)[0] == "words: amber-zebra"
    assert "join amber-zebra" in said(CLOSED)
    assert "join 192.168.1.5 amber-zebra" in said(CLOSED)


def test_an_open_one_is_picked() -> None:
    assert "anybody can pick the table" in said(OPEN)
    assert "join 192.168.1.5 amber-zebra" in said(OPEN)


def test_nothing_is_said_twice() -> None:
    assert at_home(CLOSED, CLOSED) == []
    lost = replace(CLOSED, trouble="this network does not carry announcements")
    assert at_home(lost, CLOSED) == [
        "Not shown on the local network: this network does not carry announcements."
    ]
    assert at_home(lost, lost) == []


def test_another_address_is_said_alone() -> None:
    """Before: a laptop that had moved showed where it was once, to be read out."""
    moved = replace(CLOSED, address="192.168.7.9")
    [line] = at_home(moved, CLOSED)
    assert "join 192.168.7.9 amber-zebra" in line


def test_new_words_say_why() -> None:
    fresh = replace(CLOSED, words="zebra-amber")
    assert at_home(fresh, CLOSED)[:2] == [NEW_WORDS, "words: zebra-amber"]


def test_without_words_only_trouble_is_said() -> None:
    assert at_home(AtHome(False, "", ""), None) == []


def test_five_words_are_said_with_what_to_type() -> None:
    lines = online(Online("a-b-c-d-e"))
    assert lines[0] == "five words: a-b-c-d-e"
    assert "join a-b-c-d-e" in " ".join(lines)
    assert online(Online("", "no node answers")) == [
        "Not to be found by five words: no node answers."
    ]
