"""A decision waits for what its seat owes, and for the mixes of hands in which it may name a card.

Each client here is silent about one thing and decides all the same. Everything that it says is well
made, so nothing but the order can convict it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

import pytest

from games.engine.choice import NOTHING, Answer, Choice, Option
from games.engine.game import GameInfo
from games.engine.table import Table
from games.engine.values import Outcome, Seat
from p2p.log.fault import Charge
from p2p.replica.chance_task import ChanceTask
from p2p.replica.choice_tasks import AskAllTask, AskTask, ClaimsTask
from p2p.wire.message import Kind, Message, Part
from simulation.network import SimNet
from simulation.tables import charter_of, person, register
from tests.accepted import Accepted
from tests.games.synthetic import GEMS, Magpies
from tests.p2p.cheater import Cheater, Lie, Trick, assert_caught, cheater_of, table_with, told

BEN = Seat(1)
"""The seat that cheats."""
YES = Choice(
    "yes", "Yes?", options=(Option("yes", "Yes"), Option("no", "No")), default=Answer(option="yes")
)
MAY = replace(YES, options=YES.options[:1], default=NOTHING, pass_label="No")


class Rooks(Magpies):
    """Ana gets three gems; her hand is mixed, or she looks at one more; then comes a decision."""

    def __init__(self, decision: Kind, mixes: bool) -> None:
        self._decision, self._mixes = decision, mixes

    @property
    def info(self) -> GameInfo:
        return GameInfo("rooks", "Rooks", 1, 3, 3)

    async def play(self, table: Table) -> Outcome:
        self.lay_out(table)
        table.create(GEMS, "draw")
        await table.shuffle("draw")
        await table.deal("draw", "hand 0", 3, Seat(0))
        if self._mixes:
            await table.hand(Seat(0))
        else:
            await table.peek(table.zone("draw").cards[:1], Seat(0))
        match self._decision:
            case Kind.ANSWER:
                await table.ask(BEN, YES)
            case Kind.COMMIT:
                await table.ask_all(dict.fromkeys(table.active, YES))
            case Kind.CLAIM:
                await table.window("deed", (BEN,), {BEN: MAY})
            case Kind.THROW:
                await table.chance(3, "which card of Ana")
        return Outcome(table.active[:1], "the end")


def decision_of(cheater: Cheater) -> Part | None:
    """What Ben could say to the step that waits, if nothing were in the way."""
    task, author = cheater.replica.waiting_task(), cheater._author
    assert author is not None
    match task:
        case AskTask():
            return Part(task.number, Kind.ANSWER, YES.default.primitives())
        case AskAllTask():
            payload = task.commitment(BEN, YES.default, author._secrets)
            return Part(task.number, Kind.COMMIT, payload)
        case ClaimsTask():
            return Part(task.number, Kind.CLAIM, False)
        case ChanceTask():
            return Part(task.number, Kind.THROW, task.make(BEN, author._secrets))
        case _:
            return None


def in_debt(cheater: Cheater, message: Message | None) -> list[Lie] | None:
    """Keeps its shares back, and decides."""
    decision = decision_of(cheater)
    return None if decision is None else told(cheater.fresh(decision))


def before_the_mix(cheater: Cheater, message: Message | None) -> list[Lie] | None:
    """Pays its shares, without which Ana cannot mix her hand, and decides in the same breath."""
    decision = decision_of(cheater)
    if decision is None or message is None:
        return None
    shares = tuple(part for part in message.parts if part.kind is Kind.SHARES)
    paid = replace(message, parts=shares)
    assert shares
    return told(paid, cheater.following(paid, decision))


@contextmanager
def played(decision: Kind, trick: Trick, *, mixes: bool, late: int = 0) -> Iterator[SimNet]:
    """A game in which Ben has lied. The seat `late` hears him long after the other one."""
    make = partial(Rooks, decision, mixes)
    undo = register(make)
    try:
        people = [person(number) for number in range(3)]
        delay = lambda *way: 2.0 if way == (BEN, late) else 0.1  # noqa: E731
        net = SimNet(charter_of(make(), people), people, delay=delay)
        table_with(net, BEN, trick)
        net.start_all()
        net.run()
        assert cheater_of(net, BEN).done
        yield net
    finally:
        undo()


def assert_convicted(net: SimNet) -> None:
    """Both others say that Ben's decision was not called for. Raises Accepted if one goes on."""
    believers = [number for number in (0, 2) if net.session(number).fault is None]
    if believers:
        raise Accepted(f"seats {believers} take a decision that had to wait")
    assert_caught(net, BEN, Charge.UNCALLED)


@pytest.mark.parametrize("decision", [Kind.ANSWER, Kind.COMMIT, Kind.CLAIM], ids=lambda k: k.name)
def test_who_owes_decides_nothing(decision: Kind) -> None:
    """Else a seat could hold back the card of another until it knows what comes of its own move."""
    with played(decision, in_debt, mixes=False) as net:
        assert_convicted(net)


@pytest.mark.parametrize("decision", [Kind.ANSWER, Kind.COMMIT, Kind.THROW], ids=lambda k: k.name)
@pytest.mark.parametrize("late", [0, 2], ids=["unmixed", "mixed"])
def test_nothing_that_may_name_a_card_of_a_hand_comes_before_its_mix(
    decision: Kind, late: int
) -> None:
    """Else two in company could name a place first, and put the card there that they want.

    Where Cleo is the first to hear the decision, there is no mix yet. Where Ana is, she has made
    her mix with the shares that came before it, and the decision does not rest on that.
    """
    with played(decision, before_the_mix, mixes=True, late=late) as net:
        assert_convicted(net)
