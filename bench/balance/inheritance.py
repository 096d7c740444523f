"""How even Inheritance is among its bots: writes docs/balance/inheritance.md.

    python -m bench.balance inheritance [games]

Games by fixed seeds and a trusted dealer, without cryptography: the same program writes the same
page.
"""

from __future__ import annotations

import statistics
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from games.engine.engine import Engine
from games.engine.steps import Ask
from games.engine.values import Outcome, Seat
from games.inheritance.choices import PLAY
from games.inheritance.position import DRAW
from games.inheritance.rules import Inheritance
from games.registry import bot
from simulation.dealer import Dealer, play

PAGE = Path(__file__).parent.parent / "docs" / "balance" / "inheritance.md"
WORKERS = 2
GAMES = 500
SIZES: Final = (2, 3, 4)
DUELS: Final = (("strong", "fair"), ("fair", "gentle"))
FIRST_SEED = 30_000


@dataclass(frozen=True)
class Job:
    """One game: who changes seats, who sits elsewhere, and its number."""

    seats: int
    number: int
    one: str = "strong"
    others: str = "strong"


@dataclass(frozen=True)
class Found:
    """What one game came to."""

    outcome: Outcome
    plays: int
    """Cards that were played."""
    pile: int
    """Cards left in the Draw Pile."""


def one_game(job: Job) -> Found:
    """One game from its number."""
    plays = 0

    def count(engine: Engine, dealer: Dealer) -> None:
        nonlocal plays
        step = engine.waiting
        plays += isinstance(step, Ask) and step.choice.kind == PLAY

    own = job.number % job.seats
    kinds = [job.one if seat == own else job.others for seat in range(job.seats)]
    bots = [bot("inheritance", kind) for kind in kinds]
    seed = FIRST_SEED + job.number
    engine = play(Inheritance(), job.seats, seed, bots=bots, watch=count).engine
    assert engine.outcome is not None
    return Found(engine.outcome, plays, len(engine.table.zone(DRAW).cards))


def even(seats: int, found: Sequence[Found]) -> str:
    """One row of games among equals."""
    wins = Counter(seat for one in found for seat in one.outcome.winners)
    drawn = sum(not one.outcome.winners for one in found)
    plays = sorted(one.plays for one in found)
    tenth = len(plays) // 10
    late = sum(not one.pile for one in found)
    cells = (
        seats,
        len(found),
        drawn,
        late,
        f"{statistics.median(plays):g}",
        f"{plays[tenth]} to {plays[-tenth - 1]}",
        ", ".join(str(wins[Seat(seat)]) for seat in range(seats)),
    )
    return f"| {' | '.join(map(str, cells))} |"


def duel(one: str, others: str, seats: int, found: Sequence[Found]) -> str:
    """One row of games of one strength against another."""
    won = sum(game.outcome.winners == (number % seats,) for number, game in enumerate(found))
    drawn = sum(not game.outcome.winners for game in found)
    cells = (
        f"{one} against {seats - 1} {others}",
        len(found),
        f"{won * 100 / len(found):.1f} %",
        f"{drawn * 100 / len(found):.1f} %",
        f"{won * seats / (len(found) - drawn):.2f}",
    )
    return f"| {' | '.join(map(str, cells))} |"


def page(games: int) -> str:
    """The whole page."""
    rows, duels = [], []
    with ProcessPoolExecutor(WORKERS) as pool:

        def played(*kinds: str, seats: int) -> list[Found]:
            jobs = [Job(seats, number, *kinds) for number in range(games)]
            return list(pool.map(one_game, jobs, chunksize=5))

        for one, others in DUELS:
            for seats in SIZES:
                duels.append(duel(one, others, seats, played(one, others, seats=seats)))
        rows = [even(seats, played(seats=seats)) for seats in SIZES]
    return TEXT.format(rows="\n".join(rows), duels="\n".join(duels))


TEXT = """# Inheritance: how even it is

Written by `python -m bench.balance inheritance`: games among bots by fixed seeds, rules alone,
without cryptography.

## Among strong bots

A game is drawn if all cards are played and nobody began a turn with the Ring (ING-29).

| seats | games | drawn | to the end of the pile | cards played, median | 8 of 10 games \
| wins by seat |
| --- | --- | --- | --- | --- | --- | --- |
{rows}

## Strengths

One bot against others of another strength; it changes seats. The last column is a multiple of the
even share of the games that somebody won.

| bots | games | won | drawn | of the even share |
| --- | --- | --- | --- | --- |
{duels}
"""


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(int(sys.argv[2]) if len(sys.argv) > 2 else GAMES))
    print(PAGE.read_text(), end="")
