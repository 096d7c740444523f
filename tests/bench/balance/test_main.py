"""One command writes the page of any of the four games."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import pytest

from bench.balance import __main__ as balance
from bench.balance import court, fortress, inheritance, king
from bench.balance.series import REMARKS, Job, Kind, Series, in_turn
from games.registry import GAMES


@pytest.mark.parametrize(
    ("words", "given"),
    [
        ("", ("king", 1440, Path(os.devnull), 2)),
        ("court", ("court", 1440, Path(os.devnull), 2)),
        ("fortress 2.5", ("fortress", 2.5, Path(os.devnull), 2)),
        ("inheritance 3 games 1", ("inheritance", 3, Path("games"), 1)),
    ],
)
def test_the_command_reads_game_minutes_file_and_workers(
    words: str, given: tuple[str, float, Path, int]
) -> None:
    found = balance.arguments(words.split())
    assert (found.game, found.minutes, found.file, found.workers) == given


def test_there_is_a_page_of_every_game() -> None:
    assert set(balance.GAMES) == set(GAMES)
    assert {page.stem for page in balance.PAGES.glob("*.md")} == set(balance.GAMES)


@pytest.mark.parametrize("module", [court, fortress, inheritance, king])
def test_a_page_has_the_words_that_the_program_writes(module: ModuleType) -> None:
    page = (balance.PAGES / f"{module.__name__.rpartition('.')[2]}.md").read_text().splitlines()
    words = [line for line in module.TEXT.splitlines() if "{" not in line]
    assert [line for line in words if line not in page] == []


@dataclass(frozen=True)
class Found:
    winners: list[int]


def played(job: Job) -> Found:
    return Found([job[1]])


def test_a_page_keeps_what_somebody_wrote_at_its_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, file = tmp_path / "court.md", tmp_path / "games"
    page.write_text(f"old\n{REMARKS}, and why\n\nBecause.\n")
    jobs = tuple(in_turn(Kind("even", 2, 2)))
    series = Series(jobs, played, lambda fields: Found(**fields), lambda found: f"{found}\n")
    balance.main(["court", "1", str(file), "1"], tmp_path, {"court": series})
    found = {jobs[0][0]: {0: Found([0]), 1: Found([1])}}
    assert page.read_text() == f"{found}\n{REMARKS}, and why\n\nBecause.\n"
    assert capsys.readouterr().out == page.read_text()
    assert len(file.read_text().splitlines()) == 2
