"""The gentle bot: it tries three plays that come to mind, and does not look at what others hold."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from games.engine.bots import Chooser, Situation
from games.engine.choice import Answer
from games.engine.legal_answers import legal
from games.inheritance.bot.player import Courtier, Insight
from games.inheritance.position import Position

_IN_MIND: Final = 3
_OWN, _OPEN, _ANOTHERS = Fraction(2), Fraction(1), Fraction(0)


class Page(Courtier):
    """The bot of this game for people who learn it."""

    def choose(self, situation: Situation, randbelow: Chooser) -> Answer:
        """A legal answer to the choice."""
        answers = list(legal(situation.choice, situation.sees))
        for at in range(min(_IN_MIND, len(answers))):
            other = at + randbelow(len(answers) - at)
            answers[at], answers[other] = answers[other], answers[at]
        return self.best(situation, answers[:_IN_MIND], randbelow)

    def worth(self, insight: Insight, position: Position) -> Fraction:
        """Whether the Ring is its own, nobody's or another's."""
        if position.ring == insight.seat:
            return _OWN
        return _OPEN if position.ring is None else _ANOTHERS
