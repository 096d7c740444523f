"""A seat has left (CTD-8)."""

from __future__ import annotations

from games.court.people import leave_play, strip
from games.court.state import State, court, prince, state_of
from games.court.words import go_along
from games.engine.table import Table
from games.engine.values import Seat


def depart(t: Table, seat: Seat) -> None:
    """Its Characters are discarded and what lies under them too; its hand is out of play.

    Its Prince and its favor stay in the ranking, behind all who stayed. Tokens of its Prince stay,
    those of its Characters go. Its bid is void.
    """
    state = t.state
    if not isinstance(state, State):
        return
    t.say(f"{{{seat}}} leaves the court.")
    for person in court(state_of(t), seat):
        gone = leave_play(t, person)
        if gone:
            t.say(f"With {person.name} {go_along(gone)}.")
    if seat in state.princes:
        own = prince(state, seat)
        gone = strip(t, own)
        if gone:
            t.say(f"From under {own.name} {go_along(gone)}.")
    t.remove(t.hand_zone(seat).cards[:])
