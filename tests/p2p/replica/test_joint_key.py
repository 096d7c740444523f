"""Seats in league whose keys do not go together: refused by all alike, before a card is hidden."""

from __future__ import annotations

import itertools
from contextlib import suppress
from typing import Any

import pytest

from crypto.keys import KeyPair
from p2p.errors import LocalError
from p2p.log.fault import Charge
from p2p.record.record import record_of
from p2p.record.report import VerifyExit
from p2p.record.verify import verify
from p2p.replica.task import SeatSecrets
from p2p.session.seed_keeper import SEED
from p2p.session.session import Session
from p2p.session.validator import Validator
from simulation.network import SimNet, table_of


def with_one_key(seats: int, *sharing: int) -> SimNet:
    """A table at which these seats use the same secrets."""
    net = table_of(seats, seed=1)
    for seat in sharing:
        net.nodes[seat].store.put_note(SEED, bytes(range(32)))
    return net


def with_keys_that_cancel() -> SimNet:
    """A table for two, of whom the second has the negative of the first's key."""
    net = with_one_key(2, 0, 1)

    def make(*args: Any, **kwargs: Any) -> Session:
        session = Session(*args, **kwargs)
        assert session._author is not None
        secrets = session._author._secrets
        card = KeyPair(-secrets.card.secret, -secrets.card.public)
        session._author._secrets = SeatSecrets(secrets.secret, card, secrets.chance)
        return session

    net.nodes[1].make = make
    return net


@pytest.mark.parametrize(
    ("net", "guilty", "reason"),
    [
        pytest.param(lambda: with_one_key(3, 0, 2), 2, "same key", id="first and last"),
        pytest.param(lambda: with_one_key(3, 0, 1), 1, "same key", id="first and second"),
        pytest.param(lambda: with_one_key(4, 1, 2, 3), 3, "same key", id="three of four"),
        pytest.param(with_keys_that_cancel, 1, "cancel", id="two that cancel out"),
    ],
)
def test_keys_that_do_not_go_together_end_the_table(net: Any, guilty: int, reason: str) -> None:
    table: SimNet = net()
    with suppress(LocalError):  # the program of the guilty seat finds its own mistake
        table.start_all()
        table.run()
    said = {s for session in table.sessions() for s in session.log.order}
    orders = list(itertools.permutations(sorted(said, key=lambda s: s.message.seat)))
    records = set()
    for order in orders:
        validator = Validator(table.charter, table.session(0).game)
        for signed in order * len(order):
            validator.feed(signed)
        fault = validator.fault
        assert fault is not None
        assert (fault.seat, fault.charge, fault.step) == (guilty, Charge.PROOF, 0)
        assert reason in fault.reason
        assert validator.replica.dealer is None
        records.add(record_of(table.charter, validator.log, validator.replica.engine).encode())
    assert len(records) == 1
    report = verify(records.pop())
    assert report.exit is VerifyExit.UNFINISHED
    assert [one.seat for one in report.convictions] == [guilty]
    assert [one.line for one in report.convictions] == ["keys"]
