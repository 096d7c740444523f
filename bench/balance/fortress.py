"""How even Heir Apparent: Fortress is among its bots: writes docs/balance/fortress.md.

    python -m bench.balance fortress [minutes [file [workers]]]

Games by fixed seeds, rules alone (`bench.balance.fortress_games`), in batches of every kind in turn. With
all of them played the same program writes the same page; stopped after some minutes, the page says
how many games there were. Each game is a line of the file as soon as its batch is played, and what
stands there is not played again: a run that was stopped goes on. A file is worth nothing any more
once rules or bots have changed.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from bench.balance.fortress_games import Counts, Found, arena
from bench.balance.fortress_page import CHANGES, TEXT
from games.fortress.bot.temper import FAIR, GENTLE, STRONG, Temper
from games.fortress.chart import size_for
from games.fortress.endings import ALL_OUT, CROWNED, LAST_IN, QUIET, ROUND_CAP
from games.fortress.hexes import grid
from games.fortress.settings import QUICK, QUIET_ROUNDS, limits_for

PAGE = Path(__file__).parent.parent / "docs" / "balance" / "fortress.md"
WORKERS = 2
CHUNK = 5
BATCHES = 10
"""Of each kind of games there are so many batches."""
QUICK_GAMES: Final = {2: 600, 3: 1_000, 4: 600, 5: 1_000, 6: 600}
"""More at the sizes at which fewer left it in doubt whether seats and places are even."""
FULL_GAMES, DUEL_GAMES = 200, 500
MIXED_GAMES: Final = {2: 3_000, 3: 2_000, 4: 1_200, 5: 700, 6: 600}
ALL_QUICK: Final = sum(QUICK_GAMES.values()) + sum(MIXED_GAMES.values())
STOPPED: Final = f" The run was\nstopped in time, before all {ALL_QUICK:,} quick games were played."
ENDS = (CROWNED, LAST_IN, ALL_OUT, QUIET, ROUND_CAP)
CRITICAL: Final = {1: 6.63, 2: 9.21, 3: 11.34, 4: 13.28, 5: 15.09}
"""Chi squared at p = 0.01 by degrees of freedom."""
STRENGTHS: Final = {"strong": STRONG, "fair": FAIR, "gentle": GENTLE}
ALL = tuple(STRENGTHS.values())


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
    temper_seats: Counter[Temper] = field(default_factory=Counter)
    """How many seats bots of each temper had."""
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
        self.temper_seats.update(tempers)
        for seat in found.winners:
            self.temper_wins[tempers[seat]] += 60 // len(found.winners)

    def share(self, temper: Temper) -> float:
        """The share of the games that bots of this temper won."""
        return self.temper_wins[temper] / 60 / self.games

    def multiple(self, temper: Temper) -> float:
        """How often a seat of this temper won, as a multiple of even."""
        return self.temper_wins[temper] / 60 * self.seats / self.temper_seats[temper]


@dataclass(frozen=True)
class Kind:
    """One kind of games at one size."""

    name: str
    seats: int
    games: int
    seed: int
    quick: bool
    better: Temper = STRONG
    worse: Temper = STRONG
    """In a duel all others; the better changes seats."""
    mixes: bool = False
    """Whether bots of all strengths take turns."""

    def seated(self, seed: int) -> tuple[Temper, ...]:
        """Who sits where."""
        seats = range(self.seats)
        if self.mixes:
            return tuple(ALL[(seed // 3**seat) % len(ALL)] for seat in seats)
        return tuple(self.better if seat == seed % self.seats else self.worse for seat in seats)

    def seeds(self, batch: int) -> range:
        """The seeds of one of its batches."""
        first, last = (self.games * count // BATCHES for count in (batch, batch + 1))
        return range(self.seed + first, self.seed + last)


SIZES = range(2, 7)
STRONG_ONES: Final = (
    *(Kind("quick", seats, QUICK_GAMES[seats], 100_000, quick=True) for seats in SIZES),
    *(Kind("full", seats, FULL_GAMES, 200_000, quick=False) for seats in SIZES),
)
MIXED: Final = tuple(
    Kind("mixed", seats, MIXED_GAMES[seats], 300_000, quick=True, mixes=True) for seats in SIZES
)
_NUMBERS: Final = {1: "", 2: "two ", 3: "three "}
DUELS: Final = tuple(
    Kind(
        f"{better} against {_NUMBERS[seats - 1]}{worse}",
        seats,
        DUEL_GAMES,
        400_000,
        True,
        STRENGTHS[better],
        STRENGTHS[worse],
    )
    for better, worse in (("strong", "fair"), ("strong", "gentle"), ("fair", "gentle"))
    for seats in (2, 3, 4)
)


def one_game(job: tuple[Kind, int]) -> Found:
    """One game: of what kind, and its seed."""
    kind, seed = job
    return arena(kind.seated(seed), seed, QUICK if kind.quick else {}).play()


def play_batch(pool: Executor, kind: Kind, batch: int, kept: Kept) -> None:
    """What is not played yet of one batch of games."""
    jobs = [(kind, seed) for seed in kind.seeds(batch)]
    fresh = [job for job in jobs if job not in kept.games]
    for job, found in zip(fresh, pool.map(one_game, fresh, chunksize=CHUNK), strict=True):
        kept.add(job, found)


class Kept:
    """The games that have been played, and the file in which they stand, if there is one."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self.games: dict[tuple[Kind, int], Found] = {}
        kinds = {(kind.name, kind.seats): kind for kind in (*STRONG_ONES, *DUELS, *MIXED)}
        lines = path.read_text().splitlines() if path is not None and path.exists() else ()
        for line in lines:
            name, seats, seed, found = json.loads(line)
            self.games[kinds[name, seats], seed] = _read(found)

    def add(self, job: tuple[Kind, int], found: Found) -> None:
        """One more game."""
        self.games[job] = found
        if self._path is not None:
            kind, seed = job
            with self._path.open("a") as file:
                file.write(json.dumps((kind.name, kind.seats, seed, asdict(found))) + "\n")


