"""Hands, tokens, deck and discards; and what gaining or losing certain Heirs does to a hand.

Searches of the deck (SK-43, SK-51), and what Bishop, Devil and Merchant do to a hand (SK-43, SK-50,
SK-54).

A hand is hidden from all but its owner, unless the Devil is that player's friend (SKD-9). Discards
are open. Tokens are open cards made by an ability: they may be played, but count as hand cards for
nothing, and vanish when used or when the turn ends (SKD-17).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from games.engine.choice import Answer, Choice
from games.engine.table import Table
from games.engine.values import CardId, Seat
from games.king import dice
from games.king.cards import BLACKMAIL
from games.king.dice import DECK
from games.king.heirs import BISHOP, DEVIL, MERCHANT
from games.king.loyalty import holder, holds, sources_of
from games.king.ranks import Rank
from games.king.state import State, state_of
from games.king.words import counted

HAND_SIZE: Final = 5
INFLUENCE_SIZE: Final = 6
DISCARDS: Final = "discards"
DISCARD: Final = "discard"
SEARCH: Final = "search"
_LOYALTY_MATTERS: Final = (BISHOP, DEVIL, MERCHANT)
"""The Heirs whose gain or loss has an effect of its own, in the order of their numbers."""


@cache
def hand_of(seat: Seat) -> str:
    """The zone of a seat's hand."""
    return f"hand {seat}"


@cache
def tokens_of(seat: Seat) -> str:
    """The zone of a seat's tokens."""
    return f"tokens {seat}"


def size(t: Table, seat: Seat) -> int:
    """How many hand cards a seat has; tokens do not count (SKD-17)."""
    return len(t.hand_zone(seat).cards)


def hand_limit(state: State, seat: Seat) -> int:
    """SK-5, SK-20: how many cards a hand holds after step 3; six with Influence (SKD-20)."""
    return INFLUENCE_SIZE if sources_of(state, seat, Rank.MARQUIS) else HAND_SIZE


def tokens(t: Table, seat: Seat) -> tuple[CardId, ...]:
    """The tokens of a seat."""
    return tuple(t.zone(tokens_of(seat)).cards)


async def hand(t: Table, seat: Seat) -> tuple[CardId, ...]:
    """The hand, ready for use: mixed, and face-down but for the Devil's friend."""
    cards = await t.hand(seat)
    # The rules ask for a face-down hand; cards that came back open are hidden by a mix of all.
    if t.any_open(cards) and not is_bedevilled(state_of(t), seat):
        return await t.mix(seat)
    return cards


async def draw(t: Table, seat: Seat, count: int) -> None:
    """Cards from the deck; when it is empty, the discards become the deck (SKG-9)."""
    if dice.is_played(t):
        await dice.draw(t, seat, hand_of(seat), count)
        count = 0
    while count > 0 and not t.is_gone(seat):
        # A deal gives fewer cards than asked for when the deck runs out in the middle of a draw.
        count -= len(await t.deal(DECK, hand_of(seat), count, seat))
        if count > 0 and not await refill(t):
            break
    await expose(t, seat)


async def refill(t: Table) -> bool:
    """Make a new deck of the discards if the deck is empty; whether there is a deck then."""
    if not t.zone(DECK).cards and t.zone(DISCARDS).cards:
        await t.shuffle(DISCARDS, into=DECK)
        t.say("The discards are shuffled and become the deck.")
    return bool(t.zone(DECK).cards)


async def is_searchable(t: Table) -> bool:
    """Whether there is a deck to search, made anew of the discards if need be (SKD-24)."""
    return dice.is_played(t) or await refill(t)


async def expose(t: Table, seat: Seat) -> None:
    """SK-50 (b), SKD-9: whatever the Devil's friend has in hand lies open."""
    hidden = [card for card in t.hand_zone(seat).cards if not t.is_open(card)]
    if hidden and is_bedevilled(state_of(t), seat):
        await t.reveal(hidden, seat)


def is_bedevilled(state: State, seat: Seat) -> bool:
    """Whether a seat plays with an open hand."""
    return holds(state, seat, DEVIL)


# Discarding


def spend(t: Table, seat: Seat, cards: Sequence[CardId]) -> None:
    """Cards that lie open now leave the hand: tokens vanish, others go to the discards, or out of
    a dice game (SKD-33)."""
    made = tokens(t, seat)
    t.remove(card for card in cards if card in made)
    left = [card for card in cards if card not in made and t.is_open(card)]
    if dice.is_played(t):
        t.remove(left)
    else:
        t.move(left, DISCARDS)


async def discard(t: Table, seat: Seat, cards: Sequence[CardId]) -> None:
    """These hand cards are shown and discarded."""
    await t.reveal(cards, seat)
    spend(t, seat, cards)


async def discard_all(t: Table, seat: Seat) -> None:
    """The whole hand."""
    await discard(t, seat, tuple(t.hand_zone(seat).cards))


async def discard_some(t: Table, seat: Seat, count: int, why: str) -> None:
    """The seat picks `count` hand cards to discard, or all if there are not more (SKG-33)."""
    if size(t, seat) <= count:
        await discard_all(t, seat)
        return
    answer = await t.ask(seat, choose_discards(await hand(t, seat), count, why))
    await discard(t, seat, answer.cards)


