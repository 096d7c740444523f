"""The audit: all that a seat sent follows from its seed, or the first part that does not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from crypto.derive import Secret
from games.engine.game import GameInfo
from games.engine.values import Outcome, Seat
from p2p.record.audit import Audit, Finding, Verdict, standing_winners
from p2p.replica.obligations import Obligation
from p2p.replica.task import SeatSecrets
from p2p.session.session import SEED, Session
from p2p.wire.codec import Value
from p2p.wire.message import Kind
from tests.games.synthetic import Magpies
from tests.p2p.simnet import SimNet, assert_ended_well
from tests.p2p.tables import bytes_of, charter_of, person, register


class Owls(Magpies):
    """Magpies, with an audit."""

    @property
    def info(self) -> GameInfo:
        return replace(Magpies().info, id="owls", title="Owls", audited=True, golden="", hashes={})


@pytest.fixture(autouse=True, scope="module")
def owls() -> Iterator[None]:
    undo = register(Owls)
    yield
    undo()


def table_of_owls(seats: int) -> SimNet:
    people = [person(number) for number in range(seats)]
    return SimNet(charter_of(Owls(), people, options={"rounds": 1}), people, seed=seats)


def played(seats: int) -> SimNet:
    net = table_of_owls(seats)
    net.start_all()
    net.run()
    assert_ended_well(net)
    return net


def seeds_of(net: SimNet) -> dict[int, bytes]:
    """The seeds that the tests gave these seats."""
    return {
        node.seat: bytes_of("seed", node.name, net.charter.table)
        for node in net.nodes
        if node.seat is not None
    }


def audited(net: SimNet, seeds: dict[int, bytes]) -> tuple[Finding, ...]:
    audit = Audit(net.charter, Owls())
    while audit.advance(net.session(0).log.order, seeds):
        pass
    return audit.findings()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_honest_seats_are_proven(seats: int) -> None:
    net = played(seats)
    found = audited(net, seeds_of(net))
    assert [one.said() for one in found] == ["proven"] * seats


def test_a_seat_without_a_seed_is_not_proven_and_takes_nothing_from_others() -> None:
    net = played(3)
    seeds = seeds_of(net)
    del seeds[1]
    found = audited(net, seeds)
    assert [one.verdict for one in found] == [
        Verdict.PROVEN,
        Verdict.NOT_PROVEN,
        Verdict.PROVEN,
    ]


def test_a_seed_that_comes_later_turns_the_mark() -> None:
    net = played(3)
    seeds = seeds_of(net)
    late = {1: seeds.pop(1)}
    audit = Audit(net.charter, Owls())
    for here in (seeds, {**seeds, **late}):
        while audit.advance(net.session(0).log.order, here):
            done, total = audit.progress()
            assert 0 <= done <= total
    assert [one.said() for one in audit.findings()] == ["proven"] * 3


class Fickle(Session):
    """Makes parts of some kinds by secrets that do not come from its seed; their proofs hold."""

    def __init__(self, *args: Any, kinds: tuple[Kind, ...], **words: Any) -> None:
        super().__init__(*args, **words)
        author = self._author
        assert author is not None
        true, real = author._secrets, author._payload
        other = SeatSecrets(Secret(bytes(32)), true.card, true.chance)

        def payload(obligation: Obligation, now: float) -> Value | None:
            author._secrets = other if obligation.kind in kinds else true
            return real(obligation, now)

        author._payload = payload  # type: ignore[method-assign]


@pytest.mark.parametrize(
    "kinds",
    [
        (Kind.KEYS,),
        (Kind.SHUFFLE,),
        (Kind.MIX,),
        (Kind.SHARES,),
        (Kind.THROW,),
        (Kind.COMMIT, Kind.OPENING),
    ],
)
def test_what_does_not_follow_from_the_seed_is_found_and_nobody_else_is_named(
    kinds: tuple[Kind, ...],
) -> None:
    net = table_of_owls(3)
    net.nodes[1].make = partial(Fickle, kinds=kinds)
    net.start_all()
    net.run()
    assert_ended_well(net)
    first = next(
        part
        for signed in net.session(1).log.chains[1].good
        for part in signed.message.parts
        if part.kind is kinds[-1]
    )
    found = audited(net, seeds_of(net))
    assert [one.verdict for one in found] == [Verdict.PROVEN, Verdict.CHEATED, Verdict.PROVEN]
    assert found[1].step == first.step
    assert "not what the seed" in found[1].said()


def test_a_concession_is_audited_too() -> None:
    net = table_of_owls(3)
    net.start_all()
    net.run(lambda: net.session(0).replica.step > 6)
    net.do(1, lambda s: s.concede(net.now))
    net.run()
    assert_ended_well(net)
    assert net.session(0).replica.left == [1]
    assert [one.said() for one in audited(net, seeds_of(net))] == ["proven"] * 3
    assert net.session(0).seeds() == seeds_of(net), "who has left shows its seed as well"


def test_who_has_won_as_far_as_it_is_proven() -> None:
    def findings(*verdicts: Verdict) -> list[Finding]:
        return [Finding(seat, verdict) for seat, verdict in enumerate(verdicts)]

    good, bad, lack = Verdict.PROVEN, Verdict.CHEATED, Verdict.NOT_PROVEN
    ranks = ((Seat(0), Seat(1)), (Seat(2),), (Seat(3),))
    outcome = Outcome((Seat(0), Seat(1)), "crowned", ranking=ranks)
    for verdicts, winners in (
        ((good, good, good, good), (0, 1)),
        ((good, bad, good, good), (0,)),
        ((lack, good, bad, lack), (1,)),
        ((lack, bad, good, good), (2,)),
        ((bad, bad, bad, good), (3,)),
        ((bad, bad, lack, bad), ()),
    ):
        assert standing_winners(outcome, findings(*verdicts)) == winners


def test_seeds_are_shown_once_all_have_closed_and_everybody_holds_them() -> None:
    net = table_of_owls(3)
    net.start_all()
    watcher = net.spectator("Gil")
    net.start(watcher)
    for number in range(3):
        net.link(number, watcher)
    while not net.finished():
        assert all(not session.log.beside or session.ending() for session in net.sessions())
        assert net.step()
    net.run()
    for session in net.sessions():
        assert session.seeds() == seeds_of(net)
        assert session.all_told()
    assert all(node.store.note(SEED) is None for node in net.nodes)
