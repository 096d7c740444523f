"""Who is favoured: a pure function of the cards that lie open (IN-14 to IN-22).

Nothing here knows a table, a seat's hand or the Ring. A face-down card arrives as None: it has no
suit and no rank (IN-37, IN-41).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.inheritance.cards import Card, Influence, Suit


@dataclass(frozen=True, slots=True)
class Court:
    """The cards that decide: proposal, influence rule, Successor and Parents (None: face-down)."""

    proposal: Suit
    influence: Influence
    successor: Card
    parents: tuple[Card | None, Card | None]


def favoured_suits(court: Court) -> tuple[Suit, ...]:
    """The suits that the proposal in force favours, in the order of `Suit`.

    IN-15 love, IN-16 dowry, IN-17 war, IN-18 peace. A face-down Parent neither adds a suit to a
    dowry (ING-14) nor takes one from a peace (ING-15).
    """
    parents = [parent.suit for parent in court.parents if parent is not None]
    match court.proposal:
        case Suit.LOVE:
            return (court.successor.suit,)
        case Suit.DOWRY:
            return tuple(suit for suit in Suit if suit in parents)
        case Suit.PEACE:
            family = [court.successor.suit, *parents]
            return tuple(suit for suit in Suit if suit not in family)
        case Suit.WAR:
            return ()


def distance(court: Court, card: Card) -> int:
    """How far a rank is from what the influence rule wants; the smallest distance wins (IN-19)."""
    match court.influence:
        case Influence.LOWEST:
            return card.rank
        case Influence.HIGHEST:
            return -card.rank
        case Influence.NEAREST:  # ING-12: above and below count alike; ING-13: Successor of now
            return abs(card.rank - court.successor.rank)


def favoured(court: Court, admirers: Sequence[Card | None]) -> int | None:
    """The index of the favoured Admirer, or None when there is a tie or no open Admirer.

    `admirers` has one place a seat; None is a Secret Admirer or an empty place, both of which are
    left out of every comparison (ING-10, ING-11).
    """
    suits = favoured_suits(court)
    present = [(index, card) for index, card in enumerate(admirers) if card is not None]
    rivals = [(index, card) for index, card in present if card.suit in suits]
    if not rivals:  # IN-22: nobody of a favoured suit, or war: all Admirers are compared
        rivals = present
    if not rivals:
        return None
    nearest = min(distance(court, card) for _, card in rivals)
    best = [index for index, card in rivals if distance(court, card) == nearest]
    return best[0] if len(best) == 1 else None  # IN-20, IN-21
