"""The course of a card or a power from the hand to its end, the Spellcasting Phase included.

    announced   the card is open, lies in PLAYED, and its aims are chosen
    answered    Reactions first; against magic, Wizards then counter each other (HA-82, HAG-23 to
                HAG-25, CTD-10): an odd number of counters stops the Spell
    done        its deeds, in order, or it is laid under somebody
    laid off    what still lies in PLAYED goes to the discard pile

A power takes the turning of its owner and can be answered by nobody; Equipment is laid under
somebody without being answered.

The invariant: whatever the card did, and whoever left on the way, `playing` is empty and the card
has left PLAYED when its course ends. A course never holds a Melee: a deed that starts one lays it
on the table, and the Actions Phase holds it once the course is over (D-79). So courses call
Reactions and deaths, and neither of these calls a course.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from games.court.aims import COUNTED, Cause, changes_tokens, person_at, take_aim
from games.court.cards import Action, Aim, Amount, Pool, PoolUse, Rival, Side, Somebody
from games.court.doing import attach
from games.court.hands import lay_off
from games.court.plays import PLAY
from games.court.reactions import announce
from games.court.resolution import carry_out
from games.court.state import PLAYED, Pending, Person, Played, Stake, around, state_of, wizards
from games.court.terms import Kind, Trigger
from games.court.tokens import is_counted, reinforcement, side_of
from games.court.words import counted, fight_stands, pool_name
from games.engine.choice import Answer, Choice, Option
from games.engine.table import Table
from games.engine.values import CardId, Seat
from games.engine.view import who
from games.engine.words import begun, listed

COUNTER: Final = "counter"
LET_BE: Final = "let it be"


async def use(t: Table, seat: Seat, answer: Answer) -> None:
    """A hand card is played, or a power used, as answered."""
    if answer.option == PLAY:
        await t.open(answer.cards)
        if not t.is_gone(seat):
            await play_card(t, seat, answer.card)
    elif answer.option is not None and answer.option.startswith("power "):
        await use_power(t, seat, answer.option.split()[1])


# Cards


async def play_card(t: Table, seat: Seat, card: CardId) -> None:
    """An open card of a hand, from its announcement to its end."""
    row = state_of(t).catalogue.action(t.face(card))
    cause = Cause(seat, row.title, row)
    t.move([card], PLAYED)
    t.event("acted")
    state_of(t).playing = Played(seat, row.title, "", row.text)
    # By the time a card is open what it was meant for may be gone: it is spent all the same.
    if not await take_aim(t, row.aims, cause):
        state_of(t).playing = None
        t.say(f"{{{seat}}} plays {row.title} at nobody.")
        lay_off(t, _still_here(t, card))
        return
    at_whom = f"{_at_whom(t, cause, row.aims)}{_for_what(cause, row.aims)}"
    t.say(f"{{{seat}}} plays {row.title}{at_whom}.")
    _name_target(t, cause, row.aims)
    state_of(t).playing = Played(seat, row.title, at_whom, row.text)
    if await _happens(t, cause, row):
        await _take_effect(t, cause, row, card)
    state_of(t).playing = None
    lay_off(t, _still_here(t, card))


def _still_here(t: Table, card: CardId) -> list[CardId]:
    # Its own deeds may have laid it under somebody or taken it back.
    return [one for one in t.zone(PLAYED).cards if one == card]


def _at_whom(t: Table, cause: Cause, aims: Sequence[Aim]) -> str:
    """The people and rivals that were chosen, as the middle of a sentence.

    Where somebody of a rival is the target, one's own are those with whom it is done.
    """
    people = state_of(t).people
    own: list[str] = []
    targets: list[str] = []
    for aim, word in zip(aims, cause.chosen, strict=False):
        if isinstance(aim, Rival):
            targets.append(who(Seat(int(word))))
        elif isinstance(aim, Somebody) and word in people:
            name, seat = people[word].name, people[word].seat
            (own if seat == cause.by else targets).append(f"{name} of {who(seat)}")
    if not targets:
        return f" on {' and '.join(own)}" if own else ""
    means = [name.removesuffix(f" of {who(cause.by)}") for name in own]
    return f"{f' with {listed(means)}' if means else ''} on {' and '.join(targets)}"


def _for_what(cause: Cause, aims: Sequence[Aim]) -> str:
    """The pools or the side that were chosen, and how many tokens."""
    said, moves = "", sum(isinstance(aim, Pool) for aim in aims) > 1
    for aim, word in zip(aims, cause.chosen, strict=False):
        if isinstance(aim, Pool):
            takes = aim.use is PoolUse.TAKE
            how = ("from" if takes else "to") if moves else "on" if takes else "for"
            said += f" {how} {pool_name(word)}"
        elif isinstance(aim, Side):
            said += f" for the {word}"
        elif isinstance(aim, Amount):
            said += f", {counted(int(word), 'token')}"
    return said


def _name_target(t: Table, cause: Cause, aims: Sequence[Aim]) -> None:
    """What is aimed at somebody, or at a rival, ends the standing passes that wait for it."""
    people = state_of(t).people
    for aim, word in zip(aims, cause.chosen, strict=False):
        if isinstance(aim, Rival):
            t.event(f"named {word}")
        elif word in people and people[word].seat != cause.by:
            t.event(f"named {people[word].seat}")


async def _happens(t: Table, cause: Cause, row: Action) -> bool:
    """Whether what was played takes place, or is stopped by a Reaction or by Wizards."""
    if row.kind is Kind.EQUIPMENT:
        # Equipment is laid under somebody without being announced: nothing answers it.
        return True
    trigger = Trigger.SPELL if row.kind.is_magic else Trigger.EFFECT
    pending = Pending(trigger, by=cause.by, title=row.title)
    await announce(t, pending)
    if not pending.stopped and row.kind.is_magic:
        pending.stopped = await is_countered(t, cause.by, row)
    if pending.stopped:
        t.say(f"{row.title} comes to nothing.")
    return not pending.stopped


async def _take_effect(t: Table, cause: Cause, row: Action, card: CardId) -> None:
    if row.bonus is None:
        await carry_out(t, row.deeds, cause)
        return
    person = person_at(state_of(t), cause)
    if person is not None:
        t.say(f"{row.title} goes under {person.name}{_brings(t, cause, row, person)}.")
        attach(t, person, card, row)


def _brings(t: Table, cause: Cause, row: Action, person: Person) -> str:
    """What a card adds to a Melee that is laid under somebody in it (CTD-18), as said of it."""
    state = state_of(t)
    more = reinforcement(state, person, row)
    if not more or state.bout is None:
        return COUNTED if changes_tokens(row) and is_counted(state, person) else ""
    side = side_of(state.bout, person)
    state.bout.stakes.append(Stake(side, more, cause.by, row.title, person.key))
    return f" and adds {more} to the {side}: {fight_stands(state.bout)}"


# Spellcasting (HAG-23)


async def is_countered(t: Table, caster: Seat, row: Action) -> bool:
    """The Spellcasting Phase: Wizards turn against the Spell, or against the last counter.

    Asked are, to the left of whoever acted last, all others with an unturned Wizard, those who have
    passed before too. An odd number of counters stops the Spell.
    """
    last, count = caster, 0
    while True:
        countered = await _counter(t, caster, last, row, count)
        if countered is None:
            return count % 2 == 1
        last, count = countered, count + 1
        state_of(t).playing = replace(playing(t, caster, row), counters=count)


def playing(t: Table, caster: Seat, row: Action) -> Played:
    """The card that is being played, and at whom."""
    return state_of(t).playing or Played(caster, row.title, "", row.text)


async def _counter(t: Table, caster: Seat, last: Seat, row: Action, count: int) -> Seat | None:
    """One more counter, by whoever is first to give one."""
    state = state_of(t)
    order = tuple(seat for seat in around(t, last) if seat != last)
    what = row.title if count == 0 else f"the counter of {who(last)}"
    whose = f" of {who(caster)}{playing(t, caster, row).at}" if count == 0 else ""
    then = f"{row.title} then {'takes place' if count % 2 else 'comes to nothing'}"
    prompt = f"Do you counter {what}{whose}? {then}. It says: {row.text}"
    given: list[tuple[Seat, str]] = []

    def choice(seat: Seat) -> Choice | None:
        options = tuple(
            Option(f"{COUNTER} {one.key}", f"Turn {one.name} to counter")
            for one in wizards(state, seat)
        )
        if not options:
            return None
        return Choice(COUNTER, prompt, options=options, pass_label=LET_BE)

    def took(seat: Seat, answer: Answer) -> bool:
        if t.is_gone(seat) or answer.option is None:
            return False
        given.append((seat, answer.option.split()[1]))
        return True

    await t.ask_in_order(order, choice, took)
    for seat, key in given:
        wizard = state.people.get(key)
        if wizard is not None:
            wizard.turned = True
            t.say(f"{{{seat}}} turns {wizard.name} to counter {what}.")
            t.event("acted")
            return seat
    return None


# Powers


async def use_power(t: Table, seat: Seat, key: str) -> None:
    """Somebody turns for what the card says."""
    person = state_of(t).people.get(key)
    if person is None or person.row.power is None:
        return
    power = person.row.power
    cause = Cause(seat, begun(person.name), user=key)
    person.turned = True
    t.event("acted")
    if not await take_aim(t, power.aims, cause):
        t.say(f"{{{seat}}} turns {person.name}, in vain.")
        return
    t.say(f"{{{seat}}} turns {person.name}{_at_whom(t, cause, power.aims)} to {power.says}.")
    _name_target(t, cause, power.aims)
    await carry_out(t, power.deeds, cause)
