"""A Melee (HA-56 to HA-61, HAG-29 to HAG-33, CTD-11)."""

from __future__ import annotations

from typing import Final

from games.court.course import use
from games.court.hands import hand
from games.court.plays import Offer, power_offers, powers, question, what_now
from games.court.reactions import announce
from games.court.resolution import slay
from games.court.state import (
    ATTACK,
    DEFENCE,
    Bout,
    Pending,
    Stage,
    Stake,
    state_of,
    whole_round,
)
from games.court.terms import Trigger
from games.court.tokens import attack, defence, melee_strength
from games.court.words import fight_begins, fight_ends, fight_stands, mentioned, spelled
from games.engine.choice import Answer, Choice, Option
from games.engine.flow import passing_round
from games.engine.table import Table
from games.engine.values import Seat
from games.engine.words import begun

FIGHT: Final = "melee"


async def hold_melee(t: Table) -> None:
    """The Melee that has just begun, from the answers to the attack to the death that ends it."""
    state = state_of(t)
    bout = state.bout
    assert bout is not None
    # D-79: held within the Actions Phase, to which the table returns.
    before, state.stage = state.stage, Stage.MELEE
    await _fight(t, bout)
    state.bout = None
    state.stage = before


async def _fight(t: Table, bout: Bout) -> None:
    state = state_of(t)
    attacker, defender = state.people[bout.attacker], state.people[bout.defender]
    t.say(
        f"{begun(attacker.name)} of {{{attacker.seat}}} attacks {defender.name} of"
        f" {{{defender.seat}}}: {fight_begins(bout, attacker.seat, defender.seat)}."
    )
    t.event(f"named {defender.seat}")
    pending = Pending(Trigger.ATTACKED, by=attacker.seat, person=defender.key)
    await announce(t, pending)
    if pending.stopped:
        bout.stopped = True
    if not is_over(t, bout):
        order = whole_round(state, defender.seat)
        await passing_round(
            t,
            order,
            lambda seat, is_last: act(t, bout, seat, is_last),
            lambda: is_over(t, bout),
        )
    await _decide(t, bout)


def is_over(t: Table, bout: Bout) -> bool:
    """Whether the Melee has ended without a kill: one of the two is gone, or both serve one Prince
    (HAG-33, CTD-18)."""
    people = state_of(t).people
    attacker, defender = people.get(bout.attacker), people.get(bout.defender)
    if bout.stopped or attacker is None or defender is None:
        return True
    return attacker.seat == defender.seat


async def act(t: Table, bout: Bout, seat: Seat, is_last: bool) -> bool:
    """One thing of one seat (HA-57); whether it did something."""
    choice = await melee_choice(t, bout, seat, is_last)
    if choice is None:
        return False
    answer = await t.ask(seat, choice)
    if answer.is_empty or t.is_gone(seat):
        return False
    if answer.option is not None and answer.option.split()[0] in (ATTACK, DEFENCE):
        help_side(t, bout, seat, answer)
    else:
        await use(t, seat, answer)
    return True


async def melee_choice(t: Table, bout: Bout, seat: Seat, is_last: bool) -> Choice | None:
    """What a seat may do in a Melee; None if nothing."""
    offers = (*help_offers(t, bout, seat), *power_offers(powers(t, seat)))
    state = state_of(t)
    one, other = (mentioned(state, state.people[k]) for k in (bout.attacker, bout.defender))
    prompt = f"{begun(one)} attacks {other}: {fight_stands(bout)}. {what_now(is_last)}"
    return question(t, seat, FIGHT, prompt, await hand(t, seat), offers, "pass")


def help_offers(t: Table, bout: Bout, seat: Seat) -> tuple[Offer, ...]:
    """Whom a seat may turn, for which side, and what it then stands at."""
    state = state_of(t)
    found = []
    ahead, behind = attack(bout), defence(bout)
    for one in state.people.values():
        if one.seat != seat:
            continue
        value = melee_strength(state, bout, one)
        if value:
            defends = fight_ends(state, bout, ahead, behind + value)
            attacks = fight_ends(state, bout, ahead + value, behind)
            name = begun(one.name)
            defending = Option(f"{DEFENCE} {one.key}", f"{name} defends with {value}: {defends}")
            attacking = Option(f"{ATTACK} {one.key}", f"{name} attacks with {value}: {attacks}")
            found += [Offer(one.card, defending), Offer(one.card, attacking)]
    return tuple(found)


def help_side(t: Table, bout: Bout, seat: Seat, answer: Answer) -> None:
    """A Character turns for one side; its combat is counted now (HAG-34)."""
    assert answer.option is not None
    state = state_of(t)
    side, key = answer.option.split()
    person = state.people[key]
    value = melee_strength(state, bout, person)
    person.turned = True
    bout.stakes.append(Stake(side, value, seat, person.name, key))
    t.event("acted")
    verb = "helps the attack" if side == ATTACK else "helps the defence"
    t.say(f"{begun(person.name)} of {{{seat}}} {verb} with {value}: {fight_stands(bout)}.")


async def _decide(t: Table, bout: Bout) -> None:
    """HA-60: the higher total kills; the defender wins ties."""
    state = state_of(t)
    attacker, defender = state.people.get(bout.attacker), state.people.get(bout.defender)
    if bout.stopped or attacker is None or defender is None:
        t.say("The Melee ends, and nobody is killed.")
        return
    if attacker.seat == defender.seat:
        both = f"{begun(attacker.name)} and {defender.name} both serve {{{attacker.seat}}} now"
        t.say(f"{both}: the Melee ends, and nobody is killed.")
        return
    t.say(f"Attack {attack(bout)}: {spelled(bout.stakes, ATTACK, attacker.seat)}.")
    t.say(f"Defence {defence(bout)}: {spelled(bout.stakes, DEFENCE, defender.seat)}.")
    if attack(bout) > defence(bout):
        t.say(f"The attack is greater, so {attacker.name} wins.")
        await slay(t, defender, attacker)
    else:
        t.say(f"The attack is not greater, so {defender.name} wins.")
        await slay(t, attacker, defender)
