"""How even Soon I Will Be King! is among its bots: docs/balance/king.md.

How games end, who wins, how long they are, how the three strengths compare, and how often a person
would be asked (`bench.balance.questions`). How long a choice takes is all that no seed decides.
"""

from __future__ import annotations

import statistics
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from bench.balance import questions
from bench.balance.series import Job, Kind, Results, Series, in_turn, rows, won
from games.engine.bots import Bot, Chooser, Situation
from games.engine.choice import Answer
from games.engine.engine import Engine
from games.engine.legal_answers import can_act
from games.king.bot.strengths import BOTS
from games.king.endings import CROWNED, HANGED_MAN_FRIEND, HIGHEST_RANK, NOBODY_CAN_WIN
from games.king.rules import King
from games.king.state import state_of
from simulation.dealer import Dealer, play

GAMES = 500
SIZES: Final = (2, 3, 4, 5, 6)
DECKS: Final = ("deck", "dice")
PEOPLE: Final = {attention.word: attention for attention in questions.NAMES}
KINDS: Final = (
    *(
        Kind(deck, seats, GAMES if seats == 4 else GAMES // 5, "fair", "fair")
        for deck in DECKS
        for seats in SIZES
    ),
    *(
        Kind("duel", seats, GAMES, better, worse)
        for better, worse in (("strong", "fair"), ("fair", "gentle"))
        for seats in (2, 4)
    ),
    *(Kind("equals", seats, GAMES) for seats in SIZES),
    *(Kind("equals", seats, GAMES, "gentle", "gentle") for seats in (2, 4)),
    *(Kind(word, questions.SEATS, questions.GAMES, "fair", "fair") for word in PEOPLE),
)
FIRST_SEED, FIRST_OF_STRENGTHS = questions.FIRST_SEED, 40_000
SLOW_MS = 20


@dataclass(frozen=True)
class Found:
    """What one game came to; in games of people, only what they were shown."""

    reason: str = ""
    winners: list[int] = field(default_factory=list)
    all_lost: bool = False
    place: int | None = None
    """The winner's place in the order of turns."""
    rounds: int = 0
    asked: int = 0
    """Questions to all seats together, where they are counted."""
    shown: list[dict[str, int]] = field(default_factory=list)
    """By seat and part those in which something could be done but pass."""
    idle: int = 0
    """Of these, with no more than one answer."""
    spent: dict[str, int] = field(default_factory=dict)
    """How many choices took so many milliseconds of the process, in hundredths."""


@dataclass
class Timed:
    """A bot with the time that its choices take."""

    bot: Bot
    spent: Counter[str]

    def choose(self, situation: Situation, randbelow: Chooser) -> Answer:
        """See Bot."""
        began = time.process_time()
        answer = self.bot.choose(situation, randbelow)
        self.spent[f"{1000 * (time.process_time() - began):.2f}"] += 1
        return answer


def one_game(job: Job) -> Found:
    """One game; in a duel every seat plays the same deal once."""
    kind, number = job
    if kind.name in PEOPLE:
        shown, idle = questions.one_game(PEOPLE[kind.name], FIRST_SEED + number)
        return Found(shown=shown, idle=idle)
    asked, counts = 0, [Counter[str]() for _ in range(kind.seats)]

    def count(engine: Engine, dealer: Dealer) -> None:
        nonlocal asked
        for one in questions.questions(engine.waiting):
            asked += 1
            able = can_act(one.choice, engine.table.sees(dealer.knowledge(one.seat)))
            counts[one.seat][one.part] += able

    spent = Counter[str]()
    bots = [Timed(BOTS[strength](), spent) for strength in kind.seated(number)]
    game = King(), kind.seats
    if kind.name in DECKS:
        seed, options = FIRST_SEED + number, {"deck": kind.name}
        engine = play(*game, seed, bots=bots, options=options, watch=count).engine
    else:
        seed = FIRST_OF_STRENGTHS + (number // kind.seats if kind.name == "duel" else number)
        engine = play(*game, seed, bots=bots, options={}).engine
    end, state = engine.outcome, state_of(engine.table)
    assert end is not None
    return Found(
        end.reason,
        list(end.winners),
        end.all_lost,
        state.order.index(end.winners[0]) if end.winners else None,
        state.round,
        asked,
        [dict(one) for one in counts],
        spent=dict(spent) if kind.name == "equals" else {},
    )


def deck(kind: Kind, games: Mapping[int, Found]) -> Iterable[object]:
    """One row of the table of results."""
    ends = Counter(one.reason for one in games.values())
    places = Counter(one.place for one in games.values())
    return (
        kind.name,
        kind.seats,
        len(games),
        ends[HIGHEST_RANK] + ends[NOBODY_CAN_WIN],
        ends[CROWNED],
        ends[HANGED_MAN_FRIEND],
        sum(one.all_lost for one in games.values()),
        ", ".join(str(places[place]) for place in range(kind.seats)),
        f"{statistics.median(one.rounds for one in games.values()):g}",
    )


def prompts(kind: Kind, games: Mapping[int, Found]) -> Iterable[object]:
    """One row of the table of prompts, for one seat of four and one game."""
    share = kind.seats * len(games)
    shown = sum((Counter(seat) for one in games.values() for seat in one.shown), Counter[str]())
    asked = sum(one.asked for one in games.values())
    counts = (asked, shown.total(), *(shown[part] for part in questions.PARTS))
    return (kind.name, *(f"{count / share:.0f}" for count in counts))


def equals(kind: Kind, games: Mapping[int, Found]) -> Iterable[object]:
    """One row of games among equals."""
    ends = Counter(one.reason for one in games.values())
    rounds = sorted(one.rounds for one in games.values())
    spent = sorted(float(ms) for one in games.values() for ms in Counter(one.spent).elements())
    return (
        kind.better,
        kind.seats,
        len(games),
        *(ends[end] for end in (CROWNED, HANGED_MAN_FRIEND, HIGHEST_RANK, NOBODY_CAN_WIN)),
        sum(one.all_lost for one in games.values()),
        f"{statistics.median(rounds):g}",
        rounds[len(rounds) * 9 // 10],
        f"{statistics.median(spent):.2f}",
        f"{100 * sum(ms > SLOW_MS for ms in spent) / len(spent):.2f}",
    )


def duel(kind: Kind, games: Mapping[int, Found]) -> Iterable[object]:
    """One row: how often one bot wins among others."""
    share = won(kind, games) / len(games)
    cells = (f"{100 * share:.1f} %", f"{share * kind.seats:.2f}")
    return (kind.better, kind.worse, kind.seats, len(games), *cells)


def page(found: Results[Found]) -> str:
    """The whole page."""
    people = {
        questions.NAMES[PEOPLE[kind.name]]: [(one.shown, one.idle) for one in games.values()]
        for kind, games in found.items()
        if kind.name in PEOPLE
    }
    of_four = {kind: games for kind, games in found.items() if kind.seats == questions.SEATS}
    ends = [one for k, games in found.items() if k.name == "equals" for one in games.values()]
    draws = sum(not one.winners and not one.all_lost for one in ends)
    return TEXT.format(
        rows=rows(found, deck, *DECKS),
        prompts=rows(of_four, prompts, *DECKS),
        parts=" | ".join(questions.PARTS),
        duels=rows(found, duel, "duel"),
        equals=rows(found, equals, "equals"),
        draws=draws or "none",
        people=questions.table(people),
    )


TEXT = """# Soon I Will Be King!: how even it is

Written by `python -m bench.balance king`: games among fair bots by fixed seeds, with the deck and
with dice (SK-63, SKD-33). A game that the cap ends was decided by the highest Rank.

| cards | seats | games | ended by the cap | crowned | by the Hanged Man | all lost | \
wins by place in the order of turns, first to last | rounds, median |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
{rows}

How often one seat of four is asked in a game, claims counted, and in how many of these questions
it could do anything but pass: those are all that a person gets to see. A conversion for an answer
alone is no such thing (SKD-26).

| cards | asked | could act | {parts} |
| --- | --- | --- | --- | --- | --- | --- | --- |
{prompts}

## The three strengths

In a match one bot sits among others of another kind and changes seats; 1 is its even share.

| bot | among | seats | games | won | times its even share |
| --- | --- | --- | --- | --- | --- |
{duels}

How games among equals go, with the deck. Nobody is crowned where the cap of sixty rounds ends a
game; "most" are the rounds that nine games in ten do not go beyond, and a choice is timed in the
process.

| bots | seats | games | crowned | by the Hanged Man | by the cap | nobody could win | all lost | \
rounds, median | most | a choice, median ms | over 20 ms, % |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
{equals}

Draws are games that nobody won and not all lost: there were {draws}. Fair bots are in the
first table.

What one seat of four is shown in a game by `python -m bench.balance.questions`: fair bots in the
place of people, who pass what a person would not be shown.

{people}
"""

SERIES: Final = Series(tuple(in_turn(*KINDS)), one_game, lambda fields: Found(**fields), page)
