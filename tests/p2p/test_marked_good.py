"""What this disk has marked as good is not checked again: at a restart, and beside refused ones."""

from __future__ import annotations

from dataclasses import replace

import pytest

from p2p.log.fault import Charge
from p2p.session.keeper import UNPLACED
from p2p.session.session import Session
from p2p.store import KeptMark
from p2p.wire.message import Kind
from simulation.memory_store import MemoryStore
from simulation.network import SimNet, assert_ended_well, table_of
from tests.p2p.cheater import assert_caught, tampers
from tests.p2p.tricks import play_against

PROOFS = (
    "p2p.replica.task.check_key",
    "p2p.replica.shuffle_tasks.check_shuffle",
    "p2p.replica.card_payloads.check_shares",
    "p2p.replica.card_payloads.check_transfer",
    "p2p.replica.card_tasks.check_remask",
    "p2p.replica.chance_task.check_throw",
)
SIGNATURES = "p2p.log.log.verify"


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every check of a proof or a signature from now on, by its name."""
    done: list[str] = []

    def watch(name: str) -> None:
        module, _, function = name.rpartition(".")
        real = getattr(__import__(module, fromlist=[function]), function)

        def checked(*args: object, **kwargs: object) -> object:
            done.append(name)
            return real(*args, **kwargs)

        monkeypatch.setattr(name, checked)

    for name in (*PROOFS, SIGNATURES):
        watch(name)
    return done


def played(seats: int) -> SimNet:
    net = table_of(seats)
    net.start_all()
    net.run(net.finished)
    assert_ended_well(net)
    return net


def without_marks(store: MemoryStore) -> MemoryStore:
    """The same table in a file from before there were marks."""
    older = MemoryStore()
    older.commit([replace(one, mark=KeptMark.NONE) for one in store.messages()], store.notes())
    return older


def test_a_restart_checks_no_proof_and_no_signature(checks: list[str]) -> None:
    net = played(3)
    digest = net.session(0).replica.digest
    checks.clear()
    net.kill(0)
    net.start(0)
    assert checks == []
    assert net.session(0).replica.digest == digest
    assert net.finished()


def test_a_restart_half_way_goes_on_to_the_same_end(checks: list[str]) -> None:
    net = table_of(3)
    net.start_all()
    net.run(lambda: net.session(1).replica.step == 12)
    net.session(1).keep()
    checks.clear()
    net.restart(1)
    assert checks == []
    net.run(net.finished)
    assert_ended_well(net)


def test_a_table_from_before_there_were_marks_is_checked_once(checks: list[str]) -> None:
    net = played(2)
    net.kill(0)
    net.nodes[0].store = without_marks(net.nodes[0].store)
    checks.clear()
    net.start(0)
    assert set(checks) >= {SIGNATURES, *PROOFS[:3]}
    net.link(0, 1)
    net.run()
    stored = net.nodes[0].store.messages()
    statements = [kept for kept in stored if kept.seq == UNPLACED]
    assert {kept.mark for kept in stored if kept not in statements} == {KeptMark.SETTLED}
    checks.clear()
    net.kill(0)
    net.start(0)
    assert checks == [SIGNATURES] * len(statements)
    assert net.finished()


def test_bytes_that_are_only_kept_are_judged_like_a_strangers(checks: list[str]) -> None:
    """A refused message is evidence; nothing on the disk says that it was ever good."""
    net = play_against(tampers(Kind.SHUFFLE, lambda p: (p[0], p[1][::-1])), 3, 1)
    assert_caught(net, 1, Charge.PROOF)
    net.kill(0)
    marks = [kept.mark for kept in net.nodes[0].store.messages()]
    assert marks.count(KeptMark.NONE) == 1
    checks.clear()
    net.start(0)
    assert checks == [SIGNATURES, "p2p.replica.shuffle_tasks.check_shuffle"]
    fault = net.session(0).fault
    assert fault is not None
    assert (fault.seat, fault.charge) == (1, Charge.PROOF)


def test_after_a_refused_message_nothing_is_checked_again(checks: list[str]) -> None:
    net = play_against(tampers(Kind.SHUFFLE, lambda p: (p[0], p[1][::-1])), 3, 1)
    session: Session = net.session(0)
    checks.clear()
    session._validator._mend()
    assert checks == []
    assert session.replica.digest == net.session(2).replica.digest
