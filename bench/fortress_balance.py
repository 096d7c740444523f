"""How even Heir Apparent: Fortress is among its bots: writes docs/balance/fortress.md.

    python -m bench.balance fortress [percent of the games]

Games by fixed seeds, rules alone (`bench.fortress_games`): the same program writes the same page.
"""

from __future__ import annotations

import statistics
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bench.fortress_games import Counts, Found, arena
from games.fortress.bot.temper import FAIR, GENTLE, STRONG, Temper
from games.fortress.chart import size_for
from games.fortress.endings import ALL_OUT, CROWNED, LAST_IN, QUIET, ROUND_CAP
from games.fortress.hexes import grid
from games.fortress.settings import QUICK, QUIET_ROUNDS, limits_for

PAGE = Path(__file__).parent.parent / "docs" / "balance" / "fortress.md"
WORKERS = 2
CHUNK = 5
FIRST_SEED: Final = {"quick": 100_000, "full": 200_000, "mixed": 300_000, "duel": 400_000}
QUICK_GAMES, FULL_GAMES = 500, 200
MIXED_GAMES: Final = {2: 3_000, 3: 2_000, 4: 1_200, 5: 700, 6: 600}
"""With the quick games among strong bots they make 10,000."""
DUEL_GAMES = 200
ENDS = (CROWNED, LAST_IN, ALL_OUT, QUIET, ROUND_CAP)
CRITICAL: Final = {1: 6.63, 2: 9.21, 3: 11.34, 4: 13.28, 5: 15.09}
"""Chi squared at p = 0.01 by degrees of freedom."""
ALL = (STRONG, FAIR, GENTLE)
FULL: Final[Mapping[str, str | int]] = {}


@dataclass
class Tally:
    """What a number of games at one size came to."""

    seats: int
    games: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    rounds: list[int] = field(default_factory=list)
    seat_wins: list[float] = field(default_factory=list)
    place_wins: list[float] = field(default_factory=list)
    temper_wins: Counter[Temper] = field(default_factory=Counter)
    """In parts of 60 of a game."""
    counts: Counts = field(default_factory=Counts)

    def add(self, found: Found, tempers: Sequence[Temper]) -> None:
        """Take in one game; a shared victory counts in parts."""
        self.games += 1
        self.ends[found.reason] += 1
        self.rounds.append(found.rounds)
        self.counts.add(found.counts)
        part = 1 / len(found.winners)
        for wins, who in ((self.seat_wins, found.winners), (self.place_wins, found.places)):
            wins += [0.0] * (self.seats - len(wins))
            for one in who:
                wins[one] += part
        for seat in found.winners:
            self.temper_wins[tempers[seat]] += 60 // len(found.winners)

    def share(self, temper: Temper) -> float:
        """The share of the games that bots of this temper won."""
        return self.temper_wins[temper] / 60 / self.games


Job = tuple[tuple[Temper, ...], int, Mapping[str, str | int]]


def one_game(job: Job) -> Found:
    """One game: who plays, the seed, the options."""
    tempers, seed, options = job
    return arena(tempers, seed, options).play()


def tally(
    pool: Executor,
    seats: int,
    seeds: range,
    options: Mapping[str, str | int],
    seated: Callable[[int], tuple[Temper, ...]],
) -> Tally:
    """Games of one kind at one size; `seated` says by the seed who sits where."""
    jobs = [(seated(seed), seed, options) for seed in seeds]
    found = Tally(seats)
    for (tempers, _, _), game in zip(jobs, pool.map(one_game, jobs, chunksize=CHUNK), strict=True):
        found.add(game, tempers)
    return found


def among_strong(pool: Executor, kind: str, seats: int, games: int) -> Tally:
    """Games among strong bots alone."""
    options = QUICK if kind == "quick" else FULL
    return tally(pool, seats, _seeds(kind, games), options, lambda seed: (STRONG,) * seats)


