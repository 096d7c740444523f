"""Short forms for the tests of Inheritance: cards by "7 war", positions and tables set by hand."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.values import Face, Seat
from games.inheritance.cards import DECK, INITIAL_INFLUENCE, Card, Influence, card_of
from games.inheritance.choices import PLAY
from games.inheritance.favour import Court
from games.inheritance.position import (
    DRAW,
    INFLUENCE,
    PARENTS,
    PROPOSAL,
    SUCCESSOR,
    Position,
    admirer_of,
    state_of,
)
from games.inheritance.rules import Inheritance, make_places
from tests.games.scenario import Line, Scenario, ask

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


def faces(*shorts: str) -> list[Face]:
    """The faces of cards by their short forms."""
    return [card(short).face for short in shorts]


def lay(
    admirers: Sequence[str],
    hands: Sequence[Sequence[str]],
    *,
    proposal: str = "1 war",
    successor: str = "5 war",
    parents: tuple[str, str] = ("3 war", "7 war"),
    influence: str = "",
    pile: Sequence[str] = (),
    ring: int | None = None,
) -> Scenario:
    """A table laid by hand. "?9 love" lies face-down: a Secret Admirer, or a Parent."""
    s = Scenario(Inheritance(), seats=len(admirers))
    s.setup(make_places)
    s.board(INFLUENCE, faces(influence) if influence else [INITIAL_INFLUENCE])
    s.board(PROPOSAL, faces(proposal))
    s.board(SUCCESSOR, faces(successor))
    for place, parent in zip(PARENTS, parents, strict=True):
        down = parent.startswith("?")
        (s.pile if down else s.board)(place, faces(parent.lstrip("?")))
    for seat, admirer in enumerate(admirers):
        if admirer.startswith("?"):
            s.kept(admirer_of(Seat(seat)), faces(admirer[1:]), seat)
        elif admirer:
            s.board(admirer_of(Seat(seat)), faces(admirer), seat)
    for seat, hand in enumerate(hands):
        s.hand(seat, faces(*hand))
    s.pile(DRAW, faces(*pile))
    state_of(s.table).ring = None if ring is None else Seat(ring)
    return s


def plays(seat: int, short: str, use: str, *, bad: str = "", leaves: Sequence[int] = ()) -> Line:
    """The seat plays this card for the use with this key."""
    return ask(seat, PLAY, card(short).face, option=use, bad=bad, leaves=leaves)


def at(s: Scenario, place: str) -> list[str]:
    """The cards at a place by their short forms; "?9 love" is one that lies face-down."""
    cards = s.table.zone(place).cards
    return [
        ("" if s.table.is_open(one) else "?") + card_of(face).short
        for one, face in zip(cards, s.faces(place), strict=True)
    ]


def admirer(s: Scenario, seat: int) -> str:
    """What lies before a seat; "" is nothing."""
    return "".join(at(s, admirer_of(Seat(seat))))


def in_hand(s: Scenario, seat: int) -> list[str]:
    """The hand of a seat by short forms, sorted."""
    return sorted(card_of(face).short for face in s.in_hand(seat))


def ring(s: Scenario) -> int | None:
    """On whose Admirer the Ring lies."""
    return state_of(s.table).ring
