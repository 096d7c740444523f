"""Goldens are there for every game, still come out the same, and are covered by the version."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from games.engine.choice import Choice
from games.engine.game import GameInfo, rules_version
from games.engine.step import Step
from games.engine.steps import Ask, AskAll, Chance, Claims, Shuffle
from games.engine.values import Primitive, Seat
from simulation.dealer import play
from tests.games import golden
from tests.games.contract import makers
from tests.games.synthetic import Magpies
from tests.goldens import AGAIN, WRITING, kept, write_out

MAKERS = makers()
CASES = [
    pytest.param(name, number, seats, id=f"{name}-{number}")
    for name, make in MAKERS.items()
    for number, seats in golden.cases(make())
]


@pytest.mark.golden
@pytest.mark.parametrize(("name", "number", "seats"), CASES)
def test_the_golden_still_comes_out(name: str, number: int, seats: int) -> None:
    text = golden.text(MAKERS[name], number, seats, golden.SEED)
    write_out(f"{name}-{number}.txt", text)
    made = golden.abridged(text, golden.TOLD if number == 1 else 0)
    before = kept(golden.path(name, number), made)
    assert before == made, f"{golden.difference(before, made, text)}\n{AGAIN}"


@pytest.mark.golden
@pytest.mark.parametrize("name", MAKERS)
def test_the_version_covers_the_goldens(name: str) -> None:
    info, digest = MAKERS[name]().info, golden.digest(name, golden.texts(MAKERS[name]))
    if WRITING:
        golden.write_digest(MAKERS[name](), digest, golden.constant(name))
    else:
        listed = info.hashes[info.version]
        assert rules_version(MAKERS[name]()).hex() in listed, f"HASHES lacks a hash; {AGAIN}"
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
        Other(replace(info, version=info.version + 1), tables),
        Other(replace(info, golden="00"), tables),
        Other(replace(info, id="other"), tables),
        Other(info, ("other",)),
    ]
    assert rules_version(Other(info, tables)) == rules_version(Magpies())
    assert len({rules_version(game) for game in (Magpies(), *games)}) == 5


def test_another_story_is_no_other_version() -> None:
    texts = golden.texts(Magpies)
    told = {}
    for number, text in texts.items():
        assert golden.STORY in text
        told[number] = text.replace(f"\n{golden.STORY}", f"\n{golden.STORY}Behold, ")
        assert golden.abridged(told[number]) != golden.abridged(text)
    assert golden.digest("magpies", told) == golden.digest("magpies", texts)


def test_every_line_of_a_playthrough_counts_and_a_failure_says_where() -> None:
    text = golden.text(MAKERS["king"], 1, 2, golden.SEED)
    before, lines = golden.abridged(text), text.splitlines()
    assert len(before.splitlines()) < 60
    for at, line in enumerate(lines):
        other = "\n".join([*lines[:at], f"{line} or so", *lines[at + 1 :]]) + "\n"
        assert golden.abridged(other) != before, line
    at = next(n for n, line in enumerate(lines) if line.startswith("60 "))
    other = "\n".join([*lines[:at], "60 something else", *lines[at + 1 :]]) + "\n"
    said = golden.difference(before, golden.abridged(other), other)
    assert "differs from step 51 on" in said
    assert "\n60 something else\n" in said
    assert "\n101 " not in said


WORD = re.compile(r"[a-z0-9][a-z_]*( [A-Za-z0-9_]+){0,2}")


@pytest.mark.parametrize("name", MAKERS)
def test_hashed_words_are_identifiers(name: str) -> None:
    for number, seats in golden.cases(MAKERS[name]()):
        playout = play(MAKERS[name](), seats, golden.SEED + number)
        outcome = playout.engine.outcome
        assert outcome is not None
        assert outcome.text
        words = {outcome.reason, *playout.engine.table.events, *playout.engine.table.zones}
        kinds = set()
        for step in playout.dealer.steps:
            parts = step.primitives()
            assert isinstance(parts, tuple)
            if isinstance(step, (Shuffle, Chance)):
                words.add(str(parts[-1]))
            for _, choice in asked(step):
                kinds.add(choice.kind)
                words.update(option.key for option in choice.options)
        assert all(WORD.fullmatch(word) for word in words), words
        assert all(" " not in kind for kind in kinds), kinds


def asked(step: Step[Any]) -> tuple[tuple[Seat, Choice], ...]:
    match step:
        case Ask(seat, choice):
            return ((seat, choice),)
        case AskAll(asks) | Claims(_, asks):
            return asks
    return ()


def test_a_changed_golden_needs_a_new_number(tmp_path: Path) -> None:
    make = MAKERS["magpies"]
    for seed, fits in ((golden.SEED, True), (golden.SEED, True), (golden.SEED + 100, False)):
        digest = golden.digest("magpies", golden.texts(make, seed))
        golden.write_digest(make(), digest, tmp_path / "constant.py", tmp_path)
        assert digest in (tmp_path / "constant.py").read_text()
        assert (golden.versions(tmp_path)["magpies", make().info.version] == digest) is fits
