"""Goldens are there for every game, still come out the same, and are covered by the version."""

from __future__ import annotations

import difflib
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from games.engine.game import GameInfo, rules_version
from games.engine.values import Primitive
from tests.games import golden
from tests.games.contract import makers
from tests.games.synthetic import Magpies
from tests.goldens import AGAIN, WRITING, kept

MAKERS = makers()
CASES = [
    pytest.param(name, number, seats, id=f"{name}-{number}")
    for name, make in MAKERS.items()
    for number, seats in golden.cases(make())
]


@pytest.mark.golden
@pytest.mark.parametrize(("name", "number", "seats"), CASES)
def test_the_golden_still_comes_out(name: str, number: int, seats: int) -> None:
    text = golden.text(MAKERS[name], number, seats)
    before = kept(golden.path(name, number), text).splitlines()
    difference = difflib.unified_diff(before, text.splitlines(), "kept", "played", "", "", 1, "")
    assert before == text.splitlines(), "\n".join([*islice(difference, 20), AGAIN])


@pytest.mark.golden
@pytest.mark.parametrize("name", MAKERS)
def test_the_version_covers_the_goldens(name: str) -> None:
    info, digest = MAKERS[name]().info, golden.digest(name)
    if WRITING:
        golden.write_digest(name, info.version, golden.constant(name))
    else:
        assert info.golden == digest, f"GameInfo.golden of {name} is not golden.GOLDEN; {AGAIN}"
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


def test_a_changed_golden_needs_a_new_number(tmp_path: Path) -> None:
    make = MAKERS["magpies"]
    for seed, fits in ((golden.SEED, True), (golden.SEED, True), (golden.SEED + 100, False)):
        for number, seats in golden.cases(make()):
            text = golden.text(make, number, seats, seed)
            golden.path("magpies", number, tmp_path).write_text(text)
        golden.write_digest("magpies", 1, tmp_path / "constant.py", tmp_path)
        digest = golden.digest("magpies", tmp_path)
        assert digest in (tmp_path / "constant.py").read_text()
        assert (golden.versions(tmp_path)["magpies", 1] == digest) is fits
