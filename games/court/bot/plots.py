"""What a seat could bring about in an Event with all that it has, and what that would cost it.

A *plot* is a number of tokens in one pool that pays, and what brings them most cheaply. All of it
follows from what is public.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from games.court.affair import GIFT
from games.court.bot.marks import prospects, with_stake
from games.court.state import (
    EVENTS,
    SUPPORT,
    Affair,
    Person,
    Stake,
    popularity,
    rating,
    state_of,
    whole_round,
)
from games.court.terms import Ability
from games.court.tokens import free_support, open_pools, strength
from games.engine.table import Table
from games.engine.values import Seat

_TOKEN: Final = 2
"""What each token is worth that somebody could have brought to a later Event."""
_PRESENCE: Final = 2
"""What it is worth to have somebody unturned at all: to defend, to counter, to draw."""


@dataclass(frozen=True, slots=True)
class Means:
    """Something that brings tokens to a pool."""

    option: str
    amount: int
    cost: int


@dataclass(frozen=True, slots=True)
class Plot:
    """Tokens in a pool: what they change for the seat, less what they cost, and how to begin."""

    value: int
    pool: str
    first: Means


# Costs


def turns_away(t: Table, seat: Seat) -> int:
    """How many Events come after this one before a seat unturns its people."""
    if t.turn is None:
        return 0
    state = state_of(t)
    away = whole_round(state, t.turn).index(seat)
    return min(away, len(t.zone(EVENTS).cards))


def turning_costs(t: Table, seat: Seat, person: Person) -> int:
    """What it costs to turn somebody now: nothing if they unturn before the next Event."""
    away = turns_away(t, seat)
    if away == 0:
        return 0
    state = state_of(t)
    tokens = rating(state, person, Ability.POLITICS) + rating(state, person, Ability.COMBAT)
    return _PRESENCE + _TOKEN * tokens * (away + 1) // 4


# Gains


def weights(t: Table, seat: Seat) -> dict[Seat, int]:
    """How much of what each rival gains counts against a seat, in tenths: most of the richest."""
    state = state_of(t)
    others = [one for one in t.active if one != seat]
    share = {one: 6 // max(1, len(others)) for one in others}
    if others:
        richest = max(others, key=lambda one: (state.favor[one], popularity(state, one)))
        share[richest] += 3
    return share


def outlook(t: Table, affair: Affair, seat: Seat) -> int:
    """What the end of an Event would bring to a seat, less what it brings to its rivals."""
    gains = prospects(t, affair, seat)
    against = sum(share * gains.get(one, 0) for one, share in weights(t, seat).items())
    return gains.get(seat, 0) - against // 10


def means(t: Table, affair: Affair, seat: Seat, pool: str) -> Iterator[Means]:
    """What a seat has in play to bring to a pool."""
    state = state_of(t)
    if seat not in affair.gave:
        yield Means(f"{GIFT} {pool}", free_support(state, affair, seat, pool), 0)
    for one in state.people.values():
        amount = strength(state, affair, one) if one.seat == seat else 0
        if amount:
            cost = turning_costs(t, seat, one)
            yield Means(f"{SUPPORT} {one.key} {pool}", amount, cost)


def cheapest(found: Iterable[Means]) -> dict[int, tuple[int, tuple[Means, ...]]]:
    """For each sum of tokens that can be had its least cost, and by what."""
    sums: dict[int, tuple[int, tuple[Means, ...]]] = {0: (0, ())}
    for one in found:
        for amount, (cost, used) in list(sums.items()):
            more = (cost + one.cost, (*used, one))
            known = sums.get(amount + one.amount)
            if known is None or more[0] < known[0]:
                sums[amount + one.amount] = more
    del sums[0]
    return sums


def best_plot(t: Table, affair: Affair, seat: Seat) -> Plot | None:
    """The best that a seat could do by bringing tokens to one pool; None if nothing pays.

    Among plots of one value the one with fewer tokens is better, and it begins with what is free.
    """
    state = state_of(t)
    now = outlook(t, affair, seat)
    best: Plot | None = None
    for pool in open_pools(t, state, affair, seat):
        for amount, (cost, used) in sorted(cheapest(means(t, affair, seat, pool)).items()):
            gain = outlook(t, with_stake(affair, Stake(pool, amount, seat, "")), seat) - now
            if gain > cost and (best is None or gain - cost > best.value):
                first = min(used, key=lambda one: (one.cost, -one.amount))
                best = Plot(gain - cost, pool, first)
    return best
