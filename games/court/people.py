"""Who comes into play, who leaves it, and who controls whom (HA-13, HA-20, HA-78, HAG-50)."""

from __future__ import annotations

from typing import Final

from games.court.cards import Action, Character
from games.court.hands import lay_off
from games.court.state import (
    CHARACTER_LIMIT,
    CHARACTERS,
    FORMER,
    Attached,
    Person,
    State,
    court,
    court_of,
    state_of,
)
from games.court.tokens import totals, without
from games.court.words import counted, described, with_them
from games.engine.choice import Choice, Option
from games.engine.table import Table
from games.engine.values import CardId, Seat

PART: Final = "part_with"


def enter(t: Table, card: CardId, seat: Seat, *, turned: bool) -> Person:
    """An open Character card comes into play under the control of a seat."""
    person = Person(state_of(t).catalogue.character(t.face(card)), card, seat, turned)
    state_of(t).people[person.key] = person
    t.move([card], court_of(seat))
    return person


def is_in_play(state: State, person: Person) -> bool:
    """Whether somebody is still there."""
    return state.people.get(person.key) is person


def leave_play(t: Table, person: Person, *, killed: bool = False) -> list[str]:
    """A Character goes, to the discards or, killed, for good; so do its tokens (HA-80, HAG-34).

    Gives what goes with it, in words.
    """
    state = state_of(t)
    del state.people[person.key]
    gone, tokens = strip(t, person), 0
    for scene in (state.affair, state.bout):
        if scene is not None:
            before = sum(totals(scene.stakes).values())
            scene.stakes = without(scene.stakes, person.key)
            tokens += before - sum(totals(scene.stakes).values())
    if killed:
        state.killed.append(person.key)
        t.remove([person.card])
    else:
        t.move([person.card], FORMER)
    return [*gone, counted(tokens, "token")] if tokens else gone


def strip(t: Table, person: Person) -> list[str]:
    """What lies under somebody goes: Action cards to their discards, an Event for good (HAG-22).

    Gives the titles.
    """
    titles = [one.row.title for one in person.attached]
    for one in person.attached:
        drop(t, one)
    person.attached.clear()
    return titles


def drop(t: Table, one: Attached) -> None:
    """A card that lay under somebody."""
    if isinstance(one.row, Action):
        lay_off(t, [one.card])
    else:
        t.remove([one.card])


def change_sides(t: Table, person: Person, seat: Seat) -> None:
    """A Character comes under the control of another seat, with all that lies under it."""
    person.seat = seat
    people = state_of(t).people
    del people[person.key]
    people[person.key] = person
    t.move([person.card], court_of(seat))


async def part_with(t: Table, seat: Seat, question: str) -> None:
    """A seat discards one of its Characters, by its own choice (HAG-50)."""
    state = state_of(t)
    own = court(state, seat)
    if not own or t.is_gone(seat):
        return
    chosen = own[0]
    if len(own) > 1:
        options = tuple(Option(f"at {one.key}", described(state, one, seat)) for one in own)
        answer = await t.ask(seat, Choice(PART, question, options=options))
        if t.is_gone(seat):
            return
        if answer.option is not None:
            chosen = state.people[answer.option.split()[1]]
    gone = leave_play(t, chosen)
    t.say(f"{{{seat}}} discards {chosen.name}{with_them(gone)}.")


async def keep_limit(t: Table, seat: Seat) -> None:
    """HA-13: whoever has more than five Characters discards down at once."""
    while len(court(state_of(t), seat)) > CHARACTER_LIMIT and not t.is_gone(seat):
        await part_with(t, seat, "You have more than five Characters: who leaves?")


# The deck (HA-20, HAG-15)


def has_characters(t: Table) -> bool:
    """Whether a Character can be drawn."""
    return bool(t.zone(CHARACTERS).cards or t.zone(FORMER).cards)


async def draw_character(t: Table) -> tuple[CardId, Character]:
    """The top Character, opened; the discarded ones are shuffled in first if the deck is empty."""
    if not t.zone(CHARACTERS).cards:
        t.say("The discarded Characters are shuffled into a new deck.")
        await t.shuffle(FORMER, into=CHARACTERS)
    card = t.zone(CHARACTERS).cards[0]
    (face,) = await t.open([card])
    return card, state_of(t).catalogue.character(face)
