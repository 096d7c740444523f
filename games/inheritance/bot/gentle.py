"""The gentle bot: it tries three plays that come to mind, and does not look at what others hold.

Until everybody has had two turns it tries all its plays, so that nobody's game is over sooner.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from games.engine.bots import Chooser, Situation
from games.engine.choice import Answer
from games.engine.legal_answers import legal
from games.engine.table import Table
from games.inheritance.bot.player import Courtier, Insight
from games.inheritance.bot.rollout import comfort
from games.inheritance.position import Position, state_of

_IN_MIND: Final = 3
# D-141: with fewer tries a guided game could end before its newcomer had played a card.
BEFORE_ANY_END: Final = 2
"""So many turns everybody has before a gentle bot overlooks that somebody is about to win."""


class Page(Courtier):
    """The bot of this game for people who learn it."""

    def choose(self, situation: Situation, randbelow: Chooser) -> Answer:
        """A legal answer to the choice."""
        answers = list(legal(situation.choice, situation.sees))
        if all_had_turns(situation.table, BEFORE_ANY_END):
            for at in range(min(_IN_MIND, len(answers))):
                other = at + randbelow(len(answers) - at)
                answers[at], answers[other] = answers[other], answers[at]
            answers = answers[:_IN_MIND]
        return self.best(situation, answers, randbelow)

    def worth(self, insight: Insight, position: Position) -> Fraction:
        """How late anybody else could win: the Ring is its own, nobody's, or a rival's."""
        return Fraction(comfort(position, insight.seat, position.ring))


def all_had_turns(table: Table, count: int) -> bool:
    """Whether everybody still at the table has had so many turns."""
    had = [turn.seat for turn in state_of(table).past]
    return all(had.count(seat) >= count for seat in table.active)