def mixed(pool: Executor, seats: int, games: int) -> Tally:
    """Quick games among bots of all strengths, which take turns."""
    return tally(
        pool,
        seats,
        _seeds("mixed", games),
        QUICK,
        lambda seed: tuple(ALL[(seed // 3**seat) % 3] for seat in range(seats)),
    )


def duel(pool: Executor, seats: int, better: Temper, worse: Temper, games: int) -> Tally:
    """Quick games of one bot against others of one kind; it changes seats."""
    return tally(
        pool,
        seats,
        _seeds("duel", games),
        QUICK,
        lambda seed: tuple(better if seat == seed % seats else worse for seat in range(seats)),
    )


def _seeds(kind: str, games: int) -> range:
    return range(FIRST_SEED[kind], FIRST_SEED[kind] + games)


# The page


def chi_squared(wins: Sequence[float], games: int) -> float:
    """How far wins are from even."""
    even = games / len(wins)
    return sum((one - even) ** 2 for one in wins) / even


def row(kind: str, found: Tally) -> str:
    """One row of the table of results."""
    ends = [f"{100 * found.ends[end] / found.games:.0f}" for end in ENDS]
    deciles = statistics.quantiles(found.rounds, n=10) if found.games > 1 else found.rounds * 9
    rounds = f"{statistics.median(found.rounds):g} ({deciles[0]:.0f} to {deciles[-1]:.0f})"
    cells = (
        kind,
        found.seats,
        found.games,
        *ends,
        rounds,
        *(_evenness(wins, found.games) for wins in (found.seat_wins, found.place_wins)),
        f"{100 * found.counts.sighted / found.counts.turns:.0f}",
        f"{100 * found.counts.fought / sum(found.rounds):.0f}",
    )
    return f"| {' | '.join(map(str, cells))} |"


def _evenness(wins: Sequence[float], games: int) -> str:
    """Wins, the greatest as a multiple of even, and chi squared with its bound."""
    most = max(wins) * len(wins) / games
    chi, bound = chi_squared(wins, games), CRITICAL[len(wins) - 1]
    return f"{', '.join(f'{one:.0f}' for one in wins)} ({most:.2f}; {chi:.1f} of {bound:.1f})"


def limits_row(seats: int, games: int, counts: Counts) -> str:
    """One row of the table of counts: the most that was needed, and the limit."""
    limits = limits_for(seats, 12, len(grid(size_for(seats).radius)))
    pairs = (
        (counts.asks, limits.sight.asks),
        (counts.pieces, limits.sight.tags),
        (counts.met, limits.here.asks),
        (counts.aims, limits.target.tags),
        *((most, limit) for most, (_, limit) in zip(counts.wanted, limits.openings, strict=True)),
    )
    shown = (f"{most} of {limit}" for most, limit in pairs)
    put_off = f"{100 * counts.put_off / counts.turns:.2f}"
    cells = (seats, games, *shown, put_off, counts.waiting)
    return f"| {' | '.join(map(str, cells))} |"


@dataclass
class Results:
    """All that the page is made of."""

    strong: dict[tuple[str, int], Tally] = field(default_factory=dict)
    mixed: dict[int, Tally] = field(default_factory=dict)
    duels: list[tuple[str, Tally, float]] = field(default_factory=list)


def measure(pool: Executor, percent: int) -> Results:
    """Play all games, or a part of them."""
    found = Results()
    for seats in range(2, 7):
        for kind, games in (("quick", QUICK_GAMES), ("full", FULL_GAMES)):
            found.strong[kind, seats] = among_strong(pool, kind, seats, _part(games, percent))
        found.mixed[seats] = mixed(pool, seats, _part(MIXED_GAMES[seats], percent))
    games = _part(DUEL_GAMES, percent)
    for name, better, worse, seats in (
        ("strong against fair", STRONG, FAIR, 2),
        ("strong against three fair", STRONG, FAIR, 4),
        ("fair against gentle", FAIR, GENTLE, 2),
        ("fair against three gentle", FAIR, GENTLE, 4),
    ):
        fought = duel(pool, seats, better, worse, games)
        found.duels.append((name, fought, fought.share(better)))
    return found


def _part(games: int, percent: int) -> int:
    return max(1, games * percent // 100)


def page(found: Results) -> str:
    """The whole page."""
    rows = [row(kind, one) for (kind, _), one in sorted(found.strong.items(), reverse=True)]
    limits, total = [], 0
    for seats, one in found.mixed.items():
        strong = found.strong["quick", seats]
        counts = Counts()
        counts.add(one.counts)
        counts.add(strong.counts)
        limits.append(limits_row(seats, one.games + strong.games, counts))
        total += one.games + strong.games
    duels = [
        f"| {name} | {one.games} | {100 * share:.0f} | {100 / one.seats:.0f} |"
        for name, one, share in found.duels
    ]
    return TEXT.format(
        rows="\n".join(sorted(rows, key=_order)),
        limits="\n".join(limits),
        duels="\n".join(duels),
        total=f"{total:,}",
        quiet=QUIET_ROUNDS,
        changes=CHANGES,
    )


def _order(line: str) -> tuple[bool, str]:
    return (not line.startswith("| quick"), line)


TEXT = """# Heir Apparent: Fortress: how even it is

Written by `python -m bench.balance fortress`: games among bots by fixed seeds, played by the rules
alone. A *quick* game has the options of that preset, a *full* one the defaults.

## Among strong bots

How games end, in percent of them: with enough *Artifacts*; with one player left (*last in*); all
out in one round; with {quiet} rounds in which nobody made an Artifact and nobody went out
(FTB-11); or by the *cap*. Rounds are the median, with the first and the last decile. Wins are by
seat, and by place on the ring of starts as it was drawn; in brackets the greatest as a multiple of
even, and chi squared with its bound at p = 0.01. *Sees*: in how many percent of its rounds a seat
has a rival's Unit in sight. *Fight*: in how many percent of the rounds somebody is hit.

| options | seats | games | Artifacts | last in | all out | no Artifact | cap | rounds | \
wins by seat | wins by place | sees | fight |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
{rows}

## Strengths

Quick games of one bot against one or three others of the strength below; it changes seats.

| bots | games | wins, % | even, % |
| --- | --- | --- | --- |
{duels}

## Counts that are padded

The most that any seat needed in {total} quick games, and how many there is room for: cells asked
about in *sight*; own cells (*tags*); cells asked about in *battle*; cells *shot* at; and cells to
*open* at the first sight, then to round 20, then later, those put off before among them. *Put off*:
in how many percent of its rounds a seat had to put off some, and the most rounds in a row. Tags
and what is asked in a battle follow from the limit of Units and cannot be exceeded.
What happens at a limit is a rule: the nearest come first (FTD-19, FTB-9).

| seats | games | sight | tags | battle | shot | open | to 20 | later | put off, % | in a row |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
{limits}

{changes}"""

CHANGES = """## What was changed because of it

* A game also ends after forty rounds in which nobody makes an Artifact and nobody goes out
  (FTB-11). Fortresses are not rebuilt: where raids had razed all Workshops, the remnants went on
  to the cap of 120 rounds, in one game of six at two seats. Thirty rounds cut off wars that were
  still being fought, in three games of ten; forty end those that nobody can win.
* The cells that a seat may ask about in sight were 128, 144, 160, 176 and 192 by the number of
  seats. Bots that ride out need up to 174 at four seats; there is room for 184 now.
* The openings stay at 48, 24 and 8: what is put off is rare and short.
* Starts, decks and pieces stay as they were: no seat and no place has an edge that can be told
  from chance.
"""


def main() -> None:
    """Write the page."""
    percent = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    with ProcessPoolExecutor(WORKERS) as pool:
        PAGE.write_text(page(measure(pool, percent)))
    print(PAGE.read_text(), end="")
