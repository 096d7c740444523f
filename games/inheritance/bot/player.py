"""A player that wants the Ring: it weighs every legal play against what the others may answer.

It knows what a person in its seat knows: the open cards, its own hand and its own Secret Admirer.
The worth of a position is the chance that the Ring lies before it at its next turn, taken over all
cards that it has not seen, each of which is as likely as any other to be in a rival's hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb
from typing import Final

from games.engine.bots import Chooser, Situation
from games.engine.choice import NOTHING, Answer
from games.engine.legal_answers import legal
from games.engine.table import Table
from games.engine.values import CardId, Face, Seat
from games.inheritance.bot.lookahead import after, determined, revealed
from games.inheritance.bot.rollout import breaks
from games.inheritance.bot.world import NUMBER, World, laid_out
from games.inheritance.cards import DECK, Card, card_of
from games.inheritance.choices import ADMIRER, DISGUISE, OBEY, PLAY, REVEAL_LATE
from games.inheritance.favour import Court, distance, favoured_suits
from games.inheritance.position import Position, admirer_of, hand_of, position_of
from games.inheritance.uses import Use, Verb, use_of

_OPEN: Final = Fraction(2, 5)  # nobody holds the Ring: the others are first to take it
_PARRIED: Final = Fraction(1, 5)  # a rival held it and somebody in between stepped in
_ANY: Final = 0  # stands for a card that lies face-down; nothing looks at it


@dataclass(frozen=True, slots=True)
class Insight:
    """What the bot knows at one decision; `unseen` holds every card it cannot place."""

    seat: Seat
    position: Position
    hand: tuple[Card, ...]
    secret: Card | None
    unseen: tuple[Card, ...]


def insight_of(table: Table, seat: Seat, known: Mapping[CardId, Face]) -> Insight:
    """What a person in this seat can work out from its screen."""
    position = position_of(table)
    own = tuple(card_of(known[card]) for card in table.zone(hand_of(seat)).cards if card in known)
    secret = None
    if position.is_secret(seat):
        card = table.zone(admirer_of(seat)).cards[0]
        secret = card_of(known[card]) if card in known else None
    placed = [*own, *position.board.values(), secret]
    unseen = tuple(card for card in DECK if card not in placed)
    return Insight(seat, position, own, secret, unseen)


def worth(insight: Insight, position: Position, centre: Fraction = _OPEN) -> Fraction:
    """How good it is to end one's turn with favour determined as in `position`, from 0 to 1.

    `centre`: what a Ring is worth that nobody holds.
    """
    holder, rivals = position.ring, _rivals(position, insight.seat)
    if holder is None or holder in position.gone:
        return centre
    world = laid_out(position, lambda: _ANY, [[_ANY] * size for size in position.hands], [])
    if holder == insight.seat:
        safe = Fraction(1)
        for rival in rivals:
            safe *= 1 - _breaks(insight, world, rival)
        return safe + (1 - safe) * _PARRIED
    lost = Fraction(1)
    for rival in rivals[: rivals.index(holder)]:
        lost *= 1 - _breaks(insight, world, rival)
    return (1 - lost) * _PARRIED


def _rivals(position: Position, seat: Seat) -> list[Seat]:
    """The others still at the table, in the order of their turns after this seat's."""
    count = len(position.hands)
    around = [Seat((seat + step) % count) for step in range(1, count)]
    return [rival for rival in around if rival not in position.gone]


def _breaks(insight: Insight, world: World, rival: Seat) -> Fraction:
    """The chance that this rival holds a card that takes the Ring from where it lies."""
    size = min(len(world.hands[rival]), len(insight.unseen))
    if size == 0:
        return Fraction(0)
    tame = sum(not breaks(world, rival, NUMBER[card]) for card in insight.unseen)
    return 1 - Fraction(comb(tame, size), comb(len(insight.unseen), size))


def strength(court: Court, card: Card, unseen: Sequence[Card]) -> int:
    """How many of the unseen cards this card would outdo as an Admirer."""
    suits = favoured_suits(court)

    def place(admirer: Card) -> tuple[bool, int]:
        return (admirer.suit not in suits, distance(court, admirer))

    return sum(place(card) < place(other) for other in unseen)


class Courtier:
    """The bot of this game that plays to win; it keeps nothing between two decisions."""

    def choose(self, situation: Situation, randbelow: Chooser) -> Answer:
        """A legal answer; `randbelow` only decides between answers of equal worth."""
        answers = list(legal(situation.choice, situation.sees))
        return self.best(situation, answers, randbelow)

    def worth(self, insight: Insight, position: Position) -> Fraction:
        """How good it is to end one's turn so; comparable among positions."""
        return worth(insight, position, self.open_worth(len(position.hands)))

    def open_worth(self, seats: int) -> Fraction:
        """What a Ring in the centre is worth."""
        return _OPEN

    def best(self, situation: Situation, answers: Sequence[Answer], randbelow: Chooser) -> Answer:
        """The best of these answers, by chance if several are."""
        kind, known = situation.choice.kind, situation.sees.faces
        insight = insight_of(situation.table, situation.seat, known)
        marks = [self._mark(insight, kind, answer, known) for answer in answers]
        best = max(marks)
        good = [answer for answer, mark in zip(answers, marks, strict=True) if mark == best]
        return good[randbelow(len(good))]

    def _mark(
        self, insight: Insight, kind: str, answer: Answer, known: Mapping[CardId, Face]
    ) -> Fraction:
        """How good this answer is; comparable among the answers to one question."""
        faces = [card_of(known[card]) for card in answer.cards]
        position, seat = insight.position, insight.seat
        if kind == PLAY:
            return self._play(insight, faces[0], use_of(answer.option))
        if kind == DISGUISE:
            return self.worth(insight, determined(_disguised(position, seat, faces[0])))
        if kind in (ADMIRER, OBEY):
            return Fraction(strength(position.court, faces[0], insight.unseen))
        if kind == REVEAL_LATE and faces:
            return self.worth(insight, determined(revealed(position, seat, faces[0])))
        if kind == REVEAL_LATE:
            return self.worth(insight, determined(position))
        return Fraction(answer == NOTHING)  # an early reveal gains nothing that a late one does not

    def _play(self, insight: Insight, card: Card, use: Use) -> Fraction:
        """The worth of a play with the best choices that follow it."""
        position, seat = insight.position, insight.seat
        if use.verb is Verb.DISGUISE:
            others = [other for other in insight.hand if other != card]
            ends = [after(position, seat, card, use, other) for other in others]
            return max(self.worth(insight, determined(end)) for end in ends)
        ahead = after(position, seat, card, use)
        kept = self.worth(insight, determined(ahead))
        if insight.secret is None or use.verb is Verb.EXCHANGE or not ahead.is_secret(seat):
            return kept
        shown = revealed(ahead, seat, insight.secret)
        return max(kept, self.worth(insight, determined(shown)))


def _disguised(position: Position, seat: Seat, card: Card) -> Position:
    ring = None if position.ring == seat else position.ring
    return replace(revealed(position, seat, card), ring=ring)
