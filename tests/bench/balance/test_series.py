"""Games are played in turn, once each, in time, and a run that was stopped goes on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest

from bench.balance.series import Job, Kind, Results, Series, in_turn, line, measure, row, rows, won

EVEN = Kind("even", 3, 8)
DUEL = Kind("duel", 2, 2, "strong", "fair", first=40)


@dataclass(frozen=True)
class Found:
    winners: list[int]
    word: str = ""


def played(job: Job) -> Found:
    kind, number = job
    return Found([number % kind.seats], f"{kind.name} {number}")


def page(found: Results[Found]) -> str:
    return rows(found, lambda kind, games: (kind.name, *games), "even", "duel")


def series(times: Counter[Job] | None = None) -> Series[Found]:
    def play(job: Job) -> Found:
        if times is not None:
            times[job] += 1
        return played(job)

    return Series(tuple(in_turn(EVEN, DUEL)), play, lambda fields: Found(**fields), page)


@pytest.fixture
def pool() -> Iterator[Executor]:
    with ThreadPoolExecutor(1) as one:
        yield one


def test_of_every_kind_the_same_part_is_played_at_any_time() -> None:
    jobs = list(in_turn(EVEN, DUEL))
    names = " ".join(f"{kind.name} {number}" for kind, number in jobs)
    assert names == "even 0 duel 40 even 1 even 2 even 3 even 4 duel 41 even 5 even 6 even 7"


def test_in_a_duel_one_bot_changes_seats() -> None:
    assert [DUEL.seated(number) for number in (40, 41)] == [["strong", "fair"], ["fair", "strong"]]
    assert EVEN.seated(1) == ["strong"] * 3


def test_all_games_are_played_once_and_stand_in_the_file_in_their_order(
    pool: Executor, tmp_path: Path
) -> None:
    times: Counter[Job] = Counter()
    games, file = series(times), tmp_path / "games"
    found = measure(games, pool, file, 1, lambda: 0.0)
    assert times == dict.fromkeys(games.jobs, 1)
    assert file.read_text() == "".join(f"{line(job, played(job))}\n" for job in games.jobs)
    assert list(found) == [EVEN, DUEL]
    assert found[DUEL] == {number: played((DUEL, number)) for number in (40, 41)}


@pytest.mark.parametrize("cut", [0, 1, 9])
def test_a_run_that_was_stopped_goes_on_even_from_a_line_that_was_cut(
    pool: Executor, tmp_path: Path, cut: int
) -> None:
    file = tmp_path / "games"
    jobs = series().jobs
    whole = [f"{line(job, played(job))}\n" for job in jobs]
    file.write_text("".join(whole[:4])[: -cut or None])
    times: Counter[Job] = Counter()
    found = measure(series(times), pool, file, 1, lambda: 0.0)
    assert times == dict.fromkeys(jobs[4 if cut == 0 else 3 :], 1)
    assert file.read_text() == "".join(whole)
    assert sum(map(len, found.values())) == len(jobs)


def test_what_stands_in_the_file_is_taken_as_it_is(pool: Executor, tmp_path: Path) -> None:
    file = tmp_path / "games"
    file.write_text(line((DUEL, 41), Found([0], "kept")) + "\n")
    found = measure(series(), pool, file, 1, lambda: 0.0)
    assert found[DUEL][41] == Found([0], "kept")


def test_a_run_ends_with_the_game_at_whose_end_its_time_is_over(
    pool: Executor, tmp_path: Path
) -> None:
    seconds = count(0.0, 30.0)
    file = tmp_path / "games"
    found = measure(series(), pool, file, 2, lambda: next(seconds))
    assert found == {
        EVEN: {number: played((EVEN, number)) for number in range(3)},
        DUEL: {40: played((DUEL, 40))},
    }
    assert len(file.read_text().splitlines()) == 4


def test_a_file_of_other_games_is_refused(pool: Executor, tmp_path: Path) -> None:
    file = tmp_path / "games"
    file.write_text(line((Kind("even", 4, 8), 0), Found([0])) + "\n")
    with pytest.raises(SystemExit, match="name another file"):
        measure(series(), pool, file, 1)


def test_shared_victories_count_in_parts() -> None:
    games = {0: Found([0]), 1: Found([0]), 2: Found([0, 1]), 3: Found([])}
    assert won(DUEL, games) == 1.5


def test_a_table_has_a_row_for_each_kind_of_its_names() -> None:
    assert row("deck", 2, "1.50") == "| deck | 2 | 1.50 |"
    found = {EVEN: {0: Found([0])}, DUEL: {40: Found([0]), 41: Found([1])}}
    assert page(found) == "| even | 0 |\n| duel | 40 | 41 |"
    assert rows(found, lambda kind, games: (kind.seats, len(games)), "duel") == "| 2 | 2 |"