def _read(found: dict[str, Any]) -> Found:
    tuples = {name: tuple(found[name]) for name in ("winners", "places", "artifacts")}
    return Found(**{**found, **tuples, "counts": Counts(**found["counts"])})


def order() -> Iterator[tuple[Kind, int]]:
    """All batches: what the tables need before what only the counts need."""
    for kinds in ((*STRONG_ONES, *DUELS), MIXED):
        for batch in range(BATCHES):
            yield from ((kind, batch) for kind in kinds)


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


Results = Mapping[Kind, Tally]


def measure(pool: Executor, minutes: float, kept: Kept) -> Results:
    """Play all games, or as many as are begun in time."""
    end = time.monotonic() + 60 * minutes
    for kind, batch in order():
        if time.monotonic() >= end:
            break
        play_batch(pool, kind, batch, kept)
    return tallies(kept)


def tallies(kept: Kept) -> Results:
    """What all games came to that have been played."""
    found: dict[Kind, Tally] = {}
    for (kind, seed), one in kept.games.items():
        found.setdefault(kind, Tally(kind.seats)).add(one, kind.seated(seed))
    return found


def page(found: Results) -> str:
    """The whole page."""
    limits, total = [], 0
    for seats in SIZES:
        counts, games = Counts(), 0
        for kind, tally in found.items():
            if kind.seats == seats and kind.name in ("quick", "mixed"):
                counts.add(tally.counts)
                games += tally.games
        if games:
            limits.append(limits_row(seats, games, counts))
        total += games
    duels = [
        f"| {kind.name} | {found[kind].games} | {100 * found[kind].share(kind.better):.0f} "
        f"| {100 / kind.seats:.0f} |"
        for kind in DUELS
        if kind in found
    ]
    mixed = [
        f"| {kind.seats} | {found[kind].games} | "
        + " | ".join(f"{found[kind].multiple(temper):.2f}" for temper in ALL)
        + " |"
        for kind in MIXED
        if kind in found
    ]
    return TEXT.format(
        rows="\n".join(row(kind.name, found[kind]) for kind in STRONG_ONES if kind in found),
        limits="\n".join(limits),
        duels="\n".join(duels),
        mixed="\n".join(mixed),
        total=f"{total:,}",
        stopped="" if total == ALL_QUICK else STOPPED,
        quiet=QUIET_ROUNDS,
        changes=CHANGES,
    )


def main() -> None:
    """Write the page."""
    minutes = float(sys.argv[2]) if len(sys.argv) > 2 else 24 * 60
    kept = Kept(Path(sys.argv[3]) if len(sys.argv) > 3 else None)
    with ProcessPoolExecutor(int(sys.argv[4]) if len(sys.argv) > 4 else WORKERS) as pool:
        PAGE.write_text(page(measure(pool, minutes, kept)))
    print(PAGE.read_text(), end="")
