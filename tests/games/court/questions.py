"""How often people are asked in a game of Court: `python -m tests.games.court.questions 30`.

Counted is what a client shows: it passes by itself where nothing but a pass is legal.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from games import registry
from games.court.rules import Court
from games.engine.choice import Choice
from games.engine.engine import Engine
from games.engine.legal_answers import can_act
from games.engine.steps import Ask, Claims
from games.engine.values import Seat
from simulation.dealer import Dealer, play


@dataclass
class Questions:
    """The questions of one game by seat, and the asks at which a client passes by itself."""

    elsewhere: Counter[Seat] = field(default_factory=Counter)
    """In the turns of others."""
    own: Counter[Seat] = field(default_factory=Counter)
    """In the auction and in the own turn."""
    passed: int = 0

    def watch(self, engine: Engine, dealer: Dealer) -> None:
        """Count what waits."""
        table = engine.table
        for seat, choice in asked(engine):
            if choice.may_pass and not can_act(choice, table.sees(dealer.knowledge(seat))):
                self.passed += 1
            elif table.turn in (None, seat):
                self.own[seat] += 1
            else:
                self.elsewhere[seat] += 1


def asked(engine: Engine) -> Iterable[tuple[Seat, Choice]]:
    """Who is asked what now."""
    match engine.waiting:
        case Ask(seat, choice):
            return ((seat, choice),)
        case Claims(_, offers):
            return offers
    return ()


def counted(seats: int, seed: int) -> Questions:
    """The questions of one game among bots."""
    questions = Questions()
    bots = [registry.bot("court") for _ in range(seats)]
    play(Court(), seats, seed, bots=bots, watch=questions.watch)
    return questions


def main(games: int) -> None:
    """Print the table of the docs."""
    for seats in range(Court.info.min_seats, Court.info.max_seats + 1):
        found = [counted(seats, seed) for seed in range(games)]
        persons = games * seats
        elsewhere = sum(one.elsewhere.total() for one in found)
        most = max(max(one.elsewhere.values()) for one in found)
        own = sum(one.own.total() for one in found)
        passed = sum(one.passed for one in found)
        print(
            f"{seats} seats: {elsewhere / persons:.0f} in others' turns, at most {most};"
            f" {own / persons:.0f} in the own; {passed / games:.0f} passed by clients a game"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]))
