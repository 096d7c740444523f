"""Tokens in the pools of an Event and on the sides of a Melee: who may add, what they come to.

All of it is public arithmetic on the state, for the rules, the view, the offers in words and bots.
Contests are HA-65 to HA-69, Challenges HA-70 to HA-72, participation HA-67, HA-80 and CTD-12.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.court.cards import Action
from games.court.state import (
    ATTACK,
    DEFENCE,
    FREE_SUPPORT,
    OPPOSE,
    SUPPORT,
    WEALTH,
    Affair,
    Attached,
    Bout,
    Person,
    Stake,
    State,
    keywords,
    pool_of,
    popularity,
    rating,
    whole_round,
)
from games.court.terms import Ability, Keyword, Trait
from games.engine.table import Table
from games.engine.values import Seat


def total(stakes: Sequence[Stake], pool: str) -> int:
    """The tokens in a pool."""
    return max(0, sum([one.amount for one in stakes if one.pool == pool]))


def totals(stakes: Sequence[Stake]) -> dict[str, int]:
    """The tokens in each pool that anything has come to."""
    sums: dict[str, int] = {}
    for one in stakes:
        sums[one.pool] = sums.get(one.pool, 0) + one.amount
    for pool, amount in sums.items():
        if amount < 0:
            sums[pool] = 0
    return sums


def without(stakes: Sequence[Stake], person: str) -> list[Stake]:
    """What is left when the tokens that a Character has brought go (HA-80).

    Of those that were taken away before, none is there to go once more: a pool is empty at the
    least, and whatever comes to it afterwards counts in full.
    """
    staying = [one for one in stakes if one.person != person]
    owed = {one.pool: 0 for one in staying}
    for one in staying:
        owed[one.pool] -= one.amount
    left: list[Stake] = []
    for one in reversed(staying):
        back = max(0, min(owed[one.pool], -one.amount))
        owed[one.pool] -= back
        if one.amount + back:
            left.append(replace(one, amount=one.amount + back))
    return left[::-1]


def attack(bout: Bout) -> int:
    """The tokens of the attacker."""
    return total(bout.stakes, ATTACK)


def defence(bout: Bout) -> int:
    """The tokens of the defender."""
    return total(bout.stakes, DEFENCE)


# Who may take part


def strength(state: State, affair: Affair, person: Person) -> int:
    """How many tokens somebody brings to this Event by turning now; 0 if they may not.

    A rating of at least 1 is needed before any bonus (HA-63, CTD-12), and the Event's keywords
    hold for Princes too when they turn (CTD-15).
    """
    event, words = affair.event, keywords(person)
    value = rating(state, person, event.ability)
    if value < 1 or person.turned:
        return 0
    if event.only is not None and event.only not in words:
        return 0
    if event.barred is not None and event.barred in words:
        return 0
    if event.bonus is not None and event.bonus[0] in words:
        value += event.bonus[1]
    if event.money and Keyword.WEALTHY in words:  # HA-81: twice adds nothing
        value += WEALTH
    return value


def free_support(state: State, affair: Affair, seat: Seat, pool: str) -> int:
    """What the Prince of a seat gives without turning (HA-8, HA-9)."""
    generous = state.princes[seat].trait is Trait.GENEROUS
    given_away = affair.event.is_contest and pool != pool_of(seat)
    return FREE_SUPPORT + (1 if generous and given_away else 0)


def melee_strength(state: State, bout: Bout, person: Person) -> int:
    """What somebody brings to a Melee by turning now; 0 if they may not.

    HA-57, HA-58, CTD-11: no Prince, not the attacked, not the attacker again, a rating of 1.
    """
    if bout.closed or person.turned or person.is_prince:
        return 0
    if person.key in (bout.attacker, bout.defender):
        return 0
    return rating(state, person, Ability.COMBAT)


def is_counted(state: State, person: Person) -> bool:
    """Whether tokens of theirs lie in the Melee or the Event, which stay as they are (HAG-34)."""
    bout, affair = state.bout, state.affair
    if bout is not None and person.key in (bout.attacker, bout.defender):
        return True
    scene = bout or affair
    return scene is not None and any(one.person == person.key for one in scene.stakes)


def side_of(bout: Bout, person: Person) -> str:
    """The side of a Melee that somebody is on; empty if they keep out of it."""
    if person.key in (bout.attacker, bout.defender):
        return ATTACK if person.key == bout.attacker else DEFENCE
    return next((one.pool for one in reversed(bout.stakes) if one.person == person.key), "")


def reinforcement(state: State, person: Person, row: Action) -> int:
    """What a card brings to a Melee that is laid under somebody in it (CTD-18).

    Never less than 0: tokens that are there are not taken away (HAG-34).
    """
    bout = state.bout
    if bout is None or row.bonus is None or not side_of(bout, person):
        return 0
    after = replace(person, attached=[*person.attached, Attached(person.card, row)])
    more = rating(state, after, Ability.COMBAT) - rating(state, person, Ability.COMBAT)
    if person.key == bout.defender:
        more += row.bonus.defence
    return max(0, more)


def pools(t: Table, state: State, affair: Affair) -> tuple[str, ...]:
    """The pools of an Event, in the order of play."""
    if not affair.event.is_contest:
        return (SUPPORT, OPPOSE)
    return tuple(pool_of(seat) for seat in state.order if not t.is_gone(seat))


def open_pools(t: Table, state: State, affair: Affair, seat: Seat) -> tuple[str, ...]:
    """The pools that a seat may add to, its own first (HA-67, HAG-35, HAG-39, CTD-12)."""
    if not affair.event.is_contest:
        return (SUPPORT, OPPOSE)
    filled = totals(affair.stakes)
    others = [
        pool_of(one)
        for one in whole_round(state, seat)[1:]
        if not t.is_gone(one) and (affair.event.mandatory or filled.get(pool_of(one)))
    ]
    return (pool_of(seat), *others)


def takes_part(affair: Affair, seat: Seat) -> bool:
    """Whether a seat takes part in a Contest (HAG-35)."""
    return affair.event.mandatory or total(affair.stakes, pool_of(seat)) > 0


# Who wins


def contest_order(t: Table, state: State, affair: Affair) -> tuple[Seat, ...]:
    """Who takes part in a Contest, the winner first and the loser last (HA-68, HA-69, HAG-37)."""
    filled = totals(affair.stakes)
    among = [
        (-filled.get(pool_of(seat), 0), -popularity(state, seat), seat)
        for seat in state.order
        if not t.is_gone(seat) and (affair.event.mandatory or filled.get(pool_of(seat)))
    ]
    return tuple([seat for _, _, seat in sorted(among)])


def succeeds(affair: Affair) -> bool:
    """Whether a Challenge succeeds as it stands (HA-72)."""
    return total(affair.stakes, SUPPORT) > total(affair.stakes, OPPOSE)


def given(affair: Affair, pool: str, seat: Seat) -> int:
    """What a seat has given to a side of a Challenge."""
    return sum(s.amount for s in affair.stakes if s.pool == pool and s.by == seat and s.amount > 0)


def on_side(t: Table, state: State, affair: Affair, pool: str) -> tuple[Seat, ...]:
    """Who gave to a side of a Challenge, the most first, then the more popular."""
    brought: dict[Seat, int] = {}
    for one in affair.stakes:
        if one.pool == pool and one.amount > 0 and one.by is not None:
            brought[one.by] = brought.get(one.by, 0) + one.amount
    among = [seat for seat in brought if not t.is_gone(seat)]
    return tuple(sorted(among, key=lambda s: (-brought[s], -popularity(state, s))))
