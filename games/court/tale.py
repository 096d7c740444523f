"""The tale of a game that is over: its turning points in a few sentences, from what was public.

Nothing here decides anything, and nothing of it is hashed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.court.state import Past, State, popularity, ranking, state_of
from games.court.words import counted
from games.engine.table import Table
from games.engine.values import Seat
from games.engine.view import who
from games.engine.words import listed

MOST_FALLEN: Final = 4
"""So many of the killed are named."""


def tale(t: Table) -> tuple[str, ...]:
    """The end, then as it happened: auction, greatest gift and gain, the lead, the dead."""
    state = state_of(t)
    return (_end(t, state), *_auction(state), *_events(t, state), *_dead(state))


def _end(t: Table, state: State) -> str:
    had = [
        f"{who(seat)} {state.favor[seat]} (at first {state.princes[seat].favor})"
        for seat in ranking(t)
    ]
    return f"Favor at the end: {listed(had)}."


def _auction(state: State) -> Iterator[str]:
    paid = [f"{who(seat)} {amount}" for seat, amount in state.paid.items() if amount]
    if paid:
        yield f"Favor that went into the auction: {listed(paid)}."
    elif state.order:
        yield "The auction cost nobody any favor."


def leader(state: State, favor: dict[Seat, int]) -> Seat:
    """Who would be heir with so much favor each (HA-75)."""
    return max(state.order, key=lambda seat: (favor[seat], popularity(state, seat)))


def _events(t: Table, state: State) -> Iterator[str]:
    """Where the lead went to the winner, who helped whom most, and who won most at once."""
    winner = ranking(t)[0]
    history = state.history
    last = next((p for p in reversed(history) if leader(state, p.before) != winner), None)
    lent = [past for past in history if past.lent]
    gift = max(lent, key=lambda past: max(past.lent.values()), default=None)
    swing = max(history, key=lambda past: _rise(past)[1], default=None)
    for number, past in enumerate(history, 1):
        if past is last:
            lead = leader(state, past.before)
            yield (
                f"Event {number}, {past.title}, {_came(past)}: there {who(winner)} passed"
                f" {who(lead)}, {past.after[winner]} favor to {past.after[lead]}"
                f"{_by_name(past, winner, lead)}."
            )
        elif past is gift and past.first is not None:
            helpers = [f"{counted(n, 'token')} of {who(seat)}" for seat, n in past.lent.items()]
            yield (
                f"Event {number}, {past.title}, {_came(past)}, with {listed(helpers)} in that pool."
            )
        elif past is swing and _rise(past)[1] > 0:
            seat, rise = _rise(past)
            yield (
                f"Event {number}, {past.title}, {_came(past)}: {who(seat)} gained {rise} favor,"
                " the most at one stroke."
            )
    if last is None and history:
        yield f"{who(winner)} had the lead in every Event."


def _by_name(past: Past, winner: Seat, lead: Seat) -> str:
    """What is said where the favor is the same."""
    equal = past.after[winner] == past.after[lead]
    return ", as the more popular Prince" if equal else ""


def _came(past: Past) -> str:
    """What came of an Event."""
    return past.verdict if past.first is None else f"was {past.verdict} by {who(past.first)}"


def _rise(past: Past) -> tuple[Seat, int]:
    """Who gained most, and how much."""
    gains = {seat: past.after[seat] - past.before[seat] for seat in past.after}
    seat = max(gains, key=lambda one: (gains[one], -int(one)))
    return seat, gains[seat]


def _dead(state: State) -> Iterator[str]:
    if state.fallen:
        more = len(state.fallen) - MOST_FALLEN
        named = state.fallen[:MOST_FALLEN] + ([f"{more} more"] if more > 0 else [])
        yield f"Killed: {listed(named)}."
