"""What a leaver hands over opens nothing; hands are mixed before a place in them is named."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from crypto.elgamal import decrypt
from games import registry
from p2p.replica.chance_task import ChanceTask
from p2p.replica.concession import ConcessionBundle, handover
from p2p.replica.replica import Replica
from p2p.session.frames import Messages, decode
from p2p.wire.message import Kind
from simulation.network import SimNet, table_of
from simulation.tables import charter_of, person, register
from tests.p2p.jays import YES, Jays


@pytest.fixture(autouse=True)
def jays() -> Iterator[None]:
    undo = register(Jays)
    yield
    undo()


def table_of_jays() -> SimNet:
    people = [person(n) for n in range(3)]
    net = SimNet(charter_of(registry.make("jays"), people), people)
    net.start_all()
    return net


def at_the_question(net: SimNet) -> None:
    """Play on until the second jay is asked, and let it wait."""
    for node in net.nodes:
        node.plays = False
    net.run(lambda: net.session(1).prompt() is not None)
    net.run(lambda: net.session(0).knowledge().faces != {})


def test_a_leaver_hides_what_it_peeked_at_from_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    """At its turn of a shuffle, the cards that it alone has read go on under the others' key."""
    net = table_of_jays()
    at_the_question(net)
    stages = []
    apply = Replica._concede

    def spy(self: Replica, *given: object) -> None:
        apply(self, *given)  # type: ignore[arg-type]
        stages.append(self.waiting_task().stage)  # type: ignore[union-attr]

    monkeypatch.setattr(Replica, "_concede", spy)
    net.do(0, lambda s: s.concede(net.now))
    for node in net.nodes:
        node.plays = True
    net.run(net.finished)
    assert stages
    for stage in stages:
        for slot in stage:
            assert set(slot.layers) == {1, 2}
            assert set(slot.missing(None)) == {1, 2}, "nobody's share on it is known"
    assert all(session.fault is None for session in net.sessions())
    assert net.session(1).replica.left == [0]


def test_nothing_is_handed_to_a_key_that_hides_nothing() -> None:
    """If the keys of those who stay cancel out, the leaver gives its shares and leaves."""
    net = table_of_jays()
    at_the_question(net)
    net.do(1, lambda s: s.decide(s.prompt().step, YES.default, net.now))  # type: ignore[union-attr]
    replica = net.session(0).replica
    net.run(lambda: replica.step > 6 and replica.waiting_task() is not None)
    task, dealer = replica.waiting_task(), replica.dealer
    assert task is not None
    assert dealer is not None
    before = handover(dealer, replica.keys, task, 0, (0, 1, 2))
    replica.keys.card[2] = -replica.keys.card[1]
    after = handover(dealer, replica.keys, task, 0, (0, 1, 2))
    assert len(before.shares) + len(before.peeked) == len(after.shares)
    assert not after.peeked


def test_the_last_but_one_hands_nothing_over() -> None:
    """With it the game is over, so its shares would open cards that nobody needs."""
    net = table_of_jays()
    at_the_question(net)
    replica = net.session(0).replica
    task, dealer = replica.waiting_task(), replica.dealer
    assert task is not None
    assert dealer is not None
    assert handover(dealer, replica.keys, task, 0, (0, 1, 2)).shares
    assert handover(dealer, replica.keys, task, 0, (0, 1)) == ConcessionBundle(0, staying=())


def test_a_throw_waits_until_the_hand_is_mixed() -> None:
    """Else its owner could put its worst card where the throw points."""
    net = table_of_jays()
    order: list[Kind] = []
    for session in net.sessions():
        replica = session.replica
        take = replica.take

        def note(seat, part, clock, own, take=take, replica=replica):  # type: ignore[no-untyped-def]
            waiting = replica.waiting_task()
            if part.kind in (Kind.MIX, Kind.THROW):
                order.append(part.kind)
                if part.kind is Kind.THROW:
                    assert isinstance(waiting, ChanceTask)
                    assert all(mix.proven_clock() for mix in replica._obligations._mixes)
            take(seat, part, clock, own)

        replica.take = note  # type: ignore[method-assign]
    net.run(net.finished)
    assert net.finished()
    assert order[0] is Kind.MIX
    assert order.count(Kind.THROW) == 9


def test_without_the_mix_nobody_throws() -> None:
    net = table_of_jays()

    def hold_mixes(_source: int, _target: int, frame: bytes) -> bytes | None:
        read = decode(frame)
        parts = (
            [p for m in read.items for p in m.message.parts] if isinstance(read, Messages) else []
        )
        return None if any(part.kind is Kind.MIX for part in parts) else frame

    net.filter = hold_mixes
    ana = net.session(0).replica
    net.run(lambda: isinstance(ana.waiting_task(), ChanceTask))
    for _ in range(20):
        net.step()
    task = ana.waiting_task()
    assert isinstance(task, ChanceTask)
    assert ana._obligations.required_clock(task, 0) is None
    assert [
        obligation.ready for obligation in ana.obligations(0) if obligation.kind is Kind.THROW
    ] == [False]
    net.filter = lambda _source, _target, frame: frame
    for other in (0, 2):  # what a link swallowed comes over the next one
        net.cut(1, other)
        net.link(1, other)
    net.run(net.finished)
    assert net.finished()


def test_a_peeked_card_is_read_by_its_reader_alone() -> None:
    net = table_of_jays()
    at_the_question(net)
    ana, ben = net.session(0), net.session(1)
    assert ana._author is not None
    assert len(ana.knowledge().faces) == 2
    dealer = ben.replica.dealer
    assert dealer is not None
    for card in ana.knowledge().faces:
        slot = dealer.slot(card)
        assert slot.reader == 0
        assert slot.alone(1) is None
        alone = slot.alone(0)
        assert alone is not None
        face = dealer.face(decrypt(ana._author._secrets.card, alone))
        assert face == ana.knowledge().faces[card]


@pytest.mark.parametrize("leavers", [(0,), (0, 1), (0, 1, 2)])
def test_who_is_left_alone_during_a_shuffle_reads_no_card_of_it(leavers: tuple[int, ...]) -> None:
    """The last one shuffles alone, and the keys of those who left lie on the cards for good."""
    net = table_of(len(leavers) + 1, game="inheritance")
    net.start_all()
    for seat in leavers:
        net.nodes[seat].plays = False
        net.do(seat, lambda s: s.concede(net.now))
    net.run(net.finished)
    last = net.session(len(leavers))
    assert not last.knowledge().faces
    assert last.fault is None
    outcome = last.replica.engine.outcome
    assert outcome is not None
    assert outcome.winners == (len(leavers),)
