"""Checks that may come later: they convict their author alone, everywhere, and nothing is signed
as the end before all have been run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from p2p.log.fault import Charge
from p2p.record.record import record_of
from p2p.record.report import VerifyExit
from p2p.record.verify import verify
from p2p.session.keeper import UNPLACED
from p2p.session.session import Session
from p2p.session.validator import Validator
from p2p.store import KeptMark
from p2p.wire.message import Kind, Message
from simulation.network import SimNet, assert_ended_well
from tests.p2p.cheater import (
    Cheater,
    Lie,
    assert_caught,
    cheater_of,
    stranger,
    table_with,
    told,
)
from tests.p2p.letters import misaddressed, pigeons, table_of_pigeons


@pytest.fixture(autouse=True)
def letters(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with pigeons(monkeypatch):
        yield


def marks(net: SimNet, number: int) -> set[KeptMark]:
    """Those of messages: a statement that was kept beside them has none."""
    stored = net.nodes[number].store.messages()
    return {kept.mark for kept in stored if kept.seq != UNPLACED}


def pending(session: Session) -> list[tuple[int, int, int | None]]:
    """Author, step and addressee of the checks that wait."""
    deferred = session._validator.deferred()
    return [(one.author, one.check.step, one.check.addressee) for one in deferred]


def verdict(net: SimNet, number: int) -> tuple[VerifyExit, list[tuple[int, str, int, str]]]:
    session = net.session(number)
    made = record_of(net.charter, session.log, session.replica.engine)
    report = verify(made.encode())
    assert report.failure is None, report.failure
    return report.exit, [(c.seat, c.charge, c.step, c.line) for c in report.convictions]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_is_checked_before_the_end_is_signed(seats: int) -> None:
    net = table_of_pigeons(seats)
    waited = False
    net.start_all()
    while not net.finished():
        for session in net.sessions():
            waits = pending(session)
            waited = waited or bool(waits)
            assert all(to != session.seat for _, _, to in waits), "ours are run at once"
            if session.seat in session.replica.closed:
                assert not waits
        assert net.step()
    assert_ended_well(net)
    assert waited
    net.run()
    for number in range(seats):
        assert marks(net, number) == {KeptMark.SETTLED}
        assert verdict(net, number) == (VerifyExit.SOUND, [])


@pytest.mark.parametrize("round", [1, 2, 3])
@pytest.mark.parametrize("to", [0, 2, 3])
def test_a_bad_proof_to_another_convicts_its_author_after_its_message_was_good(
    to: int, round: int
) -> None:
    net = table_of_pigeons(4)
    table_with(net, 1, misaddressed(to, round=round))
    net.start_all()
    net.run()
    assert_caught(net, 1, Charge.DEFERRED)
    (lie,) = cheater_of(net, 1).lies
    step = lie.message.parts[-1].step
    for number in (0, 2, 3):
        session = net.session(number)
        assert lie in session.log.chains[1].good
        assert session.fault is not None
        assert session.fault.evidence == (lie,)
        assert not session.replica.closed, "nobody signs such an end"
        assert verdict(net, number) == (
            VerifyExit.UNFINISHED,
            [(1, "bad proof, found later", step, "throws")],
        )


def test_no_more_than_a_backlog_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("p2p.session.keeper.BACKLOG", 3)
    net = table_of_pigeons(4)
    table_with(net, 1, misaddressed(3))
    most = 0
    net.start_all()
    while net.step():
        most = max(most, *(len(pending(session)) for session in net.sessions()))
    assert most == 3
    assert_caught(net, 1, Charge.DEFERRED)


def test_those_who_named_the_message_are_not_at_fault() -> None:
    net = table_of_pigeons(4)
    table_with(net, 1, misaddressed(3))
    net.start_all()
    net.run()
    (lie,) = cheater_of(net, 1).lies
    naming = [
        signed.message.seat
        for signed in net.session(0).log.order
        for head in signed.message.heads
        if head is not None and head.hash == lie.hash
    ]
    assert {0, 2} & set(naming), "they had not checked it yet"
    assert_caught(net, 1, Charge.DEFERRED)


def test_its_addressee_says_nothing_more_and_all_come_to_know() -> None:
    net = table_of_pigeons(4)
    table_with(net, 1, misaddressed(3))
    net.start_all()
    net.run(lambda: bool(net.session(3).log.faults()))
    said = len(net.session(3).log.chains[3].good)
    net.run()
    assert len(net.session(3).log.chains[3].good) == said
    assert_caught(net, 1, Charge.DEFERRED)


def test_of_several_bad_proofs_all_name_the_first_though_they_find_them_in_other_orders() -> None:
    net = table_of_pigeons(4)
    table_with(net, 1, misaddressed(0, 2, 3))
    net.start_all()
    net.run()
    assert_caught(net, 1, Charge.DEFERRED)
    assert len({net.session(number).fault for number in (0, 2, 3)}) == 1


def test_a_fault_found_before_gives_way_to_it() -> None:
    """Whoever refuses a later message first, and whoever runs the check first, agree."""
    net = table_of_pigeons(4)
    table_with(net, 1, misaddressed(3))
    net.start_all()
    net.run()
    (lie,) = cheater_of(net, 1).lies
    session = stranger(net, 0)
    log = session.log
    assert session.fault is not None
    first = session.fault
    log.chains[1].fault = None
    log._late.clear()
    log.convict(1, Charge.MOVE, first.step + 5, "an illegal move")
    again = log.convict_late(1, (1, lie.message.seq), first.step, first.reason)
    assert again == first
    assert log.convict_late(1, (1, lie.message.seq), first.step, "z" + first.reason) == first
    assert log.convict(1, Charge.MOVE, 1, "an illegal move") == first


def test_a_seat_convicted_by_what_another_shows_is_named_with_its_own_message_too() -> None:
    net = table_of_pigeons(3)
    net.start_all()
    net.run(net.finished)
    log = net.session(0).log
    shown = log.chains[2].good[3]
    step = log.chains[1].good[2].message.parts[-1].step
    fault = log.convict_late(1, (2, 3), step, "it denied what it had")
    assert fault.evidence[-1] == shown
    assert fault.evidence[0].message.seat == 1
    assert any(part.step == step for part in fault.evidence[0].message.parts)


def test_a_restart_queues_what_was_not_settled_and_nothing_else() -> None:
    net = table_of_pigeons(4)
    net.start_all()
    net.run(lambda: len(pending(net.session(0))) >= 6)
    net.session(0).keep()
    before = pending(net.session(0))
    net.restart(0)
    assert pending(net.session(0)) == before
    net.run(net.finished)
    assert_ended_well(net)
    net.restart(0)
    assert pending(net.session(0)) == []


def test_a_conviction_stands_at_once_after_a_restart() -> None:
    net = table_of_pigeons(4)
    table_with(net, 1, misaddressed(3))
    net.start_all()
    net.run()
    for number in (0, 2, 3):
        assert KeptMark.CONVICTS in marks(net, number)
        fault = net.session(number).fault
        net.restart(number)
        assert net.session(number).fault == fault
        assert net.session(number).prompt() is None


def test_nothing_of_a_refused_message_waits_for_a_check() -> None:
    def twice(cheater: Cheater, message: Message | None) -> list[Lie] | None:
        for part in message.parts if message else ():
            if part.kind is Kind.THROW:
                assert message is not None
                return told(replace(message, parts=(*message.parts, part)))
        return None

    net = table_of_pigeons(4)
    table_with(net, 1, twice)
    net.start_all()
    net.run()
    assert_caught(net, 1, Charge.UNCALLED)
    (lie,) = cheater_of(net, 1).lies
    validator = Validator(net.charter, net.charter.draft.make_game())
    for signed in (*net.session(0).log.order, lie):
        validator.feed(signed)
    assert validator.log.faults()
    assert validator.deferred(), "those of others wait"
    assert all(one.place != (1, lie.message.seq) for one in validator.deferred())
