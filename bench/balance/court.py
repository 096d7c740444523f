"""How even Heir Apparent: Court is among its bots: writes docs/balance/court.md.

    python -m bench.balance court [minutes [file [workers]]]

Games by fixed seeds and a trusted dealer, without cryptography, of every kind in turn. With all of
them played the same program writes the same page; stopped after some minutes, the page says how
many games there were. Each game is a line of the file as soon as it is over, and what stands there
is not played again: to be deleted when cards or bots have changed. What happened is read from the
story that the rules tell.
"""

from __future__ import annotations

import json
import math
import re
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, TypeAlias

from games.court.characters import CHARACTERS
from games.court.deck import ACTIONS, EVENTS
from games.court.princes import PRINCES
from games.court.rules import Court
from games.court.state import state_of
from games.registry import bot
from simulation.dealer import play

PAGE = Path(__file__).parent.parent / "docs" / "balance" / "court.md"
WORKERS = 2
GAMES = 2_000
"""At each number of seats (CTD-3)."""
DUEL_GAMES = 500
SIZES = (3, 4, 5)
BAR: Final = 125
"""The most that a Prince may win, in hundredths of its even share (CTD-3)."""

FIRST, PLAYED, WON, LOST = "chosen first", "played", "won", "lost"
DEAL, KEPT = "supported a rival", "supported who won"
_TITLES: Final = {row.title: row.key for row in (*CHARACTERS, *ACTIONS, *EVENTS)}
_CONTESTS: Final = {row.key for row in EVENTS if row.is_contest}
_LINES: Final = (
    (PLAYED, re.compile(r"\{\d\} (?:plays|answers with) (.*)")),
    (WON, re.compile(r"\{\d\} wins (.*)")),
)
_GIVEN: Final = re.compile(r"\{(\d)\} adds \d+ to \{(\d)\}'s pool")
_WINS: Final = re.compile(r"\{(\d)\} wins ")


@dataclass(frozen=True)
class Kind:
    """One kind of games at one size: bots of one strength, or one bot against all others."""

    seats: int
    games: int
    better: str = "strong"
    worse: str = "strong"
    seed: int = 100_000

    def seated(self, number: int) -> list[str]:
        """Who sits where in one of its games; the better bot changes seats."""
        own = number % self.seats
        return [self.better if seat == own else self.worse for seat in range(self.seats)]


EVEN: Final = tuple(Kind(seats, GAMES) for seats in SIZES)
DUELS: Final = tuple(
    Kind(seats, DUEL_GAMES, better, worse, 200_000)
    for better, worse in (("strong", "fair"), ("fair", "gentle"))
    for seats in (3, 4)
)


