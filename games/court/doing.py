"""Carrying out what cards do, as far as nobody can answer it.

Deaths can be answered: they are in `resolution.py`, above this. A deed whose target has gone since
does nothing.
"""

from __future__ import annotations

from games.court import deeds as do
from games.court.aims import Cause, discard_at, person_at, seat_at
from games.court.cards import Action, Event
from games.court.hands import draw, hand, sack
from games.court.people import (
    change_sides,
    enter,
    is_in_play,
    keep_limit,
    leave_play,
    part_with,
)
from games.court.state import (
    ATTACHED,
    ATTACK,
    DEFENCE,
    DISCARDS,
    EVENTS,
    FORMER,
    LASTING,
    Attached,
    Bout,
    Person,
    Stake,
    court,
    hand_of,
    is_stout,
    keywords,
    number_with,
    pool_of,
    rating,
    rivals,
    slots,
    spared,
    state_of,
)
from games.court.terms import Ability
from games.court.tokens import open_pools, strength, takes_part, total, without
from games.court.words import counted, described, fight_stands, pool_name, with_them
from games.engine.choice import Choice, Option
from games.engine.table import Table
from games.engine.values import CardId, Seat
from games.engine.words import begun

FORESEE = "foresee"
HONOUR = "honour"
BURY = "bury"


async def carry_out(t: Table, deed: do.Deed, cause: Cause) -> None:
    """Do one deed, for `cause.by`."""
    match deed:
        case do.Gain() | do.GainPer() | do.Lose() | do.LosePer() | do.Rob() | do.Largesse():
            favor(t, deed, cause)
        case do.Add() | do.Remove() | do.Shift() | do.AddOwn() | do.Withdraw() | do.Conscript():
            tokens(t, deed, cause)
        case do.StartMelee() | do.Strengthen() | do.Defend() | do.EndMelee():
            melee(t, deed, cause)
        case do.Stop():
            assert cause.pending is not None
            cause.pending.stopped = True
        case do.Avenge():
            assert cause.pending is not None
            cause.pending.avenged = True
        case do.Draw() | do.Sack() | do.Demand() | do.DemandOfAll() | do.Recover() | do.Foresee():
            await cards(t, deed, cause)
        case _:
            await people(t, deed, cause)


# Favor


def change_favor(t: Table, seat: Seat, amount: int) -> int:
    """Favor comes or goes, down to 0 at most (HAG-42); gives by how much it changed."""
    state = state_of(t)
    before = state.favor[seat]
    state.favor[seat] = max(0, before + amount)
    return state.favor[seat] - before


def favor(t: Table, deed: do.Deed, cause: Cause) -> None:
    """Gains and losses of favor."""
    state, by = state_of(t), cause.by
    match deed:
        case do.Gain(amount):
            change_favor(t, by, amount)
            t.say(f"{{{by}}} gains {amount} favor.")
        case do.GainPer(keyword, most):
            number = min(most, number_with(state, by, keyword))
            change_favor(t, by, number)
            t.say(f"{{{by}}} gains {number or 'no'} favor.")
        case do.Lose(amount):
            lose(t, amount, cause)
        case do.LosePer(keyword, most):
            lose(t, min(most, number_with(state, by, keyword)), cause)
        case do.Rob(amount):
            victim = seat_at(t, cause)
            if victim is not None:
                taken = -change_favor(t, victim, -amount)
                change_favor(t, by, taken)
                t.say(f"{{{by}}} takes {taken} favor from {{{victim}}}.")
        case do.Largesse(amount):
            for seat in rivals(t, by):
                change_favor(t, seat, amount)
            t.say(f"Everybody else gains {amount} favor.")


def lose(t: Table, amount: int, cause: Cause) -> None:
    """The doer loses favor."""
    by = cause.by
    if cause.is_event:
        amount = spared(t, by, amount)
    lost = -change_favor(t, by, -amount)
    t.say(f"{{{by}}} loses {lost or 'no'} favor.")


# Cards


