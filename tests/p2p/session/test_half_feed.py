"""A half learns from what its table has settled: the same whoever feeds it, and when."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.engine.private import Half
from p2p.replica.replica import Replica
from p2p.session.half_feed import HalfFeed
from p2p.wire.charter import Charter
from tests.p2p.fog_tables import flown, halves_of, moths, secrets_of
from tests.p2p.simnet import SimNet, table_of

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
