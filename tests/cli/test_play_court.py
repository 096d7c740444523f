"""Whole games of Court of real processes over loopback, verified from their records."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.console.exit_codes import Exit
from tests.cli.run import House, Running, house

RESULT = "The game is over: "


@pytest.fixture
def here(tmp_path: Path) -> Iterator[House]:
    with house(tmp_path) as made:
        yield made


def assert_verifies(here: House, name: str, seats: int) -> None:
    checked = here.run(name, "verify", here.record(name), "--json")
    assert checked.end() == 0, checked.output
    standing = json.loads(checked.output)["standing"]
    assert standing["over"]
    assert len(standing["closed"]) == seats


@pytest.mark.slow
def test_three_processes_play_a_game(here: House) -> None:
    hosts = ("host", "court", "--seats", "3", "--beat", "0", "--auto")
    ada = here.run("ada", *hosts, "--record", here.record("ada"))
    invite = ada.until("invite: ").removeprefix("invite: ")
    others = [
        here.run(name, "join", invite, "--auto", "--record", here.record(name))
        for name in ("ben", "cyr")
    ]
    everybody = [ada, *others]
    assert [one.end() for one in everybody] == [Exit.DONE] * 3, ada.output
    assert len({tuple(one.said(RESULT)) for one in everybody}) == 1
    for name in ("ada", "ben", "cyr"):
        assert_verifies(here, name, 3)


@pytest.mark.slow
def test_one_and_four_bots_play_a_game_of_five(here: House) -> None:
    ada = here.run("ada", "play", "court", "--bots", "4", "--auto", "--record", here.record("ada"))
    assert ada.end() == Exit.DONE, ada.output
    assert_verifies(here, "ada", 5)


def by_hand(person: Running) -> int:
    """Answer every question with the first thing that fits, or pass; gives how many there were."""
    count = 0
    fits: list[str] = []
    while True:
        line = person.until(lambda line: True)
        if line.startswith(RESULT):
            return count
        if line.startswith("  "):
            number, dot, _ = line.strip().partition(". ")
            fits += [number] if dot and number.isdigit() else []
            continue
        if line.startswith("Enter sends it"):
            person.type("")
        elif line.startswith("Type "):
            count += 1
            person.type(answer_to(line, fits))
        fits = []


def answer_to(hint: str, fits: list[str]) -> str:
    """What to type, by the hint and the numbers of what may be picked."""
    number = re.search(r"from (\d+) to", hint)
    if number is not None:
        return number[1]
    many = re.search(r"numbers of (\d+) cards", hint)
    return " ".join(fits[: int(many[1]) if many is not None else 1]) or "pass"


@pytest.mark.slow
def test_a_person_types_a_game_against_two_bots(here: House) -> None:
    ada = here.run("ada", "play", "court", "--record", here.record("ada"), typed=True)
    assert by_hand(ada) > 30
    assert ada.end() == Exit.DONE, ada.output
    assert_verifies(here, "ada", 3)