async def cards(t: Table, deed: do.Deed, cause: Cause) -> None:
    """What comes to hands and leaves them."""
    by = cause.by
    match deed:
        case do.Draw(number):
            drawn = await draw(t, by, number)
            t.say(f"{{{by}}} draws {counted(drawn, 'Action card')}.")
        case do.Sack(number):
            await sack(t, by, number, cause.title)
        case do.Demand(number):
            victim = seat_at(t, cause)
            if victim is not None:
                await sack(t, victim, number, cause.title)
        case do.DemandOfAll(number):
            for seat in rivals(t, by):
                await sack(t, seat, number, cause.title)
        case do.Recover():
            card = discard_at(t, cause, DISCARDS)
            if card is not None and not t.is_gone(by):
                row = state_of(t).catalogue.action(t.face(card))
                t.say(f"{{{by}}} takes {row.title} from the discards.")
                t.move([card], hand_of(by))
                await hand(t, by)
        case do.Foresee():
            await foresee(t, by)


async def foresee(t: Table, seat: Seat) -> None:
    """A seat looks at the next Event, and may put it at the bottom."""
    events = t.zone(EVENTS).cards
    if not events or t.is_gone(seat):
        return
    await t.peek(events[:1], seat)
    t.say(f"{{{seat}}} looks at the next Event.")
    if len(events) < 2:
        return
    options = (Option("keep", "Leave it on top"), Option(BURY, "Put it at the bottom"))
    prompt = "You see the next Event. Does it stay on top?"
    answer = await t.ask(seat, Choice(FORESEE, prompt, options=options))
    if answer.option == BURY:
        t.move(events[:1], EVENTS)
        t.say(f"{{{seat}}} puts it at the bottom.")


# People


async def people(t: Table, deed: do.Deed, cause: Cause) -> None:
    """What happens to those in play."""
    state, by = state_of(t), cause.by
    first, second = person_at(state, cause), person_at(state, cause, 1)
    match deed:
        case do.Turn() if first is not None:
            first.turned = True
            t.say(f"{begun(first.name)} is turned.")
        case do.Unturn(both):
            for one in (first, second) if both else (first,):
                if one is not None:
                    one.turned = False
                    t.say(f"{begun(one.name)} is unturned.")
        case do.Rally():
            for one in court(state, by):
                one.turned = False
            t.say(f"{{{by}}} unturns all their Characters.")
        case do.TurnAll(keyword):
            for one in tuple(state.people.values()):
                if keyword in keywords(one) and not one.is_prince:
                    one.turned = True
            t.say(f"Every {keyword} Character is turned.")
        case do.Banish() if first is not None:
            gone = leave_play(t, first)
            t.say(f"{begun(first.name)} is discarded{with_them(gone)}.")
        case do.GiveUp():
            await part_with(t, by, f"{cause.title} costs you a Character: who leaves?")
        case do.Hire(price) if first is not None:
            await hire(t, by, first, price)
        case do.Swap() if first is not None and second is not None:
            theirs, other = first.seat, second.seat
            change_sides(t, first, other)
            change_sides(t, second, theirs)
            t.say(f"{begun(first.name)} and {second.name} change sides.")
        case do.Summon():
            card = discard_at(t, cause, FORMER)
            if card is not None and slots(state, by):
                person = enter(t, card, by, turned=True)
                t.say(f"{begun(person.name)} is back, in the court of {{{by}}}.")
        case do.Honour():
            await honour(t, by)
        case do.Proclaim():
            assert state.affair is not None
            state.lasting.append(state.affair.event)
            t.move([state.affair.card], LASTING)


async def hire(t: Table, seat: Seat, person: Person, price: int) -> None:
    """A Character changes employers; the old one is paid, as far as the favor reaches."""
    paid = -change_favor(t, seat, -price)
    change_favor(t, person.seat, paid)
    t.say(f"{{{seat}}} pays {{{person.seat}}} {paid} favor, and {person.name} changes sides.")
    change_sides(t, person, seat)
    await keep_limit(t, seat)


async def honour(t: Table, seat: Seat) -> None:
    """HA-27: an Event goes under one of the winner's Characters, one that took part."""
    state = state_of(t)
    affair = state.affair
    assert affair is not None
    here = [stake.person for stake in affair.stakes]
    among = [one for one in court(state, seat) if one.key in here]
    if not among or t.is_gone(seat):
        t.say(f"{{{seat}}} has no Character who took part.")
        return
    chosen = among[0]
    if len(among) > 1:
        options = tuple(Option(f"at {one.key}", described(state, one, seat)) for one in among)
        answer = await t.ask(
            seat, Choice(HONOUR, f"Who gets {affair.event.title}?", options=options)
        )
        if answer.option is not None:
            chosen = state.people[answer.option.split()[1]]
    if not is_in_play(state, chosen) or t.is_gone(seat):
        return
    attach(t, chosen, affair.card, affair.event)
    t.say(f"{affair.event.title} goes under {chosen.name}.")


