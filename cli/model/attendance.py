"""Who is at the table and who is not: what is said of a seat off line, and from when on. Pure.

A moment's absence is nothing; after it a seat is on its way back, and at last it is away. Held by
tests/cli/model/test_attendance.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from cli.console.text import time_of_day

GRACE_SECONDS = 3.0
"""How long a seat may be off line before it is said: most links are back by then."""
AWAY_SECONDS = 30.0
"""After so long off line a seat counts as away, and no longer as on its way back."""
WAKING_SECONDS = 60.0
"""How long after a sleep of this machine a lost link is our own doing, until it is back."""


class Attendance:
    """Who is on line at one table, and what was given out of it."""

    def __init__(self, time_of_day: Callable[[float], str] = time_of_day) -> None:
        """`time_of_day`: what a clock showed so many seconds ago."""
        self._time_of_day = time_of_day
        self._online: Sequence[bool | None] = ()
        self._seen: set[int] = set()
        self._lost: dict[int, float] = {}
        self._given_out: set[int] = set()
        self._away: set[int] = set()
        self._woke = float("-inf")
        self._blamed: dict[int, str] = {}

    def take(self, online: Sequence[bool | None], own: int | None, now: float) -> tuple[int, ...]:
        """Who is on line now, as a `Snapshot` has it; gives the seats that are so again.

        `own`: our own seat, of which nothing is said.
        """
        self._online = online
        back = []
        for seat, here in enumerate(online):
            if here:
                self._seen.add(seat)
            if here is False and seat in self._seen and seat != own:
                self._lost.setdefault(seat, now)
                continue
            self._lost.pop(seat, None)
            self._blamed.pop(seat, None)
            self._away.discard(seat)
            if here and seat in self._given_out:
                self._given_out.discard(seat)
                back.append(seat)
        return tuple(back)

    def blame(self, seats: Mapping[int, str]) -> None:
        """Say this of these seats as long as they are off line: it is a link that was closed."""
        self._blamed |= seats

    def newly_lost(self, now: float) -> tuple[int, ...]:
        """The seats that have by now been off line for longer than a moment; each once."""
        seats = tuple(
            seat
            for seat, since in self._lost.items()
            if seat not in self._given_out and now >= self._grace_until(since)
        )
        self._given_out.update(seats)
        return seats

    def newly_away(self, now: float) -> tuple[int, ...]:
        """Of the seats that were given out as lost, those that are away by now; each once."""
        seats = tuple(
            seat
            for seat in self._lost
            if seat in self._given_out - self._away and self._is_away(seat, now)
        )
        self._away.update(seats)
        return seats

    def lost_due(self) -> float | None:
        """When `newly_lost` or `newly_away` may have something to give out; None for never."""
        times = [
            self._away_from(since) if seat in self._given_out else self._grace_until(since)
            for seat, since in self._lost.items()
            if seat not in self._away
        ]
        return min(times, default=None)

    def absence(self, seat: int, now: float) -> str:
        """In words why a seat that is not on line is not; empty for a moment's absence.

        One that has not been here since we are is off line, and nothing more is known of it.
        """
        if not self._online or self._online[seat] is not False:
            return ""
        if seat not in self._lost:
            return "off line"
        if not self.seconds_lost(seat, now):
            return ""
        if seat in self._blamed:
            return self._blamed[seat]
        return self.away_since(seat, now) if self._is_away(seat, now) else "reconnecting"

    def away_since(self, seat: int, now: float) -> str:
        """Since when a seat is away, by the clock on the wall."""
        return f"away since {self._time_of_day(now - self._lost.get(seat, now))}"

    def _is_away(self, seat: int, now: float) -> bool:
        return now >= self._away_from(self._lost[seat])

    def _away_from(self, since: float) -> float:
        return max(since + AWAY_SECONDS, self._grace_until(since))

    def is_online(self, seat: int, now: float) -> bool | None:
        """Whether a seat is on line, a moment's absence aside; None if it has left the game."""
        if seat in self._lost:
            return not self.seconds_lost(seat, now)
        return self._online[seat] if self._online else True

    def seconds_lost(self, seat: int, now: float) -> float:
        """For how long a seat has been off line; 0 for a moment's absence and if it is not."""
        since = self._lost.get(seat)
        return now - since if since is not None and now >= self._grace_until(since) else 0.0

    def wake(self, now: float) -> None:
        """This machine has slept until now. The links that broke over it say nothing of others."""
        self._woke = now

    def _grace_until(self, since: float) -> float:
        """Until when a seat that was lost then may be on line after all."""
        # D-51: after our own sleep a broken link says nothing of whoever was at its other end.
        ours = self._woke <= since <= self._woke + WAKING_SECONDS
        return max(since + GRACE_SECONDS, self._woke + WAKING_SECONDS if ours else since)

    def _is_waking(self, seat: int, now: float) -> bool:
        """Whether it is our own sleep, as far as we can know, that a seat is not reached."""
        since = self._lost.get(seat, float("-inf"))
        return self._woke <= since and now < self._grace_until(since)

    def absences(self, now: float) -> tuple[str, ...]:
        """For each seat why it is not on line, as far as that is to be said."""
        return tuple(
            "" if self._is_waking(seat, now) else self.absence(seat, now)
            for seat in range(len(self._online))
        )

    def is_alone(self, own: int | None, now: float) -> bool:
        """Whether of the others who are in the game all are off line for longer than a moment."""
        absences = self.absences(now)
        others = [
            absences[seat]
            for seat, online in enumerate(self._online)
            if seat != own and online is not None
        ]
        return bool(others) and all(others)

    @property
    def misses_somebody(self) -> bool:
        """Whether a seat that was here is off line, if only for a moment."""
        return bool(self._lost)
