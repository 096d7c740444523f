"""The dice game (SK-63, SKD-33): every card that is drawn comes from a set of its own.

A set holds one card of each face. All shuffle it, the first card is dealt and the others leave the
game unseen: so each draw is a fair throw of a die with as many faces that its drawer alone reads,
and what comes of it is a card like any other. Sets for the next draws
are shuffled ahead, while people decide. They lie in the deck, one behind the other.
"""

from __future__ import annotations

from typing import Final

from games.engine.game import GameOption
from games.engine.table import Table
from games.engine.values import CardId, Face, Seat
from games.king.state import catalogue_of

DECK: Final = "deck"
FRESH: Final = "set"
"""The zone in which a new set lies open until it is shuffled, and one that is searched."""
OPTION: Final = GameOption("deck", "Cards are drawn from", ("deck", "dice"))
# D-55: more would cost every seat some 900 multiplications a set at six seats.
AHEAD: Final = 6
"""So many sets lie ready: as many as the largest ordinary draw takes, that of a Marquis."""


def is_played(t: Table) -> bool:
    """Whether this table plays the dice game."""
    return t.options[OPTION.key] == "dice"


def sides(t: Table) -> int:
    """How many cards a set has."""
    return len(catalogue_of(t).cards)


async def roll_ahead(t: Table, sets: int = AHEAD) -> None:
    """Have sets shuffled until so many are ready or under way; nobody waits for them."""
    while len(t.zone(DECK).cards) < sets * sides(t):
        _lay_out(t)
        # D-54: decisions do not wait for these shuffles, only deals from their cards do.
        await t.shuffle(FRESH, into=DECK, ahead=True)


async def draw(t: Table, seat: Seat, hand: str, count: int) -> None:
    """So many throws for a seat, read by it alone."""
    if t.is_gone(seat):
        return
    await roll_ahead(t, count)
    size = sides(t)
    cards = t.zone(DECK).cards[: count * size]
    await t.deal(DECK, hand, cards[::size], seat)
    t.remove(card for place, card in enumerate(cards) if place % size)
    await roll_ahead(t)


async def lay_out_hidden(t: Table) -> tuple[CardId, ...]:
    """A shuffled set that nobody has seen, to be searched where new sets lie."""
    await roll_ahead(t, AHEAD + 1)
    cards = tuple(t.zone(DECK).cards[: sides(t)])
    t.move(cards, FRESH)
    return cards


def clear(t: Table) -> None:
    """What is left of a set that was laid out leaves the game."""
    t.remove(tuple(t.zone(FRESH).cards))


def show(t: Table, face: Face) -> tuple[CardId, ...]:
    """The open card with this face out of a new set; its others leave the game."""
    # D-55: shown to all, so there is nothing to hide and the set is not shuffled.
    _lay_out(t)
    cards = tuple(t.zone(FRESH).cards)
    found = tuple(card for card in cards if t.face(card) == face)
    t.remove(card for card in cards if card not in found)
    return found


def _lay_out(t: Table) -> None:
    t.create([card.face for card in catalogue_of(t).cards], FRESH)
