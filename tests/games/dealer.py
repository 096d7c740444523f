"""A trusted dealer in place of the cryptography: knows every face and carries the steps out.

It drives one engine. ``true`` holds the face of every card, ``known`` what each seat alone has
seen. All its randomness is the ``randbelow`` that it is given.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from games.engine.bots import Bot, RandomBot
from games.engine.choice import NOTHING, Answer, Choice
from games.engine.engine import Engine
from games.engine.game import Game
from games.engine.steps import (
    Ask,
    AskAll,
    Chance,
    Claims,
    Deal,
    Give,
    Mix,
    Open,
    Peek,
    Reveal,
    Shuffle,
    Step,
)
from games.engine.values import CardId, Face, Seat

Below = Callable[[int], int]


def dice(seed: int) -> Below:
    """Fair numbers that are the same for a seed on every machine and Python version."""
    count = 0

    def randbelow(limit: int) -> int:
        nonlocal count
        count += 1
        block = hashlib.sha256(b"%d %d" % (seed, count)).digest()
        return int.from_bytes(block[:12], "big") % limit

    return randbelow


def no_change(size: int) -> list[int]:
    """The permutation that leaves everything in place, for tables laid by hand."""
    return list(range(size))


class Dealer:
    """Follows an engine and says what each carried-out step gives."""

    def __init__(self, engine: Engine, randbelow: Below, *, shuffled: bool = True) -> None:
        self.engine = engine
        self.true: dict[CardId, Face] = {}
        self.known: list[dict[CardId, Face]] = [{} for _ in range(engine.table.seats)]
        self.steps: list[Step[Any]] = []
        self._below = randbelow
        self._created = 0
        self._shuffled = shuffled

    def follow(self) -> list[Step[Any]]:
        """Take note of every newly reached step; gives them."""
        steps = [reached.step for reached in self.engine.drain()]
        for card, face in islice(self.engine.table.created.items(), self._created, None):
            self.true[card] = face
        self._created = len(self.engine.table.created)
        for step in steps:
            self._note(step)
        self.steps += steps
        return steps

    def result(self, step: Step[Any], left: Sequence[Seat] = ()) -> Any:
        """What a step gives that nobody has to decide."""
        if isinstance(step, Open):
            return tuple(self.true[card] for card in step.cards)
        if isinstance(step, Reveal):
            if step.holder in left:
                return (None,) * len(step.cards)
            return tuple(self.true[card] for card in step.cards)
        if isinstance(step, Chance):
            return self._below(step.sides)
        assert isinstance(step, Shuffle), step
        return None

    def seen(self, seat: Seat) -> Mapping[CardId, Face]:
        """The faces that a seat alone has seen."""
        return self.known[seat]

    def _note(self, step: Step[Any]) -> None:
        if isinstance(step, Shuffle | Mix):
            places = self._permutation(len(step.cards))
            for card, place in zip(step.fresh, places, strict=True):
                self.true[card] = self.true[step.cards[place]]
            for known in self.known:
                for card in step.cards:
                    known.pop(card, None)
            if isinstance(step, Mix):
                self._show(step.fresh, step.owner)
        elif isinstance(step, Deal | Peek | Give) and step.to is not None:
            self._show(step.cards, step.to)

    def _show(self, cards: Sequence[CardId], to: Seat) -> None:
        for card in cards:
            self.known[to][card] = self.true[card]

    def _permutation(self, size: int) -> list[int]:
        places = no_change(size)
        if self._shuffled:
            for last in range(size - 1, 0, -1):
                other = self._below(last + 1)
                places[last], places[other] = places[other], places[last]
        return places


@dataclass
class Playout:
    """One game played through: the engine at its end, and everything that was fed to it."""

    engine: Engine
    dealer: Dealer
    fed: list[tuple[Any, tuple[Seat, ...]]] = field(default_factory=list)


Watcher = Callable[[Engine, Dealer], None]


def decide(
    engine: Engine,
    dealer: Dealer,
    bots: Sequence[Bot],
    randbelow: Below,
    left: tuple[Seat, ...] = (),
) -> Any:
    """The result of the waiting step, its decisions taken by the bots."""
    step = engine.waiting

    def choose(seat: Seat, choice: Choice) -> Answer:
        known = dealer.seen(seat)
        return bots[seat].choose(engine.game, engine.table, seat, known, choice, randbelow)

    if isinstance(step, Ask):
        return None if step.seat in left else choose(step.seat, step.choice)
    if isinstance(step, AskAll):
        return tuple(None if seat in left else choose(seat, choice) for seat, choice in step.asks)
    if isinstance(step, Claims):
        return tuple(
            seat not in left and choose(seat, choice) != NOTHING for seat, choice in step.offers
        )
    assert step is not None
    return dealer.result(step, left)


def quick(game: Game) -> dict[str, str | int]:
    """The options of the shortest game: random bots do not know how to end one."""
    return {
        option.key: min(value for value in option.values if isinstance(value, int))
        for option in game.info.options
        if option.key == "turns"
    }


def play(
    game: Game,
    seats: int,
    seed: int,
    *,
    bots: Sequence[Bot] | None = None,
    options: Mapping[str, str | int] | None = None,
    leave: Mapping[int, tuple[Seat, ...]] | None = None,
    watch: Watcher | None = None,
    limit: int = 20_000,
) -> Playout:
    """Play one game with bots. ``leave`` says who leaves at which blocking step (from 0)."""
    randbelow = dice(seed)
    engine = Engine(game, seats, quick(game) if options is None else options)
    dealer = Dealer(engine, randbelow)
    playout = Playout(engine, dealer)
    players = bots or [RandomBot()] * seats
    engine.start()
    dealer.follow()
    while engine.outcome is None:
        assert len(playout.fed) < limit, f"{game.info.id} does not end"
        if watch is not None:
            watch(engine, dealer)
        wanted = (leave or {}).get(len(playout.fed), ())
        left = tuple(seat for seat in wanted if not engine.table.is_gone(seat))
        result = decide(engine, dealer, players, randbelow, left)
        playout.fed.append((result, left))
        engine.feed(result, left)
        dealer.follow()
    return playout


def replay(game: Game, playout: Playout, upto: int | None = None) -> Engine:
    """A new engine fed with the first ``upto`` results of a playout."""
    table = playout.engine.table
    engine = Engine(game, table.seats, table.options)
    engine.start()
    for result, left in playout.fed[:upto]:
        engine.feed(result, left)
    return engine
