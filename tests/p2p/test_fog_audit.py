"""Whole games under fog and their audit: who played by what it was told is proven, a liar named."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import pytest

from crypto.context import Context
from crypto.derive import Secret
from crypto.sealing import open_seal, seal
from games.engine.private import Lesson, Seen
from p2p.record.audit import Audit, Finding, Verdict
from p2p.record.record import record_of
from p2p.record.report import Report, VerifyExit
from p2p.record.verify import verify
from p2p.replica.account_task import AccountTask
from p2p.replica.card_tasks import DealTask
from p2p.replica.exchange_tasks import SightTask
from p2p.replica.plan_tasks import BattleTask, BuildTask
from p2p.replica.replica import Replica
from p2p.replica.task import Task
from p2p.session.sight import HalfFeed
from p2p.wire.message import Kind
from simulation.network import SimNet, assert_ended_well
from simulation.tables import register
from tests.games.moths import MothHalf
from tests.p2p import fog_liars as liars
from tests.p2p.fog_liars import AuditedMoths, lies
from tests.p2p.fog_tables import table_of_moths

CHEAT = 1


@pytest.fixture(autouse=True, scope="module")
def registered() -> Iterator[None]:
    undo = register(AuditedMoths)
    yield
    undo()


def played(net: SimNet) -> SimNet:
    net.start_all()
    net.run()
    assert_ended_well(net)
    return net


@lru_cache(maxsize=8)
def flown(seats: int, seed: int = 0) -> SimNet:
    """A finished game of honest seats. To be looked at, never changed."""
    return played(table_of_moths(seats, seed=seed))


def audited(net: SimNet, seat: int = 0) -> tuple[Finding, ...]:
    session = net.session(seat)
    audit = Audit(net.charter, AuditedMoths())
    while audit.advance(session.log.order, session.seeds()):
        pass
    return audit.findings()


def verified(net: SimNet, seat: int = 0) -> Report:
    session = net.session(seat)
    return verify(record_of(net.charter, session.log, session.replica.engine).encode())


@pytest.mark.parametrize(("seats", "seed"), [(2, 0), (2, 1), (3, 0), (3, 1), (4, 0)])
def test_honest_seats_are_proven_on_every_client_and_by_verify(seats: int, seed: int) -> None:
    net = flown(seats, seed)
    for seat in range(seats):
        assert [one.said() for one in audited(net, seat)] == ["proven"] * seats
    report = verified(net)
    assert report.exit is VerifyExit.SOUND, report.verdict()


TAUGHT = {
    DealTask: ("Terrain",),
    BuildTask: ("Sealed",),
    SightTask: ("Seen",),
    BattleTask: ("Sealed", "Seen"),
    AccountTask: ("Announced",),
}
"""What a half learns of each kind of step, as `docs/protocol.md` has it, section 11."""


def test_a_half_learns_from_the_steps_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    net = flown(3)
    learned: dict[int, list[Task]] = {0: [], 1: [], 2: []}
    real = HalfFeed.take

    def take(feed: HalfFeed, replica: Replica, task: Task) -> tuple[Lesson, ...]:
        lessons = real(feed, replica, task)
        told = tuple(type(lesson).__name__ for lesson in lessons)
        assert told == TAUGHT[type(task)] or (not told and isinstance(task, DealTask))
        learned[feed._seat] += [task] * bool(told)
        for lesson in lessons:
            if isinstance(lesson, Seen):
                assert list(lesson.pieces) == [seat for seat in (0, 1, 2) if seat != feed._seat]
        return lessons

    monkeypatch.setattr(HalfFeed, "take", take)
    audited(net)
    for seat, tasks in learned.items():
        numbers = [task.number for task in tasks]
        assert numbers == sorted(set(numbers))
        assert {type(task) for task in tasks} == set(TAUGHT)
        assert {task.reader for task in tasks if isinstance(task, DealTask)} == {seat}


@pytest.mark.parametrize(
    ("half", "kind", "says"),
    [
        (liars.Ghost, Kind.SETS, "what it showed is not what it had"),
        (liars.Hidden, Kind.SETS, "what it showed is not what it had"),
        (liars.Turncoat, Kind.SETS, "what it showed is not what it had, and it asked about"),
        (liars.Peeper, Kind.SETS, "it asked about other cells than it may"),
        (liars.Scout, Kind.POSITIONS, "it opened land that is out of its sight"),
        (liars.Jumper, Kind.SEAL, "a moth flies one cell"),
        (liars.Boaster, Kind.ACCOUNT, "it said"),
    ],
)
def test_a_liar_is_named_at_the_audit_and_not_before(
    half: type[MothHalf], kind: Kind, says: str
) -> None:
    net = table_of_moths(3)
    lies(net, CHEAT, half)
    played(net)
    parts = [
        part for signed in net.session(0).log.chains[CHEAT].good for part in signed.message.parts
    ]
    steps = [part.step for part in parts if part.kind is kind]
    findings = {seat: audited(net, seat) for seat in range(3)}
    assert len(set(findings.values())) == 1
    (found,) = [one for one in findings[0] if one.verdict is not Verdict.PROVEN]
    assert (found.seat, found.verdict, found.round) == (CHEAT, Verdict.CHEATED, 1)
    assert says in found.reason
    assert found.step in steps
    if half is not liars.Turncoat:
        assert found.step == steps[kind is Kind.SEAL]
    report = verified(net)
    assert report.exit is VerifyExit.UNFINISHED
    assert report.failure is None
    assert report.convictions == ()
    assert report.cheats == (found,)
    outcome = net.session(0).replica.engine.outcome
    assert outcome is not None
    honest = [tuple(seat for seat in rank if seat != CHEAT) for rank in outcome.ranking]
    assert report.proven_winners == next(rank for rank in honest if rank)


def test_a_move_that_is_not_allowed_is_told_by_its_rule() -> None:
    net = table_of_moths(3)
    lies(net, CHEAT, liars.Jumper)
    (found,) = [one for one in audited(played(net)) if one.verdict is Verdict.CHEATED]
    assert found.reason.endswith("a moth flies one cell")


def test_a_seed_withheld_is_named_and_the_rest_stands() -> None:
    net = flown(3)
    seeds = net.session(0).seeds()
    audit = Audit(net.charter, AuditedMoths())
    while audit.advance(net.session(0).log.order, {s: seeds[s] for s in (0, 2)}):
        pass
    assert [one.said() for one in audit.findings()] == [
        "proven",
        "not proven: its seed is not here",
        "proven",
    ]


def test_a_seat_that_left_is_proven_as_far_as_it_played() -> None:
    net = table_of_moths(3)
    net.start_all()
    net.run(lambda: net.session(1).replica.step == 12)
    net.do(1, lambda s: s.concede(net.now))
    net.run()
    assert_ended_well(net)
    assert [one.said() for one in audited(net)] == ["proven"] * 3


def test_a_plan_that_does_not_open_is_a_lie() -> None:
    """Its seat sealed it with something else than its seed."""
    other = Secret(bytes(32))

    def sealed(secret: Secret, label: str, plain: bytes, context: Context) -> bytes:
        return seal(other if context.seat == CHEAT else secret, label, plain, context)

    def opened(secret: Secret, label: str, box: bytes, context: Context) -> bytes:
        return open_seal(other if context.seat == CHEAT else secret, label, box, context)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("p2p.replica.plan_tasks.seal", sealed)
        patch.setattr("p2p.replica.plan_tasks.open_seal", opened)
        net = played(table_of_moths(3))
    (found,) = [one for one in audited(net) if one.verdict is not Verdict.PROVEN]
    assert found.seat == CHEAT
    assert found.said().endswith("it does not open with the seed of its seat")
