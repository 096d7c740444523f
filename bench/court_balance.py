"""How even Heir Apparent: Court is among its bots: writes docs/balance/court.md.

    python -m bench.balance court [minutes]

Games by fixed seeds and a trusted dealer, without cryptography, in batches of every kind in turn.
With all of them played the same program writes the same page; stopped after some minutes, the page
says how many games there were. What happened is read from the story that the rules tell.
"""

from __future__ import annotations

import re
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from games.court.characters import CHARACTERS
from games.court.deck import ACTIONS, EVENTS
from games.court.princes import PRINCES
from games.court.rules import Court
from games.court.state import state_of
from games.registry import bot
from tests.games.dealer import play

PAGE = Path(__file__).parent.parent / "docs" / "balance" / "court.md"
WORKERS = 2
BATCH = 20
CHUNK = 5
GAMES = 2_000
"""At each number of seats (CTD-3)."""
DUEL_GAMES = 500
SIZES = (3, 4, 5)
BAR: Final = 125
"""The most that a Prince may win, in hundredths of its even share (CTD-3)."""

FIRST, PLAYED, WON, LOST = "chosen first", "played", "won", "lost"
_TITLES: Final = {row.title: row.key for row in (*CHARACTERS, *ACTIONS, *EVENTS)}
_CONTESTS: Final = {row.key for row in EVENTS if row.is_contest}
_LINES: Final = (
    (PLAYED, re.compile(r"\{\d\} (?:plays|answers with) (.*)")),
    (WON, re.compile(r"\{\d\} wins (.*)")),
)


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


def one_game(job: tuple[Kind, int]) -> Tally:
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
    for text in story:
        if "first for nothing" in text or text.endswith("favor and chooses first."):
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


def play_batch(pool: Executor, kind: Kind, first: int) -> Tally:
    """Some games from a number on."""
    numbers = range(first, min(first + BATCH, kind.games))
    tally = Tally()
    for found in pool.map(one_game, [(kind, number) for number in numbers], chunksize=CHUNK):
        tally.add(found)
    return tally


def order() -> Iterator[tuple[Kind, int]]:
    """All batches, each with the number of its first game; four of even games to one of duels."""
    for first in range(0, GAMES, BATCH):
        yield from ((kind, first) for kind in EVEN)
        duel, rest = divmod(first // BATCH, GAMES // DUEL_GAMES)
        if rest == 0:
            yield from ((kind, duel * BATCH) for kind in DUELS)


Results = Mapping[Kind, Tally]


def measure(pool: Executor, minutes: float) -> Results:
    """Play all games, or as many as are begun in time."""
    found: dict[Kind, Tally] = {}
    end = time.monotonic() + 60 * minutes
    for kind, first in order():
        if time.monotonic() >= end:
            break
        found.setdefault(kind, Tally()).add(play_batch(pool, kind, first))
    return found


# The page


def share(kind: Kind, tally: Tally, prince: str) -> int:
    """What a Prince wins, in hundredths of its even share of the games that it was dealt in."""
    sat = tally.sat[prince]
    return round(100 * tally.wins[prince] * kind.seats / sat) if sat else 0


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
    missing = "" if min(played) >= GAMES else f" They are fewer than the {GAMES:,} that CTD-3 asks."
    return TEXT.format(
        games=", ".join(f"{n:,} at {kind.seats}" for n, kind in zip(played, EVEN, strict=True)),
        missing=missing,
        bars="\n".join(bars(found)),
        princes="\n".join(princes),
        duels="\n".join(duels),
        characters="\n".join(counts(found, (FIRST,), (row.key for row in CHARACTERS))),
        actions="\n".join(counts(found, (PLAYED,), (row.key for row in ACTIONS))),
        events="\n".join(counts(found, (WON, LOST), (row.key for row in EVENTS))),
    )


TEXT = """# Heir Apparent: Court: how even it is

Written by `python -m bench.balance court [minutes]`: games among `strong` bots by fixed seeds,
rules alone, without cryptography: {games} seats.{missing}

## The bars of CTD-3

No Prince wins more than 1.25 times its even share; every Character is chosen first in some auction;
every Action is played; every Event is both won and lost, or both passed and failed.

| seats | games | Princes | Characters | Actions | Events |
| --- | --- | --- | --- | --- | --- |
{bars}

## Wins by Prince

As a multiple of the even share of the games in which a Prince was dealt; politics/combat.

| Prince | ratings | 3 seats | 4 seats | 5 seats |
| --- | --- | --- | --- | --- |
{princes}

## Strengths

One bot against others of the strength below; it changes seats. Wins are a multiple of the
even share.

| bots | games | wins |
| --- | --- | --- |
{duels}

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
    with ProcessPoolExecutor(WORKERS) as pool:
        PAGE.write_text(page(measure(pool, minutes)))
    print(PAGE.read_text(), end="")
