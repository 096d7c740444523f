"""Whole games under fog with real cryptography: every seat learns what it should, nobody more."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from games import registry
from games.engine.fog_steps import Battle
from p2p.record.record import record_of
from p2p.record.report import VerifyExit
from p2p.record.verify import verify
from p2p.session.session import Session
from p2p.wire.message import Kind
from simulation.network import SimNet, assert_ended_well, table_of
from tests.games.moths import CELLS, MothHalf, hidden_cells
from tests.p2p.fog_tables import flown, halves_of, moths, table_of_moths, true_terrain


@pytest.fixture(autouse=True, scope="module")
def registered() -> Iterator[None]:
    with moths():
        yield


def _near(moths: tuple[int, ...]) -> set[int]:
    cells = {cell for moth in moths for cell in range(moth - 2, moth + 3)}
    return {cell for cell in cells if 0 <= cell < CELLS} - set(moths)


def _assert_seen(net: SimNet) -> None:
    """Each seat saw, in each round, exactly the rivals on the cells that it may look at."""
    seats = range(net.charter.seats)
    rounds = [halves_of(net, seat)[:-1] for seat in seats]
    for at in zip(*rounds, strict=True):
        for seat in seats:
            rivals = {
                cell: other.moths.count(cell).to_bytes(4, "big")
                for other in at
                if other.seat != seat
                for cell in other.moths
                if cell in _near(at[seat].moths)
            }
            assert set(at[seat].seen) == set(rivals)


def _assert_met(net: SimNet) -> None:
    """Each seat counted, in each battle, its rivals on its cells and those that winked at them."""
    seats = range(net.charter.seats)
    flights = list(zip(*[halves_of(net, seat)[1:] for seat in seats], strict=True))
    before = list(zip(*[halves_of(net, seat)[:-1] for seat in seats], strict=True))
    for then, now in zip(before, flights, strict=True):
        for seat in seats:
            mine = set(now[seat].moths)
            rivals = [set(other.moths) for other in now if other.seat != seat]
            here = sum(len(mine & cells) for cells in rivals)
            winks = sum(len(mine & {cell + 1 for cell in cells}) for cells in rivals)
            assert now[seat].met - then[seat].met == here + winks


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_seat_learns_what_is_true(seats: int) -> None:
    net = flown(seats)
    _assert_seen(net)
    _assert_met(net)
    truth = true_terrain(net, net.session(0).replica, hidden_cells(seats))
    for seat in range(seats):
        half = halves_of(net, seat)[-1]
        known = {cell: face for cell, face in half.known.items() if cell in truth}
        assert len(known) > 2
        assert known == {cell: truth[cell] for cell in known}
        assert half.announced[-1] == {s: (halves_of(net, s)[-1].met,) for s in range(seats)}
    outcome = net.session(0).replica.engine.outcome
    assert outcome is not None
    most = max(halves_of(net, seat)[-1].met for seat in range(seats))
    assert outcome.reason == f"met {(most,)}"


def test_something_is_seen_and_somebody_met() -> None:
    """Else the test before would show nothing."""
    halves = [half for seat in range(4) for half in halves_of(flown(4), seat)]
    assert any(half.seen for half in halves)
    assert any(half.met for half in halves)


def test_a_record_of_it_is_sound() -> None:
    net = flown(3)
    session = net.session(0)
    record = record_of(session.charter, session.log, session.replica.engine)
    report = verify(record.encode())
    assert report.exit is VerifyExit.SOUND, report


def test_a_record_of_it_holds_without_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the seats did is judged by the steps in the file, all proofs included."""
    net = flown(3)
    session = net.session(0)
    record = record_of(session.charter, session.log, session.replica.engine).encode()
    games = {name: made for name, made in registry.GAMES.items() if name != "moths"}
    monkeypatch.setattr(registry, "GAMES", games)
    report = verify(record)
    assert report.exit is VerifyExit.UNRULED, report
    assert report.failure is None
    assert report.checked.counts["answers"] > 0


def test_a_second_thread_changes_no_byte() -> None:
    net = table_of_moths(2, rounds=1)
    with ThreadPoolExecutor(2) as pool:
        for node in net.nodes:
            node.make = partial(Session, pool=pool)
        net.start_all()
        net.run(net.finished)
    alone = flown(2, 0, 1)
    for number in range(2):
        bodies = [[s.body for s in one.session(number).log.order] for one in (net, alone)]
        assert bodies[0] == bodies[1]


