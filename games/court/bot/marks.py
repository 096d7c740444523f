"""What things are worth to a seat, in tenths of a favor: the eyes of the bots. All of it is public.

`after` gives the pools of an Event as they would be after an offer, `prospect` what its end would
then bring to a seat. Both are pure, so any bot may weigh with them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from games.court import deeds as do
from games.court.affair import GIFT, whom
from games.court.cards import Action, Character
from games.court.state import (
    ATTACK,
    SUPPORT,
    Affair,
    Bout,
    Person,
    Stake,
    State,
    court,
    keywords,
    number_with,
    rating,
    spared,
    state_of,
)
from games.court.terms import Ability, Keyword, Who
from games.court.tokens import (
    attack,
    contest_order,
    defence,
    free_support,
    melee_strength,
    strength,
    succeeds,
)
from games.engine.table import Table
from games.engine.values import Seat

FAVOR: Final = 10
CARD: Final = 7
TURNED: Final = 4
LASTS: Final = 6
"""A token more from now on."""
_KEYWORDS: Final = {Keyword.WIZARD: 8, Keyword.FIGHTER: 6, Keyword.WEALTHY: 5, Keyword.NOBLE: 3}
_POWER: Final = 8


def worth_of(row: Character) -> int:
    """What a Character is worth for a whole game."""
    words = sum(_KEYWORDS.get(word, 2) for word in row.keywords)
    return 8 * (row.politics + row.combat) + words + (_POWER if row.power is not None else 0)


def worth_in_play(state: State, person: Person) -> int:
    """What somebody in play is worth as they are now."""
    value = rating(state, person, Ability.POLITICS) + rating(state, person, Ability.COMBAT)
    return 8 * value + worth_of(person.row) // 4 - (TURNED if person.turned else 0)


# Events


def after(t: Table, affair: Affair, seat: Seat, option: str) -> Affair:
    """The Event as it would stand after a support or a free support of a seat."""
    state = state_of(t)
    word, *rest = option.split()
    if word == GIFT:
        amount, person = free_support(state, affair, seat, rest[-1]), ""
    elif word == SUPPORT:
        person = rest[0]
        amount = strength(state, affair, state.people[person])
    else:
        return affair
    return with_stake(affair, Stake(rest[-1], amount, seat, "", person))


def with_stake(affair: Affair, stake: Stake) -> Affair:
    """The Event with more tokens in a pool."""
    return replace(affair, stakes=[*affair.stakes, stake])


def prospect(t: Table, affair: Affair, seat: Seat) -> int:
    """What the Event would bring to a seat, less half of what it brings to the others on average,
    if it were decided now."""
    gains = prospects(t, affair, seat)
    others = [gain for one, gain in gains.items() if one != seat]
    return gains.get(seat, 0) - sum(others) // (2 * max(1, len(others)))


def prospects(t: Table, affair: Affair, seat: Seat) -> dict[Seat, int]:
    """What the Event would bring to each seat if it were decided now; `seat` asks."""
    gains = dict.fromkeys(t.active, 0)
    state, event = state_of(t), affair.event
    if event.is_contest:
        order = contest_order(t, state, affair)
        ends = {Who.WINNER: order[0]} if order else {}
        if len(order) > 1:
            ends[Who.LOSER] = order[-1]
        for part in event.then:
            if part.who in ends:
                gains[ends[part.who]] += value_of(t, ends[part.who], part.deed)
    else:
        for part in event.then if succeeds(affair) else event.otherwise:
            if isinstance(part.deed, _SPREAD):
                for one, value in spread(state, affair, part.deed):
                    gains[one] = gains.get(one, 0) + value
                continue
            for one in whom(t, affair, part.who, seat if t.turn is None else t.turn):
                gains[one] += value_of(t, one, part.deed)
    return gains


_SPREAD: Final = (do.Slay, do.Banish, do.Proclaim, do.TurnAll)


def spread(state: State, affair: Affair, deed: do.Deed) -> Iterator[tuple[Seat, int]]:
    """What a consequence is worth that falls on whoever has certain people, seat by seat."""
    event = affair.event
    for one in state.people.values():
        match deed:
            case do.Slay() | do.Banish() if one.key == affair.subject:
                yield one.seat, -worth_in_play(state, one) // 2
            case do.TurnAll(keyword) if keyword in keywords(one) and not one.is_prince:
                yield one.seat, 0 if one.turned else -TURNED
            case do.Proclaim() if event.lasting is not None and event.lasting_for in keywords(one):
                yield one.seat, LASTS * (event.lasting.politics + event.lasting.combat)


def value_of(t: Table, seat: Seat, deed: do.Deed) -> int:
    """What a consequence is worth to the seat that it is for."""
    state = state_of(t)
    match deed:
        case do.Gain(amount):
            return FAVOR * amount
        case do.Lose(amount):
            return -FAVOR * min(state.favor[seat], spared(t, seat, amount))
        case do.LosePer(keyword, most):
            amount = min(most, number_with(state, seat, keyword))
            return -FAVOR * min(state.favor[seat], spared(t, seat, amount))
        case do.GainPer(keyword, most):
            return FAVOR * min(most, number_with(state, seat, keyword))
        case do.Draw(number):
            return CARD * number
        case do.Sack(number):
            return -CARD * number
        case do.GiveUp():
            return -2 * FAVOR
        case do.Honour():
            return 2 * FAVOR
        case do.Rally():
            return TURNED * sum(one.turned for one in court(state, seat))
    return 0


# Melees


def melee_value(state: State, bout: Bout, seat: Seat, ahead: int, behind: int) -> int:
    """What the Melee would bring to a seat if it were decided at these totals."""
    dead = state.people[bout.defender if ahead > behind else bout.attacker]
    value = worth_in_play(state, dead)
    return -value if dead.seat == seat else value // 4


def melee_gain(state: State, bout: Bout, seat: Seat, option: str) -> int:
    """What turning somebody for a side changes."""
    side, key = option.split()
    amount = melee_strength(state, bout, state.people[key])
    ahead, behind = attack(bout), defence(bout)
    now = melee_value(state, bout, seat, ahead, behind)
    if side == ATTACK:
        return melee_value(state, bout, seat, ahead + amount, behind) - now
    return melee_value(state, bout, seat, ahead, behind + amount) - now


# Cards


def hand_worth(row: Action) -> int:
    """What a card is worth in the hand."""
    if row.bonus is not None:
        return CARD + 2 * (abs(row.bonus.politics) + abs(row.bonus.combat))
    return CARD + len(row.phases) + (2 if row.trigger is not None else 0)
