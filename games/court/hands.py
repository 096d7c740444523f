"""The Action deck, the hands and the discards (HA-28, HA-32, HA-42, HA-73)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.court.state import ACTIONS, DISCARDS, hand_of, state_of
from games.court.words import counted
from games.engine.choice import Choice
from games.engine.table import Table
from games.engine.values import CardId, Seat
from games.engine.words import listed

SACK: Final = "discard"


async def hand(t: Table, seat: Seat) -> tuple[CardId, ...]:
    """The hand, ready for use and wholly hidden: a card taken from the discards is mixed in."""
    cards = await t.hand(seat)
    return await t.mix(seat) if t.any_open(cards) else cards


def size(t: Table, seat: Seat) -> int:
    """How many cards a hand holds."""
    return len(t.hand_zone(seat).cards)


def can_draw(t: Table) -> bool:
    """Whether there is an Action card to draw, in the deck or among the discards (HA-32)."""
    return bool(t.zone(ACTIONS).cards or t.zone(DISCARDS).cards)


async def draw(t: Table, seat: Seat, number: int) -> int:
    """So many Action cards go to a hand, the discards being shuffled in when the deck is empty
    (HA-32). Gives how many there were."""
    drawn = 0
    while drawn < number and not t.is_gone(seat) and can_draw(t):
        if not t.zone(ACTIONS).cards:
            t.say("The Action discards are shuffled into a new deck.")
            await t.shuffle(DISCARDS, into=ACTIONS)
        drawn += len(await t.deal(ACTIONS, hand_of(seat), number - drawn, seat))
    return drawn


async def sack(t: Table, seat: Seat, number: int, why: str) -> None:
    """A seat discards cards of its own choice, face up (CTD-7); all that it has if that is less.

    For a seat that is late its first cards go: its hand has just been mixed.
    """
    number = min(number, size(t, seat))
    if not number or t.is_gone(seat):
        return
    cards = await hand(t, seat)
    chosen: Sequence[CardId] = cards
    if number < len(cards):
        prompt = f"{why}: discard {counted(number, 'card')}."
        choice = Choice(SACK, prompt, cards, min_cards=number, max_cards=number)
        answer = await t.ask(seat, choice)
        if t.is_gone(seat):
            return
        chosen = answer.cards
        if chosen:
            await t.open(chosen)
    if not chosen or number == len(cards):
        chosen = cards[:number]
        await t.reveal(chosen, seat)
    if not t.is_gone(seat):
        lay_off(t, chosen)
        names = listed([state_of(t).catalogue.action(t.face(card)).title for card in chosen])
        t.say(f"{{{seat}}} discards {names}.")


def lay_off(t: Table, cards: Sequence[CardId]) -> None:
    """Open Action cards go to the discards."""
    t.move(cards, DISCARDS)
