"""How near everybody is to winning, in words (HA-68, HA-72, HA-75).

First who leads in favor and how long that still counts, then how the Event of this turn would end
and what would change it. All of it is open to all.
"""

from __future__ import annotations

from typing import Final

from games.court.state import (
    EVENTS,
    OPPOSE,
    SUPPORT,
    Affair,
    State,
    pool_of,
    popularity,
    ranking,
)
from games.court.tokens import contest_order, succeeds, total
from games.court.words import counted
from games.engine.table import Table
from games.engine.values import Seat
from games.engine.view import Standing, who
from games.engine.words import begun

SET_UP: Final = Standing("Favor buys your court, and the most of it wins in the end.")


def standing(t: Table, state: State) -> tuple[Standing, ...]:
    """The most important first."""
    if not state.princes:
        return (SET_UP,)
    found = [_favor(t, state)]
    if state.affair is not None:
        contest = state.affair.event.is_contest
        found.append((_contest if contest else _challenge)(t, state, state.affair))
    return tuple(found)


def _favor(t: Table, state: State) -> Standing:
    """Who would be the heir now, and how many Events may change it."""
    first, second = ranking(t)[:2]
    mine, lead = state.favor[first], state.favor[first] - state.favor[second]
    left, last = _left(t, state)
    if lead:
        told = f"{who(first)} leads with {mine} favor, {lead} more than {who(second)}"
        return Standing(f"{told}; {left}.", f"{who(first)} leads by {lead}; {left}.", last)
    told = f"{who(first)} has {mine} favor like {who(second)}, and is the more popular"
    return Standing(f"{told}; {left}.", f"{who(first)} leads at {mine} each; {left}.", last)


def _left(t: Table, state: State) -> tuple[str, bool]:
    """How many Events are to come, and whether the game ends with this turn."""
    left = len(t.zone(EVENTS).cards)
    if t.turn is None:
        return "the auction is on", False
    if state.affair is None:
        return f"{counted(left, 'Event')} to come", left == 1
    return (f"{counted(left, 'Event')} after this", False) if left else ("the last Event", True)


def _contest(t: Table, state: State, affair: Affair) -> Standing:
    """Who would win and who would lose the Contest, and what it takes to win it instead."""
    title = affair.event.title
    order = contest_order(t, state, affair)
    if not order:
        return Standing(f"Nobody takes part in {title} yet.")
    first = order[0]
    if len(order) == 1:
        return Standing(f"{who(first)} would win {title} alone, and nobody would lose it.")
    second, last = order[1], order[-1]
    needed = _short(state, affair, second, first)
    short = f"{who(first)} would win, {who(last)} lose."
    told = f"{who(first)} would win {title} and {who(last)} lose it"
    return Standing(f"{told}; {who(second)} needs {needed} more.", short)


def _short(state: State, affair: Affair, seat: Seat, leader: Seat) -> int:
    """How many tokens a seat lacks to win; popularity wins ties."""
    lead = total(affair.stakes, pool_of(leader)) - total(affair.stakes, pool_of(seat))
    return lead if popularity(state, seat) > popularity(state, leader) else lead + 1


def _challenge(t: Table, state: State, affair: Affair) -> Standing:
    """Whether the Challenge would succeed, and what it takes to turn it; a tie fails."""
    ahead, against = total(affair.stakes, SUPPORT), total(affair.stakes, OPPOSE)
    if succeeds(affair):
        turn, verdict = f"{ahead - against} more against it", "succeed"
    else:
        turn, verdict = f"{against - ahead + 1} more for it", "fail"
    title = begun(affair.event.title)
    return Standing(f"{title} would {verdict}; {turn} would turn it.", f"It would {verdict}.")
