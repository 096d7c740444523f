"""How long things take in message delays, counted in the simulated network: for tests and bench."""

from __future__ import annotations

from collections.abc import Callable

from games import registry
from games.engine.bots import Situation
from games.engine.choice import Answer
from games.engine.legal_answers import legal
from p2p.session.autoplay import decision_of
from p2p.session.person import Decision, Prompt
from p2p.session.session import Session
from simulation import relay
from simulation.network import SimNet, assert_ended_well, table_of
from simulation.tables import register


class First:
    """A bot that answers with the first thing that is legal."""

    def choose(self, situation: Situation, randbelow: object) -> Answer:
        return next(legal(situation.choice, situation.sees))


def one_each(_source: int, _target: int) -> float:
    """Every frame takes one."""
    return 1.0


def from_question_to_question(what: str, seats: int) -> float:
    """Delays from seat 0's answer to seat 1's in a game in which `what` happens between them."""
    undo = register(relay.make)
    try:
        net = table_of(seats, game="relay", options={"what": what}, delay=one_each)
        for node in net.nodes:
            node.bot = First()
            node.plays = False
        net.start_all()
        net.run()
        for node in net.nodes:
            node.plays = True
        net.run(net.finished)
        assert_ended_well(net)
    finally:
        undo()
    asked = min(net.nodes[0].answered_at.values())
    return max(net.nodes[1].answered_at.values()) - asked


def of_a_turn(game: str, kind: str, seats: int, seed: int) -> float:
    """Mean over the turns of a whole game of this kind of bot, which decides as in a client:
    while a message is written, so that two questions of one seat cost no delay between them."""
    options = {option.key: option.values[-1] for option in registry.make(game).info.options[:1]}
    net = table_of(seats, seed=seed, game=game, options=options, delay=one_each)
    bot = registry.bot(game, kind)

    def decide(session: Session, prompt: Prompt) -> Decision:
        return decision_of(bot, session, prompt, net.random.randrange)

    for node in net.nodes:
        node.plays = False
    net.start_all()
    for session in net.sessions():
        session.decides = decide
    net.run(_begun(net, 1))
    start = net.now
    net.run(net.finished)
    assert_ended_well(net)
    return (net.now - start) / net.session(0).replica.engine.table.events["turn"]


def _begun(net: SimNet, turn: int) -> Callable[[], bool]:
    """Whether this turn has begun for the client that is furthest, or the game is over."""

    def begun() -> bool:
        tables = [session.replica.engine.table for session in net.sessions()]
        return any(table.events.get("turn", 0) >= turn for table in tables) or net.finished()

    return begun
