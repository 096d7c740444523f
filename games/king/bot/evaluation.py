"""How the bot `pretender` values people and cards; it knows what a person in its seat knows.

All is public but its own hand. Whoever stands above it on the board is in its way: each death there
brings it one place nearer to the throne.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.table import Table
from games.engine.values import CardId, Face, Seat
from games.king import cards as kinds
from games.king.board import is_present, king_of, people, rank_of
from games.king.cards import Card
from games.king.hands import hand_of
from games.king.heirs import (
    EXECUTIONER,
    GENERAL,
    HANGED_MAN,
    HERMIT,
    JUDGE,
    LIBRARIAN,
    MAGICIAN,
    OLD_MAN,
    PRINCE,
    SPY,
    TRUE_HEIR,
    Person,
    player,
    seat_of,
)
from games.king.loyalty import holder
from games.king.ranks import Rank
from games.king.state import Effect, State, catalogue_of, state_of

_USEFUL: Final = (MAGICIAN, EXECUTIONER, OLD_MAN, GENERAL, PRINCE, JUDGE, SPY)
_WORTH: Final = {
    kinds.ASSASSIN: 5,
    kinds.POISON: 4,
    kinds.KNIGHT: 3,
    kinds.SHIP: 3,
    kinds.BETRAYAL: 3,
    kinds.BRIBE: 2,
    kinds.BLACKMAIL: 3,
    kinds.ANTIDOTE: 1,
    kinds.PARDON: 1,
    kinds.INVESTIGATION: 0,
    kinds.PROXY: 0,
}

KEPT: Final = {
    kinds.ASSASSIN: 5,
    kinds.KNIGHT: 2,
    kinds.POISON: 1,
    kinds.BETRAYAL: 1,
    kinds.BRIBE: 1,
    kinds.BLACKMAIL: 1,
}
"""How many of a kind are kept when cards may be thrown away for new ones."""


def worth(card: Card) -> int:
    """How much a card is worth keeping."""
    return 4 * _WORTH.get(card.kind, 1) + card.value


@dataclass(frozen=True, slots=True)
class Outlook:
    """One seat's look at the table at one decision."""

    table: Table
    seat: Seat
    faces: Mapping[CardId, Face]

    @property
    def state(self) -> State:
        """What everybody knows."""
        return state_of(self.table)

    @property
    def me(self) -> Person:
        """This player on the board."""
        return player(self.seat)

    @property
    def effect(self) -> Effect | None:
        """What is announced now."""
        return self.state.pending[-1] if self.state.pending else None

    def card(self, card: CardId) -> Card | None:
        """A card that this seat can read."""
        return catalogue_of(self.table).card(self.faces[card]) if card in self.faces else None

    def hand(self) -> list[Card]:
        """The own hand."""
        cards = (self.card(card) for card in self.table.zone(hand_of(self.seat)).cards)
        return [card for card in cards if card is not None]

    def price(self, cards: Sequence[Card]) -> int:
        """How much these cards are worth together."""
        return sum(worth(card) for card in cards)

    def is_mine(self, person: Person) -> bool:
        """Whether somebody is this player or its friend."""
        return person == self.me or holder(self.state, person) == self.seat

    def is_rival(self, person: Person) -> bool:
        """Whether somebody is another player."""
        return seat_of(person) is not None and person != self.me

    def rank(self, person: Person) -> Rank:
        """A Rank; who is off the board counts as a Commoner."""
        return rank_of(self.state, person) or Rank.COMMONER

    def is_above(self, person: Person) -> bool:
        """Whether somebody stands between this player and the throne."""
        if not is_present(self.table, self.seat):
            return True
        order = people(self.state)
        return person in order and order.index(person) < order.index(self.me)

    def heir(self) -> Person | None:
        """Who would be King after the King's death, and stay it."""
        heirs = [one for one in self.state.ranks[Rank.DUKE] if one not in (HERMIT, LIBRARIAN)]
        return next(iter(heirs), None)

    def would_ruin(self, person: Person) -> bool:
        """Whether somebody's death would put one on the throne who makes this player lose."""
        if person != king_of(self.state):
            return False
        heir = self.heir()
        if heir == HANGED_MAN:
            return not self.is_mine(HANGED_MAN) and self.rank(JUDGE) is Rank.COMMONER
        return heir == TRUE_HEIR

    def wish(self, person: Person) -> int:
        """How much this player wants somebody dead; above 0 it does."""
        if person == self.me or self.would_ruin(person):
            return -100
        score = 10 if self.is_above(person) else -5
        if self.is_rival(person):
            score += 8 if self.rank(person) is Rank.KING else 2
        if person == TRUE_HEIR and self.rank(person) <= Rank.MARQUIS:
            score += 12
        if person == HANGED_MAN and self.is_mine(person):
            return -50
        if holder(self.state, person) == self.seat:
            score -= 6
        return score

    def ease(self, person: Person) -> int:
        """How easily somebody is killed by assassins."""
        if person == GENERAL:
            return -12
        if person == SPY:
            return 4
        if person == MAGICIAN:
            return -4
        friend = seat_of(person) if seat_of(person) is not None else holder(self.state, person)
        return 2 if friend is None else -1

    def usefulness(self, person: Person) -> int:
        """How much this player wants somebody as a friend for good."""
        if person == TRUE_HEIR:
            return -100
        score = 8 if person in _USEFUL else 1
        if person == HANGED_MAN and self.rank(person) <= Rank.MARQUIS:
            score += 10
        return score
