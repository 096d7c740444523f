"""One way in which the hidden cards may lie, in numbers, and what a quick player does with it.

The strong bot plays thousands of turns in its head, so this is the rules once more in their
fastest form: a card is `10 * suit + rank - 1`, a place without a card and the Ring in the centre
are -1. A test holds it against the rules, move for move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from games.engine.values import Seat
from games.inheritance.cards import DECK, Card, Influence
from games.inheritance.position import FAMILY, PROPOSAL, Position, admirer_of
from games.inheritance.uses import Use, Verb

NOBODY: Final = -1
NUMBER: Final = {card: number for number, card in enumerate(DECK)}
"""Of each card its number; `DECK` is ordered by suit, then rank."""
LOWEST, NEAREST, HIGHEST = range(3)
RULES: Final = {
    Influence.LOWEST: LOWEST,
    Influence.NEAREST: NEAREST,
    Influence.HIGHEST: HIGHEST,
}
_LOVE, _DOWRY, _PEACE = range(3)
_FAVOURED_SUIT: Final = 100
"""By how much a favoured suit is nearer than any rank (IN-20)."""

Move: TypeAlias = tuple[int, Verb, int]
"""A hand card, its use and a target: a seat, a Family Member (`family`), the hand card that a Spy
lays open, or -1."""

SET_BY: Final = {1: LOWEST, 2: NEAREST, 7: HIGHEST}
"""By the last digit of a card, the influence rule that it sets."""
LAID: Final = (Verb.LAY, Verb.DISGUISE)
"""The uses that lay a card before oneself."""
_PLACES: Final = {"successor": 0, "parent B": 1, "parent C": 2}
_ASSASSIN, _THESPIAN, _SOLDIER, _SPY, _CLERIC, _GENERAL, _ROYAL = 0, 3, 4, 5, 6, 8, 9


def family(index: int) -> int:
    """The target that names a Family Member."""
    return NOBODY - 1 - index


class Dice:
    """Numbers as good as chance from one seed: a linear congruential generator modulo 2^64."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def below(self, limit: int) -> int:
        """A number from 0 up to, but not including, the limit."""
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) % 2**64
        return ((self._state >> 32) * limit) >> 32

    def shuffle(self, cards: list[int]) -> None:
        """Put a list into any order (Fisher and Yates)."""
        for last in range(len(cards) - 1, 0, -1):
            other = self.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]


