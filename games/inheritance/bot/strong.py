"""The strong bot: it plays the end of the game in its head, over many deals of what is hidden.

Until the Draw Pile is nearly used up it weighs its plays as the fair one does. From then on a hand
is what remains of the game: it lays the cards that it has not seen in many ways, plays each way to
the end, and takes what wins most often.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, TypeAlias

from games.engine.bots import Chooser, Situation
from games.engine.choice import Answer
from games.engine.legal_answers import legal
from games.engine.values import Seat
from games.inheritance.bot.lookahead import revealed
from games.inheritance.bot.player import Courtier, Insight, insight_of
from games.inheritance.bot.rollout import comfort, ring_after, take_turn, winner
from games.inheritance.bot.world import NUMBER, Dice, Move, World, laid_out, move_of
from games.inheritance.cards import card_of
from games.inheritance.choices import PLAY
from games.inheritance.position import DRAW
from games.inheritance.uses import Verb, use_of

LATE: Final = 3
"""How many cards the Draw Pile has when the end begins."""
_DEALS: Final = (20, 20, 60)
"""Ways to lay the hidden cards; after each lot a third of the plays goes on."""
_OPEN_OF_TWO: Final = Fraction(1, 5)
"""What a Ring in the centre is worth against one rival, who is first to take it."""

_Play: TypeAlias = tuple[Answer, Move]


class Regent(Courtier):
    """The bot of this game that plans; it keeps nothing between two decisions."""

    def choose(self, situation: Situation, randbelow: Chooser) -> Answer:
        """A legal answer to the choice."""
        pile = len(situation.table.zone(DRAW).cards)
        if situation.choice.kind != PLAY or pile > LATE:
            return super().choose(situation, randbelow)
        sees = situation.sees
        insight = insight_of(situation.table, situation.seat, sees.faces)
        plays: list[_Play] = []
        for answer in legal(situation.choice, sees):
            card, use = card_of(sees.faces[answer.card]), use_of(answer.option)
            others = [other for other in insight.hand if other != card]
            laid = others if use.verb is Verb.DISGUISE else [None]
            plays += [(answer, move_of(card, use, other)) for other in laid]
        return _most_won(insight, pile, plays, Dice(randbelow(2**48)))

    def open_worth(self, seats: int) -> Fraction:
        """What a Ring in the centre is worth."""
        return _OPEN_OF_TWO if seats == 2 else super().open_worth(seats)


def _most_won(insight: Insight, pile: int, plays: Sequence[_Play], dice: Dice) -> Answer:
    """The play that wins most of the games that it is tried in."""
    seat = insight.seat
    live = _sensible(deal(insight, pile, dice), seat, plays)
    won = dict.fromkeys(live, 0)
    for deals in _DEALS:
        for _ in range(deals):
            world = deal(insight, pile, dice)
            for at in live:
                # The same deal for every play: luck then falls alike on all of them.
                tried = world.copy()
                take_turn(tried, seat, plays[at][1], dice)
                after = (seat + 1) % len(tried.hands)
                won[at] += winner(tried, after, seat, dice) == seat
        # Most plays fall behind at once; the deals that are saved go to those that are close.
        live = sorted(live, key=lambda at: -won[at])[: max(2, len(live) // 3)]
    return plays[live[0]][0]


def _sensible(world: World, seat: Seat, plays: Sequence[_Play]) -> list[int]:
    """The plays after which no rival has the Ring; if there are none, those it suits best."""
    marks = [comfort(world, seat, ring_after(world, seat, move)) for _, move in plays]
    wanted = min(max(marks), len(world.hands))
    return [at for at, mark in enumerate(marks) if mark >= wanted]


def deal(insight: Insight, pile: int, dice: Dice) -> World:
    """One way, out of all alike, to lay the cards that the seat has not seen."""
    position, seat = insight.position, insight.seat
    if insight.secret is not None:
        position = revealed(position, seat, insight.secret)
    hidden = [NUMBER[card] for card in insight.unseen]
    dice.shuffle(hidden)
    hands = [
        [NUMBER[card] for card in insight.hand]
        if other == seat
        else [hidden.pop() for _ in range(position.hands[other])]
        for other in position.seats
    ]
    world = laid_out(position, hidden.pop, hands, [hidden.pop() for _ in range(pile)])
    world.secret[seat] = insight.secret is not None
    return world
