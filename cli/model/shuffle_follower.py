"""How far a shuffle has come, and how long it may still take. Pure.

Held by tests/cli/model/test_shuffle_follower.py.
"""

from __future__ import annotations

from dataclasses import dataclass

from cli.console.text import SLOW
from p2p.client.updates import Progress


@dataclass(frozen=True, slots=True)
class ShufflePass:
    """How many of `total` cards one seat has shuffled, and since when it is at it."""

    began: float
    done: int
    total: int


class ShuffleFollower:
    """How far the shuffle is that goes on now: one pass a seat, one after the other."""

    def __init__(self) -> None:
        self.passes: dict[int, ShufflePass] = {}
        """By seat."""
        self._step = -1
        self._began = 0.0

    def take(self, progress: Progress, now: float) -> ShufflePass:
        """A shuffle has come so far; gives the pass of that seat."""
        if progress.step != self._step:
            self._step, self._began, self.passes = progress.step, now, {}
        before = self.passes.get(progress.seat)
        began = now if before is None else before.began
        found = ShufflePass(began, progress.done, progress.total)
        self.passes[progress.seat] = found
        return found

    def forget_before(self, step: int) -> None:
        """The table is at this step of the rules."""
        if step > self._step:
            self.passes = {}

    @property
    def total(self) -> int:
        """The cards of one pass."""
        return max((one.total for one in self.passes.values()), default=0)

    def is_slow(self, now: float) -> bool:
        """Whether one goes on that has taken longer than a moment: a bar that flashes is worse
        than none."""
        unfinished = any(one.done < one.total for one in self.passes.values())
        return unfinished and now - self._began >= SLOW

    def seconds_left(self, now: float, seats: int) -> float | None:
        """About how long it will still take all seats, by how far it is; None if unknown."""
        done = sum(one.done for one in self.passes.values())
        if not done:
            return None
        return (now - self._began) * (self._all(seats) - done) / done

    def _all(self, seats: int) -> int:
        own = sum(one.total for one in self.passes.values())
        return own + self.total * (seats - len(self.passes))
