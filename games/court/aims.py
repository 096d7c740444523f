"""Whom and what a card or a power may aim at, and the questions that ask for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from games.court.cards import Action, Aim, Amount, Discard, Pool, PoolUse, Rival, Side, Somebody
from games.court.deeds import Add, Conscript, Deed, Remove, Strengthen
from games.court.hands import size
from games.court.state import (
    ATTACK,
    DEFENCE,
    DISCARDS,
    FORMER,
    Affair,
    Pending,
    Person,
    Stake,
    State,
    keywords,
    rating,
    rivals,
    state_of,
)
from games.court.terms import Whose
from games.court.tokens import (
    attack,
    defence,
    is_counted,
    open_pools,
    pools,
    reinforcement,
    side_of,
    strength,
    total,
    totals,
)
from games.court.words import after_support, counted, described, fight_ends, pool_name, printed
from games.engine.choice import Choice, Option
from games.engine.table import Table
from games.engine.values import CardId, Seat
from games.engine.view import who
from games.engine.words import begun

AIM: Final = "aim"


@dataclass(slots=True)
class Cause:
    """Somebody's doing: whose, by what, and at what it is aimed."""

    by: Seat
    title: str
    row: Action | None = None
    user: str = ""
    """Who has turned for it."""
    pending: Pending | None = None
    """What it answers."""
    is_event: bool = False
    chosen: list[str] = field(default_factory=list)
    """One word for each aim: a face, a seat, a pool, a side, or the number of a card."""


# What can be chosen


def candidates(t: Table, aim: Aim, cause: Cause) -> Iterator[str]:
    """Everything that this may aim at now."""
    state = state_of(t)
    match aim:
        case Somebody():
            for one in state.people.values():
                if fits(t, state, aim, cause, one):
                    yield one.key
        case Rival():
            for seat in rivals(t, cause.by):
                if (size(t, seat) or not aim.with_cards) and (
                    state.favor[seat] or not aim.with_favor
                ):
                    yield str(int(seat))
        case Pool():
            yield from _pools(t, state, aim, cause)
        case Side():
            if state.bout is not None:
                yield from (ATTACK, DEFENCE)
        case Discard():
            for card in t.zone(FORMER if aim.character else DISCARDS).cards:
                yield str(int(card))
        case Amount(most=most):
            there = 0 if state.affair is None else total(state.affair.stakes, cause.chosen[0])
            yield from map(str, range(1, min(most, there) + 1))


def fits(t: Table, state: State, aim: Somebody, cause: Cause, one: Person) -> bool:
    """Whether somebody in play may be chosen."""
    if aim.whose is not Whose.ANY and (aim.whose is Whose.OWN) != (one.seat == cause.by):
        return False
    if aim.turned is not None and aim.turned != one.turned:
        return False
    if (not aim.princes and one.is_prince) or one.seat in t.gone:
        return False
    if aim.another and (one.key in cause.chosen or one.key == cause.user):
        return False
    if aim.keyword is not None and aim.keyword not in keywords(one):
        return False
    if aim.weak is not None and rating(state, one, aim.weak[0]) > aim.weak[1]:
        return False
    if aim.able is not None and rating(state, one, aim.able) < 1:
        return False
    row = cause.row
    if row is not None and row.bonus is not None and any(a.row is row for a in one.attached):
        return False  # HA-31
    affair = state.affair
    if aim.takes_part and (affair is None or all(s.person != one.key for s in affair.stakes)):
        return False
    return not aim.could_take_part or (affair is not None and strength(state, affair, one) > 0)


def _pools(t: Table, state: State, aim: Pool, cause: Cause) -> Iterator[str]:
    affair = state.affair
    if affair is None:
        return
    if aim.use is PoolUse.ADD:
        found = open_pools(t, state, affair, cause.by)
    else:
        filled = totals(affair.stakes)
        found = tuple([one for one in pools(t, state, affair) if filled.get(one)])
    for pool in found:
        if not (aim.another and pool in cause.chosen):
            yield pool


