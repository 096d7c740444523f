"""Snapshots: one moment of a table, with nothing in it that its seat may not see."""

from __future__ import annotations

from games import registry
from p2p.client.play.snapshot import take
from simulation.network import SimNet
from simulation.tables import charter_of, person


def table(spectator: bool = False) -> SimNet:
    people = [person(n) for n in range(2)]
    net = SimNet(charter_of(registry.make("inheritance"), people), people)
    if spectator:
        net.spectator("Zoe")
    net.start_all()
    for node in net.nodes:
        node.plays = False
    net.run(lambda: all(net.session(n).prompt() is not None for n in range(2)))
    return net


def test_before_the_keys_there_is_nothing_to_see() -> None:
    people = [person(n) for n in range(2)]
    net = SimNet(charter_of(registry.make("inheritance"), people), people)
    net.start(0)
    moment = take(net.session(0))
    assert moment.view is None
    assert moment.prompt is None
    assert [(wait.seat, wait.doing, wait.decides) for wait in moment.waiting] == [
        (0, "getting ready", False),
        (1, "getting ready", False),
    ]
    assert moment.online == (True, False)


def test_each_seat_sees_its_own_hand_and_nobody_elses() -> None:
    net = table()
    ana, ben = (take(net.session(n)) for n in range(2))
    assert ana.prompt is not None
    assert len(ana.knowledge.faces) == len(ben.knowledge.faces) == 6
    assert not set(ana.knowledge.faces) & set(ben.knowledge.faces)
    assert [wait.seat for wait in ana.waiting] == [0, 1]
    assert ana.view is not None
    assert {card.id for card in ana.view.hand} == set(ana.knowledge.faces)


def test_a_spectator_sees_no_hand_and_is_asked_nothing() -> None:
    net = table(spectator=True)
    zoe = take(net.session(2))
    assert zoe.prompt is None
    assert not zoe.knowledge.faces
    assert zoe.view is not None
    assert not zoe.view.hand
    assert zoe.online == (True, True)


def test_who_is_away_and_who_is_reached_through_others() -> None:
    people = [person(n) for n in range(3)]
    net = SimNet(charter_of(registry.make("inheritance"), people), people)
    net.start_all([(0, 1), (1, 2)])
    net.run(lambda: all(net.session(n).replica.step > 0 for n in range(3)))
    assert take(net.session(0)).online == (True, True, True)
    net.kill(2)
    net.run(lambda: take(net.session(0)).online[2] is False)
    assert take(net.session(0)).online == (True, True, False)


def test_the_end_has_one_digest_for_all() -> None:
    net = table()
    for node in net.nodes:
        node.plays = True
    net.run(net.finished)
    moments = [take(session) for session in net.sessions()]
    assert len({moment.record_digest for moment in moments}) == 1
    assert all(moment.ending and moment.ending.complete for moment in moments)
    assert not any(moment.waiting for moment in moments)


def test_it_holds_the_good_messages_and_who_passes_until_when() -> None:
    net = table()
    before = take(net.session(0))
    assert before.good == tuple(net.session(0).log.order)
    assert len(before.good) == before.messages
    assert before.standing == ((), ())
    net.session(0).pass_until(["round"], 0.0)
    after = take(net.session(0))
    assert after.standing == ((("round",),), ())
    assert after.good[: before.messages] == before.good
    assert len(before.good) == before.messages
