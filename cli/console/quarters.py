"""How far something slow has come, said on standard error in quarters, if it takes its time.

Held by tests/cli/console/test_quarters.py.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from cli.console.text import QUARTERS, SLOW


class Quarters:
    """Says each quarter once, after the first seconds in which nobody needs to hear of it."""

    def __init__(self, doing: str, clock: Callable[[], float] = time.monotonic) -> None:
        """`doing`: a word for what is done, such as Checking."""
        self._doing = doing
        self._clock = clock
        self._began, self._said = clock(), 0

    def at(self, done: int, total: int) -> None:
        """So much of it is done."""
        quarter = 4 * done // max(1, total)
        late = self._clock() - self._began > SLOW
        if self._said < quarter < len(QUARTERS) - 1 and late:
            self._said = quarter
            print(f"{self._doing}: {QUARTERS[quarter]} done.", file=sys.stderr, flush=True)