def is_feasible(t: Table, aims: tuple[Aim, ...], cause: Cause) -> bool:
    """Whether all that has to be chosen can be."""
    if len(aims) > 1 and are_entangled(aims):
        return _has_other(t, aims, cause)
    return all(can_aim(t, aim, cause) for aim in aims)


def are_entangled(aims: tuple[Aim, ...]) -> bool:
    """Whether what is chosen for one aim bears on what is left for a later one."""
    return any(
        aim.another and not (isinstance(aim, Somebody) and aim.optional)
        for aim in aims[1:]
        if isinstance(aim, Somebody | Pool)
    )


def can_aim(t: Table, aim: Aim, cause: Cause) -> bool:
    """Whether there is anything that this may aim at now, or nothing is needed."""
    if isinstance(aim, Somebody):
        if aim.optional:
            return True
        state = state_of(t)
        return any(fits(t, state, aim, cause, one) for one in state.people.values())
    if isinstance(aim, Pool) and aim.use is PoolUse.ADD and not aim.another:
        return state_of(t).affair is not None  # one's own pool, or either side
    return next(candidates(t, aim, cause), None) is not None


def _has_other(t: Table, aims: tuple[Aim, ...], cause: Cause) -> bool:
    """Whether one can be chosen after the other, where a later aim is not what was chosen."""
    first, rest = aims[0], aims[1:]
    if not rest:
        return can_aim(t, first, cause)
    for word in candidates(t, first, cause):
        cause.chosen.append(word)
        works = _has_other(t, rest, cause)
        cause.chosen.pop()
        if works:
            return True
    return False


# The questions


async def take_aim(t: Table, aims: tuple[Aim, ...], cause: Cause) -> bool:
    """Ask for one aim after the other; a single possibility is taken without asking.

    False if something could not be chosen any more, or its seat has left or was late.
    """
    for place, aim in enumerate(aims):
        found = []
        for word in candidates(t, aim, cause):
            cause.chosen.append(word)
            if is_feasible(t, aims[place + 1 :], cause):
                found.append(word)
            cause.chosen.pop()
        optional = isinstance(aim, Somebody) and aim.optional
        if not found:
            return optional
        # D-143: what all can count is not asked; here rules spare the step as well.
        if len(found) == 1 and not optional:
            cause.chosen.append(found[0])
            continue
        options = tuple(Option(key_of(aim, word), label_of(t, aim, word, cause)) for word in found)
        pass_label = "nobody else" if optional else ""
        prompt = asked_as(cause.title, aim, cause.row)
        choice = Choice(AIM, prompt, options=options, pass_label=pass_label)
        answer = await t.ask(cause.by, choice)
        if t.is_gone(cause.by):
            return False
        if answer.option is None:
            return optional
        cause.chosen.append(answer.option.split()[1])
    return True


def asked_as(title: str, aim: Aim, row: Action | None) -> str:
    """The question for an aim of a card or, without a row, of a power; no two are asked alike."""
    # D-97, D-128: the strong bot finds by these words which card it is asked about.
    return f"{title}. {aim.question}{'' if row is None else f' {row.text}'}"


def key_of(aim: Aim, word: str) -> str:
    """The key of an option. Hashed."""
    match aim:
        case Somebody():
            return f"at {word}"
        case Rival():
            return f"rival {word}"
        case Pool():
            return f"pool {word}"
        case Side():
            return f"side {word}"
        case Discard():
            return f"card {word}"
        case Amount():
            return f"tokens {word}"


