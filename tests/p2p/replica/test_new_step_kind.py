"""A new kind of step is one class for the rules and one task, registered: here are both.

Nothing else in the program knows of this kind. It is judged, settled, described and dealt by its
class; the seats owe it, make it, check it and give its result by its task. Its part rides in a
kind that the wire knows; a part of a new shape would be one more number in `p2p.wire.message`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from cli.model.table_text import waiting_line
from games import registry as games
from games.engine.errors import BadResult
from games.engine.game import GameInfo
from games.engine.ledger import Ledger
from games.engine.private import Half
from games.engine.step import Step, TrustedDealer
from games.engine.table import Table
from games.engine.values import Outcome, Primitive, Seat
from p2p.client.play.snapshot import take
from p2p.log.fault import Charge
from p2p.record.record import record_of
from p2p.record.report import VerifyExit
from p2p.record.verify import verify
from p2p.replica import registry
from p2p.replica.dealer import Dealer
from p2p.replica.task import Clock, Reach, SeatSecrets, Task
from p2p.wire import codec
from p2p.wire.codec import Value
from p2p.wire.message import Kind, Message, Part, merge
from simulation.dealer import play
from simulation.network import SimNet, assert_ended_well
from simulation.tables import charter_of, person, register
from tests.cli.tui.house import names_of
from tests.games.synthetic import Magpies
from tests.p2p.cheater import Cheater, Lie, table_with, told

MOST = 100


@dataclass(frozen=True, slots=True)
class Estimates(Step[tuple[int, ...]]):
    """Each of these seats says a number below `MOST` that follows from its own secret."""

    seats: tuple[Seat, ...]

    def primitives(self) -> Primitive:
        return ("estimates", self.seats)

    def judge(self, ledger: Ledger, result: Any, left: tuple[Seat, ...]) -> tuple[int, ...]:
        if type(result) is not tuple or len(result) != len(self.seats):
            raise BadResult("one number for each seat")
        return tuple(0 if seat in left else n for seat, n in zip(self.seats, result, strict=True))

    def settle(self, ledger: Ledger, value: tuple[int, ...]) -> None:
        ledger.event(f"estimated {max(value)}")

    def ideal(self, dealer: TrustedDealer, left: tuple[Seat, ...]) -> tuple[int, ...]:
        return tuple(dealer.throw(MOST) for _ in self.seats)


class EstimatesTask(Task):
    """Every seat posts its number, in any order: it was bound to it by its keys."""

    blocking = True

    def __init__(self, reach: Reach, seats: tuple[Seat, ...]) -> None:
        super().__init__(reach)
        self._seats = seats
        self._numbers: dict[int, int] = {}

    def pending(self, seat: int) -> Kind | None:
        return Kind.THROW if seat in self._seats and seat not in self._numbers else None

    def make(self, seat: int, secrets: SeatSecrets, half: Half | None = None) -> Value:
        scalar = secrets.secret.scalar("estimate", self.table, bytes([self.number]))
        return int.from_bytes(scalar.encode(), "little") % MOST

    def accept(self, seat: int, kind: Kind, payload: Value, clock: Clock) -> None:
        self._numbers[seat] = codec.integer(payload, 0, MOST - 1)
        self.depends_on = merge(self.depends_on, clock)

    def complete(self) -> bool:
        return len(self._numbers) == len(self._seats)

    def result(self) -> object:
        return tuple(self._numbers[seat] for seat in self._seats)


def build(step: Estimates, reach: Reach, dealer: Dealer) -> Task:
    return EstimatesTask(reach, step.seats)


class Crows(Magpies):
    """Each crow guesses before and after a round of Magpies; the highest guess wins."""

    @property
    def info(self) -> GameInfo:
        return GameInfo("crows", "Crows", 1, 2, 4)

    async def play(self, table: Table) -> Outcome:
        first = await Estimates(table.active)
        await self.set_up(table)
        for seat in table.active:
            await self.turn(table, seat)
        last = await Estimates(table.active)
        table.say(f"The crows guess {max(first)}, then {max(last)}")
        return Outcome((table.active[last.index(max(last))],), "the highest guess")


@pytest.fixture(autouse=True)
def crows(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """All that it takes to add the kind to the program."""
    monkeypatch.setitem(registry.BUILDERS, Estimates, build)
    undo = register(Crows)
    yield
    undo()


def table_of_crows(seats: int) -> SimNet:
    people = [person(number) for number in range(seats)]
    return SimNet(charter_of(games.make("crows"), people), people, seed=seats)


@pytest.mark.parametrize("seats", [2, 3])
def test_it_is_played_to_the_end_and_verified(seats: int) -> None:
    net = table_of_crows(seats)
    net.start_all()
    net.run(net.finished)
    assert_ended_well(net)
    session = net.session(0)
    table = session.replica.engine.table
    guesses = [n for n in range(MOST) if table.events.get(f"estimated {n}")]
    assert guesses, "the class has settled it"
    report = verify(record_of(net.charter, session.log, session.replica.engine).encode())
    assert report.exit is VerifyExit.SOUND
    assert report.standing is not None
    assert report.standing.digest == session.replica.digest


def test_a_seat_that_owes_it_is_named_and_may_leave() -> None:
    net = table_of_crows(3)
    net.start_all()
    net.run(lambda: net.session(0).replica.step == 1)
    net.kill(2)
    net.run()
    (due,) = net.session(0).waiting_for()
    assert isinstance(due.task, EstimatesTask)
    assert (due.seat, due.owed.what) == (2, "a throw")
    said = waiting_line(take(net.session(0)).waiting, names_of(3), ("", "", ""), 12)
    assert said == "Cleo is throwing dice (12 s)"
    net.start(2)
    for other in (0, 1):
        net.link(other, 2)
    net.do(2, lambda s: s.concede(net.now))
    net.run(net.finished)
    assert_ended_well(net)
    assert net.session(0).replica.left == [2]


def too_much(cheater: Cheater, message: Message | None) -> list[Lie] | None:
    """A number that the task does not take."""
    for place, part in enumerate(message.parts if message else ()):
        if part.kind is Kind.THROW and isinstance(part.payload, int):
            assert message is not None
            parts = list(message.parts)
            parts[place] = Part(part.step, part.kind, MOST)
            return told(replace(message, parts=tuple(parts)))
    return None


def test_a_bad_part_of_it_convicts_its_seat() -> None:
    net = table_of_crows(3)
    table_with(net, 1, too_much)
    net.start_all()
    net.run()
    for seat in (0, 2):
        fault = net.session(seat).fault
        assert fault is not None
        assert (fault.seat, fault.charge) == (1, Charge.PROOF)


def test_a_trusted_dealer_plays_it_and_it_is_told_in_a_line() -> None:
    playout = play(Crows(), 3, 1)
    assert playout.engine.outcome is not None
    told_of = [step.describe() for step in playout.dealer.steps if isinstance(step, Estimates)]
    assert told_of == ["estimates (0,1,2)"] * 2


def test_its_registration_is_all_that_carries_it_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(registry.BUILDERS, Estimates)
    net = table_of_crows(2)
    net.start_all()
    with pytest.raises(KeyError, match="Estimates"):
        net.run()


def test_nobody_else_branches_on_kinds_of_steps() -> None:
    """Only modules of these names may name a step class: the classes, the verbs, the tasks, and
    what reads steps back from a record.

    `preview` and the replay of records look at openings, which is their subject.
    """
    root = Path(__file__).parents[3]
    importers = {
        str(path.relative_to(root))
        for package in ("games", "p2p", "cli")
        for path in (root / package).rglob("*.py")
        if "from games.engine.steps import" in path.read_text()
    }
    assert importers == {
        "games/engine/recorded_checks.py",
        "games/engine/recorded_steps.py",
        "games/engine/table.py",
        "games/engine/fog_table.py",
        "p2p/replica/card_tasks.py",
        "p2p/replica/chance_task.py",
        "p2p/replica/choice_tasks.py",
        "p2p/replica/shuffle_tasks.py",
        "p2p/replica/preview.py",
    }
