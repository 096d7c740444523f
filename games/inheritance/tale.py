"""The tale of a game that is over: how the Ring went round, and the turn that decided.

It reads what was public, and nothing of it is hashed. Held by tests/games/inheritance/test_tale.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from games.engine.table import Table
from games.engine.values import Seat
from games.engine.view import who
from games.inheritance.endings import HELD_RING
from games.inheritance.position import Past, State, state_of

MOST_STATIONS: Final = 5
"""So many stations of the Ring are named one by one."""


def remember(t: Table, seat: Seat | None) -> None:
    """A turn of `seat`, or the set-up, is over."""
    state = state_of(t)
    state.past.append(Past(seat, state.deed, state.ring))
    state.deed = ""


def tale(t: Table) -> tuple[str, ...]:
    """How long it took, where the Ring went, who nearly won, and what decided; empty before."""
    if t.outcome is None or not isinstance(t.state, State):
        return ()
    past = state_of(t).past
    if len(past) < 2:
        return ()
    if t.outcome.reason != HELD_RING:
        return (_course(past), *_lost(past, len(past)))
    (winner,) = t.outcome.winners
    end = _turned(past, winner)
    return (_course(past), *_lost(past, end), *_decided(past, end, winner))


def _course(past: Sequence[Past]) -> str:
    """The number of turns, and who had the Ring one after the other."""
    turns = sum(one.seat is not None for one in past)
    stations: list[Seat | None] = []
    for one in past:
        if not stations or stations[-1] != one.ring:
            stations.append(one.ring)
    took = f"It took {_times(turns, 'turn')}"
    if stations == [None]:
        return f"{took}, and nobody ever had the Ring of Favour."
    if len(stations) == 1:
        return f"{took}, and the Ring of Favour never moved."
    first, *named = ["the centre" if one is None else who(one) for one in stations]
    if len(named) > MOST_STATIONS:
        return f"{took}. The Ring of Favour moved {len(named)} times, at last to {named[-1]}."
    then = f", then to {', '.join(named[1:])}" if len(named) > 1 else ""
    return f"{took}. The Ring of Favour went from {first} to {named[0]}{then}."


def _turned(past: Sequence[Past], winner: Seat) -> int:
    """The number of the turn that gave the Ring to the winner for good; 0 is the set-up."""
    held = len(past) - 1
    while held > 0 and past[held - 1].ring == winner:
        held -= 1
    return held


def _lost(past: Sequence[Past], end: int) -> Iterator[str]:
    """The last turn before `end` in which somebody lost the Ring that would have won."""
    for number in range(end - 1, 0, -1):
        holder, one = past[number - 1].ring, past[number]
        if holder is not None and holder != one.ring and one.deed and one.seat is not None:
            yield f"Turn {number}: {who(one.seat)} {one.deed}. It took the Ring from {who(holder)}."
            return


def _decided(past: Sequence[Past], end: int, winner: Seat) -> Iterator[str]:
    """The turn that gave the Ring to the winner."""
    one = past[end]
    if one.seat is None:
        yield f"{who(winner)} had the Ring from the beginning, and nobody moved it."
        return
    former = past[end - 1].ring
    source = "" if former is None else f" from {who(former)}"
    deed = one.deed or "played nothing"
    yield (
        f"Turn {end} decided: {who(one.seat)} {deed}. The Ring went{source} to {who(winner)},"
        " and nobody moved it again."
    )


def _times(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"
