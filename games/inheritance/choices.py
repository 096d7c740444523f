"""The five questions that this game asks a seat (IN-9, IN-24, IN-31, ING-21, ING-24), as data.

What a late or departed seat answers is each choice's default: nothing, but for the Soldier's
victim, whose first card (the hand has just been mixed) stands in, so that nobody dodges a Soldier
by waiting.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.choice import Answer, Choice
from games.engine.values import CardId, Face, Seat
from games.inheritance.cards import card_of
from games.inheritance.position import Position
from games.inheritance.uses import option_of, use_of, uses, why_not, wording

ADMIRER: Final = "admirer"
REVEAL_EARLY: Final = "reveal_before_playing"
REVEAL_LATE: Final = "reveal_before_favour"
PLAY: Final = "play"
OBEY: Final = "obey_soldier"
DISGUISE: Final = "exchange_by_spy"


def choose_admirer(hand: Sequence[CardId]) -> Choice:
    """IN-9: any hand card becomes one's Admirer; nobody sees another's choice first (ING-36)."""
    return Choice(ADMIRER, "Choose your Admirer.", tuple(hand), min_cards=1, max_cards=1)


def reveal_secret(kind: str, secret: CardId) -> Choice:
    """IN-31: one's Secret Admirer may be turned face-up at the two moments of ING-16."""
    when = "before you play" if kind == REVEAL_EARLY else "before favour is determined"
    return Choice(
        kind,
        f"Reveal your Secret Admirer {when}?",
        (secret,),
        min_cards=0,
        max_cards=1,
        pass_label="keep it secret",  # noqa: S106 - what a button says
    )


def play_card(position: Position, seat: Seat, hand: Sequence[CardId]) -> Choice:
    """IN-24: exactly one hand card, for any use that fits it."""

    def predicate(faces: tuple[Face, ...], answer: Answer) -> str | None:
        return why_not(position, seat, card_of(faces[0]), use_of(answer.option))

    def words(faces: tuple[Face, ...], key: str) -> str | None:
        return wording(position, card_of(faces[0]), use_of(key))

    options = tuple(option_of(use, position, seat) for use in uses(position, seat))
    return Choice(
        PLAY,
        "Play a card.",
        tuple(hand),
        min_cards=1,
        max_cards=1,
        options=options,
        predicate=predicate,
        wording=words,
    )


def obey_soldier(hand: Sequence[CardId]) -> Choice:
    """ING-21: the Soldier's victim picks the hand card that it lays face-down."""
    return Choice(
        OBEY,
        "A Soldier takes your Admirer back to your hand: choose the card to lay face-down.",
        tuple(hand),
        min_cards=1,
        max_cards=1,
        default=Answer(cards=(hand[0],)),
    )


def disguise_admirer(hand: Sequence[CardId]) -> Choice:
    """ING-24: the hand card that becomes the Admirer, face-up."""
    return Choice(
        DISGUISE,
        "Choose the card that becomes your Admirer.",
        tuple(hand),
        min_cards=1,
        max_cards=1,
    )
