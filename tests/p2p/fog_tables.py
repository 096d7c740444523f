"""Tables of Moths, played with real cryptography, and what was true at each moment of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache

from games import registry
from games.engine.bots import Chooser, Situation
from games.engine.choice import Answer
from games.engine.private import Plan
from games.engine.values import Face
from p2p.replica.replica import Replica
from p2p.replica.task import SeatSecrets
from simulation.network import SimNet, assert_ended_well
from simulation.tables import charter_of, person, register
from tests.games.moths import FLY, MothHalf, Moths


@contextmanager
def moths() -> Iterator[None]:
    """With Moths in the registry."""
    undo = register(Moths)
    yield
    undo()


@dataclass
class Flier:
    """Follows the default of its half, or the plans that it is given; keeps what it was asked with.

    `plans`: by name of the form, one after the other.
    """

    plans: dict[str, list[Plan]] = field(default_factory=dict)
    halves: list[MothHalf] = field(default_factory=list)
    """Its half each time it was asked where to fly."""

    def choose(self, situation: Situation, randbelow: Chooser) -> Answer:
        half, choice = situation.knowledge.half, situation.choice
        assert isinstance(half, MothHalf)
        assert choice.plan is not None
        if choice.plan == FLY:
            self.halves.append(half)
        waiting = self.plans.get(choice.plan.name)
        return Answer(plan=waiting.pop(0) if waiting else half.default(choice.plan))


def table_of_moths(
    seats: int,
    *,
    seed: int = 0,
    rounds: int = 2,
    plans: dict[int, dict[str, list[Plan]]] | None = None,
) -> SimNet:
    """A table of that many people, everything about it decided by `seed` and `plans`."""
    people = [person(number) for number in range(seats)]
    charter = charter_of(registry.make("moths"), people, options={"rounds": rounds}, table=seed)
    net = SimNet(charter, people, seed=seed)
    for seat, node in enumerate(net.nodes):
        given = (plans or {}).get(seat, {})
        node.bot = Flier({name: list(given[name]) for name in given})
    return net


@lru_cache(maxsize=16)
def flown(seats: int, seed: int = 0, rounds: int = 2) -> SimNet:
    """A finished game with default plans. To be looked at, never changed."""
    net = table_of_moths(seats, seed=seed, rounds=rounds)
    net.start_all()
    net.run(net.finished)
    assert_ended_well(net)
    return net


def halves_of(net: SimNet, seat: int) -> list[MothHalf]:
    """The halves with which a seat was asked where to fly, and the last one."""
    bot = net.nodes[seat].bot
    assert isinstance(bot, Flier)
    last = net.session(seat).knowledge().half
    assert isinstance(last, MothHalf)
    return [*bot.halves, last]


def secrets_of(net: SimNet, seat: int) -> SeatSecrets:
    """All secrets of a seat."""
    author = net.session(seat)._author
    assert author is not None
    return author._secrets


def true_terrain(net: SimNet, replica: Replica, cells: tuple[int, ...]) -> dict[int, Face]:
    """What lies on hidden cells: all seats together take all layers off."""
    dealer = replica.dealer
    assert dealer is not None
    secrets = [secrets_of(net, seat) for seat in range(net.charter.seats)]
    found = {}
    for cell, card in zip(cells, replica.engine.table.zone("map").cards, strict=True):
        ct = dealer.slot(card).ciphertext
        assert ct is not None
        point = ct.c2
        for one in secrets:
            point = point - one.card.secret * ct.c1
        found[cell] = dealer.face(point)
    return found
