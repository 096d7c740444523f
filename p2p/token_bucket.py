"""How much others may bring at a time: token buckets, and what counts as a flood.

A bucket holds some tokens at once and gains so many a second: plain accounting, the time is passed
in. A flood meter counts what a link brings that nobody asked for and nobody lacked. The session
counts frames of the game and the router all others: never what was new here, never the first copy
of a message over a link, never an answer. So passing on what others write, or answering what we
ask, does not empty it, whatever the others do. Held by tests/p2p/session/test_flood.py.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar


class TokenBucket:
    """Holds at most `burst` tokens and gains `rate` of them a second. Begins full."""

    def __init__(self, burst: float, rate: float) -> None:
        self._burst = burst
        self._rate = rate
        self._held = burst
        self._at: float | None = None

    def holds(self, now: float, amount: float = 1.0) -> bool:
        """Whether `amount` tokens could be taken at `now` (seconds)."""
        if self._at is not None:
            self._held = min(self._burst, self._held + (now - self._at) * self._rate)
        self._at = now
        return self._held >= amount - 1e-9  # what was waited for counts, whatever rounding did

    def wait(self, now: float, amount: float = 1.0) -> float:
        """Seconds until `amount` tokens are there."""
        return 0.0 if self.holds(now, amount) else (amount - self._held) / self._rate

    def take(self, now: float, amount: float = 1.0) -> bool:
        """Take `amount` tokens if they are there; says whether they were."""
        if not self.holds(now, amount):
            return False
        self._held -= amount
        return True

    def give(self, amount: float = 1.0) -> None:
        """Put tokens back, up to the burst."""
        self._held = min(self._burst, self._held + amount)


MAX_METERS = 256
"""Keys whose meters are remembered; a meter outlives its link, or a new link would fill it."""

K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Allowance:
    """Frames at once and a second, bytes at once and a second."""

    frames: float
    frames_a_second: float
    size: float
    size_a_second: float


SEAT = Allowance(512, 100, 4 << 20, 256 << 10)
"""Far more than two honest clients on bad lines cost each other."""
SPECTATOR = Allowance(128, 20, 256 << 10, 16 << 10)
"""It has nothing to say that a member would not say; and there may be many of them."""


class FloodMeter:
    """One link's holder."""

    def __init__(self, allowance: Allowance) -> None:
        self._frames = TokenBucket(allowance.frames, allowance.frames_a_second)
        self._size = TokenBucket(allowance.size, allowance.size_a_second)

    def count(self, now: float, *, frames: int = 0, size: int = 0) -> bool:
        """Count what nobody asked for; says whether it was still within the allowance."""
        within = self._frames.take(now, frames)
        return self._size.take(now, size) and within

    def asked(self) -> None:
        """We sent something that may be answered with a frame."""
        self._frames.give()


class FloodMeters(Generic[K]):
    """The meters of all that have had a link lately."""

    def __init__(self) -> None:
        self._meters: dict[K, FloodMeter] = {}

    def of(self, key: K, allowance: Allowance) -> FloodMeter:
        """The meter of `key`; a new one has this allowance."""
        meter = self._meters.pop(key, None) or FloodMeter(allowance)
        self._meters[key] = meter
        while len(self._meters) > MAX_METERS:
            del self._meters[next(iter(self._meters))]
        return meter
