"""The fast games of the bench: bots get there what their seats would know at a table."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from bench.balance.fortress import (
    BATCHES,
    DUELS,
    MIXED,
    STRONG_ONES,
    Kept,
    Kind,
    Tally,
    chi_squared,
    order,
    page,
    play_batch,
    tallies,
)
from bench.balance.fortress_games import Arena, Counts, Found, arena
from games.engine.engine import Engine
from games.engine.fog_steps import Battle
from games.engine.values import Seat
from games.fortress.bot.player import Commander
from games.fortress.bot.temper import FAIR, STRONG
from games.fortress.course import MAP, state_of
from games.fortress.half import FortressHalf
from games.fortress.kinds import Terrain
from games.fortress.rules import Fortress
from games.fortress.settings import QUICK
from games.fortress.world import World
from simulation.dealer import Dealer, play


@pytest.mark.parametrize(("seats", "seed"), [(2, 1000), (3, 5)])
def test_the_halves_of_a_fast_game_are_those_of_a_game_at_a_table(seats: int, seed: int) -> None:
    rounds: list[dict[Seat, FortressHalf]] = []
    bots = [Commander(STRONG)] * seats

    def look(engine: Engine, dealer: Dealer) -> None:
        if isinstance(engine.waiting, Battle):
            halves = dict(dealer.halves.items())
            rounds.append({s: h for s, h in halves.items() if isinstance(h, FortressHalf)})

    game = play(Fortress(), seats, seed, bots=bots, options=QUICK, watch=look)
    public = state_of(game.engine.table).public
    cards = game.engine.table.zone(MAP).cards
    terrain = {
        cell: Terrain(str(game.dealer.true[card]))
        for cell, card in zip(public.chart.hidden, cards, strict=True)
    }
    order = tuple(Seat(seat) for seat in range(seats))
    world = World(public.settings, public.chart, terrain)
    fast = Arena(public, world, order, [STRONG] * seats)
    fast.build()
    for at_table in rounds:
        assert fast.end() is None
        fast.look()
        for seat, half in at_table.items():
            same_knowledge(fast.halves[seat], half)
        fast.fight()
    found, outcome = fast.end(), game.engine.outcome
    assert found is not None
    assert outcome is not None
    assert (found.winners, found.reason) == (outcome.winners, outcome.reason)


def same_knowledge(fast: FortressHalf, half: FortressHalf) -> None:
    assert (fast.seat, fast.round, fast.force) == (half.seat, half.round, half.force)
    assert fast.known == half.known
    assert fast.rivals == half.rivals
    assert fast.watched == half.watched
    assert fast.memory == half.memory
    for seat, account in half.accounts.items():
        said = fast.accounts[seat]
        assert (said.artifacts, said.is_out) == (account.artifacts, account.is_out)


def test_a_seed_gives_the_same_game_again() -> None:
    assert arena([STRONG, FAIR], 7, QUICK).play() == arena([STRONG, FAIR], 7, QUICK).play()


def test_counts_take_in_the_most_and_the_sums() -> None:
    counts = Counts(asks=5, turns=10, wanted=[1, 9, 3])
    counts.add(Counts(asks=7, turns=4, wanted=[2, 8, 3]))
    assert (counts.asks, counts.turns, counts.wanted) == (7, 14, [2, 9, 3])


def test_a_shared_victory_counts_in_parts() -> None:
    tally = Tally(2)
    both = (Seat(0), Seat(1))
    tally.add(Found(both, (0, 1), "no_artifact", 41, (0, 0), Counts()), (STRONG, FAIR))
    tally.add(Found((Seat(1),), (0,), "last_in", 30, (0, 0), Counts()), (FAIR, STRONG))
    assert tally.seat_wins == [0.5, 1.5]
    assert tally.place_wins == [1.5, 0.5]
    assert tally.share(STRONG) == 0.75
    assert tally.multiple(STRONG) == 1.5
    assert tally.multiple(FAIR) == 0.5


def test_chi_squared_of_even_wins_is_nothing() -> None:
    assert chi_squared([5, 5, 5, 5], 20) == 0
    assert chi_squared([10, 0], 10) == 10


def test_every_game_of_every_kind_is_in_one_batch() -> None:
    batches: dict[Kind, list[int]] = {}
    for kind, batch in order():
        batches.setdefault(kind, []).extend(kind.seeds(batch))
    for kind, seeds in batches.items():
        assert seeds == list(range(kind.seed, kind.seed + kind.games))
    quick = [kind.games for kind in batches if kind.name in ("quick", "mixed")]
    assert sum(quick) == 11_300
    assert len(list(order())) == BATCHES * len({*STRONG_ONES, *DUELS, *MIXED})


def test_in_a_duel_the_better_changes_seats_and_mixed_games_have_all_strengths() -> None:
    duel, mixed = DUELS[2], MIXED[0]
    assert [duel.seated(seed).index(STRONG) for seed in range(4)] == [0, 1, 2, 3]
    assert len({mixed.seated(seed) for seed in range(mixed.seed, mixed.seed + 9)}) == 9


def test_games_are_kept_in_a_file_and_not_played_again(tmp_path: Path) -> None:
    file, kind = tmp_path / "games", STRONG_ONES[0]
    small = replace(kind, games=BATCHES)
    found = replace(arena([STRONG, FAIR], 7, QUICK).play(), rounds=999)
    kept = Kept(file)
    kept.add((small, small.seed), found)
    assert Kept(file).games == {(kind, kind.seed): found}
    with ThreadPoolExecutor(1) as pool:
        play_batch(pool, small, 0, kept)
        assert tallies(kept)[small].rounds == [999]
        play_batch(pool, small, 1, kept)
    assert len(tallies(kept)[small].rounds) == len(Kept(file).games) == 2


def test_the_page_says_what_was_measured() -> None:
    kept = Kept(None)
    with ThreadPoolExecutor(1) as pool:
        for kind in (STRONG_ONES[0], DUELS[6], MIXED[0]):
            for batch in range(2):
                play_batch(pool, replace(kind, games=2 * BATCHES), batch, kept)
    found = {replace(kind, games=0): tally for kind, tally in tallies(kept).items()}
    kinds = {replace(kind, games=0): kind for kind in (*STRONG_ONES, *DUELS, *MIXED)}
    text = page({kinds[kind]: tally for kind, tally in found.items()})
    assert "| quick | 2 | 4 |" in text
    assert "| fair against gentle | 4 |" in text
    assert re.search(r"\| 2 \| 4 \| \d\.\d\d \| \d\.\d\d \| \d\.\d\d \|", text)
    assert "needed in 8 quick games" in text
