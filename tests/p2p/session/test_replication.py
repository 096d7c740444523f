"""Replication: what is sent to whom, what is not sent again, and how far spectators lag behind."""

from __future__ import annotations

from dataclasses import replace

import pytest

from p2p.errors import CodecError
from p2p.net.links.framing import MAX_FRAME_OF_A_WATCHER
from p2p.session import replication
from p2p.session.effects import Effects, Send
from p2p.session.frames import BATCH_OF_A_WATCHER, Have, Messages, decode
from p2p.session.peer_state import LONGEST, PAUSE
from p2p.session.replication import BATCHES, SpectatorDelay
from p2p.session.session import Session
from p2p.wire.charter import DRAFT_LABEL, Charter, Policies, signing_bytes
from simulation.network import SimNet, assert_ended_well, table_of
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


MINUTES = 5
DELAY = 60.0 * MINUTES
ROUNDING = 1e-6
"""Seconds: sums of floats are not exact."""


def test_what_is_held_is_seen_once_it_is_old_enough() -> None:
    delay = SpectatorDelay(10.0, 2)
    assert delay.hides
    assert not delay.note((3, 1), 100.0, ended=False)
    assert not delay.note((4, 1), 104.0, ended=False)
    assert delay.visible((4, 1)) == (0, 0)
    assert delay.wake_at() == 110.0
    assert not delay.note((4, 1), 109.9, ended=False)
    assert delay.note((4, 1), 110.0, ended=False)
    assert delay.visible((4, 1)) == (3, 1)
    assert delay.may_show(0, 2)
    assert not delay.may_show(0, 3)
    assert delay.wake_at() == 114.0
    assert delay.note((5, 1), 114.0, ended=True)
    assert delay.visible((5, 1)) == (5, 1)
    assert delay.may_show(0, 4)
    assert delay.wake_at() is None
    assert not delay.note((6, 1), 115.0, ended=True)


def test_without_a_delay_nothing_is_hidden() -> None:
    delay = SpectatorDelay(0.0, 2)
    assert not delay.hides
    assert not delay.note((3, 1), 100.0, ended=False)
    assert delay.visible((3, 1)) == (3, 1)
    assert delay.may_show(1, 7)


# At a table


def lagging(seats: int = 3, *, shape: str = "mesh", rounds: int = 2) -> tuple[SimNet, int]:
    """A table whose spectator lags behind; decisions are ten seconds apart."""
    net = table_of(seats, options={"rounds": rounds})
    draft = replace(
        net.charter.draft, policies=Policies(response_delay_ms=0, delay_minutes=MINUTES)
    )
    seals = []
    for number in range(seats):
        one, nonce = person(number), bytes_of("nonce", number)
        seals.append((nonce, one.sign(DRAFT_LABEL, signing_bytes(draft.encode(), nonce))))
    people = [person(number) for number in range(seats)]
    net = SimNet(Charter(draft, tuple(seals)), people)
    watcher = net.spectator("Watcher")
    seated = [(one, other) for one in range(seats) for other in range(one)]
    links = [(seat, watcher) for seat in range(seats)] if shape == "mesh" else [(0, watcher)]
    net.start_all([*seated, *links])
    return net, watcher


class Clock:
    """Notes when each client held each message, and that none goes to a spectator too early."""

    def __init__(self, net: SimNet, watcher: int) -> None:
        self.early = float("inf")
        """The shortest time that a message was held before it went to the spectator."""
        self.sent = 0
        self._net, self._watcher = net, watcher
        self._since: dict[tuple[int, bytes], float] = {}
        net.filter = self.look

    def note(self) -> None:
        for number, node in enumerate(self._net.nodes):
            for signed in node.session.log.order if node.session is not None else ():
                self._since.setdefault((number, signed.hash), self._net.now)

    def look(self, source: int, target: int, frame: bytes) -> bytes:
        if target == self._watcher and self._is_on():
            read = decode(frame)
            if isinstance(read, Messages):
                for signed in read.items:
                    self.sent += 1
                    held = self._net.now - self._since.get((source, signed.hash), self._net.now)
                    self.early = min(self.early, held)
            elif isinstance(read, Have):
                assert sum(read.counts) <= self._older_than_the_delay(source)
        return frame

    def _older_than_the_delay(self, source: int) -> int:
        times = (at for (number, _), at in self._since.items() if number == source)
        return sum(at + DELAY <= self._net.now for at in times)

    def _is_on(self) -> bool:
        return all(session.ending() is None for session in self._net.sessions()[:-1])


