"""What the page of Fortress counts, and among whom."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import asdict, replace

from bench.balance.fortress import (
    DUELS,
    MIXED,
    SERIES,
    STRONG_ONES,
    chi_squared,
    multiple,
    one_game,
    page,
    seated,
    wins,
)
from bench.balance.fortress_games import Counts, Found
from bench.balance.series import Kind, won
from games.engine.values import Seat


def test_a_shared_victory_counts_in_parts() -> None:
    kind = replace(DUELS[0], first=0)
    both, one = (Seat(0), Seat(1)), (Seat(1),)
    games = {
        0: Found(both, (0, 1), "no_artifact", 41, (0, 0), Counts()),
        1: Found(one, (0,), "last_in", 30, (0, 0), Counts()),
    }
    assert wins([game.winners for game in games.values()], 2) == [0.5, 1.5]
    assert wins([game.places for game in games.values()], 2) == [1.5, 0.5]
    assert won(kind, games) == 1.5
    assert multiple("strong", kind, games) == 1.5
    assert multiple("fair", kind, games) == 0.5
    assert multiple("gentle", kind, games) == 0


def test_chi_squared_of_even_wins_is_nothing() -> None:
    assert chi_squared([5, 5, 5, 5], 20) == 0
    assert chi_squared([10, 0], 10) == 10


def test_every_game_of_every_kind_is_played_once_and_those_for_counts_alone_last() -> None:
    kinds = (*STRONG_ONES, *DUELS, *MIXED)
    jobs = {(kind, kind.first + count) for kind in kinds for count in range(kind.games)}
    assert set(SERIES.jobs) == jobs
    assert len(SERIES.jobs) == len(jobs)
    mixed = [kind.name == "mixed" for kind, _ in SERIES.jobs]
    assert mixed == sorted(mixed)
    games = Counter(kind.name for kind, _ in SERIES.jobs)
    assert games["quick"] + games["mixed"] == 11_300


def test_in_a_duel_the_better_changes_seats_and_mixed_games_have_all_strengths() -> None:
    duel, mixed = DUELS[2], MIXED[0]
    assert [seated((duel, seed)).index("strong") for seed in range(4)] == [0, 1, 2, 3]
    assert len({tuple(seated((mixed, seed))) for seed in range(9)}) == 9


def test_a_game_is_read_as_it_was_written() -> None:
    found = one_game((STRONG_ONES[0], 100_000))
    assert SERIES.read(json.loads(json.dumps(asdict(found)))) == found


def test_the_page_says_what_was_measured() -> None:
    def played(kind: Kind, games: int) -> dict[int, Found]:
        return {number: one_game((kind, number)) for number in range(7, 7 + games)}

    found = {STRONG_ONES[0]: played(STRONG_ONES[0], 2), DUELS[6]: played(DUELS[6], 1)}
    text = page({**found, MIXED[0]: played(MIXED[0], 1)})
    assert "| quick | 2 | 2 |" in text
    assert "| fair against gentle | 1 |" in text
    assert re.search(r"\| 2 \| 1 \| \d\.\d\d \| \d\.\d\d \| \d\.\d\d \|", text)
    assert "needed in 3 quick games" in text
    assert "before all 11,300 quick games" in text
