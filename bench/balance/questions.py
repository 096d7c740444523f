"""What a person is asked in a game of King: bots that see no more than a person in their seat.

    python -m bench.balance.questions [games]

Each seat of a four-seat game is played by the fair bot and passes, as a client does for its person,
whatever the person would not be shown (`p2p.session.person`): by default, and where it wants to
be asked wherever it can do anything. By fixed seeds and a trusted dealer, without cryptography.
"""

from __future__ import annotations

import statistics
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from bench.balance.series import row
from games.engine.bots import Bot, Chooser, Situation
from games.engine.choice import NOTHING, Answer, Choice, Weight
from games.engine.engine import Engine
from games.engine.legal_answers import can_act, legal, only_answer
from games.engine.private import Knowledge
from games.engine.steps import Ask, AskAll, Claims
from games.engine.values import Seat
from games.king import answers
from games.king.bot.player import Pretender
from games.king.death import SHIP
from games.king.execution import PARDON
from games.king.offers import REACT
from games.king.rules import King
from games.king.turn import GIFT
from p2p.session.person import AskedSoFar, Attention
from simulation.dealer import Dealer, play

SEATS = 4
GAMES = 60
FIRST_SEED = 20_000
_ANSWERS = (answers.JOIN, answers.KNIGHTS, answers.POISON, answers.ANTIDOTE, SHIP, PARDON)
NAMES: Final = {
    Attention.CONCERNED: "what concerns one (default)",
    Attention.ABLE: "whenever one can play",
}
"""Of whom is counted, with the default first."""
Asked: TypeAlias = tuple[list[dict[str, int]], int]
"""One game: by seat and part what was shown, and how many of it with no more than one answer."""
PARTS = ("own turn", "windows of others' turns", "announcements", "answers", "gifts")


@dataclass(frozen=True, slots=True)
class Question:
    """Who is asked what. `claiming`: only whether it wants to act."""

    part: str
    seat: Seat
    choice: Choice
    claiming: bool = False
    in_order: bool = False
    secret: bool = False


def questions(step: object) -> Iterable[Question]:
    """What a step asks, and to which part of the page that belongs."""
    if isinstance(step, Ask):
        kind = step.choice.kind
        part = "answers" if kind in _ANSWERS else "announcements" if kind == REACT else "own turn"
        yield Question(part, step.seat, step.choice)
    elif isinstance(step, AskAll):
        for seat, choice in step.asks:
            yield Question(
                "gifts" if choice.kind == GIFT else "own turn", seat, choice, secret=True
            )
    elif isinstance(step, Claims):
        announced = step.window in ("announced", "attempt")
        part = "answers" if step.in_order else "announcements" if announced else PARTS[1]
        for seat, choice in step.offers:
            yield Question(part, seat, choice, claiming=True, in_order=step.in_order)


@dataclass
class Person:
    """A seat whose client spares it some questions, and a bot in place of its person."""

    attention: Attention
    bot: Bot = field(default_factory=Pretender)
    shown: Counter[str] = field(default_factory=Counter)
    idle: int = 0
    """Questions that were shown with no more than one answer."""
    watch: AskedSoFar = field(default_factory=AskedSoFar)
    is_asked: bool = False
    claiming: bool = False
    in_order: bool = False

    def __post_init__(self) -> None:
        self.watch.attention = self.attention

    def meet(self, step: int, question: Question, sees: Knowledge) -> None:
        """Note whether the person is shown a question, as `p2p.session.author` finds it out."""
        choice = question.choice
        self.in_order = question.in_order
        self.claiming = question.claiming and not question.in_order
        if only_answer(choice) is not None and not self.claiming:
            self.is_asked = False
        elif question.secret:
            self.is_asked = True
        elif choice.may_pass:
            minor = self.attention is Attention.ALWAYS
            able = can_act(choice, sees, minor=minor)
            self.is_asked = able and self.watch.stops(step, choice, sees)
        else:
            self.is_asked = choice.weight is not Weight.NONE
        if not self.is_asked or question.in_order:
            return
        self.watch.asked(step, choice, sees)
        self.shown[question.part] += 1
        self.idle += sum(1 for _, _ in zip(legal(choice, sees), range(2), strict=False)) < 2

    def choose(self, situation: Situation, randbelow: Chooser) -> Answer:
        """See Bot."""
        choice = situation.choice
        if not self.is_asked:
            return NOTHING if choice.may_pass else next(legal(choice, situation.sees))
        if self.in_order:  # a client claims by itself, and asks when it is its turn
            return next(answer for answer in legal(choice, situation.sees) if answer != NOTHING)
        answer = self.bot.choose(situation, randbelow)
        if self.is_asked:
            self.watch.decided(claims=self.claiming and answer != NOTHING)
        return answer


def one_game(attention: Attention, seed: int) -> Asked:
    """What four people are shown in one game."""
    people = [Person(attention) for _ in range(SEATS)]

    def meet(engine: Engine, dealer: Dealer) -> None:
        for question in questions(engine.waiting):
            sees = engine.table.sees(dealer.knowledge(question.seat))
            people[question.seat].meet(engine.table.number, question, sees)

    play(King(), SEATS, seed, bots=people, options={}, watch=meet)
    return [dict(one.shown) for one in people], sum(one.idle for one in people)


def table(games: Mapping[str, Sequence[Asked]]) -> str:
    """A row for each kind of attention, by its name; for one seat and game."""
    rows = [row("asked", "mean", "median", "most", *PARTS, "with one answer")]
    rows.append(row(*["---"] * (len(PARTS) + 5)))
    for name, found in games.items():
        seats = [Counter(seat) for shown, _ in found for seat in shown]
        total = sum(seats, Counter[str]())
        counts = sorted(seat.total() for seat in seats)
        mean, middle = f"{total.total() / len(seats):.1f}", f"{statistics.median(counts):g}"
        parts = [f"{total[part] / len(seats):.0f}" for part in PARTS]
        rows.append(row(name, mean, middle, counts[-1], *parts, sum(idle for _, idle in found)))
    return "\n".join(rows)


def main() -> None:
    """Print the table."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    seeds = range(FIRST_SEED, FIRST_SEED + games)
    found = {
        name: [one_game(attention, seed) for seed in seeds] for attention, name in NAMES.items()
    }
    print(table(found))


if __name__ == "__main__":
    main()