def play(net: SimNet, clock: Clock, seconds: float, *, restarts: int | None = None) -> None:
    """Decisions come one after the other, so many seconds apart, until the game is over."""
    for node in net.nodes:
        node.plays = False
    for turn in range(10_000):
        if net.finished():
            return
        for number in range(len(net.nodes) - 1):
            if net.nodes[number].session is not None:
                net.decide(number)
        clock.note()
        until = net.now + seconds
        while net.now < until and net.step():
            clock.note()
            wakes = [at for s in net.sessions() if (at := s.wake_at()) is not None]
            if not net._queue and (not wakes or min(wakes) > until):
                net.now = until
        net.now = max(net.now, until)
        for number in range(len(net.nodes)):
            net.do(number, lambda s: s.tick(net.now))
        clock.note()
        if turn == restarts:
            net.restart(0)
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("shape", ["mesh", "one"])
def test_a_spectator_gets_nothing_before_its_time_and_all_of_it_at_the_end(shape: str) -> None:
    net, watcher = lagging(shape=shape)
    clock = Clock(net, watcher)
    play(net, clock, 40.0)
    assert_ended_well(net)
    assert clock.sent > 20
    assert clock.early >= DELAY - ROUNDING
    assert clock.early < DELAY + 60.0
    seen, held = net.session(watcher), net.session(0)
    assert seen.replica.digest == held.replica.digest
    assert seen.log.counts() == held.log.counts()


def test_a_short_game_is_over_before_a_spectator_has_seen_anything() -> None:
    net, watcher = lagging()
    clock = Clock(net, watcher)
    while all(s.ending() is None for s in net.sessions()[:-1]):
        assert net.session(watcher).log.counts() == (0, 0, 0)
        assert net.step()
        clock.note()
    assert net.now < DELAY
    net.run(net.finished)
    assert clock.sent == 0
    assert_ended_well(net)
    assert net.session(watcher).log.counts() == net.session(0).log.counts()


def test_after_a_restart_what_a_member_holds_is_new_to_it() -> None:
    net, watcher = lagging(shape="one")
    clock = Clock(net, watcher)
    play(net, clock, 40.0, restarts=12)
    assert clock.early >= DELAY - ROUNDING
    assert_ended_well(net)


def test_members_wait_for_nothing() -> None:
    net, _ = lagging()
    net.run(lambda: net.session(1).started)
    assert net.now < 5.0


def test_who_comes_late_is_told_what_is_old_and_no_more() -> None:
    net, watcher = lagging()
    for seat in range(3):
        net.cut(seat, watcher)
    for node in net.nodes:
        node.plays = False
    net.settle()
    net.now += DELAY / 2
    for number in range(3):
        net.do(number, lambda s: s.tick(net.now))
    net.decide_all()
    old = sum(net.session(1).log.counts())
    net.now += DELAY / 2 + 1.0
    net.link(1, watcher)
    while net._queue:
        net.step()
    assert 0 < sum(net.session(watcher).log.counts()) <= old


def passes_nothing_on(source: int, target: int, frame: bytes) -> bytes | None:
    """Seat 1 keeps the messages of others to itself, and says all the same that it has them."""
    found = decode(frame)
    if source != 1 or not isinstance(found, Messages):
        return frame
    own = tuple(signed for signed in found.items if signed.outline.seat == 1)
    return Messages(own, found.more).encode() if own else None


def test_who_has_messages_and_passes_none_on_is_named() -> None:
    net = table_of(3, seed=1)
    net.start_all([(0, 1), (1, 2)])
    net.run(until=lambda: net.session(0).replica.step > 1)
    assert [session.withheld for session in net.sessions()] == [(), (), ()]
    net.filter = passes_nothing_on
    net.run()
    # Whoever is to speak next lacks what it is to answer; the other has nothing to miss yet.
    assert sorted(session.withheld for session in net.sessions()) == [(), (), ((1, (0,)),)]
    assert net.session(2).withheld
    assert net.dropped == []  # asking again is no flood
    net.filter = lambda _source, _target, frame: frame
    net.cut(0, 1)
    net.cut(1, 2)
    net.link(0, 1)
    net.link(1, 2)
    net.run()
    assert [session.withheld for session in net.sessions()] == [(), (), ()]
    assert_ended_well(net)


def test_nobody_is_named_who_passes_on_slowly() -> None:
    net = table_of(3, seed=2, delay=lambda source, target: 9.0 if 1 in (source, target) else 0.1)
    net.start_all([(0, 1), (1, 2)])
    net.run(until=lambda: any(session.withheld for session in net.sessions()))
    assert_ended_well(net)
