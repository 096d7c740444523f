"""Whole games of Court over the simulated network, with real cryptography.

Records verify; whoever leaves leaves the others a game; a pass posted ahead answers rounds.
"""

from __future__ import annotations

import pytest

from games import registry
from p2p.record.verify import verify
from simulation.network import SimNet, assert_ended_well, passing, table_of
from tests.p2p.records import record_by
from tests.p2p.test_simnet_games import replayed


def court_table(seats: int, seed: int, *, best: bool = False) -> SimNet:
    net = table_of(seats, game="court", seed=seed)
    if best:
        for node in net.nodes:
            node.bot = registry.bot("court")
    net.start_all()
    return net


def assert_verifies(net: SimNet, seats: int) -> None:
    assert_ended_well(net)
    session = net.session(0)
    assert replayed(net) == session.replica.digest
    report = verify(record_by(session).encode())
    assert report.exit == 0, report.verdict()
    assert report.standing is not None
    assert len(report.standing.closed) == seats


def test_a_whole_game_of_three_and_its_record() -> None:
    net = court_table(3, 1)
    net.run(net.finished)
    assert_verifies(net, 3)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_whole_games_of_the_best_bots_and_their_records(seats: int) -> None:
    net = court_table(seats, 2, best=True)
    net.run(net.finished)
    assert_verifies(net, seats)


@pytest.mark.slow
def test_a_whole_game_of_five_and_its_record() -> None:
    net = court_table(5, 1)
    net.run(net.finished)
    assert_verifies(net, 5)


@pytest.mark.slow
@pytest.mark.parametrize("moment", [60, 200, 500, 900, 1500])
def test_ctd_8_somebody_leaves_at_any_moment(moment: int) -> None:
    net = court_table(4, moment)
    for _ in range(moment):
        net.step()
    net.do(2, lambda session: session.concede(net.now))
    net.run(net.finished)
    assert_ended_well(net)
    assert replayed(net) == net.session(0).replica.digest


def test_a_pass_posted_ahead_answers_the_rounds_of_others() -> None:
    net = court_table(3, 3)
    net.run(lambda: net.session(1).replica.engine.table.turn is not None)
    turn = net.session(1).replica.engine.table.turn
    assert turn is not None
    idle = (int(turn) + 1) % 3
    asked = net.nodes[idle].asked
    net.do(idle, passing(f"turn {idle}", net.now))
    before = len(asked)
    net.run(lambda: net.session(idle).replica.engine.table.turn != turn)
    assert len(asked) <= before + 1  # nothing but a question that was up already
