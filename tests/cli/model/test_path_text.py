"""Paths in words."""

from __future__ import annotations

import pytest

from cli.model.names import OUR_BOT, Person
from cli.model.path_text import path_words, paths_in_words
from cli.model.table_text import Names
from p2p.client.reach.paths import MemberPath
from p2p.net.path_kind import PathKind

KEYS = [bytes([seat]) * 32 for seat in range(4)]
PEOPLE = Names(
    (
        Person("Ana", KEYS[0], mine=True),
        Person("Ben", KEYS[1]),
        Person("Bot", KEYS[2], operator=OUR_BOT),
        Person("Robin", KEYS[3], operator="bot of Ben"),
    ),
    0,
)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        (MemberPath(PathKind.SAME_MACHINE), "same machine"),
        (MemberPath(PathKind.LAN), "LAN"),
        (MemberPath(PathKind.LAN, 1), "LAN 1 ms"),
        (MemberPath(PathKind.DIRECT, 38), "direct 38 ms"),
        (MemberPath(PathKind.PUNCHED, 38), "direct 38 ms"),
        (MemberPath(None, through=1), "through Ben"),
        (MemberPath(None, 80, through=1), "through Ben 80 ms"),
        (MemberPath(None), ""),
    ],
)
def test_each_path_in_words(path: MemberPath, words: str) -> None:
    assert path_words(path, PEOPLE) == words


def test_a_path_without_its_time() -> None:
    assert path_words(MemberPath(PathKind.DIRECT, 38), PEOPLE, timed=False) == "direct"
    paths = {KEYS[1]: MemberPath(None, 80, through=1)}
    assert paths_in_words(paths, PEOPLE, timed=False)[1] == "through Ben"


def test_nothing_is_said_of_ourselves_and_of_our_own_bots() -> None:
    paths = {key: MemberPath(PathKind.LAN, 2) for key in KEYS}
    assert paths_in_words(paths, PEOPLE) == ("", "LAN 2 ms", "", "LAN 2 ms")
    assert paths_in_words({}, PEOPLE) == ("", "", "", "")
