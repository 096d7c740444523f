"""Who sits at a table, whom it waits for, how far a shuffle is: what changes with time. Pure.

Held by tests/cli/tui/table/test_status.py, test_table_keys.py and the golden screens.
"""

from __future__ import annotations

from cli.console.text import ago
from cli.model.path_text import paths_in_words
from cli.tui.table.panels import Bar, SeatLine
from cli.tui.table.state import TableState
from p2p.client.play.snapshot import Wait


def seats_shown(state: TableState, now: float) -> list[SeatLine]:
    """Every seat's line."""
    follower = state.follower
    waits = (
        {}
        if state.snapshot is None or state.over or state.pacing.is_behind
        else {wait.seat: wait for wait in state.snapshot.waiting}
    )
    views = {int(seat.seat): seat for seat in state.view.seats} if state.view else {}
    before = {int(seat.seat): seat for seat in state.seats_before}
    paths = paths_in_words(state.paths, state.names)
    ways = paths_in_words(state.paths, state.names, timed=False)
    kept = state.draft is None and follower.attendance.is_alone(state.names.own, now)
    lines = []
    for seat, person in enumerate(state.names.people):
        shown = views.get(seat)
        note = state.names.put_into(shown.note) if shown else ""
        lines.append(
            SeatLine(
                seat,
                person.name,
                shown.hand if shown else 0,
                ", ".join(filter(None, (note, person.operator))),
                follower.attendance.is_online(seat, now),
                seat_does(waits[seat], mine=person.mine, kept=kept) if seat in waits else "",
                follower.attendance.seconds_lost(seat, now),
                follower.attendance.absence(seat, now),
                next(iter(state.passes_of(seat)), None),
                state.names.put_into(shown.short) if shown else "",
                paths[seat],
                ways[seat],
                seat in before and before[seat] != shown,
            )
        )
    return lines


def seat_does(wait: Wait, *, mine: bool, kept: bool) -> str:
    """What a seat does that the table waits for; where it is for us to choose, that, or, with
    nobody there to be told (`kept`), that we have."""
    if mine and wait.decides:
        return "your answer is kept" if kept else "your choice"
    return f"is {wait.doing}"


def waiting(state: TableState, now: float) -> str:
    """For whom the table waits, for what and since when."""
    if state.snapshot is None:
        return "Calling the others."
    if state.view is None and state.lag:
        return f"You watch {state.lag}: what has happened is shown when it is that old."
    return "" if state.over else state.follower.waiting(now)


def bars(state: TableState, now: float) -> list[Bar]:
    """One bar a seat for a shuffle that takes longer than a moment."""
    shuffle = state.follower.shuffle
    if not shuffle.is_slow(now):
        return []
    found = []
    for seat, person in enumerate(state.names.people):
        one = shuffle.passes.get(seat)
        done, total = (one.done, one.total) if one is not None else (0, shuffle.total)
        found.append(Bar(seat, person.name, done, total))
    return found


def rest(state: TableState, now: float) -> str:
    """About how long a shuffle will still take, by how far it is; empty if unknown."""
    shuffle = state.follower.shuffle
    if not shuffle.is_slow(now):
        return ""
    left = shuffle.seconds_left(now, len(state.names.people))
    return "" if left is None else f"about {ago(max(1.0, left))} left"


class Seconds:
    """Knows whether time alone has changed what is shown of a table."""

    def __init__(self, state: TableState) -> None:
        self._state = state
        self._shown = (0, False)

    def tick(self, now: float) -> bool:
        """Whether it has since this was asked last."""
        state, follower = self._state, self._state.follower
        if state.over or (state.draft is not None and not follower.attendance.misses_somebody):
            return False
        before = self._shown
        self._shown = (int(follower.seconds_waited(now)), follower.shuffle.is_slow(now))
        return before != self._shown