def attach(t: Table, person: Person, card: CardId, row: Action | Event) -> None:
    """A card goes under somebody (HA-27, HA-30)."""
    person.attached.append(Attached(card, row))
    t.move([card], ATTACHED)


# Tokens


def tokens(t: Table, deed: do.Deed, cause: Cause) -> None:
    """What comes to the pools of an Event, and what leaves them."""
    state, by = state_of(t), cause.by
    affair = state.affair
    if affair is None:
        return
    match deed:
        case do.Add(amount):
            if cause.chosen[0] in open_pools(t, state, affair, by):
                stake(t, cause.chosen[0], amount, cause)
        case do.AddOwn(amount):
            if takes_part(affair, by):
                stake(t, pool_of(by), amount, cause)
        case do.Remove(amount):
            pool = cause.chosen[0]
            stake(t, pool, -min(amount, total(affair.stakes, pool)), cause)
        case do.Shift(most):
            source, target, wanted = cause.chosen
            amount = min(int(wanted), most, total(affair.stakes, source))
            if target in open_pools(t, state, affair, by):
                stake(t, source, -amount, cause)
                stake(t, target, amount, cause)
        case do.Withdraw():
            person = cause.chosen[0]
            affair.stakes = without(affair.stakes, person)
            t.say("Those tokens leave the Event.")
        case do.Conscript():
            first = person_at(state, cause)
            pool = cause.chosen[1]
            if first is not None and pool in open_pools(t, state, affair, by):
                amount = strength(state, affair, first)
                if amount:
                    first.turned = True
                    affair.stakes.append(Stake(pool, amount, by, first.name, first.key))
                    t.say(f"{begun(first.name)} adds {amount} to {pool_name(pool)}.")


def stake(t: Table, pool: str, amount: int, cause: Cause) -> None:
    """Tokens of a card or a power."""
    affair = state_of(t).affair
    if affair is None or not amount:
        return
    affair.stakes.append(Stake(pool, amount, cause.by, cause.title))
    verb = f"adds {amount} to" if amount > 0 else f"takes {-amount} from"
    t.say(f"{cause.title} {verb} {pool_name(pool)}.")


# Melee


def melee(t: Table, deed: do.Deed, cause: Cause) -> None:
    """What starts, changes or ends a Melee. One that starts is held by the Actions Phase."""
    state = state_of(t)
    bout = state.bout
    match deed:
        case do.StartMelee(bonus, closed):
            one, other = person_at(state, cause), person_at(state, cause, 1)
            if one is not None and other is not None and bout is None:
                state.bout = challenge(t, one, other, closed=closed)
                if bonus:
                    state.bout.stakes.append(Stake(ATTACK, bonus, cause.by, cause.title))
        case do.Strengthen(amount) if bout is not None:
            bout.stakes.append(Stake(cause.chosen[0], amount, cause.by, cause.title))
            t.say(f"{cause.title} adds {amount} to the {cause.chosen[0]}: {fight_stands(bout)}.")
        case do.Defend(amount) if bout is not None:
            bout.stakes.append(Stake(DEFENCE, amount, cause.by, cause.title))
            t.say(f"{cause.title} adds {amount} to the defence: {fight_stands(bout)}.")
        case do.EndMelee() if bout is not None:
            bout.stopped = True


def challenge(t: Table, attacker: Person, defender: Person, *, closed: bool = False) -> Bout:
    """HA-56: a Melee begins; the attacker is turned, both piles start with the combat ratings.

    What lies under the attacked and what their Prince can do count for the defence from the start.
    """
    state = state_of(t)
    bout = Bout(attacker.key, defender.key, closed)
    attacker.turned = True
    for side, one in ((ATTACK, attacker), (DEFENCE, defender)):
        value = rating(state, one, Ability.COMBAT)
        bout.stakes.append(Stake(side, value, one.seat, one.name))
    extra = [(one.row.title, one.bonus.defence) for one in defender.attached]
    extra.append((state.princes[defender.seat].short, is_stout(state, defender.seat)))
    bout.stakes += [Stake(DEFENCE, more, defender.seat, by) for by, more in extra if more]
    return bout
