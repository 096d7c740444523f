"""Concessions that cross on the way, with cards that leavers had peeked at: nobody is accused.

What leavers hand over takes effect with the step's result, and is the same in whatever order their
last words are heard.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from games import registry
from games.engine.choice import Answer, Choice, Option
from games.engine.game import GameInfo
from games.engine.table import Table
from games.engine.values import Outcome
from p2p.record.report import VerifyExit
from p2p.record.verify import verify
from p2p.session.validator import Good, Validator
from simulation.network import SimNet
from simulation.tables import charter_of, person, register
from tests.games.synthetic import GEMS, Magpies
from tests.p2p.records import causal, record_by

AB = (Option("a", "A"), Option("b", "B"))


class Owls(Magpies):
    """Owls peek at cards of the pile and leave them there, then all decide at once."""

    @property
    def info(self) -> GameInfo:
        return GameInfo("owls", "Owls", 1, 2, 6)

    async def play(self, table: Table) -> Outcome:
        self.lay_out(table)
        table.create(GEMS, "draw")
        await table.shuffle("draw")
        for turn in range(4):
            for seat in table.active:
                if turn % 2 == seat % 2 and not table.is_gone(seat):
                    await table.peek(table.zone("draw").cards[seat : seat + 2], seat)
            both = Choice("both", "A or B?", options=AB, default=Answer(option="a"))
            await table.ask_all(dict.fromkeys(table.active, both))
            act = Choice("act", "Act?", options=AB[:1], pass_label="No")
            await table.window("act", table.active, dict.fromkeys(table.active, act))
            await table.chance(6, "die")
            if turn == 1:
                await table.shuffle("draw")
            await table.open(table.zone("draw").cards[:1])
        return Outcome(table.active[:1], "the end")


@pytest.fixture(autouse=True)
def owls() -> Iterator[None]:
    undo = register(Owls)
    yield
    undo()


def perch(seats: int, seed: int) -> SimNet:
    people = [person(number) for number in range(seats)]
    charter = charter_of(registry.make("owls"), people, table=seed)
    return SimNet(charter, people, seed=seed)


def assert_sound_in_any_order(net: SimNet, rng: random.Random) -> None:
    assert [s.fault for s in net.sessions()] == [None] * len(net.nodes)
    assert net.finished(), [s.replica.blocking() for s in net.sessions()]
    made, charter = record_by(net.session(0)), net.charter
    assert verify(made.encode()).exit is VerifyExit.SOUND
    for _ in range(3):
        validator = Validator(charter, charter.draft.make_game())
        for signed in causal(made.messages, rng):
            assert validator.feed(signed) == [Good(signed)]
        assert validator.replica.digest == net.session(0).replica.digest


@pytest.mark.parametrize("quitters", [(0, 1), (1, 2), (0, 2), (2, 0, 1), (0, 1, 2, 3), (3, 2)])
def test_those_who_peeked_and_those_who_did_not_leave_at_once(quitters: tuple[int, ...]) -> None:
    """Seats 0 and 2 have peeked; all four are asked at once."""
    net = perch(4, 1)
    for node in net.nodes:
        node.plays = False
    net.start_all()
    net.run(lambda: all(session.prompt() is not None for session in net.sessions()))
    for seat in quitters:
        net.do(seat, lambda s: s.concede(net.now))
    for node in net.nodes:
        node.plays = True
    net.run(net.finished)
    assert set(net.session(0).replica.left) == set(quitters)
    assert_sound_in_any_order(net, random.Random(1))


@pytest.mark.parametrize("seed", range(16))
def test_any_number_of_owls_leave_at_any_moment(seed: int) -> None:
    rng = random.Random(f"owls {seed}")
    seats = rng.choice([3, 4, 4, 5])
    net = perch(seats, seed)
    speed = {(a, b): rng.choice([0.01, 0.05, 0.3]) for a in range(seats) for b in range(seats)}
    net.delay = lambda a, b: speed[a, b] * (0.5 + rng.random())
    net.start_all()
    quits = rng.sample(range(seats), rng.randrange(1, seats))
    at = {seat: rng.choice([40, 60, 80, 120, 160]) for seat in quits}
    for count in range(20_000):
        for seat in quits:
            if at[seat] == count and net.session(seat).ending() is None:
                net.do(seat, lambda s: s.concede(net.now))
        if net.finished() or not net.step():
            break
    assert_sound_in_any_order(net, rng)