@dataclass(slots=True)
class World:
    """A table on which every card is known; `secret` and `veiled` say which lie face-down."""

    admirers: list[int]
    secret: list[bool]
    family: list[int]
    """The Successor, Parent B, Parent C."""
    veiled: list[bool]
    proposal: int
    influence: int
    ring: int
    hands: list[list[int]]
    deck: list[int]
    gone: tuple[Seat, ...]

    def copy(self) -> World:
        """A world of its own."""
        return World(
            self.admirers[:],
            self.secret[:],
            self.family[:],
            self.veiled[:],
            self.proposal,
            self.influence,
            self.ring,
            [hand[:] for hand in self.hands],
            self.deck[:],
            self.gone,
        )

    def favoured(self) -> int:
        """Who is favoured, or nobody (IN-14 to IN-22)."""
        successor, first, second = self.family
        suit = self.proposal // 10
        suits = 0
        if suit == _LOVE:
            suits = 1 << successor // 10
        elif suit in (_DOWRY, _PEACE):
            parents = 0 if self.veiled[1] else 1 << first // 10
            parents |= 0 if self.veiled[2] else 1 << second // 10
            suits = parents if suit == _DOWRY else ~(parents | 1 << successor // 10)
        best, nearest = NOBODY, 1000
        for seat, card in enumerate(self.admirers):
            if card < 0 or self.secret[seat]:
                continue
            rank = card % 10
            if self.influence == NEAREST:
                rank = abs(rank - successor % 10)
            elif self.influence == HIGHEST:
                rank = -rank
            if suits >> card // 10 & 1:
                rank -= _FAVOURED_SUIT
            if rank < nearest:
                best, nearest = seat, rank
            elif rank == nearest:
                best = NOBODY
        return best

    def moves(self, seat: int) -> Iterator[Move]:
        """All that a seat may play, a Spy's second card included (IN-25 to IN-27)."""
        for card in self.hands[seat]:
            yield from self.uses(seat, card)

    def uses(self, seat: int, card: int) -> Iterator[Move]:
        """All that a seat may play this card for."""
        alone = self.admirers[seat] < 0
        if alone:
            yield card, Verb.LAY, NOBODY
        yield card, Verb.PROPOSE, NOBODY
        able = False
        for move in self._abilities(seat, card, alone=alone):
            able = True
            yield move
        if not able:
            yield card, Verb.NOTHING, NOBODY

    def _abilities(self, seat: int, card: int, *, alone: bool) -> Iterator[Move]:
        rank = card % 10
        if rank in SET_BY:
            yield card, Verb.RULE, NOBODY
        elif rank in (_ASSASSIN, _THESPIAN):
            verb = Verb.REMOVE if rank == _ASSASSIN else Verb.REPLACE
            for other, admirer in enumerate(self.admirers):
                if admirer >= 0:
                    yield card, verb, other
        elif rank == _SOLDIER:
            for other, admirer in enumerate(self.admirers):
                if other != seat and other not in self.gone and admirer >= 0 and self.hands[other]:
                    yield card, Verb.COMMAND, other
        elif rank == _SPY and not alone:
            for other in self.hands[seat]:
                if other != card:
                    yield card, Verb.DISGUISE, other
        elif rank == _CLERIC:
            for index in range(3):
                yield card, Verb.REPLACE, family(index)
        elif rank == _GENERAL and not alone:
            yield card, Verb.EXCHANGE, family(1)
            yield card, Verb.EXCHANGE, family(2)
        elif rank == _ROYAL:
            for other, admirer in enumerate(self.admirers):
                if admirer >= 0 and not self.secret[other] and admirer // 10 == card // 10:
                    yield card, Verb.REPLACE, other
            for index, member in enumerate(self.family):
                if not self.veiled[index] and member // 10 == card // 10:
                    yield card, Verb.REPLACE, family(index)

    def apply(self, seat: int, move: Move, dice: Dice) -> None:
        """Play a card up to where favour is determined; a Soldier's victim lays any card."""
        card, verb, target = move
        hand = self.hands[seat]
        hand.remove(card)
        if verb is Verb.LAY:
            self.lay(seat, card, secret=False)
        elif verb is Verb.PROPOSE:
            self.proposal = card
        elif verb is Verb.RULE:
            self.influence = SET_BY[card % 10]
        elif verb is Verb.REMOVE:
            self.lay(target, NOBODY, secret=False)
        elif verb is Verb.REPLACE and target >= 0:
            self.lay(target, card, secret=False)
        elif verb is Verb.REPLACE:
            self.family[NOBODY - 1 - target] = card
            self.veiled[NOBODY - 1 - target] = False
        elif verb is Verb.COMMAND:
            theirs = self.hands[target]
            at = dice.below(len(theirs))
            laid, theirs[at] = theirs[at], self.admirers[target]
            self.lay(target, laid, secret=True)
        elif verb is Verb.DISGUISE:
            hand.remove(target)
            hand.append(self.admirers[seat])
            self.lay(seat, target, secret=False)
        elif verb is Verb.EXCHANGE:
            index = NOBODY - 1 - target
            mine, veiled = self.admirers[seat], self.secret[seat]
            self.lay(seat, self.family[index], secret=self.veiled[index])
            self.family[index], self.veiled[index] = mine, veiled

    def lay(self, seat: int, card: int, *, secret: bool) -> None:
        """Another card, or none, before a seat: the Ring does not stay there (ING-8)."""
        self.admirers[seat] = card
        self.secret[seat] = secret
        if self.ring == seat:
            self.ring = NOBODY

    def holder(self) -> int:
        """Who has the Ring if favour is determined now; with nobody favoured it stays (IN-28)."""
        seat = self.favoured()
        return self.ring if seat == NOBODY else seat

    def determine(self) -> None:
        """Step 3 of a turn."""
        self.ring = self.holder()

    def is_out_of_cards(self) -> bool:
        """Whether nobody still at the table has a card to play or to draw."""
        return not self.deck and not any(
            hand for seat, hand in enumerate(self.hands) if seat not in self.gone
        )

    def draw(self, seat: int) -> None:
        """Step 4 (IN-29)."""
        if self.deck:
            self.hands[seat].append(self.deck.pop())


def laid_out(
    position: Position, hidden: Callable[[], int], hands: list[list[int]], deck: list[int]
) -> World:
    """The world of a position; `hidden` gives what lies under each card that is face-down."""

    def laid(place: str) -> int:
        card = position.board.get(place)
        if card is not None:
            return NUMBER[card]
        return hidden() if place in position.board else NOBODY

    return World(
        [laid(admirer_of(seat)) for seat in position.seats],
        [position.is_secret(seat) for seat in position.seats],
        [laid(place) for place in FAMILY],
        [position.board[place] is None for place in FAMILY],
        laid(PROPOSAL),
        RULES[position.influence],
        NOBODY if position.ring is None else position.ring,
        hands,
        deck,
        position.gone,
    )


def number_of(card: Card | None) -> int:
    """A card's number, -1 for none."""
    return NOBODY if card is None else NUMBER[card]


def move_of(card: Card, use: Use, laid: Card | None = None) -> Move:
    """A play as a move; `laid` is what a Spy lays open."""
    if use.verb is Verb.DISGUISE:
        return NUMBER[card], use.verb, number_of(laid)
    if use.seat is not None:
        return NUMBER[card], use.verb, use.seat
    target = family(_PLACES[use.place]) if use.place else NOBODY
    return NUMBER[card], use.verb, target