def label_of(t: Table, aim: Aim, word: str, cause: Cause) -> str:
    """What an option says, and what it would change in the Event or the Melee."""
    state = state_of(t)
    match aim:
        case Somebody():
            person = state.people[word]
            return f"{described(state, person, cause.by)}{_if_laid(state, person, cause.row)}"
        case Rival():
            seat = Seat(int(word))
            return f"{who(seat)}: {state.favor[seat]} favor, {size(t, seat)} in hand"
        case Pool():
            assert state.affair is not None
            name = "your pool" if word == str(cause.by) else pool_name(word)
            said = f"{begun(name)}, now {total(state.affair.stakes, word)}"
            amount = brought(state, state.affair, word, cause)
            if not amount:
                return said
            return f"{said}: {after_support(t, state, state.affair, cause.by)(word)(amount)}"
        case Side():
            assert state.bout is not None
            more = sum(one.amount for one in deeds_of(state, cause) if isinstance(one, Strengthen))
            ahead = attack(state.bout) + (more if word == ATTACK else 0)
            behind = defence(state.bout) + (more if word == DEFENCE else 0)
            return f"The {word}: {fight_ends(state, state.bout, ahead, behind)}"
        case Discard():
            face = t.face(CardId(int(word)))
            if not aim.character:
                row = state.catalogue.action(face)
                return f"{row.title}: {row.text}"
            character = state.catalogue.character(face)
            return f"{character.title} ({printed(character)})"
        case Amount():
            after = _after_shift(t, state, cause, int(word))
            return f"{begun(counted(int(word), 'token'))}: {after}"


def _after_shift(t: Table, state: State, cause: Cause, number: int) -> str:
    """What it would make of the Event that so many tokens go from one chosen pool to the other."""
    assert state.affair is not None
    source, target = cause.chosen
    gone = Stake(source, -number, cause.by, cause.title)
    without_them = replace(state.affair, stakes=[*state.affair.stakes, gone])
    return after_support(t, state, without_them, cause.by)(target)(number)


def _if_laid(state: State, person: Person, row: Action | None) -> str:
    """What it would make of a Melee that the card is laid under somebody (CTD-18)."""
    more = 0 if row is None else reinforcement(state, person, row)
    if not more or state.bout is None:
        return COUNTED if changes_tokens(row) and is_counted(state, person) else ""
    attacks = side_of(state.bout, person) == ATTACK
    ahead = attack(state.bout) + (more if attacks else 0)
    behind = defence(state.bout) + (0 if attacks else more)
    return f": {fight_ends(state, state.bout, ahead, behind)}"


COUNTED: Final = ", whose tokens here are counted already"


def changes_tokens(row: Action | None) -> bool:
    """Whether what lies under somebody by this card could change what they bring."""
    bonus = None if row is None else row.bonus
    return bonus is not None and bool(bonus.politics or bonus.combat or bonus.defence)


def deeds_of(state: State, cause: Cause) -> tuple[Deed, ...]:
    """What the card or the power does."""
    if cause.row is not None:
        return cause.row.deeds
    user = state.people.get(cause.user)
    power = None if user is None else user.row.power
    return () if power is None else power.deeds


def brought(state: State, affair: Affair, word: str, cause: Cause) -> int:
    """How many tokens the pool would get, or lose if negative; 0 where a later aim says more."""
    found = 0
    for deed in deeds_of(state, cause):
        match deed:
            case Add(amount):
                found += amount
            case Remove(amount):
                found -= min(amount, total(affair.stakes, word))
            case Conscript() if (person := person_at(state, cause)) is not None:
                found += strength(state, affair, person)
    return found


# What was chosen, if it is still there


def person_at(state: State, cause: Cause, place: int = 0) -> Person | None:
    """The chosen one, if in play."""
    return state.people.get(cause.chosen[place]) if place < len(cause.chosen) else None


def seat_at(t: Table, cause: Cause) -> Seat | None:
    """The chosen Prince, if still at the table."""
    seat = Seat(int(cause.chosen[0]))
    return None if t.is_gone(seat) else seat


def discard_at(t: Table, cause: Cause, zone: str) -> CardId | None:
    """The chosen card of the discards, if it still lies there."""
    card = CardId(int(cause.chosen[0]))
    return card if card in t.zone(zone).cards else None
