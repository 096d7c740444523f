"""A trusted dealer in place of the cryptography: knows every face and carries the steps out.

It drives one engine. ``true`` holds the face of every card, ``known`` what each seat alone has
seen. All its randomness is the ``randbelow`` that it is given.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from games.engine.bots import Bot, RandomBot, Situation
from games.engine.choice import Answer, Choice
from games.engine.engine import Engine
from games.engine.fog_steps import Battle, Build, plan_choice, unopened
from games.engine.game import Game
from games.engine.private import (
    Announced,
    Exchange,
    ExchangePlan,
    Half,
    Knowledge,
    Lesson,
    Number,
    Plan,
    PlanForm,
    Sealed,
    Terrain,
    exchanged,
)
from games.engine.step import Step
from games.engine.steps import Ask, AskAll, Claims
from games.engine.table import Table, Zone
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
        self.halves: dict[Seat, Half] = {}
        """The half of each seat, in a game that has any, once a step has called for it."""
        self.cells: dict[CardId, int | None] = {}
        """Of each position of a seat's own view the cell of the map, or None for a blank."""
        self.taught: list[tuple[int, Seat, Lesson]] = []
        """What halves have learned, each with the number that the table had reached."""
        self._below = randbelow
        self._created = 0
        self._shuffled = shuffled
        self.decides: Callable[[Seat, Choice], Answer] | None = None
        """How the seats answer, where the dealer is to ask them."""

    def follow(self) -> list[Step[Any]]:
        """Carry out every newly reached step that needs no result; gives all that were reached."""
        steps = [reached.step for reached in self.engine.drain()]
        for card, face in islice(self.engine.table.created.items(), self._created, None):
            self.true[card] = face
        self._created = len(self.engine.table.created)
        for step in steps:
            if not step.blocking:
                step.ideal(self, ())
        self.steps += steps
        return steps

    def result(self, step: Step[Any], left: tuple[Seat, ...] = ()) -> Any:
        """Carry out the step that the rules wait for; gives its result."""
        return step.ideal(self, left)

    def knowledge(self, seat: Seat) -> Knowledge:
        """What a seat alone knows."""
        step = self.engine.waiting
        if step is not None and step.asks_halves:
            return Knowledge(self.known[seat], self.half(seat))
        return Knowledge(self.known[seat], self.halves.get(seat))

    def situation(self, seat: Seat, choice: Choice) -> Situation:
        """What a bot decides from."""
        engine = self.engine
        return Situation(engine.game, engine.table, seat, self.knowledge(seat), choice)

    # What a step asks of a trusted dealer (`games.engine.step.TrustedDealer`)

    def shuffle(self, cards: tuple[CardId, ...], fresh: tuple[CardId, ...]) -> None:
        places = self._permutation(len(cards))
        for card, place in zip(fresh, places, strict=True):
            self.true[card] = self.true[cards[place]]
        for known in self.known:
            for card in cards:
                known.pop(card, None)

    def show(self, cards: Iterable[CardId], to: Seat) -> None:
        seen = tuple(cards)
        self.known[to].update({card: self.true[card] for card in seen})
        terrain = {
            cell: self.true[card] for card in seen if (cell := self.cells.get(card)) is not None
        }
        if any(card in self.cells for card in seen):
            self._teach(to, Terrain(terrain))

    def faces(self, cards: tuple[CardId, ...]) -> tuple[Face, ...]:
        return tuple(self.true[card] for card in cards)

    def throw(self, sides: int) -> int:
        return self._below(sides)

    def decide(self, seat: Seat, choice: Choice) -> Answer:
        assert self.decides is not None, f"nobody answers '{choice.kind}'"
        return self.decides(seat, choice)

    # The same under fog: nothing is hidden from this dealer, so it has every half

    def half(self, seat: Seat) -> Half:
        """The half of a seat; made when a step first calls for it."""
        if seat not in self.halves:
            made = self.engine.game.half(self.engine.table, seat)
            assert made is not None, "a step under fog in a game without halves"
            self.halves[seat] = made
        return self.halves[seat]

    def copy(
        self,
        owner: Seat,
        sources: tuple[CardId, ...],
        cells: tuple[int, ...],
        fresh: tuple[CardId, ...],
    ) -> None:
        for card, place in zip(fresh, self._permutation(len(sources)), strict=True):
            self.true[card] = self.true[sources[place]]
            self.cells[card] = cells[place] if place < len(cells) else None

    def positions(self, seat: Seat, zone: str, count: int) -> tuple[CardId, ...]:
        unopened_cards = unopened(self.engine.table, zone)
        left = {self.cells[card]: card for card in unopened_cards}
        blanks = [card for card in unopened_cards if self.cells[card] is None]
        openings = self.half(seat).openings(count)
        wanted = [left[cell] for cell in openings.wanted if cell in left][:count]
        known = [left[cell] for cell in openings.known if cell in left]
        return tuple(sorted([*wanted, *[*blanks, *known][: count - len(wanted)]]))

    def build(self, seats: tuple[Seat, ...], form: PlanForm) -> tuple[Seat, ...]:
        for seat, plan in {seat: self._plan(seat, form) for seat in seats}.items():
            self._teach(seat, Sealed(form, plan))
        return seats

    def sight(self, seats: tuple[Seat, ...], exchange: Exchange) -> None:
        self._exchange(exchange, {seat: self.half(seat).exchange(exchange, None) for seat in seats})

    def battle(
        self, seats: tuple[Seat, ...], exchange: Exchange, form: PlanForm
    ) -> tuple[Seat, ...]:
        plans = {seat: self._plan(seat, form) for seat in seats}
        said = {seat: self.half(seat).exchange(exchange, plan) for seat, plan in plans.items()}
        for seat, plan in plans.items():
            self._teach(seat, Sealed(form, plan))
        self._exchange(exchange, said)
        return seats

    def account(self, seat: Seat, numbers: tuple[Number, ...]) -> tuple[int, ...]:
        return self.half(seat).account(numbers)

    def announce(self, accounts: Mapping[Seat, tuple[int, ...]], last: bool) -> None:
        for seat in accounts:
            self._teach(seat, Announced(accounts, last))

    def _plan(self, seat: Seat, form: PlanForm) -> Plan:
        half = self.half(seat)
        asked = half.question(form)
        if asked is None:
            return half.default(form)
        plan = self.decide(seat, plan_choice(asked)).plan
        reason = half.why_not(form, plan)
        assert reason is None, f"seat {seat} may not plan that: {reason}"
        return plan

    def _exchange(self, exchange: Exchange, said: Mapping[Seat, ExchangePlan]) -> None:
        for seat, seen in exchanged(exchange, said).items():
            self._teach(seat, seen)

    def _teach(self, seat: Seat, lesson: Lesson) -> None:
        self.halves[seat] = self.half(seat).learned(lesson)
        self.taught.append((self.engine.number, seat, lesson))

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
    assert step is not None

    def choose(seat: Seat, choice: Choice) -> Answer:
        return bots[seat].choose(dealer.situation(seat, choice), randbelow)

    dealer.decides = choose
    return dealer.result(step, left)


def choice_for(engine: Engine, seat: Seat) -> Choice | None:
    """What the waiting step asks of a seat, if it does. At claims: what it may play."""
    asks: tuple[tuple[Seat, Choice], ...] = ()
    match engine.waiting:
        case Ask(asked, choice):
            asks = ((asked, choice),)
        case AskAll(asks) | Claims(_, asks):
            pass
        case (Build() | Battle()) as step:
            asks = tuple((one, step.choice) for one in step.seats)
    return dict(asks).get(seat)


def zone_of(table: Table, card: CardId) -> Zone | None:
    """Where a card lies, or None if it is out of play or its id was given up."""
    return next((zone for zone in table.zones.values() if card in zone.cards), None)


def quick(game: Game) -> dict[str, str | int]:
    """The options of the shortest game: random bots do not know how to end one."""
    return {
        option.key: min(one for one in (*option.values, *option.unlisted) if isinstance(one, int))
        for option in game.info.options
        if option.key == "turns" or option.unlisted
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
