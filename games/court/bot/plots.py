"""What a seat could bring about in an Event with all that it has, and what that would cost it.

A *plot* is a number of tokens in one pool that pays, and what brings them most cheaply. All of it
follows from what is public.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from games.court.affair import GIFT
from games.court.bot.marks import prospects, with_stake
from games.court.state import (
    EVENTS,
    FREE_SUPPORT,
    OPPOSE,
    SUPPORT,
    Affair,
    Person,
    Stake,
    pool_of,
    popularity,
    rating,
    state_of,
    whole_round,
)
from games.court.terms import Ability
from games.court.tokens import (
    free_support,
    given,
    open_pools,
    strength,
    succeeds,
    total,
    totals,
)
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


def outlook(t: Table, affair: Affair, seat: Seat, shares: Mapping[Seat, int] | None = None) -> int:
    """What the end of an Event would bring to a seat, less what it brings to its rivals.

    `shares` are its `weights`, where they are known already.
    """
    gains = prospects(t, affair, seat)
    against = 0
    for one, share in (weights(t, seat) if shares is None else shares).items():
        against += share * gains.get(one, 0)
    return gains.get(seat, 0) - against // 10


def bringers(t: Table, affair: Affair, seat: Seat) -> list[tuple[str, int, int]]:
    """Whom a seat could turn for an Event: by key how many tokens they bring, at what cost."""
    state = state_of(t)
    found = []
    for one in state.people.values():
        amount = strength(state, affair, one) if one.seat == seat else 0
        if amount:
            found.append((one.key, amount, turning_costs(t, seat, one)))
    return found


def means(
    t: Table, affair: Affair, seat: Seat, pool: str, people: Iterable[tuple[str, int, int]]
) -> Iterator[Means]:
    """What a seat has in play to bring to a pool: its free support, and its `bringers`."""
    if seat not in affair.gave:
        yield Means(f"{GIFT} {pool}", free_support(state_of(t), affair, seat, pool), 0)
    for key, amount, cost in people:
        yield Means(f"{SUPPORT} {key} {pool}", amount, cost)


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


class Standing:
    """How an Event stands, to tell what more tokens make of it without counting all again."""

    def __init__(self, t: Table, affair: Affair) -> None:
        state, event = state_of(t), affair.event
        self._event = event
        self._filled = totals(affair.stakes)
        seats = [seat for seat in state.order if not t.is_gone(seat)]
        self._seats = [(pool_of(seat), popularity(state, seat), seat) for seat in seats]
        self._sides = {
            side: {seat: given(affair, side, seat) for seat in seats} for side in (SUPPORT, OPPOSE)
        }

    def ends(self, pool: str, amount: int, seat: Seat) -> Hashable:
        """What decides the outcome once a seat has added tokens to a pool: two ends that are equal
        have the same consequences."""
        filled = {**self._filled, pool: self._filled.get(pool, 0) + amount}
        if not self._event.is_contest:
            success = filled.get(SUPPORT, 0) > filled.get(OPPOSE, 0)
            return success, pool, self._order(pool, amount, seat)
        places = [
            (filled.get(key, 0), popular, one)
            for key, popular, one in self._seats
            if self._event.mandatory or filled.get(key)
        ]
        return max(places)[2], min(places)[2], len(places) > 1

    def _order(self, side: str, amount: int, seat: Seat) -> tuple[Seat, ...]:
        brought = self._sides[side]
        found = [
            (brought[one] + (amount if one == seat else 0), popular, one)
            for _, popular, one in self._seats
        ]
        return tuple([one for tokens, _, one in sorted(found, reverse=True) if tokens])


def best_plot(t: Table, affair: Affair, seat: Seat) -> Plot | None:
    """The best that a seat could do by bringing tokens to one pool; None if nothing pays.

    Among plots of one value the one with fewer tokens is better, and it begins with what is free.
    """
    state = state_of(t)
    people, shares = bringers(t, affair, seat), weights(t, seat)
    if not people and seat in affair.gave:
        return None
    now = outlook(t, affair, seat, shares)
    standing = Standing(t, affair)
    known: dict[Hashable, int] = {}
    best: Plot | None = None
    for pool in open_pools(t, state, affair, seat):
        for amount, (cost, used) in sorted(cheapest(means(t, affair, seat, pool, people)).items()):
            ends = standing.ends(pool, amount, seat)
            if ends not in known:
                more = with_stake(affair, Stake(pool, amount, seat, ""))
                known[ends] = outlook(t, more, seat, shares)
            gain = known[ends] - now
            if gain > cost and (best is None or gain - cost > best.value):
                first = min(used, key=lambda one: (one.cost, -one.amount))
                best = Plot(gain - cost, pool, first)
    return best


# Hope


def hoped(t: Table, affair: Affair, seat: Seat) -> str | None:
    """The free support of a side that loses as yet, if others could make it win; None if it would
    not pay or nobody could."""
    if affair.event.is_contest or seat in affair.gave:
        return None
    state = state_of(t)
    side, other = (OPPOSE, SUPPORT) if succeeds(affair) else (SUPPORT, OPPOSE)
    amount = free_support(state, affair, seat, side)
    given = with_stake(affair, Stake(side, amount, seat, ""))
    short = total(affair.stakes, other) - total(given.stakes, side) + (side == SUPPORT)
    won = with_stake(given, Stake(side, short, None, ""))
    if short > reach(t, given, seat) or outlook(t, won, seat) <= outlook(t, affair, seat):
        return None
    return f"{GIFT} {side}"


def reach(t: Table, affair: Affair, seat: Seat) -> int:
    """What others could bring to one pool: their free support, and half of what they have."""
    state = state_of(t)
    free = sum(FREE_SUPPORT for one in t.active if one not in (seat, *affair.gave))
    others = [one for one in state.people.values() if one.seat != seat]
    return free + sum(strength(state, affair, one) for one in others) // 2
