"""Spectators lag behind by each member's own clock, and see everything once the game is over."""

from __future__ import annotations

from dataclasses import replace

import pytest

from p2p.errors import CodecError
from p2p.session.frames import Have, Messages, decode
from p2p.session.spectator_delay import SpectatorDelay
from p2p.wire.charter import DRAFT_LABEL, MAX_DELAY_MINUTES, Charter, Policies, signing_bytes
from simulation.network import SimNet, assert_ended_well, table_of
from simulation.tables import bytes_of, person

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


# In the charter


@pytest.mark.parametrize(
    ("policies", "wire"),
    [
        (Policies(), ("wait", 250, 0, False)),
        (Policies(spectators=False), ("wait", 250, 0, False, False)),
        (Policies(delay_minutes=5), ("wait", 250, 0, False, 5)),
    ],
)
def test_policies_on_the_wire(policies: Policies, wire: tuple[object, ...]) -> None:
    assert policies.wire() == wire
    assert Policies.from_wire(policies.wire()) == policies


@pytest.mark.parametrize("last", [0, True, -1, MAX_DELAY_MINUTES + 1, "5", b"", ()])
def test_there_is_one_way_to_write_policies(last: object) -> None:
    with pytest.raises(CodecError):
        Policies.from_wire(("wait", 250, 0, False, last))  # type: ignore[arg-type]
    with pytest.raises(CodecError):
        Policies.from_wire(("wait", 250, 0, False, 5, 5))
    with pytest.raises(CodecError):
        Policies.from_wire(("wait", 250, 0))
