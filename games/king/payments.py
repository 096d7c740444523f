"""What a play takes, one class for each way of paying: who can pay, and which cards do.

A card of its kind (SK-27, SK-30 to SK-35), Assassins (SK-12), hand cards for a conversion (SK-21,
SK-23, SK-37, SK-45, SK-53), or the whole hand (SK-6, SK-46). Tokens pay for no cost (SKD-17).

Whether the chosen cards do is asked by the player's own client before sending, and by everybody
once the cards are open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.king.cards import Card, Kind
from games.king.helpers import Helpers
from games.king.loyalty import helpers_of
from games.king.state import Situation, catalogue_of

ANY_NUMBER: Final = 1000
"""Of cards: more than there are."""


@dataclass(frozen=True, slots=True)
class OneCard:
    """A card of one kind is played, in hand or a token."""

    kind: Kind
    max_cards: int = 1

    def is_possible(self, one: Situation) -> bool:
        """A hidden card may be anything; a hand that lies open, or none, leaves no doubt."""
        if one.hides:
            return True
        kinds = helpers_of(one.state, one.seat).stand_ins(self.kind)
        card = catalogue_of(one.t).card
        return any(card(face).kind in kinds for face in one.t.faces(one.cards))

    def why_not(self, cards: Sequence[Card], own: Sequence[bool], helpers: Helpers) -> str | None:
        """It is one card of this kind, or of one that stands for it (SK-41 b)."""
        kinds = helpers.stand_ins(self.kind)
        if len(cards) == 1 and cards[0].kind in kinds:
            return None
        return "it takes " + " or ".join(kind.named for kind in kinds)


@dataclass(frozen=True, slots=True)
class HandCards:
    """So many hand cards of any kind are paid."""

    count: int
    kind: None = None

    @property
    def max_cards(self) -> int:
        """Exactly so many."""
        return self.count

    def is_possible(self, one: Situation) -> bool:
        """The size of a hand is known."""
        return one.hand >= self.count

    def why_not(self, cards: Sequence[Card], own: Sequence[bool], helpers: Helpers) -> str | None:
        """Tokens pay for nothing (SKD-17)."""
        if len(cards) != self.count:
            return f"it takes {self.count} cards" if self.count > 1 else "it takes one card"
        return None if all(own) else "a token pays for nothing"


@dataclass(frozen=True, slots=True)
class Discards:
    """Any hand cards, one at least, are thrown away (SK-4)."""

    max_cards: int = ANY_NUMBER
    kind: None = None
    without: str = "pass instead to keep all cards"
    """What is said where no card is picked."""

    def is_possible(self, one: Situation) -> bool:
        """The size of a hand is known."""
        return one.hand > 0

    def why_not(self, cards: Sequence[Card], own: Sequence[bool], helpers: Helpers) -> str | None:
        """Tokens cannot be discarded (SKD-17)."""
        if not cards:
            return self.without
        return None if all(own) else "a token cannot be discarded"


@dataclass(frozen=True, slots=True)
class Attackers:
    """Cards that count in an attack, one at least (SK-12)."""

    max_cards: int = ANY_NUMBER
    kind: None = None

    def is_possible(self, one: Situation) -> bool:
        """A hidden card may be an Assassin."""
        if one.hides:
            return True
        worth = helpers_of(one.state, one.seat).attack
        cards = map(catalogue_of(one.t).card, one.t.faces(one.cards))
        return any(worth(card, place < one.hand) > 0 for place, card in enumerate(cards))

    def why_not(self, cards: Sequence[Card], own: Sequence[bool], helpers: Helpers) -> str | None:
        """Each of them counts."""
        if not cards:
            return "it takes an Assassin at least"
        pairs = zip(cards, own, strict=True)
        useless = [card for card, mine in pairs if helpers.attack(card, mine) == 0]
        return f"{useless[0].name} cannot attack" if useless else None


@dataclass(frozen=True, slots=True)
class Free:
    """It takes no card."""

    max_cards: int = 0
    kind: None = None

    def is_possible(self, one: Situation) -> bool:
        """For everybody."""
        return True

    def why_not(self, cards: Sequence[Card], own: Sequence[bool], helpers: Helpers) -> str | None:
        """No card is picked."""
        return "it takes no card" if cards else None


@dataclass(frozen=True, slots=True)
class WholeHand:
    """The whole hand is discarded, so no card is picked; it takes one at least (SKG-17)."""

    max_cards: int = 0
    kind: None = None

    def is_possible(self, one: Situation) -> bool:
        """The size of a hand is known."""
        return one.hand > 0

    def why_not(self, cards: Sequence[Card], own: Sequence[bool], helpers: Helpers) -> str | None:
        """No card is picked."""
        return "it takes your whole hand, so pick no card" if cards else None
