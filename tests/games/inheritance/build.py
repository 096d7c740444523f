"""Short forms for the tests of Inheritance: cards by "7 war", positions and tables set by hand."""

from __future__ import annotations

from collections.abc import Sequence

from games.inheritance.cards import DECK, Card, Influence
from games.inheritance.favour import Court
from games.inheritance.position import PARENTS, PROPOSAL, SUCCESSOR, Position, admirer_of
from games.values import Seat

_CARDS = {card.short: card for card in DECK}

HIGHEST, LOWEST, NEAREST = Influence.HIGHEST, Influence.LOWEST, Influence.NEAREST


def card(short: str) -> Card:
    """The card with this rank and suit, such as "7 war"."""
    return _CARDS[short]


def face_up(short: str) -> Card | None:
    """A card by its short form; "?" is one that lies face-down."""
    return None if short == "?" else card(short)


def court(
    proposal: str, successor: str, parents: tuple[str, str], influence: Influence = HIGHEST
) -> Court:
    """The deciding cards by their short forms."""
    parent_b, parent_c = (face_up(parent) for parent in parents)
    return Court(card(proposal).suit, influence, card(successor), (parent_b, parent_c))


def position(
    admirers: Sequence[str],
    *,
    hands: Sequence[int] | None = None,
    proposal: str = "1 war",
    successor: str = "5 war",
    parents: tuple[str, str] = ("3 war", "7 war"),
    influence: Influence = HIGHEST,
    ring: int | None = None,
    gone: Sequence[int] = (),
) -> Position:
    """A position; an Admirer "" is none, "?" a secret one."""
    board: dict[str, Card | None] = {PROPOSAL: card(proposal), SUCCESSOR: card(successor)}
    board |= {place: face_up(parent) for place, parent in zip(PARENTS, parents, strict=True)}
    for seat, short in enumerate(admirers):
        if short:
            board[admirer_of(Seat(seat))] = face_up(short)
    return Position(
        board,
        influence,
        tuple(hands or [5] * len(admirers)),
        None if ring is None else Seat(ring),
        tuple(Seat(seat) for seat in gone),
    )
