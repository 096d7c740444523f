"""How even Heir Apparent: Fortress is among its bots: docs/balance/fortress.md.

Games by the rules alone (`bench.balance.fortress_games`).
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from bench.balance.fortress_games import Counts, Found, arena
from bench.balance.series import Job, Kind, Results, Series, in_turn, row, rows, won
from games.fortress.bot.temper import FAIR, GENTLE, STRONG
from games.fortress.chart import size_for
from games.fortress.endings import ALL_OUT, CROWNED, LAST_IN, QUIET, ROUND_CAP
from games.fortress.hexes import grid
from games.fortress.settings import QUICK, QUIET_ROUNDS, limits_for

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
ALL = tuple(STRENGTHS)
SIZES = range(2, 7)
STRONG_ONES: Final = (
    *(Kind("quick", seats, QUICK_GAMES[seats], first=100_000) for seats in SIZES),
    *(Kind("full", seats, FULL_GAMES, first=200_000) for seats in SIZES),
)
MIXED: Final = tuple(Kind("mixed", seats, MIXED_GAMES[seats], first=300_000) for seats in SIZES)
_NUMBERS: Final = {2: "", 3: "two ", 4: "three "}
DUELS: Final = tuple(
    Kind("duel", seats, DUEL_GAMES, better, worse, 400_000)
    for better, worse in (("strong", "fair"), ("strong", "gentle"), ("fair", "gentle"))
    for seats in (2, 3, 4)
)


def seated(job: Job) -> list[str]:
    """Who sits where; in mixed games bots of all strengths take turns."""
    kind, number = job
    if kind.name == "mixed":
        return [ALL[(number // 3**seat) % len(ALL)] for seat in range(kind.seats)]
    return kind.seated(number)


def one_game(job: Job) -> Found:
    """One game; its number is its seed."""
    kind, number = job
    tempers = [STRENGTHS[strength] for strength in seated(job)]
    return arena(tempers, number, {} if kind.name == "full" else QUICK).play()


def read(fields: dict[str, Any]) -> Found:
    """A game from JSON."""
    tuples = {name: tuple(fields[name]) for name in ("winners", "places", "artifacts")}
    return Found(**{**fields, **tuples, "counts": Counts(**fields["counts"])})


# The page


def chi_squared(won_by: Sequence[float], games: int) -> float:
    """How far wins are from even."""
    even = games / len(won_by)
    return sum((one - even) ** 2 for one in won_by) / even


def strong(kind: Kind, games: Mapping[int, Found]) -> Iterable[object]:
    """One row of games among strong bots."""
    found = games.values()
    reasons, counts = Counter(one.reason for one in found), counted(found)
    rounds = [one.rounds for one in found]
    deciles = statistics.quantiles(rounds, n=10) if len(rounds) > 1 else rounds * 9
    return (
        kind.name,
        kind.seats,
        len(games),
        *(f"{100 * reasons[end] / len(games):.0f}" for end in ENDS),
        f"{statistics.median(rounds):g} ({deciles[0]:.0f} to {deciles[-1]:.0f})",
        _evenness(wins([one.winners for one in found], kind.seats), len(games)),
        _evenness(wins([one.places for one in found], kind.seats), len(games)),
        f"{100 * counts.sighted / counts.turns:.0f}",
        f"{100 * counts.fought / sum(rounds):.0f}",
    )


def counted(found: Iterable[Found]) -> Counts:
    """What was counted in games, together."""
    counts = Counts()
    for one in found:
        counts.add(one.counts)
    return counts


def wins(winners: Iterable[Sequence[int]], seats: int) -> list[float]:
    """How many games each seat or place won; a shared victory counts in parts."""
    won_by = [0.0] * seats
    for ones in winners:
        for one in ones:
            won_by[one] += 1 / len(ones)
    return won_by


def _evenness(won_by: Sequence[float], games: int) -> str:
    """Wins, the greatest as a multiple of even, and chi squared with its bound."""
    most = max(won_by) * len(won_by) / games
    chi, bound = chi_squared(won_by, games), CRITICAL[len(won_by) - 1]
    return f"{', '.join(f'{one:.0f}' for one in won_by)} ({most:.2f}; {chi:.1f} of {bound:.1f})"


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
    return row(seats, games, *shown, put_off, counts.waiting)


def duel(kind: Kind, games: Mapping[int, Found]) -> Iterable[object]:
    """One row of games of one strength against another."""
    name = f"{kind.better} against {_NUMBERS[kind.seats]}{kind.worse}"
    share = f"{100 * won(kind, games) / len(games):.0f}"
    return (name, len(games), share, f"{100 / kind.seats:.0f}")


def mixed(kind: Kind, games: Mapping[int, Found]) -> Iterable[object]:
    """One row of games of all strengths: how often each won, as a multiple of even."""
    multiples = (multiple(strength, kind, games) for strength in ALL)
    return (kind.seats, len(games), *(f"{one:.2f}" for one in multiples))


def multiple(strength: str, kind: Kind, games: Mapping[int, Found]) -> float:
    """How often a seat of a strength won, as a multiple of even."""
    sat, parts = 0, 0
    for number, one in games.items():
        strengths = seated((kind, number))
        sat += strengths.count(strength)
        ours = sum(strengths[seat] == strength for seat in one.winners)
        parts += 60 // len(one.winners) * ours
    return parts / 60 * kind.seats / sat if sat else 0.0


def page(found: Results[Found]) -> str:
    """The whole page."""
    limits, total = [], 0
    for seats in SIZES:
        games = [
            one
            for kind, ones in found.items()
            if kind.seats == seats and kind.name in ("quick", "mixed")
            for one in ones.values()
        ]
        if games:
            limits.append(limits_row(seats, len(games), counted(games)))
        total += len(games)
    return TEXT.format(
        rows=rows(found, strong, "quick", "full"),
        limits="\n".join(limits),
        duels=rows(found, duel, "duel"),
        mixed=rows(found, mixed, "mixed"),
        total=f"{total:,}",
        stopped="" if total == ALL_QUICK else STOPPED,
        quiet=QUIET_ROUNDS,
    )


TEXT: Final = """# Heir Apparent: Fortress: how even it is

Written by `python -m bench.balance fortress`: games among bots by fixed seeds, played by the rules
alone. A *quick* game has the options of that preset, a *full* one the defaults.{stopped}

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

Quick games of one bot against one, two or three others of a strength below; it changes seats.

| bots | games | wins, % | even, % |
| --- | --- | --- | --- |
{duels}

Quick games in which every seat may have a bot of any strength: how often a seat of each won, as a
multiple of even.

| seats | games | strong | fair | gentle |
| --- | --- | --- | --- | --- |
{mixed}

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
"""

SERIES: Final = Series(
    (*in_turn(*STRONG_ONES, *DUELS), *in_turn(*MIXED)),  # what most tables need first
    one_game,
    read,
    page,
)
