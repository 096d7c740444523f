"""Bots: what decides in place of a person, from the same things a person sees.

A bot has no randomness of its own: ``below(n)`` gives it a fair number below n. At a window a bot
claims if ``choose`` gives an answer, and passes if it gives ``NOTHING``; asked then, it is free to
decline.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from games.engine.choice import NOTHING, Answer, Choice
from games.engine.errors import RulesError
from games.engine.game import Game
from games.engine.legal_answers import legal
from games.engine.private import Knowledge
from games.engine.table import Table
from games.engine.values import Seat

Chooser: TypeAlias = Callable[[int], int]
"""Gives a number from 0 up to, but not including, its argument."""


@dataclass(frozen=True, slots=True)
class Situation:
    """A choice that a seat has, and all that may be looked at to make it."""

    game: Game
    table: Table
    seat: Seat
    knowledge: Knowledge
    """What this seat alone knows."""
    choice: Choice

    @property
    def sees(self) -> Knowledge:
        """What the seat sees: what it knows, and every open face."""
        return self.table.sees(self.knowledge)


class Bot(Protocol):
    """Decides for one seat."""

    def choose(self, situation: Situation, randbelow: Chooser) -> Answer:
        """A legal answer to the choice."""
        ...


class RandomBot:
    """Every legal answer is as likely as any other; passes half the time where it may.

    Plans are drawn by the half, which knows what is legal.
    """

    def choose(self, situation: Situation, randbelow: Chooser) -> Answer:
        """A legal answer to the choice. Raises ``RulesError`` if the game left none."""
        choice, half = situation.choice, situation.knowledge.half
        if choice.may_pass and randbelow(2) == 0:
            return NOTHING
        if choice.plan is not None and half is not None:
            return Answer(plan=half.drawn(choice.plan, randbelow))
        picked: Answer | None = None
        for count, answer in enumerate(legal(choice, situation.sees), start=1):
            if randbelow(count) == 0:  # reservoir of one: each answer so far is equally likely
                picked = answer
        if picked is None:
            raise RulesError(f"'{choice.kind}' has no legal answer")
        return picked
