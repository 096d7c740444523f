"""A half learns from what its table has settled: the same whoever feeds it, and when."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.engine.choice import Answer
from games.engine.errors import BadMove
from games.engine.private import Half, Knowledge, PlanForm
from games.engine.values import Seat
from p2p.replica.preview import preview
from p2p.replica.replica import Replica
from p2p.session.sight import HalfFeed
from p2p.wire.charter import Charter
from simulation.network import SimNet, assert_ended_well, table_of
from tests.games.moths import FLY, MothHalf
from tests.p2p.fog_tables import flown, halves_of, moths, secrets_of, table_of_moths

SEATS = 3


@pytest.fixture(autouse=True)
def _moths() -> Iterator[None]:
    with moths():
        yield


def replica_of(charter: Charter, *, keeps_settled: bool = True) -> Replica:
    game = charter.draft.make_game()
    options = dict(charter.draft.options)
    return Replica(charter.table, game, charter.seats, options, keeps_settled=keeps_settled)


def feed_of(net: SimNet, seat: int) -> HalfFeed:
    return HalfFeed(seat, secrets_of(net, seat), net.charter.draft.make_game())


def fed_at_once(net: SimNet, seat: int) -> Half | None:
    replica = replica_of(net.charter)
    for signed in net.session(0).log.order:
        replica.judge(signed.message)
    return feed_of(net, seat).follow(replica)


@pytest.mark.parametrize("seat", range(SEATS))
def test_a_half_comes_out_the_same_live_and_fed_at_once_and_bit_by_bit(seat: int) -> None:
    net = flown(SEATS)
    live = halves_of(net, seat)[-1]
    assert fed_at_once(net, seat) == live
    replica, feed = replica_of(net.charter), feed_of(net, seat)
    for signed in net.session(0).log.order:
        replica.judge(signed.message)
        half = feed.follow(replica)
        assert not replica.settled
    assert half == live


def test_there_is_no_half_before_a_step_asks_for_one() -> None:
    net = flown(SEATS)
    replica, feed = replica_of(net.charter), feed_of(net, 0)
    assert feed.follow(replica) is None
    for signed in net.session(0).log.order:
        assert (feed.follow(replica) is not None) == replica.asks_halves
        replica.judge(signed.message)


def test_a_table_that_is_played_again_is_learned_anew() -> None:
    net = flown(SEATS)
    feed, messages = feed_of(net, 1), [signed.message for signed in net.session(0).log.order]
    for upto in (len(messages) // 2, len(messages)):
        replica = replica_of(net.charter)
        for message in messages[:upto]:
            replica.judge(message)
        half = feed.follow(replica)
    assert half == halves_of(net, 1)[-1]


def test_an_audit_feeds_halves_of_all_seats_with_the_same_tasks() -> None:
    net = flown(SEATS)
    replica, feeds = replica_of(net.charter), [feed_of(net, seat) for seat in range(SEATS)]
    for signed in net.session(0).log.order:
        replica.judge(signed.message)
        settled, replica.settled = replica.settled, []
        halves = [feed.learn(replica, settled) for feed in feeds]
    assert halves == [halves_of(net, seat)[-1] for seat in range(SEATS)]


def test_nothing_is_kept_for_nobody() -> None:
    """A spectator and a verifier have no half: what is done is let go of."""
    net = flown(SEATS)
    replica = replica_of(net.charter, keeps_settled=False)
    for signed in net.session(0).log.order:
        replica.judge(signed.message)
    assert not replica.settled


def test_a_card_game_has_no_halves() -> None:
    net = table_of(2)
    net.start_all()
    net.run(lambda: net.session(0).prompt() is not None)
    assert net.session(0).knowledge().half is None
    assert not net.session(0).replica.settled


def test_a_half_without_a_question_for_its_person_plays_on_by_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As a seat does that is out: its default is sealed, and nobody is asked (FTD-26)."""
    asked = MothHalf.question

    def question(half: MothHalf, form: PlanForm) -> PlanForm | None:
        return None if half.seat == 1 and form == FLY else asked(half, form)

    monkeypatch.setattr(MothHalf, "question", question)
    net = table_of_moths(2, seed=5)
    net.start_all()
    net.run(net.finished)
    assert_ended_well(net)
    assert len(net.nodes[1].asked) == 1  # where to live, and never where to fly
    assert len(net.nodes[0].asked) > 1


def test_the_person_may_decide_only_what_its_half_allows() -> None:
    net = table_of_moths(2, seed=6)
    net.start_all()
    net.run(lambda: len(net.nodes[0].asked) == 1)
    net.nodes[0].plays = False
    net.run(lambda: (asked := net.session(0).prompt()) is not None and asked.choice.plan == FLY)
    session = net.session(0)
    prompt = session.prompt()
    assert prompt is not None
    with pytest.raises(BadMove, match="a moth flies one cell"):
        session.decide(prompt.step, Answer(plan=(FLY.most, FLY.most)), 0.0)
    with pytest.raises(BadMove, match="numbers of its form"):
        session.decide(prompt.step, Answer(plan=(1,)), 0.0)


def test_a_plan_is_previewed_in_the_own_half_alone() -> None:
    net = table_of_moths(2, seed=6)
    for node in net.nodes:
        node.plays = False
    net.start_all()
    net.run(lambda: net.session(0).prompt() is not None)
    session = net.session(0)
    prompt, knowledge = session.prompt(), session.knowledge()
    assert prompt is not None
    assert prompt.choice.plan is not None
    assert knowledge.half is not None
    plan = knowledge.half.default(prompt.choice.plan)
    ahead = preview(session.replica, Seat(0), knowledge, Answer(plan=plan))
    assert ahead is not None
    assert ahead.lines == ()
    assert ahead.outcome is None
    assert session.knowledge().half == knowledge.half
    with pytest.raises(BadMove):
        preview(session.replica, Seat(0), knowledge, Answer(plan=(0,)))
    assert preview(session.replica, Seat(0), Knowledge(), Answer(plan=plan)) is None
