"""A clock of the seconds in which this program ran: what the machine slept through does not count.

Whoever waits for others compares times of this clock, so that our own sleep is never held against
them. A gap between two looks at it that is far longer than `BEAT_SECONDS` was a sleep: the machine
was suspended, or the program was stopped. Somebody has to look at least that often. Held by
tests/cli/console/test_awake_clock.py.
"""

from __future__ import annotations

import time
from collections.abc import Callable

BEAT_SECONDS = 5.0
"""The clock is looked at this often at least, while it counts."""
ASLEEP_SECONDS = 30.0
"""A longer gap between two looks was a sleep, and no busy moment."""

_WITH_SUSPENSION = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
"""The system's clock that goes on while the machine is suspended: on Linux only the first does."""


def elapsed_seconds() -> float:
    """Seconds of a clock that never goes back and also counts while the machine is suspended."""
    # On Windows this clock counts suspension by itself.
    if _WITH_SUSPENSION is None:
        return time.monotonic()
    return time.clock_gettime(_WITH_SUSPENSION)


class AwakeClock:
    """Seconds awake, and how long it has slept since that was asked last."""

    def __init__(self, elapsed: Callable[[], float] = elapsed_seconds) -> None:
        self._elapsed = elapsed
        self._looked = elapsed()
        self._asleep = self._untold = 0.0

    def now(self) -> float:
        """Seconds of a clock that never goes back, without those of sleep."""
        at = self._elapsed()
        gap, self._looked = at - self._looked, at
        # D-51: serves suspension and a stopped program alike, on every system.
        if gap > ASLEEP_SECONDS:
            self._asleep += gap
            self._untold += gap
        return at - self._asleep

    def take_sleep(self) -> float:
        """The seconds slept that were not told of yet; they count as told from now on."""
        self.now()
        slept, self._untold = self._untold, 0.0
        return slept


CLOCK = AwakeClock()
"""The clock of this program; for the thread of its event loop."""
