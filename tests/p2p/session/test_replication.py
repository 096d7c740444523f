"""Replication: what is sent to whom, and what is not sent again."""

from __future__ import annotations

import pytest

from p2p.errors import CodecError
from p2p.net.links.framing import MAX_FRAME_OF_A_WATCHER
from p2p.session import replication
from p2p.session.effects import Effects, Send
from p2p.session.frames import BATCH_OF_A_WATCHER, Have, Messages
from p2p.session.peer_state import LONGEST, PAUSE
from p2p.session.replication import BATCHES
from p2p.session.session import Session
from simulation.tables import bytes_of, person
from tests.p2p.people import empty_like, filled, sent, serving, up
from tests.p2p.records import played

STRANGER = bytes_of("spectator")


@pytest.fixture(scope="module")
def whole() -> Session:
    """A finished table of three, seen by Ana."""
    return played(3, 1).session(0)


def test_a_long_log_comes_in_parts_that_are_asked_for(
    whole: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole_log = filled(whole, len(whole.log.order))
    group = serving(whole_log, whole, 0)
    up(group, person(1).key)
    one_each = lambda messages, most=0: ((signed,) for signed in messages)  # noqa: E731
    monkeypatch.setattr(replication, "batches", one_each)
    ben = empty_like(whole)
    rounds = 0
    while ben.counts() != whole_log.counts():
        out: Effects = []
        group.on_have(person(1).key, Have(ben.counts(), ()), float(rounds), out)
        batches = sent(out, Messages)
        assert 1 <= len(batches) <= BATCHES
        assert [batch.more for batch in batches[:-1]] == [False] * (len(batches) - 1)
        for batch in batches:
            for signed in batch.items:
                assert ben.take(signed) is None
                ben.accept(next(iter(ben.ready())))
        rounds += 1
        assert batches[-1].more == (ben.counts() != whole_log.counts())
    assert rounds == -(-len(whole.log.order) // BATCHES)


@pytest.mark.parametrize("key", [STRANGER, person(1).key])
def test_who_asks_again_at_once_for_what_it_was_sent_waits(whole: Session, key: bytes) -> None:
    group = serving(filled(whole, 40), whole, 0)
    up(group, key)
    counts = []
    for now, have in ((1.0, 0), (1.1, 0), (1.2, 1), (2.0, 0), (3.9, 0), (4.0, 0), (7.9, 0)):
        out: Effects = []
        group.on_have(key, Have((have, 0, 0), ()), now, out)
        counts.append(len(sent(out, Messages)))
    assert counts == [1, 0, 0, 1, 0, 1, 0]  # the pause doubles each time
    asked = 0
    for tenth in range(80, 10_080):
        out = []
        group.on_have(key, Have((tenth % 3, 0, 0), ()), tenth / 10, out)
        asked += len(sent(out, Messages))
    assert asked < 4 + 1000 / LONGEST + 2


def test_who_waits_is_answered_in_the_end_unless_it_says_that_it_has_it(whole: Session) -> None:
    group = serving(filled(whole, 40), whole, 0)
    key = person(1).key
    up(group, key)
    nothing, everything = Have((0, 0, 0), ()), Have(group._log.counts(), ())
    for last, answers in ((nothing, 1), (everything, 0)):
        out: Effects = []
        group.on_have(key, nothing, 10.0, out)
        out.clear()
        group.on_have(key, nothing, 10.1, out)
        group.on_have(key, last, 10.2, out)
        assert group.wake_at() == (10.0 + PAUSE if answers else None)
        group.tick(10.0 + PAUSE, out)
        assert len(sent(out, Messages)) == answers
        assert group.wake_at() is None
        group.by_key[key].again_at = 0.0


def test_what_was_not_sent_yet_comes_at_once(whole: Session) -> None:
    log = filled(whole, 40)
    group = serving(log, whole, 0)
    key = person(1).key
    up(group, key)
    for count in range(40, 50):
        out: Effects = []
        group.on_have(key, Have(log.counts(), ()), 1.0, out)
        assert sent(out, Messages) == []
        before = log.counts()
        assert log.take(whole.log.order[count]) is None
        log.accept(next(iter(log.ready())))
        group.on_have(key, Have(before, ()), 1.0, out)
        assert [frame.items for frame in sent(out, Messages)] == [(whole.log.order[count],)]


def test_what_lies_between_is_new_to_the_link(
    whole: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new message of ours goes out while a peer still fetches old ones: these come at once."""
    log = filled(whole, 40)
    group = serving(log, whole, 0)
    key = person(1).key
    up(group, key)
    monkeypatch.setattr(replication, "batches", lambda messages: ((signed,) for signed in messages))
    newest = log.newest(0)
    assert newest is not None
    ben = empty_like(whole)
    for _ in range(3):
        out: Effects = []
        group.on_have(key, Have(ben.counts(), ()), 1.0, out)
        group.publish(newest, [])
        assert len(sent(out, Messages)) == BATCHES
        for frame in sent(out, Messages):
            assert ben.take(frame.items[0]) is None
            ben.accept(next(iter(ben.ready())))


def test_evidence_goes_over_a_link_once_and_again_after_a_pause(whole: Session) -> None:
    group = serving(filled(whole, 40), whole, 0)
    key = person(1).key
    up(group, key)
    first, second, *_ = whole.log.order
    shown = []
    for now, evidence in (
        (1.0, (first,)),
        (1.1, (first,)),
        (1.2, (first, second)),
        (1.3, (first, second)),
        (1.2 + PAUSE, (first, second)),
    ):
        out: Effects = []
        group.show(key, evidence, now, out)
        shown.append(tuple(signed for frame in sent(out, Messages) for signed in frame.items))
    assert shown == [(first,), (), (second,), (), (first, second)]


def test_messages_go_on_only_to_those_who_may_lack_them(whole: Session) -> None:
    log = filled(whole, 40)
    group = serving(log, whole, 0)
    for key in (person(1).key, person(2).key, STRANGER):
        up(group, key)
    theirs = next(s for s in reversed(log.order) if s.message.seat == 1)
    out: Effects = []
    group.forward(theirs, person(1).key, out)
    assert {effect.peer for effect in out if isinstance(effect, Send)} == {person(2).key, STRANGER}
    out.clear()
    group.forward(theirs, person(1).key, out)
    assert not out  # they have it now
    for key in (person(2).key, STRANGER):
        group.by_key[key].counts = [0, 0, 0]
    group.by_key[person(2).key].linked = (0, 1)
    group.forward(theirs, person(1).key, out)
    assert [effect.peer for effect in out if isinstance(effect, Send)] == [STRANGER]


def test_a_spectator_passes_on_small_frames_alone(
    whole: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = sorted(len(signed.body) for signed in whole.log.order)
    monkeypatch.setattr(replication, "BATCH_OF_A_WATCHER", sizes[-5])
    everything = filled(whole, len(whole.log.order))
    found = {}
    for seat in (0, None):
        group = serving(everything, whole, seat)
        up(group, STRANGER if seat is not None else person(1).key)
        out: Effects = []
        group.show(next(iter(group.by_key)), whole.log.order, 0.0, out)
        found[seat] = sent(out, Messages)
    assert sum(len(frame.items) for frame in found[0]) == len(sizes)
    kept = [signed for frame in found[None] for signed in frame.items]
    assert [len(signed.body) for signed in kept] == [
        size for signed in whole.log.order if (size := len(signed.body)) <= sizes[-5]
    ]
    assert max(len(frame.encode()) for frame in found[None]) <= sizes[-5] + 200
    assert MAX_FRAME_OF_A_WATCHER >= BATCH_OF_A_WATCHER + 200


def test_a_list_for_another_table_is_refused(whole: Session) -> None:
    group = serving(filled(whole, 40), whole, 0)
    up(group, person(1).key)
    with pytest.raises(CodecError, match="another number of seats"):
        group.on_have(person(1).key, Have((0, 0), ()), 0.0, [])
