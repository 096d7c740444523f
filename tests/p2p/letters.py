"""A step of tests whose parts hold proofs that concern one seat each, so that others may wait.

Each seat writes a letter to every seat: a share of a throw of its own, with a proof. Only its
addressee relies on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import pytest

from crypto.chance import check_throw, throw
from crypto.group import Point
from games import registry as games
from games.engine.errors import BadResult
from games.engine.game import GameInfo
from games.engine.ledger import Ledger
from games.engine.private import Half
from games.engine.step import Step, TrustedDealer
from games.engine.table import Table
from games.engine.values import Outcome, Primitive, Seat
from p2p.replica import registry
from p2p.replica.dealer import Dealer
from p2p.replica.part_checks import DeferredCheck
from p2p.replica.task import Clock, Reach, SeatSecrets, Task
from p2p.wire import codec
from p2p.wire.codec import Value
from p2p.wire.message import Kind, Message, Part, merge
from simulation.network import SimNet
from simulation.tables import charter_of, person, register
from tests.games.synthetic import Magpies
from tests.p2p.cheater import Cheater, Lie, Trick, told


@dataclass(frozen=True, slots=True)
class Letters(Step[None]):
    """Each of these seats writes to each."""

    seats: tuple[Seat, ...]

    def primitives(self) -> Primitive:
        return ("letters", self.seats)

    def judge(self, ledger: Ledger, result: Any, left: tuple[Seat, ...]) -> None:
        if result is not None:
            raise BadResult("letters tell the table nothing")

    def settle(self, ledger: Ledger, value: None) -> None:
        ledger.event("post")

    def ideal(self, dealer: TrustedDealer, left: tuple[Seat, ...]) -> None:
        return None


class LettersTask(Task):
    """Every seat posts its letters, in any order; a letter to another may be checked later."""

    blocking = True

    def __init__(self, reach: Reach, seats: tuple[int, ...], keys: dict[int, Point]) -> None:
        super().__init__(reach)
        self._seats = seats
        self._keys = keys
        self._posted: set[int] = set()
        self._late: list[DeferredCheck] = []

    def pending(self, seat: int) -> Kind | None:
        return Kind.THROW if seat in self._seats and seat not in self._posted else None

    def make(self, seat: int, secrets: SeatSecrets, half: Half | None = None) -> Value:
        letters = []
        for to in self._seats:
            share, proof = throw(secrets.secret, secrets.chance, self.context(seat), f"to {to}")
            letters.append((to, share.encode(), proof))
        return tuple(letters)

    def accept(self, seat: int, kind: Kind, payload: Value, clock: Clock) -> None:
        for to, item in zip(self._seats, codec.array(payload, len(self._seats)), strict=True):
            _, share, proof = codec.array(item, 3)
            point, argument = Point.decode(codec.blob(share, 32)), codec.blob(proof)
            run = partial(
                check_throw, self._keys[seat], point, argument, self.context(seat), f"to {to}"
            )
            self._late.append(DeferredCheck(seat, self.number, to, run))
        self._posted.add(seat)
        self.depends_on = merge(self.depends_on, clock)

    def deferred(self) -> tuple[DeferredCheck, ...]:
        late, self._late = tuple(self._late), []
        return late

    def complete(self) -> bool:
        return self._posted >= set(self._seats)


def build(step: Letters, reach: Reach, dealer: Dealer) -> Task:
    keys: dict[int, Point] = {seat: dealer.chance_keys[seat] for seat in step.seats}
    return LettersTask(reach, step.seats, keys)


class Pigeons(Magpies):
    """Letters before and after a round of Magpies, and once more; the first seat wins."""

    @property
    def info(self) -> GameInfo:
        return GameInfo("pigeons", "Pigeons", 1, 2, 4)

    async def play(self, table: Table) -> Outcome:
        await Letters(table.active)
        await self.set_up(table)
        await Letters(table.active)
        for seat in table.active:
            await self.turn(table, seat)
        await Letters(table.active)
        return Outcome((table.active[0],), "the letters are written")


@contextmanager
def pigeons(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """With the kind of step and the game in the program."""
    monkeypatch.setitem(registry.BUILDERS, Letters, build)
    undo = register(Pigeons)
    yield
    undo()


def table_of_pigeons(seats: int, seed: int = 0) -> SimNet:
    people = [person(number) for number in range(seats)]
    return SimNet(charter_of(games.make("pigeons"), people, table=seed), people, seed=seed)


def misaddressed(*to: int, round: int = 1) -> Trick:
    """In the letters of this round those to `to` hold the proof of another letter, and play goes
    on as if nothing had happened."""
    count = 0

    def trick(cheater: Cheater, message: Message | None) -> list[Lie] | None:
        nonlocal count
        for place, part in enumerate(message.parts if message else ()):
            if part.kind is Kind.THROW and isinstance(part.payload, tuple):
                if not isinstance(part.payload[0], tuple):
                    continue  # a throw of the game itself
                count += 1
                if count == round:
                    assert message is not None
                    return told(replace(message, parts=_spoilt(message.parts, place, to)))
        return None

    return trick


def _spoilt(parts: tuple[Part, ...], place: int, to: tuple[int, ...]) -> tuple[Part, ...]:
    letters = []
    for item in codec.array(parts[place].payload):
        at, share, proof = codec.array(item, 3)
        argument = codec.blob(proof)
        letters.append((at, share, argument[::-1] if at in to else argument))
    changed = list(parts)
    changed[place] = replace(parts[place], payload=tuple(letters))
    return tuple(changed)
