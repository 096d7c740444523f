"""What an answer would lead to, as far as its seat can know: nothing is sent, nothing changes.

A running game cannot be copied, so a second engine is fed with everything the table has fed its
own, then with the draft. It goes on while every result follows from what this seat sees (its own
cards being opened), and stops at the first thing that nobody can know yet: another seat's
decision, a throw, a hidden card.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.choice import Answer
from games.engine.engine import Engine
from games.engine.errors import BadMove
from games.engine.fog_steps import Battle, Build
from games.engine.legal_answers import why_not
from games.engine.private import Knowledge
from games.engine.steps import Ask, Open
from games.engine.table import LogLine
from games.engine.values import Outcome, Seat
from games.engine.view import View
from p2p.replica.replica import Replica


@dataclass(frozen=True, slots=True)
class Preview:
    """The story an answer would tell, and the table after it, seen by the same seat.

    `outcome` is set where the answer ends the game.
    """

    lines: tuple[LogLine, ...]
    view: View
    outcome: Outcome | None
    asks: str = ""
    """What the same seat is asked right after it; empty if nothing."""

    @property
    def told(self) -> tuple[str, ...]:
        """In the words of the game what comes of it, or else what is asked next."""
        return tuple(line.text for line in self.lines) or ((self.asks,) if self.asks else ())


def preview(replica: Replica, seat: Seat, knowledge: Knowledge, answer: Answer) -> Preview | None:
    """Play `answer` ahead. None where the table does not ask this seat for an open answer.

    Raises BadMove for an answer that is not allowed.
    """
    live = replica.engine
    if isinstance(live.waiting, Build | Battle):
        return _planned(live, seat, knowledge, answer)
    if not isinstance(live.waiting, Ask) or live.waiting.seat != seat:
        return None
    engine = Engine(live.game, live.table.seats, live.table.options)
    engine.start()
    for fed in replica.results:
        engine.feed(fed.result, fed.left, fed.lost)
    told = len(engine.table.log)
    sees = engine.table.sees(knowledge).faces
    engine.feed(answer)
    while isinstance(engine.waiting, Open) and all(card in sees for card in engine.waiting.cards):
        engine.feed(tuple(sees[card] for card in engine.waiting.cards))
    lines = tuple(engine.table.log[told:])
    waiting = engine.waiting
    asks = waiting.choice.prompt if isinstance(waiting, Ask) and waiting.seat == seat else ""
    return Preview(lines, live.game.view(engine.table, seat, knowledge), engine.outcome, asks)


def _planned(live: Engine, seat: Seat, knowledge: Knowledge, answer: Answer) -> Preview | None:
    """A plan drawn into the seat's own half: nothing public comes of it before all have sealed."""
    step, half = live.waiting, knowledge.half
    if not isinstance(step, Build | Battle) or seat not in step.seats or half is None:
        return None
    reason = why_not(step.choice, answer, knowledge)
    if reason is not None:
        raise BadMove(reason)
    ahead = Knowledge(knowledge.faces, half.preview(step.form, answer.plan))
    return Preview((), live.game.view(live.table, seat, ahead), None)
