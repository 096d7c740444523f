"""The audit of a client: waits a moment for seeds, works in slices, settles seat by seat."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from p2p.client.play.auditor import PATIENCE_SECONDS, Auditor
from p2p.client.tables.open_table import open_play, open_saved
from p2p.log.beside import Entry, seed_hash
from p2p.record.audit import Verdict
from p2p.record.report import VerifyExit
from p2p.record.verify import verify
from p2p.wire.message import Signed
from simulation.network import SimNet, assert_ended_well, table_of
from simulation.tables import register
from tests.p2p.client.clients import profile, running, to_the_end, until
from tests.p2p.fog_liars import AuditedMoths, Boaster, lies
from tests.p2p.fog_tables import table_of_moths


@pytest.fixture(autouse=True, scope="module")
def registered() -> Iterator[None]:
    undo = register(AuditedMoths)
    yield
    undo()


class Time:
    """A clock that goes on by so much each time somebody looks at it."""

    def __init__(self, step: float) -> None:
        self.now = 0.0
        self.step = step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def played(seats: int = 3, *, liar: bool = False) -> SimNet:
    net = table_of_moths(seats)
    if liar:
        lies(net, 1, Boaster)
    net.start_all()
    net.run()
    assert_ended_well(net)
    return net


def without(net: SimNet, seat: int) -> Signed:
    return net.session(0).log.beside.pop((Entry.SEED, seat))


def test_every_seat_is_proven_in_slices() -> None:
    session = played().session(0)
    assert Auditor.is_due(session)
    auditor = Auditor(session, Time(0.03))
    states = [auditor.advance()]
    while auditor.waits:
        states.append(auditor.advance())
    assert len(states) > 10
    done = [state.done for state in states if state.working]
    assert done == sorted(done)
    assert [state.settled for state in states] == [False] * (len(states) - 1) + [True]
    last = states[-1]
    assert [found.verdict for found in last.findings] == [Verdict.PROVEN] * 3
    outcome = session.replica.engine.outcome
    assert outcome is not None
    assert last.winners == outcome.winners
    seeds = session.seeds()
    assert auditor.said() == tuple(
        type(one)(seat, seed_hash(seeds[seat]), True) for seat, one in enumerate(auditor.said())
    )


def test_it_waits_a_moment_for_seeds_and_then_goes_on_without() -> None:
    net = played()
    late = without(net, 2)
    time = Time(0.0)
    auditor = Auditor(net.session(0), time)
    state = auditor.advance()
    assert (state.working, state.settled, auditor.waits) == (False, False, True)
    time.now = PATIENCE_SECONDS + 1
    while auditor.waits:
        state = auditor.advance()
    assert not state.settled
    assert [found.looked_at for found in state.findings] == [True, True, False]
    net.session(0).log.beside[Entry.SEED, 2] = late
    assert auditor.waits
    while auditor.waits:
        state = auditor.advance()
    assert state.settled
    assert [found.verdict for found in state.findings] == [Verdict.PROVEN] * 3


def test_a_liar_settles_too_and_does_not_win() -> None:
    auditor = Auditor(played(liar=True).session(2), Time(0.0))
    while auditor.waits:
        state = auditor.advance()
    assert state.settled
    assert state.findings[1].verdict is Verdict.CHEATED
    assert 1 not in state.winners
    assert [one.proven for one in auditor.said()] == [True, False, True]


def test_there_is_none_before_all_have_closed_nor_in_other_games() -> None:
    net = table_of_moths(2)
    net.start_all()
    net.run(lambda: net.session(0).replica.over)
    assert not Auditor.is_due(net.session(0))
    other = table_of(2)
    other.start_all()
    other.run(other.finished)
    assert not Auditor.is_due(other.session(0))


async def test_whole_clients_audit_a_game_over_sockets(tmp_path: Path) -> None:
    table = open_play(profile(tmp_path, "Ana"), "moths", 2, {"rounds": 1}, new=True, auto=True)
    client = table.client
    async with running(table):
        ending = await to_the_end(client)
        await until(client, lambda: client.state.audit is not None and client.state.audit.settled)
        await client.farewell()
        report = verify(await client.record())
    assert ending.fault is None
    assert client.state.audit is not None
    assert [found.said() for found in client.state.audit.findings] == ["proven"] * 3
    assert report.exit is VerifyExit.SOUND, report.verdict()


async def test_a_table_that_was_left_after_its_end_is_audited_when_it_is_opened_again(
    tmp_path: Path,
) -> None:
    home = profile(tmp_path, "Ana")
    first = open_play(home, "moths", 1, {"rounds": 1}, new=True, auto=True)
    async with running(first):
        await to_the_end(first.client)
        await first.client.farewell()
    again = open_saved(home, first.id)
    async with running(again):
        audit = again.client.state
        await until(again.client, lambda: audit.audit is not None and audit.audit.settled)
