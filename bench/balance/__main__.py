"""How even Soon I Will Be King! is among its bots: writes docs/balance/king.md.

    python -m bench.balance [games]
    python -m bench.balance fortress [minutes]      the same of Fortress (bench/balance/fortress.py)
    python -m bench.balance court [minutes ...]     and of Court (bench/balance/court.py)
    python -m bench.balance inheritance [games]     of Inheritance (bench/balance/inheritance.py)

Games of fair bots by a trusted dealer, without cryptography, with the deck and with dice:
how they end, who wins, how long they are, and how often a person would be asked. All follows from
fixed seeds, so the same program writes the same page. Its second part is kept: it has the rows of
bench/king_strengths.py and bench/balance/questions.py.
"""

from __future__ import annotations

import statistics
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from bench.balance import court as court_balance
from bench.balance import fortress as fortress_balance
from bench.balance import inheritance as inheritance_balance
from bench.balance.questions import PARTS, questions
from games.engine.engine import Engine
from games.engine.legal_answers import can_act
from games.engine.values import Outcome
from games.king.bot.player import Pretender
from games.king.endings import HANGED_MAN_FRIEND
from games.king.rules import King
from games.king.state import state_of
from simulation.dealer import Dealer, play

PAGE = Path(__file__).parent.parent / "docs" / "balance" / "king.md"
GAMES = 500
"""Games at four seats, of each kind; at other sizes a fifth as many."""
WORKERS = 2
FIRST_SEED = 20_000
DECKS = ("deck", "dice")
MARK = "\n## The three strengths"
"""Where the part of the page begins that bench/king_strengths.py and bench/balance/questions.py write."""


@dataclass
class Found:
    """What one game came to."""

    outcome: Outcome
    place: int | None
    """The winner's place in the order of turns."""
    rounds: int
    crowned: bool
    asked: int = 0
    shown: Counter[str] = field(default_factory=Counter)
    """Questions to all seats together in which something could be done but pass."""


def one_game(deck: str, seats: int, seed: int) -> Found:
    """One game from its seed."""
    asked, shown = 0, Counter[str]()

    def count(engine: Engine, dealer: Dealer) -> None:
        nonlocal asked
        for one in questions(engine.waiting):
            asked += 1
            if can_act(one.choice, engine.table.sees(dealer.knowledge(one.seat))):
                shown[one.part] += 1

    bots = [Pretender()] * seats
    engine = play(King(), seats, seed, bots=bots, options={"deck": deck}, watch=count).engine
    assert engine.outcome is not None
    state, winners = state_of(engine.table), engine.outcome.winners
    place = state.order.index(winners[0]) if winners else None
    crowned = engine.outcome.reason == "survived_coronation"
    return Found(engine.outcome, place, state.round, crowned, asked, shown)


def row(deck: str, seats: int, found: Sequence[Found]) -> str:
    """One row of the table of results."""
    capped = sum("rank" in one.outcome.reason or "nobody" in one.outcome.reason for one in found)
    hanged = sum(one.outcome.reason == HANGED_MAN_FRIEND for one in found)
    lost = sum(one.outcome.all_lost for one in found)
    places = Counter(one.place for one in found)
    wins = ", ".join(str(places[place]) for place in range(seats))
    rounds = statistics.median(one.rounds for one in found)
    crowned = sum(one.crowned for one in found)
    cells = (deck, seats, len(found), capped, crowned, hanged, lost, wins, f"{rounds:g}")
    return f"| {' | '.join(map(str, cells))} |"


def prompts(deck: str, found: Sequence[Found]) -> str:
    """One row of the table of prompts, for one seat of four and one game."""
    share = 4 * len(found)
    shown = sum((one.shown for one in found), Counter[str]())
    asked = sum(one.asked for one in found)
    parts = [f"{shown[part] / share:.0f}" for part in PARTS]
    cells = (deck, f"{asked / share:.0f}", f"{shown.total() / share:.0f}", *parts)
    return f"| {' | '.join(cells)} |"


def page(games: int) -> str:
    """The whole page."""
    sizes = [(seats, games if seats == 4 else games // 5) for seats in range(2, 7)]
    rows, asked = [], []
    with ProcessPoolExecutor(WORKERS) as pool:
        for deck in DECKS:
            for seats, number in sizes:
                seeds = range(FIRST_SEED, FIRST_SEED + number)
                jobs = [deck] * number, [seats] * number, seeds
                found = list(pool.map(one_game, *jobs, chunksize=10))
                rows.append(row(deck, seats, found))
                if seats == 4:
                    asked.append(prompts(deck, found))
    return TEXT.format(rows="\n".join(rows), prompts="\n".join(asked), parts=" | ".join(PARTS))


TEXT = """# Soon I Will Be King!: how even it is

Written by `python -m bench.balance`: games among fair bots by fixed seeds, with the deck and
with dice (SK-63, SKD-33). A game that the cap ends was decided by the highest Rank.

| cards | seats | games | ended by the cap | crowned | by the Hanged Man | all lost | \
wins by place in the order of turns, first to last | rounds, median |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
{rows}

How often one seat of four is asked in a game, claims counted, and in how many of these questions
it could do anything but pass: those are all that a person gets to see. A conversion for an answer
alone is no such thing (SKD-26).

| cards | asked | could act | {parts} |
| --- | --- | --- | --- | --- | --- | --- | --- |
{prompts}
"""


def main() -> None:
    """Write the page, or that of another game."""
    others = {
        "court": court_balance.main,
        "fortress": fortress_balance.main,
        "inheritance": inheritance_balance.main,
    }
    if (other := others.get("".join(sys.argv[1:2]))) is not None:
        other()
        return
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    PAGE.parent.mkdir(exist_ok=True)
    kept = PAGE.read_text().partition(MARK) if PAGE.exists() else ("", "", "")
    PAGE.write_text(page(games) + "".join(kept[1:]))
    print(PAGE.read_text(), end="")


if __name__ == "__main__":
    main()
