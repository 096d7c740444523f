"""What a use would do to the cards in play, worked out on a `Position` before anybody plays.

The bot weighs its plays with it, and a test holds it against what the rules then do on a table.
It is a pure function: a hidden card that would come to light is passed in by whoever knows it.
"""

from __future__ import annotations

from dataclasses import replace

from games.engine.values import Seat
from games.inheritance.cards import Card
from games.inheritance.position import PROPOSAL, Position, admirer_of
from games.inheritance.uses import Use, Verb


def after(
    position: Position, seat: Seat, card: Card, use: Use, chosen: Card | None = None
) -> Position:
    """The position after the card's effect and before favour is determined.

    `chosen` is the hand card that a Spy lays open. What a Soldier brings is face-down, so nobody
    has to know it.
    """
    board = dict(position.board)
    influence, ring = position.influence, position.ring
    hands = tuple(count - (other == seat) for other, count in enumerate(position.hands))
    own = admirer_of(seat)
    match use.verb:
        case Verb.LAY:
            board[own] = card
        case Verb.PROPOSE:
            board[PROPOSAL] = card
        case Verb.RULE:
            influence = card.character.influence or influence
        case Verb.REMOVE:
            del board[use.place]
        case Verb.REPLACE:
            board[use.place] = card
        case Verb.COMMAND:
            board[use.place] = None
        case Verb.DISGUISE:
            board[own] = chosen
        case Verb.EXCHANGE:
            board[own], board[use.place] = board[use.place], board[own]
        case Verb.NOTHING:
            pass
    if ring is not None and _left(use, own, admirer_of(ring)):
        ring = None
    return replace(position, board=board, influence=influence, hands=hands, ring=ring)


def _left(use: Use, own: str, place: str) -> bool:
    """Whether this use takes the card away on which the Ring lies (ING-8)."""
    if use.verb in (Verb.DISGUISE, Verb.EXCHANGE):
        return place == own
    return use.place == place


def revealed(position: Position, seat: Seat, card: Card) -> Position:
    """The position after `seat` has turned its Secret Admirer, this card, face-up (IN-31)."""
    return replace(position, board={**position.board, admirer_of(seat): card})


def determined(position: Position) -> Position:
    """The position with the Ring where step 3 of a turn puts it (IN-28)."""
    seat = position.favoured
    return position if seat is None else replace(position, ring=seat)