@dataclass
class Tally:
    """What a number of games came to."""

    games: int = 0
    sat: Counter[str] = field(default_factory=Counter)
    """By Prince the games in which it was dealt."""
    wins: Counter[str] = field(default_factory=Counter)
    better: int = 0
    """Games won by the bot that changes seats."""
    done: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How often something was done with a card, by its key."""

    def add(self, other: Tally) -> None:
        """Take in more games."""
        self.games += other.games
        self.better += other.better
        self.sat += other.sat
        self.wins += other.wins
        self.done += other.done


Job: TypeAlias = tuple[Kind, int]
Results: TypeAlias = Mapping[Kind, Tally]


def one_game(job: Job) -> Tally:
    """One game: of what kind, and its number."""
    kind, number = job
    bots = [bot("court", strength) for strength in kind.seated(number)]
    engine = play(Court(), kind.seats, kind.seed + number, bots=bots).engine
    assert engine.outcome is not None
    princes = state_of(engine.table).princes
    (winner,) = engine.outcome.winners
    return Tally(
        1,
        Counter(row.key for row in princes.values()),
        Counter([princes[winner].key]),
        int(winner == number % kind.seats),
        Counter(deeds(line.text for line in engine.table.log)),
    )


def deeds(story: Iterable[str]) -> Iterator[tuple[str, str]]:
    """What a story tells of Characters, Actions and Events."""
    first, contest = False, ""
    helped: list[tuple[str, str]] = []
    for text in story:
        if text.startswith("The Event is "):
            helped = []
        elif (given := _GIVEN.match(text)) and given[1] != given[2]:
            helped.append((given[1], given[2]))
            yield DEAL, ""
        elif won := _WINS.match(text):
            yield from ((KEPT, "") for _, whom in helped if whom == won[1])
        if "first for nothing" in text or text.endswith(" and chooses first."):
            first = True
        elif first and (taken := re.fullmatch(r"\{\d\} takes (.*)\.", text)):
            first = False
            yield FIRST, key_of(taken[1])
        elif contest and re.match(r"\{\d\} loses it", text):
            yield LOST, contest
        contest = ""
        for deed, pattern in _LINES:
            if (said := pattern.match(text)) and (key := key_of(said[1])):
                yield deed, key
                contest = key if key in _CONTESTS else ""
        for verb, deed in ((" succeeds, with ", WON), (" fails, with ", LOST)):
            if verb in text and (key := key_of(text.split(verb)[0])):
                yield deed, key


def key_of(words: str) -> str:
    """The card whose title begins these words: of several the longest; nothing if none does."""
    found = [title for title in _TITLES if words.startswith(title)]
    return _TITLES[max(found, key=len)] if found else ""


def order() -> Iterator[Job]:
    """All games in their order; four of even games to one of duels."""
    for number in range(GAMES):
        yield from ((kind, number) for kind in EVEN)
        duel, rest = divmod(number, GAMES // DUEL_GAMES)
        if rest == 0:
            yield from ((kind, duel) for kind in DUELS)


def line(job: Job, tally: Tally) -> str:
    """A game as a line of the file."""
    kind, number = job
    names = (kind.seats, kind.better, kind.worse, number)
    done = [[*what, count] for what, count in tally.done.items()]
    return json.dumps([names, sorted(tally.sat), sorted(tally.wins), tally.better, done])


def read(lines: Iterable[str]) -> dict[Job, Tally]:
    """The games of such lines; a last line that was cut off is left out."""
    kinds = {(kind.seats, kind.better, kind.worse): kind for kind in (*EVEN, *DUELS)}
    found = {}
    for text in lines:
        if text.endswith("\n"):
            (*names, number), sat, wins, better, done = json.loads(text)
            counts = Counter({(deed, key): count for deed, key, count in done})
            tally = Tally(1, Counter(sat), Counter(wins), better, counts)
            found[kinds[tuple(names)], number] = tally
    return found


def measure(minutes: float, file: Path, workers: int) -> Results:
    """Play all games that the file lacks, or as many as end in time."""
    file.touch()
    with file.open() as lines:
        games = read(lines)
    jobs = [job for job in order() if job not in games]
    end = time.monotonic() + 60 * minutes
    pool = ProcessPoolExecutor(workers)
    with file.open("a") as out:
        for job, tally in zip(jobs, pool.map(one_game, jobs), strict=True):
            games[job] = tally
            print(line(job, tally), file=out, flush=True)
            if time.monotonic() >= end:
                break
    pool.shutdown(cancel_futures=True)
    found: dict[Kind, Tally] = {}
    for (kind, _), tally in games.items():
        found.setdefault(kind, Tally()).add(tally)
    return found


# The page


def share(kind: Kind, tally: Tally, prince: str) -> int:
    """What a Prince wins, in hundredths of its even share of the games that it was dealt in."""
    sat = tally.sat[prince]
    return round(100 * tally.wins[prince] * kind.seats / sat) if sat else 0


def error(kind: Kind, tally: Tally) -> float:
    """The standard error of such a share, in parts of the even one, of who was dealt least."""
    sat = min(tally.sat[row.key] for row in PRINCES)
    return math.sqrt((kind.seats - 1) / sat) if sat else math.inf


def never(done: Counter[tuple[str, str]], deed: str, keys: Iterable[str]) -> list[str]:
    """The cards with which something was never done."""
    return [key for key in keys if not done[deed, key]]


def bars(found: Results) -> list[str]:
    """Which bars of CTD-3 hold, at each number of seats."""
    rows = []
    for kind in EVEN:
        if kind not in found:
            continue
        tally = found[kind]
        over = [row.short for row in PRINCES if share(kind, tally, row.key) > BAR]
        events = [row.key for row in EVENTS]
        unfought = sorted({*never(tally.done, WON, events), *never(tally.done, LOST, events)})
        cells = (
            kind.seats,
            tally.games,
            verdict(over),
            verdict(_titles(never(tally.done, FIRST, (row.key for row in CHARACTERS)))),
            verdict(_titles(never(tally.done, PLAYED, (row.key for row in ACTIONS)))),
            verdict(_titles(unfought)),
        )
        rows.append(f"| {' | '.join(map(str, cells))} |")
    return rows


def verdict(against: Sequence[str]) -> str:
    """Whether a bar holds, and if not, for whom."""
    return f"no: {', '.join(against)}" if against else "holds"


def _titles(keys: Iterable[str]) -> list[str]:
    titles = {key: title for title, key in _TITLES.items()}
    return [titles[key] for key in keys]


def counts(found: Results, deeds_: Sequence[str], keys: Iterable[str]) -> list[str]:
    """One row for each card: how often something was done with it, at each number of seats."""
    rows = []
    for key in keys:
        cells = [
            "/".join(str(found[kind].done[deed, key]) for deed in deeds_) if kind in found else "-"
            for kind in EVEN
        ]
        rows.append(f"| {_titles([key])[0]} | {' | '.join(cells)} |")
    return rows


def deals(found: Results) -> list[str]:
    """How often a rival was supported in a Contest, and how often that rival won it."""
    rows = []
    for kind in EVEN:
        if kind in found:
            done = found[kind].done
            contests = sum(done[WON, key] for key in _CONTESTS)
            cells = (kind.seats, contests, done[DEAL, ""], done[KEPT, ""])
            rows.append(f"| {' | '.join(map(str, cells))} |")
    return rows


def page(found: Results) -> str:
    """The whole page."""
    princes = [
        f"| {row.title} | {row.politics}/{row.combat} | "
        + " | ".join(
            f"{share(k, found[k], row.key) / 100:.2f}" if k in found else "-" for k in EVEN
        )
        + " |"
        for row in PRINCES
    ]
    duels = [
        f"| {k.better} against {k.seats - 1} {k.worse} | {found[k].games} "
        f"| {found[k].better * k.seats / found[k].games:.2f} |"
        for k in DUELS
        if k in found
    ]
    played = [found[kind].games if kind in found else 0 for kind in EVEN]
    missing = "" if min(played) >= GAMES else f"They are fewer than the {GAMES:,} that CTD-3 asks."
    return TEXT.format(
        games=", ".join(f"{n:,} at {kind.seats}" for n, kind in zip(played, EVEN, strict=True)),
        missing=missing,
        errors=", ".join(f"{error(k, found[k]):.2f} at {k.seats}" for k in EVEN if k in found),
        bars="\n".join(bars(found)),
        princes="\n".join(princes),
        duels="\n".join(duels),
        deals="\n".join(deals(found)),
        characters="\n".join(counts(found, (FIRST,), (row.key for row in CHARACTERS))),
        actions="\n".join(counts(found, (PLAYED,), (row.key for row in ACTIONS))),
        events="\n".join(counts(found, (WON, LOST), (row.key for row in EVENTS))),
    )


TEXT = """# Heir Apparent: Court: how even it is