@pytest.mark.parametrize("seat", [0, 1])
def test_a_client_killed_at_any_moment_goes_on_with_the_same_half(seat: int) -> None:
    """Nothing private is stored but the seed: plans come back out of the seals."""
    net = table_of_moths(2, rounds=1)
    net.start_all()
    count = 0
    while not net.finished():
        count += 1
        if count % 16 == 0 and net.session(seat).ending() is None:
            before = net.session(seat).knowledge().half
            net.restart(seat)
            after = net.session(seat).knowledge().half
            assert isinstance(before, MothHalf) == isinstance(after, MothHalf)
        assert net.step()
    assert_ended_well(net)
    assert count > 40
    assert halves_of(net, seat)[-1] == halves_of(flown(2, 0, 1), seat)[-1]


def test_every_kind_of_part_under_fog_is_there() -> None:
    kinds = {part.kind for s in flown(3).session(0).log.order for part in s.message.parts}
    fog = {Kind.DECKS, Kind.COPY, Kind.POSITIONS, Kind.SEAL, Kind.SETS, Kind.ANSWERS, Kind.ACCOUNT}
    assert fog <= kinds


# Leaving


@pytest.mark.parametrize(
    ("seats", "leavers", "step"),
    [(2, (1,), 4), (3, (0,), 12), (3, (1, 2), 12), (4, (0,), 6), (4, (0, 2), 14), (4, (1, 2), 14)],
)
def test_who_leaves_hands_over_its_layers(seats: int, leavers: tuple[int, ...], step: int) -> None:
    """The others open tiles and meet as before; its own view goes with it."""
    net = table_of_moths(seats)
    net.start_all()
    net.run(lambda: any(net.session(seat).replica.step == step for seat in leavers))
    for seat in leavers:
        net.do(seat, lambda s: s.concede(net.now))
    net.run(net.finished)
    assert_ended_well(net)
    replica = net.session(0).replica
    assert sorted(replica.left) == list(leavers)
    parts = [part for s in net.session(0).log.order for part in s.message.parts]
    assert sum(part.kind is Kind.CONCEDE for part in parts) == len(leavers)
    staying = [seat for seat in range(seats) if seat not in leavers]
    if len(staying) > 1:
        last = max(part.step for part in parts if part.kind is Kind.CONCEDE)
        assert any(part.kind is Kind.SHARES and part.step > last for part in parts)
        truth = true_terrain(net, replica, hidden_cells(seats))
        for seat in staying:
            known = halves_of(net, seat)[-1].known
            assert {cell: known[cell] for cell in known if cell in truth}.items() <= truth.items()


def test_who_has_sealed_leaves_after_its_answers() -> None:
    """It concedes at once, and is gone from the next step on at which it owes a decision."""
    net = table_of_moths(3)
    net.start_all()
    net.run(lambda: isinstance(net.session(0).replica.engine.waiting, Battle))
    net.run(lambda: _pending(net, 1) in (Kind.SETS, Kind.ANSWERS))
    net.do(1, lambda s: s.concede(net.now))
    net.run(net.finished)
    assert_ended_well(net)
    steps = {
        part.kind: part.step
        for s in net.session(0).log.chains[1].good
        for part in s.message.parts
        if part.kind in (Kind.ANSWERS, Kind.CONCEDE)
    }
    assert steps[Kind.CONCEDE] > steps[Kind.ANSWERS]


def _pending(net: SimNet, seat: int) -> Kind | None:
    task = net.session(seat).replica.waiting_task()
    return None if task is None else task.pending(seat)


def test_who_leaves_at_an_account_gives_none() -> None:
    """The others go on from theirs."""
    net = table_of_moths(3)
    net.start_all()
    net.run(lambda: _pending(net, 1) is Kind.ANSWERS and net.session(1).replica.step > 10)
    net.do(1, lambda s: s.concede(net.now))
    net.run(net.finished)
    assert_ended_well(net)
    parts = [part for s in net.session(0).log.chains[1].good for part in s.message.parts]
    assert parts[-1].kind is Kind.CONCEDE
    assert not any(part.kind is Kind.ACCOUNT for part in parts)
    first = halves_of(net, 0)[-1].announced[0]
    assert sorted(first) == [0, 2]


# The game that all this is for, on its smallest map


@pytest.mark.parametrize("seats", [2, pytest.param(4, marks=pytest.mark.slow)])
def test_a_small_game_of_fortress_is_played_to_its_end(seats: int) -> None:
    net = table_of(seats, game="fortress", options={"units": 2, "rounds": 5})
    net.start_all()
    net.run(net.finished)
    assert_ended_well(net)
    record = record_of(net.charter, net.session(0).log, net.session(0).replica.engine)
    report = verify(record.encode())
    assert report.exit in (VerifyExit.SOUND, VerifyExit.UNFINISHED)
    assert not report.convictions
