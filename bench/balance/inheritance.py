"""How even Inheritance is among its bots: docs/balance/inheritance.md."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from bench.balance.series import Job, Kind, Results, Series, in_turn, rows, won
from games.engine.engine import Engine
from games.engine.steps import Ask
from games.engine.values import Seat
from games.inheritance.choices import PLAY
from games.inheritance.position import DRAW
from games.inheritance.rules import Inheritance
from games.registry import bot
from simulation.dealer import Dealer, play

GAMES = 500
FIRST_SEED = 30_000
KINDS: Final = tuple(
    Kind(name, seats, GAMES, better, worse)
    for name, better, worse in (
        ("even", "strong", "strong"),
        ("duel", "strong", "fair"),
        ("duel", "fair", "gentle"),
    )
    for seats in (2, 3, 4)
)


@dataclass(frozen=True)
class Found:
    """What one game came to."""

    winners: list[Seat]
    plays: int
    """Cards that were played."""
    pile: int
    """Cards left in the Draw Pile."""


def one_game(job: Job) -> Found:
    """One game."""
    kind, number = job
    plays = 0

    def count(engine: Engine, dealer: Dealer) -> None:
        nonlocal plays
        step = engine.waiting
        plays += isinstance(step, Ask) and step.choice.kind == PLAY

    bots = [bot("inheritance", strength) for strength in kind.seated(number)]
    seed = FIRST_SEED + number
    engine = play(Inheritance(), kind.seats, seed, bots=bots, watch=count).engine
    assert engine.outcome is not None
    return Found(list(engine.outcome.winners), plays, len(engine.table.zone(DRAW).cards))


def even(kind: Kind, games: Mapping[int, Found]) -> Iterable[object]:
    """One row of games among equals."""
    wins = Counter(seat for one in games.values() for seat in one.winners)
    plays = sorted(one.plays for one in games.values())
    tenth = len(plays) // 10
    return (
        kind.seats,
        len(games),
        sum(not one.winners for one in games.values()),
        sum(not one.pile for one in games.values()),
        f"{statistics.median(plays):g}",
        f"{plays[tenth]} to {plays[-tenth - 1]}",
        ", ".join(str(wins[Seat(seat)]) for seat in range(kind.seats)),
    )


def duel(kind: Kind, games: Mapping[int, Found]) -> Iterable[object]:
    """One row of games of one strength against another."""
    decided = sum(bool(one.winners) for one in games.values())
    return (
        f"{kind.better} against {kind.seats - 1} {kind.worse}",
        len(games),
        f"{won(kind, games) * 100 / len(games):.1f} %",
        f"{(len(games) - decided) * 100 / len(games):.1f} %",
        f"{won(kind, games) * kind.seats / max(decided, 1):.2f}",
    )


def page(found: Results[Found]) -> str:
    """The whole page."""
    return TEXT.format(rows=rows(found, even, "even"), duels=rows(found, duel, "duel"))


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

SERIES: Final = Series(tuple(in_turn(*KINDS)), one_game, lambda fields: Found(**fields), page)
