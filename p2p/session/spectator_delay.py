"""How far spectators lag behind: what we hold goes to them only so long after we took it.

Each member keeps this by its own clock, from when it took a message; after a restart from then on.
So a spectator that has nothing but honest members to ask learns nothing earlier. Once the game has
ended, everything goes out at once. Held by tests/p2p/session/test_spectator_delay.py.
"""

from __future__ import annotations

from collections import deque

Counts = tuple[int, ...]
"""How many messages of each author."""


class SpectatorDelay:
    """What of our log spectators may see. `seconds` are 0 where they see all of it."""

    def __init__(self, seconds: float, seats: int) -> None:
        self._seconds = seconds
        self._visible: Counts = (0,) * seats
        self._newest: Counts = self._visible
        self._taken: deque[tuple[float, Counts]] = deque()
        """When we held how much for the first time, as far as it is still hidden."""
        self._over = seconds == 0

    @property
    def hides(self) -> bool:
        """Whether anything is kept from spectators at all."""
        return not self._over

    def visible(self, counts: Counts) -> Counts:
        """What a spectator may know of these."""
        return counts if self._over else tuple(map(min, counts, self._visible))

    def may_show(self, author: int, seq: int) -> bool:
        """Whether a spectator may have this message."""
        return self._over or (author < len(self._visible) and seq < self._visible[author])

    def note(self, counts: Counts, now: float, *, ended: bool) -> bool:
        """We hold `counts` at `now` (seconds). Says whether spectators may see more than before."""
        if self._over:
            return False
        if ended:
            self._over = True
            self._taken.clear()
            return True
        if counts != self._newest:
            self._newest = counts
            self._taken.append((now, counts))
        before = self._visible
        while self._taken and self._taken[0][0] + self._seconds <= now:
            self._visible = self._taken.popleft()[1]
        return self._visible != before

    def wake_at(self) -> float | None:
        """When the next of what is hidden may be shown."""
        return self._taken[0][0] + self._seconds if self._taken else None
