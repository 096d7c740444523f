"""Who decides on a session's thread: a bot everything, without one nobody but for one claim."""

from __future__ import annotations

import pytest

from games.engine.choice import NOTHING
from p2p.client.play.session_thread import Worker
from p2p.session.session import Session
from simulation import relay
from simulation.network import SimNet, table_of
from simulation.tables import register


class Passing:
    """A bot that passes everything."""

    def choose(self, *about: object) -> object:
        return NOTHING


def asked_in_order() -> tuple[SimNet, Session]:
    """A table at which seat 1 has something that fits when answers are asked for in order."""
    undo = register(relay.make)
    try:
        net = table_of(3, game="relay", options={"what": "answers in order"})
        net.nodes[1].plays = net.nodes[2].plays = False
        net.start_all()
        net.run()
    finally:
        undo()
    prompt = net.session(1).prompt()
    assert prompt is not None
    assert (prompt.claiming, prompt.in_order) == (True, True)
    return net, net.session(1)


@pytest.mark.parametrize(("bot", "claims"), [(None, True), (Passing(), False)])
def test_a_person_is_not_asked_whether_to_be_asked(bot: object, claims: bool) -> None:
    _, session = asked_in_order()
    worker = Worker(bot)  # type: ignore[arg-type]
    done = worker._work(session, lambda s: [])
    worker.stop()
    assert done.effects
    assert session.prompt() is None
    task = session.replica.waiting_task()
    assert task is not None
    assert task._claims == {1: claims}  # type: ignore[attr-defined]
