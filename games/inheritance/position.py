"""The places of the table and a snapshot of what lies in them, as everybody sees it.

A `Position` is plain data: legality (uses.py), the view and the bot all reason on it, and a test
can write one down by hand. It holds no hand card, no card id and nothing that one seat alone knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from games.engine.table import Table
from games.engine.values import Seat
from games.inheritance.cards import Card, Influence, card_of, influence_of
from games.inheritance.favour import Court, favoured

DRAW: Final = "draw"
SUCCESSOR: Final = "successor"
PARENTS: Final = ("parent B", "parent C")
FAMILY: Final = (SUCCESSOR, *PARENTS)  # IN-34
PROPOSAL: Final = "proposal"
INFLUENCE: Final = "influence"
PLAYED: Final = "played"

# Letters name seats on a screen, so the Parents that the rulebook calls B and C have numbers.
_TITLES: Final = {SUCCESSOR: "the Successor", PARENTS[0]: "Parent 1", PARENTS[1]: "Parent 2"}


def hand_of(seat: Seat) -> str:
    """The zone of a seat's hand."""
    return f"hand {seat}"


def admirer_of(seat: Seat) -> str:
    """The place of a seat's Admirer: empty or one card (IN-32)."""
    return f"admirer {seat}"


def seat_at(place: str) -> Seat:
    """The seat whose Admirer lies at `place`."""
    return Seat(int(place.removeprefix("admirer ")))


def title_of(place: str) -> str:
    """What a person calls a place that can be a target; seats are placeholders."""
    return _TITLES.get(place) or f"{{{seat_at(place)}}}'s Admirer"


@dataclass(frozen=True, slots=True)
class Position:
    """The cards in play and the sizes of what is hidden.

    `board` maps each occupied place to its card, None for a card that lies face-down; `hands` has
    the number of hand cards by seat; `ring` is the seat on whose Admirer the Ring lies (ING-8).
    """

    board: Mapping[str, Card | None]
    influence: Influence
    hands: tuple[int, ...]
    ring: Seat | None = None
    gone: tuple[Seat, ...] = ()

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, those that have left included."""
        return tuple(Seat(seat) for seat in range(len(self.hands)))

    @property
    def court(self) -> Court:
        """The cards that decide favour."""
        proposal, successor = self.board[PROPOSAL], self.board[SUCCESSOR]
        assert proposal is not None  # a proposal is a card that was played open
        assert successor is not None  # ING-13: never face-down
        parents = (self.board[PARENTS[0]], self.board[PARENTS[1]])
        return Court(proposal.suit, self.influence, successor, parents)

    @property
    def favoured(self) -> Seat | None:
        """Who would be favoured if it were determined now (IN-14 to IN-22)."""
        admirers = [self.board.get(admirer_of(seat)) for seat in self.seats]
        seat = favoured(self.court, admirers)
        return None if seat is None else Seat(seat)

    def has_admirer(self, seat: Seat) -> bool:
        """Whether a card lies before this seat, open or secret."""
        return admirer_of(seat) in self.board

    def is_secret(self, seat: Seat) -> bool:
        """Whether this seat has a Secret Admirer (IN-37)."""
        return self.has_admirer(seat) and self.board[admirer_of(seat)] is None


@dataclass(frozen=True, slots=True)
class Past:
    """A turn that is over, or the set-up (nobody's), for the tale of the game."""

    seat: Seat | None
    deed: str
    """What was done, in words that follow the seat; empty if nothing was."""
    ring: Seat | None
    """On whose Admirer the Ring lay when it was over."""


@dataclass(slots=True)
class State:
    """What the table keeps in public besides its cards: the seat on whose Admirer the Ring lies."""

    ring: Seat | None = None
    deed: str = ""
    """What was done in the turn in play."""
    past: list[Past] = field(default_factory=list)


def state_of(table: Table) -> State:
    """The state that the rules keep on this table."""
    assert isinstance(table.state, State)
    return table.state


def position_of(table: Table) -> Position:
    """What everybody sees of this table."""
    seats = tuple(Seat(seat) for seat in range(table.seats))
    board: dict[str, Card | None] = {}
    for place in (*FAMILY, PROPOSAL, *(admirer_of(seat) for seat in seats)):
        for card in table.zone(place).cards:
            board[place] = card_of(table.face(card)) if table.is_open(card) else None
    return Position(
        board,
        influence_of(table.face(table.zone(INFLUENCE).cards[0])),
        tuple(len(table.hand_zone(seat).cards) for seat in seats),
        state_of(table).ring,
        table.gone,
    )
