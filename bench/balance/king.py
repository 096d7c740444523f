"""How the three strengths of King's bots compare, and how games among each of them go.

    python -m bench.king_strengths [games]

Prints rows of docs/balance/king.md, each as soon as it is known. By fixed seeds and a trusted
dealer, without cryptography; the deck, sixty rounds. In a match one bot sits among others of
another kind and changes seats.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.bots import Bot, Chooser, Situation
from games.engine.choice import Answer
from games.engine.values import Outcome
from games.king.bot.strengths import BOTS
from games.king.endings import CROWNED, HANGED_MAN_FRIEND, HIGHEST_RANK, NOBODY_CAN_WIN
from games.king.rules import King
from games.king.state import state_of
from simulation.dealer import play

GAMES = 500
FIRST_SEED = 40_000
SIZES = (2, 3, 4, 5, 6)
MATCHES = (("strong", "fair"), ("fair", "gentle"))
SLOW_MS = 20


@dataclass
class Timed:
    """A bot with the time that its choices take."""

    bot: Bot
    spent: list[float]
    """Milliseconds of this process."""

    def choose(self, situation: Situation, randbelow: Chooser) -> Answer:
        """See Bot."""
        began = time.process_time()
        answer = self.bot.choose(situation, randbelow)
        self.spent.append(1000 * (time.process_time() - began))
        return answer


def one_game(kinds: Sequence[str], seed: int, spent: list[float]) -> tuple[Outcome, int]:
    """How a game ends, and in which round."""
    bots = [Timed(BOTS[kind](), spent) for kind in kinds]
    engine = play(King(), len(kinds), seed, bots=bots, options={}).engine
    assert engine.outcome is not None
    return engine.outcome, state_of(engine.table).round


def among(kind: str, seats: int, games: int) -> str:
    """A row: how games among equals go."""
    spent: list[float] = []
    found = [one_game([kind] * seats, FIRST_SEED + number, spent) for number in range(games)]
    ends = Counter(outcome.reason for outcome, _ in found)
    lost = sum(outcome.all_lost for outcome, _ in found)
    rounds = sorted(number for _, number in found)
    slow = 100 * sum(one > SLOW_MS for one in spent) / len(spent)
    cells = (
        kind,
        seats,
        games,
        ends[CROWNED],
        ends[HANGED_MAN_FRIEND],
        ends[HIGHEST_RANK],
        ends[NOBODY_CAN_WIN],
        lost,
        f"{statistics.median(rounds):g}",
        rounds[len(rounds) * 9 // 10],
        f"{statistics.median(spent):.2f}",
        f"{slow:.2f}",
    )
    return f"| {' | '.join(map(str, cells))} |"


def match(better: str, worse: str, seats: int, games: int) -> str:
    """A row: how often one bot wins among others."""
    wins = 0
    for number in range(games):
        own = number % seats
        kinds = [better if seat == own else worse for seat in range(seats)]
        outcome, _ = one_game(kinds, FIRST_SEED + number // seats, [])
        wins += outcome.winners == (own,)
    share = 100 * wins / games
    cells = (better, worse, seats, games, f"{share:.1f} %", f"{share * seats / 100:.2f}")
    return f"| {' | '.join(map(str, cells))} |"


def main() -> None:
    """Print all rows."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    for better, worse in MATCHES:
        for seats in (2, 4):
            print(match(better, worse, seats, games), flush=True)
    for kind in BOTS:
        for seats in SIZES:
            print(among(kind, seats, games), flush=True)


if __name__ == "__main__":
    main()
