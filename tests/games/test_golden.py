"""Goldens are there for every game, still come out the same, and are covered by the version."""

from __future__ import annotations

import difflib
from dataclasses import replace
from pathlib import Path

import pytest

from games.engine.game import GameInfo, rules_version
from games.engine.values import Primitive
from tests.games import golden
from tests.games.contract import makers
from tests.games.synthetic import Magpies

MAKERS = makers()
CASES = [
    pytest.param(name, number, seats, id=f"{name}-{number}")
    for name, make in MAKERS.items()
    for number, seats in golden.cases(make())
]
AGAIN = "run: python -m tests.games.golden"


@pytest.mark.parametrize(("name", "number", "seats"), CASES)
def test_the_golden_still_comes_out(name: str, number: int, seats: int) -> None:
    file = golden.path(name, number)
    assert file.exists(), f"{name} has no golden {number}; {AGAIN}"
    kept = file.read_text().splitlines()
    played = golden.text(MAKERS[name], number, seats).splitlines()
    difference = list(difflib.unified_diff(kept, played, "kept", "played", lineterm="", n=1))
    assert not difference, "\n".join([*difference[:20], AGAIN])


@pytest.mark.parametrize("name", MAKERS)
def test_the_version_covers_the_goldens(name: str) -> None:
    info = MAKERS[name]().info
    digest = golden.digest(name)
    assert info.golden == digest, f"GameInfo.golden of {name} is not its golden.GOLDEN; {AGAIN}"
    assert golden.versions().get((name, info.version)) == digest, (
        f"{name} plays differently under number {info.version}: raise GameInfo.version; {AGAIN}"
    )


def test_no_golden_without_its_game() -> None:
    expected = {
        golden.path(n, k).name for n, make in MAKERS.items() for k, _ in golden.cases(make())
    }
    assert {file.name for file in golden.FOLDER.glob("*-*.txt")} == expected


class Other(Magpies):
    """Magpies with another card or other data."""

    def __init__(self, info: GameInfo, tables: Primitive) -> None:
        self._info, self._tables = info, tables

    @property
    def info(self) -> GameInfo:
        return self._info

    def tables(self) -> Primitive:
        return self._tables


def test_every_part_of_the_version_counts() -> None:
    info, tables = Magpies().info, Magpies().tables()
    games = [
        Other(replace(info, version=2), tables),
        Other(replace(info, golden="00"), tables),
        Other(replace(info, id="other"), tables),
        Other(info, ("other",)),
    ]
    assert rules_version(Other(info, tables)) == rules_version(Magpies())
    assert len({rules_version(game) for game in (Magpies(), *games)}) == 5


def test_a_changed_golden_needs_a_new_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(golden, "FOLDER", tmp_path)
    monkeypatch.setattr(golden, "VERSIONS", tmp_path / "versions.txt")
    monkeypatch.setattr(golden, "constant", lambda game: tmp_path / "constant.py")
    make = MAKERS["magpies"]
    assert golden.write("magpies", make)
    assert golden.write("magpies", make)
    monkeypatch.setattr(golden, "SEED", golden.SEED + 100)
    assert not golden.write("magpies", make)
