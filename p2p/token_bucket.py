"""A token bucket: some at once, then so many a second. Plain accounting; the time is passed in."""

from __future__ import annotations


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
