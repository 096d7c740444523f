"""A turn, phase by phase (HA-44): Draw, Actions with Melees, Event, Discard, Unturn."""

from __future__ import annotations

from typing import Final

from games.court.affair import hold_event
from games.court.aims import Cause, person_at, take_aim
from games.court.cards import Somebody
from games.court.course import use
from games.court.doing import challenge
from games.court.drawing import draw_phase
from games.court.hands import can_draw, draw, hand, sack, size
from games.court.melee import hold_melee
from games.court.plays import Offer, power_offers, powers, question
from games.court.state import (
    HAND_LIMIT,
    Person,
    Stage,
    around,
    court,
    is_heavy,
    keywords,
    rating,
    state_of,
)
from games.court.terms import Ability, Keyword, Whose
from games.engine.choice import Answer, Choice, Option
from games.engine.table import Table
from games.engine.values import Seat
from games.engine.words import begun

ACT: Final = "act"
FIGHT: Final = "fight"
TIRE: Final = "tire"
TURN: Final = "turn"
"""What the line is about that begins a turn."""
_TARGET: Final = Somebody(Whose.RIVAL, "Who is attacked?")


async def take_turn(t: Table, seat: Seat) -> None:
    """One turn. If its player leaves in it, its Event is still held by the others (CTD-8)."""
    t.turn = seat
    t.event(f"turn {seat}")
    t.say(f"The turn of {{{seat}}} begins.", about=TURN)
    await draw_phase(t, seat)
    await actions_phase(t, seat)
    await hold_event(t, seat)
    await discard_phase(t, seat)
    unturn_phase(t, seat)


# Actions (HA-53 to HA-55)


async def actions_phase(t: Table, seat: Seat) -> None:
    """One thing after the other until the player is done (HAG-48)."""
    state_of(t).stage = Stage.ACTIONS
    while not t.is_gone(seat):
        choice = await actions_choice(t, seat)
        if choice is None:
            return
        answer = await t.ask(seat, choice)
        if answer.is_empty or t.is_gone(seat):
            return
        await one_action(t, seat, answer)


async def actions_choice(t: Table, seat: Seat) -> Choice | None:
    """What the current player may do; None if nothing."""
    offers = [*power_offers(powers(t, seat))]
    offers += [
        Offer(one.card, Option(f"{FIGHT} {one.key}", f"{begun(one.name)} starts a Melee"))
        for one in fighters(t, seat)
    ]
    if can_draw(t):
        offers += [
            Offer(one.card, Option(f"{TIRE} {one.key}", f"Turn {one.name} to draw an Action card"))
            for one in court(state_of(t), seat)
            if not one.turned
        ]
    prompt = "Actions Phase: what do you do before the Event is revealed?"
    return question(t, seat, ACT, prompt, await hand(t, seat), offers, "reveal the Event")


def fighters(t: Table, seat: Seat) -> tuple[Person, ...]:
    """The Fighters of a seat who may start a Melee now (HA-55, HAG-30, HAG-31, CTD-11)."""
    state = state_of(t)
    rivals = [one for one in state.people.values() if one.seat != seat and not one.is_prince]
    return tuple(
        one
        for one in court(state, seat)
        if rivals
        and not one.turned
        and Keyword.FIGHTER in keywords(one)
        and rating(state, one, Ability.COMBAT) > 0
    )


async def one_action(t: Table, seat: Seat, answer: Answer) -> None:
    """Carry one thing out, and hold the Melee that it starts."""
    word, *rest = (answer.option or "").split()
    state = state_of(t)
    if word == TIRE:
        person = state.people[rest[0]]
        person.turned = True
        await draw(t, seat, 1)
        t.say(f"{{{seat}}} turns {person.name} to draw an Action card.")
    elif word == FIGHT:
        person = state.people[rest[0]]
        cause = Cause(seat, begun(person.name))
        target = person_at(state, cause) if await take_aim(t, (_TARGET,), cause) else None
        if target is not None:  # its player may have left just now
            state.bout = challenge(t, person, target)
    else:
        await use(t, seat, answer)
    # D-79: whatever started it, a Melee begins once its card or power is done with.
    if state.bout is not None:
        await hold_melee(t)


# The closing phases


async def discard_phase(t: Table, current: Seat) -> None:
    """HA-73, HAG-47: everybody goes down to five cards, from the current player on."""
    state_of(t).stage = Stage.DISCARD
    for seat in around(t, current):
        excess = size(t, seat) - HAND_LIMIT
        if excess > 0:
            await sack(t, seat, excess, "Discard Phase")


def unturn_phase(t: Table, seat: Seat) -> None:
    """HA-74, HAG-46: all that the current player controls, the Prince too."""
    for one in state_of(t).people.values():
        if one.seat == seat and not is_heavy(one):
            one.turned = False