def choose_discards(cards: tuple[CardId, ...], count: int, why: str) -> Choice:
    """Exactly `count` cards; who is late loses the first ones of the mixed hand."""
    return Choice(
        DISCARD,
        f"{why}: discard {counted(count)}.",
        cards,
        min_cards=count,
        max_cards=count,
        default=Answer(cards[:count]),
    )


# Tokens


def make_token(t: Table, seat: Seat, face: str) -> None:
    """SKG-22: a card that exists until it is used or the turn ends."""
    t.create([face], tokens_of(seat))


def drop_tokens(t: Table, seat: Seat) -> None:
    """Unused tokens vanish."""
    t.remove(tokens(t, seat))


# Searches (SKD-4)


async def take_from_deck(t: Table, seat: Seat) -> None:
    """The Librarian: any one card of the deck, seen by its taker alone; the rest is shuffled.

    In a dice game the deck is one card of each kind, and the rest leaves the game (SKD-33)."""
    if t.is_gone(seat) or not await is_searchable(t):
        return
    if dice.is_played(t):
        cards, source = await dice.lay_out_hidden(t), dice.FRESH
    else:
        cards, source = tuple(t.zone(DECK).cards), DECK
    await t.peek(cards, seat)
    choice = Choice(
        SEARCH,
        "Take one card of the deck.",
        cards,
        min_cards=1,
        max_cards=1,
        default=Answer(cards[:1]),
    )
    answer = await t.ask(seat, choice)
    await t.deal(source, hand_of(seat), answer.cards, seat)
    if dice.is_played(t):
        dice.clear(t)
    else:
        await t.shuffle(DECK)
    t.say(f"{{{seat}}} searches the deck and takes a card.")
    await expose(t, seat)


async def take_blackmail(t: Table, seat: Seat) -> None:
    """The Bishop: a Blackmail of the discards, or one found in the deck and shown to all."""
    if dice.is_played(t):  # every set has one (SKD-33)
        await t.deal(dice.FRESH, hand_of(seat), dice.show(t, BLACKMAIL.key), seat)
        t.say(f"{{{seat}}} takes a Blackmail.")
        return
    found = [card for card in t.zone(DISCARDS).cards if t.face(card) == BLACKMAIL.key]
    if found:
        await t.deal(DISCARDS, hand_of(seat), found[:1], seat)
        t.say(f"{{{seat}}} takes a Blackmail from the discards.")
        return
    cards = tuple(t.zone(DECK).cards)
    if not cards:
        return
    await t.peek(cards, seat)
    choice = Choice(
        SEARCH,
        "Take a Blackmail from the deck.",
        cards,
        max_cards=1,
        predicate=lambda faces, answer: None if faces == (BLACKMAIL.key,) else "only a Blackmail",
        pass_label="there is none",  # noqa: S106 - what a button says
    )
    answer = await t.ask(seat, choice)
    await t.open(answer.cards)
    if answer.cards and not t.is_gone(seat):
        await t.deal(DECK, hand_of(seat), answer.cards, seat)
        t.say(f"{{{seat}}} finds a Blackmail in the deck.")
    else:
        # A pass makes no claim: hidden cards cannot prove that none of them is a Blackmail.
        t.say(f"{{{seat}}} says that the deck holds no Blackmail; nobody can check it.")
    await t.shuffle(DECK)


# What gaining or losing an Heir brings about


async def apply_loyalty_changes(t: Table) -> None:
    """Carry out the gains and losses since the last time: losses first (SK-43, SK-50, SK-54).

    Every real change of the holder counts, Bribes and their return included (SKG-33).
    """
    state = state_of(t)
    while True:
        now = {heir: holder(state, heir) for heir in _LOYALTY_MATTERS}
        changed = [heir for heir in _LOYALTY_MATTERS if now[heir] != state.last_holders.get(heir)]
        # Once more after each round of changes: a discard or a draw may itself change who holds
        # whom.
        before = dict(state.last_holders)
        state.last_holders = dict(now)
        if not changed:
            return
        for heir in changed:
            loser = before.get(heir)
            if loser is not None and not t.is_gone(loser):
                await _lose(t, loser, heir)
        for heir in changed:
            winner = now[heir]
            if winner is not None and not t.is_gone(winner):
                await _gain(t, winner, heir)


async def _lose(t: Table, seat: Seat, heir: str) -> None:
    if heir == DEVIL:
        await t.mix(seat)
    elif heir == MERCHANT and size(t, seat):
        before = size(t, seat)
        await discard_some(t, seat, 2, "You lose the Merchant")
        t.say(f"{{{seat}}} loses the Merchant and discards {counted(before - size(t, seat))}.")


async def _gain(t: Table, seat: Seat, heir: str) -> None:
    if heir == BISHOP:
        t.say(f"{{{seat}}} discards the whole hand for the Crooked Bishop.")
        await discard_all(t, seat)
    elif heir == DEVIL:
        t.say(f"{{{seat}}} plays with an open hand.")
        await expose(t, seat)
    elif heir == MERCHANT:
        t.say(f"{{{seat}}} draws three cards from the Merchant.")
        await draw(t, seat, 3)