Written by `python -m bench.balance court [minutes [file [workers]]]`: games among `strong`
bots by fixed seeds, rules alone, without cryptography: {games} seats.
{missing}

## The bars of CTD-3

No Prince wins more than 1.25 times its even share; every Character is chosen first in some auction;
every Action is played; every Event is both won and lost, or both passed and failed.

| seats | games | Princes | Characters | Actions | Events |
| --- | --- | --- | --- | --- | --- |
{bars}

## Wins by Prince

As a multiple of the even share of the games in which a Prince was dealt; politics/combat. The
standard error is {errors}.

| Prince | ratings | 3 seats | 4 seats | 5 seats |
| --- | --- | --- | --- | --- |
{princes}

## Strengths

One bot against others of the strength below; it changes seats. Wins are a multiple of the
even share.

| bots | games | wins |
| --- | --- | --- |
{duels}

## Deals

How often a bot supported a rival in a Contest, and how often that rival then won.

| seats | Contests with a winner | rival supported | and won |
| --- | --- | --- | --- |
{deals}

## Characters: chosen first

| Character | 3 seats | 4 seats | 5 seats |
| --- | --- | --- | --- |
{characters}

## Actions: played

| Action | 3 seats | 4 seats | 5 seats |
| --- | --- | --- | --- |
{actions}

## Events: won/lost, or passed/failed

| Event | 3 seats | 4 seats | 5 seats |
| --- | --- | --- | --- |
{events}
"""


def main() -> None:
    """Write the page."""
    minutes = float(sys.argv[2]) if len(sys.argv) > 2 else 24 * 60
    workers = int(sys.argv[4]) if len(sys.argv) > 4 else WORKERS
    with TemporaryDirectory() as folder:
        file = Path(sys.argv[3]) if len(sys.argv) > 3 else Path(folder) / "games"
        PAGE.write_text(page(measure(minutes, file, workers)))
    print(PAGE.read_text(), end="")
