"""What links have brought and the session has not had yet: bounded, and taken in turns.

A link whose share is full is held: nothing is read from it until there is room again. Seats come
before spectators and these before who only knocks; among equals each link has its turn. Plain
accounting: no sockets, no threads. Held by tests/p2p/client/play/test_inbox.py.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from p2p.net.links.admission import Precedence

W = TypeVar("W")


@dataclass(frozen=True, slots=True)
class Share:
    """What may be queued of one link: a number of frames and their bytes."""

    frames: int
    size: int


SHARES = {
    Precedence.MEMBER: Share(64, 2 << 20),
    Precedence.WATCHER: Share(8, 1 << 18),
    Precedence.KNOCKER: Share(8, 1 << 16),
}
"""A last frame may go over the share; then the link is held."""
TURN_FRAMES = 8
TURN_BYTES = 1 << 16
"""What is handed to the session in one go, unless one frame alone is larger."""


@dataclass(slots=True)
class _Queue(Generic[W]):
    items: deque[tuple[W, int]] = field(default_factory=deque)
    size: int = 0
    held: bool = False


class Inbox(Generic[W]):
    """Work of all links, in order for each of them."""

    def __init__(
        self,
        precedence: Callable[[bytes], Precedence],
        hold: Callable[[bytes, bool], None],
    ) -> None:
        """`hold(key, True)` is to stop reading from a link, `hold(key, False)` to go on."""
        self._precedence = precedence
        self._hold = hold
        self._queues: dict[bytes, _Queue[W]] = {}

    def __bool__(self) -> bool:
        return bool(self._queues)

    def put(self, key: bytes, work: W, size: int = 0) -> bool:
        """Queue work from the link to `key`, `size` its bytes.

        False, and not queued, if the link brings more although it is held: it should be cut off.
        """
        share = SHARES[self._precedence(key)]
        queue = self._queues.setdefault(key, _Queue())
        if size and (len(queue.items) >= 2 * share.frames or queue.size >= 2 * share.size):
            return False
        queue.items.append((work, size))
        queue.size += size
        if size and (len(queue.items) >= share.frames or queue.size >= share.size):
            queue.held = True
            self._hold(key, True)  # said again for a link that has come since
        return True

    def take(self) -> list[W]:
        """The next work to do, in order: from each link in turn, the first ranks first."""
        taken: list[W] = []
        size = 0
        while self._queues and len(taken) < TURN_FRAMES and size < TURN_BYTES:
            key = min(self._queues, key=self._precedence)  # the one that has waited longest
            queue = self._queues.pop(key)
            work, length = queue.items.popleft()
            taken.append(work)
            queue.size -= length
            size += length
            self._release(key, queue)
            if queue.items:
                self._queues[key] = queue  # to the end of its rank
        return taken

    def _release(self, key: bytes, queue: _Queue[W]) -> None:
        share = SHARES[self._precedence(key)]
        if queue.held and 2 * len(queue.items) <= share.frames and 2 * queue.size <= share.size:
            queue.held = False
            self._hold(key, False)
