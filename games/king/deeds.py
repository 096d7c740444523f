"""Naming a target, the Fool's coin, and what each deed does once nobody reacts any more.

Nothing here opens a window or settles the table: `play.py` does, around these.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.choice import Choice, Option
from games.engine.table import Table
from games.engine.values import Seat
from games.engine.view import who
from games.king.attack import assassinate
from games.king.board import (
    Deed,
    Effect,
    State,
    is_present,
    king_of,
    rank_of,
    reset,
    state_of,
)
from games.king.cards import Card, card_of
from games.king.death import come_back, would_die
from games.king.effects import AIMED, GAIN, RESET, modes, targets, works_as_blackmail
from games.king.execution import execute
from games.king.hands import discard_all, draw, make_token
from games.king.heirs import FOOL, Person, name_of, player, seat_of, title_of
from games.king.loyalty import bribe, gain, holder
from games.king.uses import Use, Verb
from games.king.words import a, said

TARGET: Final = "target"
MODE: Final = "mode"
COIN: Final = "the Fool"
_QUESTIONS: Final = {
    Deed.BRIBE: "Whom do you bribe?",
    Deed.BLACKMAIL: "Whom do you blackmail?",
    Deed.INVESTIGATE: "Whom do you investigate?",
    Deed.BETRAY: "Whom do you betray?",
    Deed.EXECUTE: "Whom do you execute?",
    Deed.ASSASSINATE: "Whom do you attack?",
    Deed.PROXY: "Whose Rank do you use?",
    Deed.SHIP: "Who comes back?",
}
_MODES: Final = {
    GAIN: Option(GAIN, "become its friend"),
    RESET: Option(RESET, "make it the least senior"),
}


# Before the announcement


async def name_target(t: Table, seat: Seat, deed: Deed) -> Person | None:
    """Whom the deed is aimed at; None if nobody can be named or the seat names nobody in time."""
    named = targets(state_of(t), deed, seat)
    if len(named) < 2:
        return next(iter(named), None)
    state = state_of(t)
    options = tuple([Option(person, described(state, person)) for person in named])
    state.naming = deed
    answer = await t.ask(seat, Choice(TARGET, _QUESTIONS[deed], options=options))
    state.naming = None
    return next((person for person in named if person == answer.option), None)


def described(state: State, person: Person) -> str:
    """Somebody with Rank and friend, as an option."""
    rank, friend = rank_of(state, person), holder(state, person)
    words = "in the distant land" if rank is None else rank.title
    if friend is not None:
        words = f"{words}, friend of {who(friend)}"
    return f"{name_of(person)} ({words})"


async def choose_mode(t: Table, seat: Seat, target: Person) -> str:
    """What Blackmail does: a player is reset, an Heir that is yours already as well."""
    open_modes = modes(state_of(t), seat, target)
    if len(open_modes) == 1:
        return open_modes[0]
    options = tuple(_MODES[mode] for mode in open_modes)
    prompt = f"What do you want of {name_of(target)}?"
    answer = await t.ask(seat, Choice(MODE, prompt, options=options))
    return answer.option or RESET


async def convert(t: Table, seat: Seat, use: Use, cards: Sequence[Card]) -> None:
    """SKG-22, SK-45 (b): the cost is paid and becomes a token, or another card."""
    if use.token:
        make_token(t, seat, use.token)
        t.say(f"{{{seat}}} makes {a(card_of(use.token))} of {said(cards)}.")
    elif use.verb is Verb.GAMBLE:
        t.say(f"{{{seat}}} discards {said(cards)} to draw a card.")
        await draw(t, seat, 1)
    else:
        t.say(f"{{{seat}}} discards {said(cards)}.")


# The Fool


async def send_the_fool(t: Table, seat: Seat, effect: Effect) -> None:
    """SK-46 (b), SKG-62: for the whole hand the Fool becomes the target."""
    await discard_all(t, seat)
    if effect.target == player(seat):
        effect.target, effect.mode = FOOL, ""
        t.say(f"{{{seat}}} discards the whole hand and sends the Fool instead.")


async def throw_coin(t: Table, effect: Effect) -> None:
    """SK-46 (a), SKD-7: once per effect on the Fool, who may lead it to the King."""
    king = king_of(state_of(t))
    if effect.target != FOOL or effect.deed not in AIMED or king in (None, FOOL):
        return
    if await t.chance(2, COIN) == 1:
        assert king is not None
        effect.target, effect.mode, effect.redirected = king, "", True
        t.say(f"The Fool leads it to the King: {name_of(king)}.")


# What it does


async def resolve(t: Table, effect: Effect) -> None:
    """The deed happens."""
    state, by, target = state_of(t), effect.by, effect.target
    if works_as_blackmail(effect.deed, target):
        await blackmail(t, effect)
        return
    match effect.deed:
        case Deed.BRIBE:
            seat = seat_of(target)
            if seat is None:
                bribe(state, by, target)
            else:
                await draw(t, seat, 1)  # SKG-31
        case Deed.INVESTIGATE:
            state.turn.stopped.append(target)
        case Deed.BETRAY:
            await would_die(t, target, by)
        case Deed.EXECUTE:
            await execute(t, target, by)
        case Deed.ASSASSINATE:
            await assassinate(t, effect)
        case Deed.PROXY:
            state.turn.proxies.append((by, target))
        case Deed.SHIP:
            come_back(t, target)
            if seat_of(target) is None:
                gain(state, by, target)  # SK-27, SKG-35


async def blackmail(t: Table, effect: Effect) -> None:
    """SK-31; a deed that was led elsewhere has its mode chosen now (SKD-21)."""
    state, by, target = state_of(t), effect.by, effect.target
    if effect.mode not in modes(state, by, target):
        effect.mode = await choose_mode(t, by, target)
    if effect.mode == GAIN and is_present(t, by):
        gain(state, by, target)
        t.say(f"{{{by}}} gains the loyalty of {name_of(target)}.")
    elif effect.mode == RESET:
        rank = reset(state, target)
        if rank is not None:
            t.say(f"{title_of(target)} is the least senior {rank.title} now.")
