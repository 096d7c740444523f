"""A table of the simulated network at which one seat's profile runs twice.

As between machines, a client has one link to a key. So of two clients with one key the one that
called last has the link; the other learns a moment later that its own is gone, and calls again.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from typing import Any

from p2p.errors import SecondInstance
from p2p.session.effects import Effect, Send
from p2p.session.session import Session
from simulation.network import Node, SimNet, copied, table_of

REDIAL = 1.5
"""Seconds at most until a lost link is called again."""
NOTICE = 0.3
"""Seconds at most until the other side of a link that was taken over notices."""


class TwinNet(SimNet):
    """Seat 0 may have a second client, the last node. What stops a client is kept by number."""

    stopped: dict[int, SecondInstance]

    @classmethod
    def of(cls, seats: int, seed: int, **options: Any) -> TwinNet:
        """A table with all started and linked, and no twin yet."""
        plain = table_of(seats, seed=seed, **options)
        people = [node.person for node in plain.nodes if node.person is not None]
        net = cls(plain.charter, people, seed=seed, delay=None)
        net.stopped = {}
        net._events = []
        net._may_link = {(one, other) for one in range(seats) for other in range(one)}
        return net

    _events: list[tuple[float, int, Callable[[], None]]]
    _may_link: set[tuple[int, int]]

    def add_twin(self, *, reach: set[int]) -> int:
        """A copy of seat 0's profile as it is now, which can call these nodes; returns its node."""
        first = self.nodes[0]
        store = copied(first.store)
        self.nodes.append(Node(first.name, first.key, 0, first.person, store, starts=100))
        twin = len(self.nodes) - 1
        self._may_link |= {(twin, other) for other in reach}
        return twin

    def launch(self, number: int) -> None:
        """Start a client and have it call whom it can."""
        self.start(number)
        for one, other in sorted(self._may_link):
            if number in (one, other):
                self.later(self.random.random() * 0.05, lambda a=one, b=other: self.link(a, b))  # type: ignore[misc]

    def later(self, seconds: float, act: Callable[[], None]) -> None:
        """Do something in so many seconds."""
        heapq.heappush(self._events, (self.now + seconds, next(self._order), act))

    def link(self, one: int, other: int) -> None:
        """As in a mesh: an older link to the same key gives way."""
        if (min(one, other), max(one, other)) in self.links:
            return
        if self.nodes[one].session is None or self.nodes[other].session is None:
            return
        for mine, theirs in ((one, other), (other, one)):
            rival = next(
                (n for n in self._linked_to(mine) if self.nodes[n].key == self.nodes[theirs].key),
                None,
            )
            if rival is not None:
                self._take_over(mine, rival)
        super().link(one, other)

    def _take_over(self, mine: int, rival: int) -> None:
        self.links.discard((min(mine, rival), max(mine, rival)))
        key = self.nodes[rival].key
        self._do(mine, lambda s: s.peer_down(key, self.now, replaced=True))
        self.later(self.random.random() * NOTICE, lambda: self._notice(rival, mine))

    def _notice(self, rival: int, other: int) -> None:
        if (min(rival, other), max(rival, other)) not in self.links:
            self._tell(rival, other, up=False)
            pause = 0.1 + self.random.random() * REDIAL
            self.later(pause, lambda: self.link(rival, other))

    def _linked_to(self, number: int) -> list[int]:
        return [sum(pair) - number for pair in sorted(self.links) if number in pair]

    def step(self) -> bool:
        """The earliest of frames, calls and alarms."""
        frames = self._queue[0][0] if self._queue else None
        if self._events and (frames is None or self._events[0][0] <= frames):
            alarms = [at for session in self.sessions() if (at := session.wake_at()) is not None]
            if frames is not None or self._events[0][0] <= min(alarms, default=self.now + 1e9):
                at, _, act = heapq.heappop(self._events)
                self.now = max(self.now, at)
                act()
                return True
        return super().step()

    def _do(self, number: int, act: Callable[[Session], list[Effect]]) -> None:
        try:
            super()._do(number, act)
        except SecondInstance as error:
            self.stopped[number] = error
            for other in self._linked_to(number):
                self.cut(number, other, tell=other)
            self.nodes[number].session = None

    def _send(self, source: int, send: Send) -> None:
        linked = [n for n in self._linked_to(source) if self.nodes[n].key == send.peer]
        for target in linked:
            at = max(self.now + self.delay(source, target), self._last.get((source, target), 0.0))
            self._last[source, target] = at
            pair = (min(source, target), max(source, target))
            entry = (at, next(self._order), self._epoch[pair], source, target, send.frame)
            frame = self.filter(source, target, send.frame)
            if frame is not None:
                heapq.heappush(self._queue, (*entry[:-1], frame))
