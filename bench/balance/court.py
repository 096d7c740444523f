"""How even Heir Apparent: Court is among its bots: docs/balance/court.md.

What happened is read from the story that the rules tell.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from bench.balance.series import Job, Kind, Results, Series, in_turn, row, rows, won
from games.court.characters import CHARACTERS
from games.court.deck import ACTIONS, EVENTS
from games.court.princes import PRINCES
from games.court.rules import Court
from games.court.state import state_of
from games.engine.values import Seat
from games.registry import bot
from simulation.dealer import play

GAMES = 2_000
"""At each number of seats (CTD-3)."""
DUEL_GAMES = 500
SIZES = (3, 4, 5)
BAR: Final = 125
"""The most that a Prince may win, in hundredths of its even share (CTD-3)."""

FIRST, PLAYED, WON, LOST = "chosen first", "played", "won", "lost"
DEAL, KEPT = "supported a rival", "supported who won"
_TITLES: Final = {one.title: one.key for one in (*CHARACTERS, *ACTIONS, *EVENTS)}
_CONTESTS: Final = {one.key for one in EVENTS if one.is_contest}
_LINES: Final = (
    (PLAYED, re.compile(r"\{\d\} (?:plays|answers with) (.*)")),
    (WON, re.compile(r"\{\d\} wins (.*)")),
)
_GIVEN: Final = re.compile(r"\{(\d)\} adds \d+ to \{(\d)\}'s pool")
_WINS: Final = re.compile(r"\{(\d)\} wins ")

EVEN: Final = tuple(Kind("even", seats, GAMES) for seats in SIZES)
DUELS: Final = tuple(
    Kind("duel", seats, DUEL_GAMES, better, worse)
    for better, worse in (("strong", "fair"), ("fair", "gentle"))
    for seats in (3, 4)
)
FIRST_SEEDS: Final = {"even": 100_000, "duel": 200_000}


@dataclass(frozen=True)
class Found:
    """What one game came to."""

    winners: list[int]
    princes: list[str]
    """By seat."""
    done: list[tuple[str, str]]
    """What was done, and with which card, by its key."""

    @classmethod
    def read(cls, fields: dict[str, Any]) -> Found:
        """What was written as JSON."""
        done = [(deed, key) for deed, key in fields["done"]]
        return cls(fields["winners"], fields["princes"], done)


@dataclass
class Tally:
    """What a number of games came to."""

    games: int = 0
    sat: Counter[str] = field(default_factory=Counter)
    """By Prince the games in which it was dealt."""
    wins: Counter[str] = field(default_factory=Counter)
    done: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, found: Found) -> None:
        """Take in a game."""
        self.games += 1
        self.sat.update(found.princes)
        self.wins.update(found.princes[seat] for seat in found.winners)
        self.done.update(found.done)


def one_game(job: Job) -> Found:
    """One game."""
    kind, number = job
    bots = [bot("court", strength) for strength in kind.seated(number)]
    seed = FIRST_SEEDS[kind.name] + number
    engine = play(Court(), kind.seats, seed, bots=bots).engine
    assert engine.outcome is not None
    princes = state_of(engine.table).princes
    return Found(
        list(engine.outcome.winners),
        [princes[Seat(seat)].key for seat in range(kind.seats)],
        list(deeds(line.text for line in engine.table.log)),
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
        elif wins := _WINS.match(text):
            yield from ((KEPT, "") for _, whom in helped if whom == wins[1])
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


# The page


def share(kind: Kind, tally: Tally, prince: str) -> int:
    """What a Prince wins, in hundredths of its even share of the games that it was dealt in."""
    sat = tally.sat[prince]
    return round(100 * tally.wins[prince] * kind.seats / sat) if sat else 0


def error(kind: Kind, tally: Tally) -> float:
    """The standard error of such a share, in parts of the even one, of who was dealt least."""
    sat = min(tally.sat[one.key] for one in PRINCES)
    return math.sqrt((kind.seats - 1) / sat) if sat else math.inf


def never(done: Counter[tuple[str, str]], deed: str, keys: Iterable[str]) -> list[str]:
    """The cards with which something was never done."""
    return [key for key in keys if not done[deed, key]]


def bars(kind: Kind, tally: Tally) -> Iterable[object]:
    """One row: which bars of CTD-3 hold."""
    over = [one.short for one in PRINCES if share(kind, tally, one.key) > BAR]
    events = [one.key for one in EVENTS]
    unfought = sorted({*never(tally.done, WON, events), *never(tally.done, LOST, events)})
    unchosen = never(tally.done, FIRST, (one.key for one in CHARACTERS))
    unplayed = never(tally.done, PLAYED, (one.key for one in ACTIONS))
    against = (over, *map(_titles, (unchosen, unplayed, unfought)))
    return (kind.seats, tally.games, *map(verdict, against))


def verdict(against: Sequence[str]) -> str:
    """Whether a bar holds, and if not, for whom."""
    return f"no: {', '.join(against)}" if against else "holds"


def _titles(keys: Iterable[str]) -> list[str]:
    titles = {key: title for title, key in _TITLES.items()}
    return [titles[key] for key in keys]


def counts(found: Mapping[Kind, Tally], deeds_: Sequence[str], keys: Iterable[str]) -> str:
    """One row for each card: how often something was done with it, at each number of seats."""
    return "\n".join(
        row(
            *_titles([key]),
            *("/".join(str(tally.done[deed, key]) for deed in deeds_) for tally in found.values()),
        )
        for key in keys
    )


def deals(kind: Kind, tally: Tally) -> Iterable[object]:
    """One row: how often a rival was supported in a Contest, and how often that rival won it."""
    contests = sum(tally.done[WON, key] for key in _CONTESTS)
    return (kind.seats, contests, tally.done[DEAL, ""], tally.done[KEPT, ""])


def duel(kind: Kind, games: Mapping[int, Found]) -> Iterable[object]:
    """One row: what one bot wins against others, as a multiple of its even share."""
    share = f"{won(kind, games) * kind.seats / len(games):.2f}"
    return (f"{kind.better} against {kind.seats - 1} {kind.worse}", len(games), share)


def page(results: Results[Found]) -> str:
    """The whole page."""
    found = {kind: Tally() for kind in EVEN}
    for kind, tally in found.items():
        for one in results.get(kind, {}).values():
            tally.add(one)
    princes = [
        row(
            prince.title,
            f"{prince.politics}/{prince.combat}",
            *(f"{share(kind, tally, prince.key) / 100:.2f}" for kind, tally in found.items()),
        )
        for prince in PRINCES
    ]
    few = min(tally.games for tally in found.values()) < GAMES
    return TEXT.format(
        games=", ".join(f"{tally.games:,} at {kind.seats}" for kind, tally in found.items()),
        missing=f"They are fewer than the {GAMES:,} that CTD-3 asks." if few else "",
        errors=", ".join(
            f"{error(kind, tally):.2f} at {kind.seats}" for kind, tally in found.items()
        ),
        bars=rows(found, bars, "even"),
        princes="\n".join(princes),
        duels=rows(results, duel, "duel"),
        deals=rows(found, deals, "even"),
        characters=counts(found, (FIRST,), (one.key for one in CHARACTERS)),
        actions=counts(found, (PLAYED,), (one.key for one in ACTIONS)),
        events=counts(found, (WON, LOST), (one.key for one in EVENTS)),
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


SERIES: Final = Series(tuple(in_turn(*EVEN, *DUELS)), one_game, Found.read, page)
