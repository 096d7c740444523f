"""A draft played ahead: it tells what will happen, and leaves the table as it was."""

from __future__ import annotations

import pytest

from games import registry
from games.engine.choice import NOTHING, Answer
from games.engine.errors import BadMove
from games.engine.legal_answers import legal
from games.engine.values import Seat
from p2p.replica.preview import preview
from p2p.session.person import Prompt
from p2p.session.session import Session
from simulation.network import SimNet
from simulation.tables import charter_of, person


@pytest.fixture
def net() -> SimNet:
    people = [person(n) for n in range(2)]
    table = SimNet(charter_of(registry.make("inheritance"), people), people)
    table.start_all()
    return table


def prompted(net: SimNet, kind: str) -> tuple[Session, Prompt]:
    """Play on until some seat is asked for this kind of answer, and stop before it gives one."""
    for node in net.nodes:
        node.plays = False
    for _ in range(10_000):
        for number in range(2):
            session = net.session(number)
            prompt = session.prompt()
            if prompt is not None and prompt.choice.kind == kind:
                return session, prompt
            net.decide(number)
        assert net.step()
    raise AssertionError(f"nobody is asked to {kind}")


def test_a_preview_tells_what_then_happens(net: SimNet) -> None:
    session, prompt = prompted(net, "play")
    seat = session.seat
    assert seat is not None
    table = session.replica.engine.table
    told, digest = len(table.log), session.replica.digest
    answer = next(a for a in legal(prompt.choice, table.sees(session.knowledge())) if a != NOTHING)
    ahead = preview(session.replica, Seat(seat), session.knowledge(), answer)
    assert ahead is not None
    assert ahead.lines
    assert session.replica.digest == digest
    assert len(table.log) == told
    net.do(seat, lambda s: s.decide(prompt.step, answer, net.now))
    assert [line.text for line in table.log[told:]][: len(ahead.lines)] == [
        line.text for line in ahead.lines
    ]


def test_a_preview_refuses_what_is_not_allowed(net: SimNet) -> None:
    session, _ = prompted(net, "play")
    assert session.seat is not None
    with pytest.raises(BadMove):
        preview(
            session.replica,
            Seat(session.seat),
            session.knowledge(),
            Answer(option="nonsense"),
        )


def test_only_the_seat_that_is_asked_has_a_preview(net: SimNet) -> None:
    session, _ = prompted(net, "play")
    assert session.seat is not None
    other = net.session(1 - session.seat)
    assert preview(other.replica, Seat(1 - session.seat), other.knowledge(), NOTHING) is None
