"""The fast games of the bench: bots get there what their seats would know at a table."""

from __future__ import annotations

import pytest

from bench.balance.fortress_games import Arena, Counts, arena
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
