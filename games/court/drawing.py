"""The Draw Phase (HA-45 to HA-52, HAG-16 to HAG-21, CTD-13)."""

from __future__ import annotations

from functools import partial
from typing import Final

from games.court.deck import Catalogue
from games.court.hands import can_draw, draw, hand, lay_off, size
from games.court.people import draw_character, enter, has_characters, leave_play
from games.court.state import (
    FORMER,
    Draws,
    Person,
    Stage,
    court,
    slots,
    state_of,
)
from games.court.terms import Trait
from games.court.words import counted, known_as, printed, with_them
from games.engine.choice import Answer, Choice, Option
from games.engine.table import Table
from games.engine.values import Face, Seat
from games.engine.words import begun

DRAW: Final = "draw"
NEWCOMER: Final = "newcomer"
MAGIC: Final = "magic"
GO_ON: Final = "go on to your actions"
KEEP: Final = "keep them"
_PAIR: Final = 2


async def draw_phase(t: Table, seat: Seat) -> None:
    """Draw after draw until the player has enough or nothing is left to draw for."""
    state = state_of(t)
    state.stage = Stage.DRAW
    state.draws = Draws(free_draws(t, seat), slots(state, seat))  # HAG-16
    while not t.is_gone(seat):
        choice = await draw_choice(t, seat, state.draws)
        if choice is None:
            break
        answer = await t.ask(seat, choice)
        if answer.is_empty or t.is_gone(seat):
            break
        await one_draw(t, seat, state.draws, answer)
    state.draws = None


def free_draws(t: Table, seat: Seat) -> int:
    """Draws that no slot and no Character is needed for (HA-45)."""
    state = state_of(t)
    learned = state.princes[seat].trait is Trait.LEARNED
    # D-130: a card more each turn won 1.41 of her share at five seats, and is needed at three.
    return 2 if learned and len(state.princes) < len(state.catalogue.princes) else 1


async def draw_choice(t: Table, seat: Seat, draws: Draws) -> Choice | None:
    """What may be drawn, and for what; None if nothing."""
    options = []
    action, character = can_draw(t), may_draw_character(t, seat, draws)
    if draws.free + draws.credits:
        if action:
            options.append(Option("action", "Draw an Action card"))
        if character:
            options.append(Option("character", "Draw a Character"))
    for one in court(state_of(t), seat):  # HAG-17: not the Prince
        if not one.turned and action:
            options.append(Option(f"action {one.key}", f"Turn {one.name} for an Action card"))
        if not one.turned and character:
            options.append(Option(f"character {one.key}", f"Turn {one.name} for a Character"))
    if action and draws.magic and size(t, seat) >= _PAIR:
        options.append(Option(MAGIC, "Discard two Spells or Enchantments for an Action card"))
    if not options:
        return None
    number = draws.free + draws.credits
    left = f"{counted(number, 'draw')} left, and" if number else "no draw left but"
    prompt = f"Draw Phase: {left} one for each Character you turn."
    return Choice(
        DRAW,
        prompt,
        options=tuple(options),
        pass_label=GO_ON,
        futile=partial(no_pair, state_of(t).catalogue),
    )


def no_pair(catalogue: Catalogue, held: tuple[Face, ...], option: str) -> str | None:
    """Why the holder of these cards cannot exchange two; others cannot tell, so it is asked."""
    magic = sum(catalogue.action(face).kind.is_magic for face in held)
    if option != MAGIC or magic >= _PAIR:
        return None
    return "you hold only one" if magic else "you hold none"


async def exchange(t: Table, seat: Seat, draws: Draws) -> bool:
    """HA-52, HAG-21: two magic cards of the hand are discarded; whether they were."""
    choice = Choice(
        MAGIC,
        "Discard which two Spells or Enchantments?",
        await hand(t, seat),
        min_cards=_PAIR,
        max_cards=_PAIR,
        predicate=partial(pair_of_magic, state_of(t).catalogue),
        pass_label=KEEP,
    )
    answer = await t.ask(seat, choice)
    if answer.is_empty or t.is_gone(seat):
        draws.magic = False
        return False
    await t.open(answer.cards)
    if t.is_gone(seat):
        return False
    lay_off(t, answer.cards)
    names = " and ".join(state_of(t).catalogue.action(t.face(card)).title for card in answer.cards)
    t.say(f"{{{seat}}} discards {names}.")
    return True


def pair_of_magic(catalogue: Catalogue, faces: tuple[Face, ...], answer: Answer) -> str | None:
    """Why these cards are no two magic ones."""
    if all(catalogue.action(face).kind.is_magic for face in faces):
        return None
    return "only Spells and Enchantments can be exchanged"


def may_draw_character(t: Table, seat: Seat, draws: Draws) -> bool:
    """HAG-15, HAG-19: there is one, and a slot for it or a discard left to make room."""
    return has_characters(t) and bool(slots(state_of(t), seat) or not draws.discarded)


async def one_draw(t: Table, seat: Seat, draws: Draws, answer: Answer) -> None:
    """Pay for one draw, and draw."""
    assert answer.option is not None
    what, *turned = answer.option.split()
    if what == MAGIC:
        if not await exchange(t, seat, draws):
            return
        what = "action"
    elif turned:
        state_of(t).people[turned[0]].turned = True
        t.say(f"{{{seat}}} turns {state_of(t).people[turned[0]].name} to draw.")
    elif draws.free:  # the extra draws come after the first (HA-46)
        draws.free -= 1
    else:
        draws.credits -= 1
    if what == "action":
        await draw(t, seat, 1)
        t.say(f"{{{seat}}} draws an Action card.")
    else:
        await receive(t, seat, draws)


async def receive(t: Table, seat: Seat, draws: Draws) -> None:
    """HA-48 to HA-51: a drawn Character is put into play turned, or discarded, at once."""
    card, row = await draw_character(t)
    if t.is_gone(seat):
        t.move([card], FORMER)
        return
    t.say(f"{{{seat}}} draws {row.title}.")
    state = state_of(t)
    room = slots(state, seat)
    options = [Option("keep", "Take them in")] if room else []
    if not draws.discarded:
        options.append(Option("refuse", "Send them away"))
        if not room:
            own = court(state, seat)
            options += [
                Option(f"for {one.key}", f"In place of your {known_as(state, one)}") for one in own
            ]
    answer = Answer(option="keep")
    if len(options) > 1:
        prompt = f"{row.title} ({printed(row)}) asks to be let in. {row.text}"
        default = Answer(option=options[0].key)
        choice = Choice(NEWCOMER, prompt, options=tuple(options), default=default)
        answer = await t.ask(seat, choice)
    if t.is_gone(seat) or answer.option == "refuse":
        t.move([card], FORMER)
        draws.discarded = True  # HAG-20
        t.say(f"{row.title} is sent away.")
        return
    if answer.option != "keep" and answer.option is not None:
        replaced = state.people[answer.option.split()[1]]
        gone = leave_play(t, replaced)
        draws.discarded = True
        t.say(f"{{{seat}}} discards {replaced.name}{with_them(gone)}.")
    person = enter(t, card, seat, turned=True)
    _settle_credits(t, seat, draws, person)


def _settle_credits(t: Table, seat: Seat, draws: Draws, person: Person) -> None:
    """HAG-16, CTD-13: a filled slot has no draw any more; slots opened later add none."""
    draws.credits = min(draws.credits, slots(state_of(t), seat))
    t.say(f"{begun(person.name)} joins the court of {{{seat}}}, turned.")
