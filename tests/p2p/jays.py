"""Jays: a game of tests in which one seat has looked at cards of a pile that is shuffled again."""

from __future__ import annotations

from games.engine.choice import Answer, Choice, Option
from games.engine.game import GameInfo
from games.engine.table import Table
from games.engine.values import Outcome, Seat
from tests.games.synthetic import GEMS, Magpies

YES = Choice(
    "yes", "Yes?", options=(Option("yes", "Yes"), Option("no", "No")), default=Answer(option="yes")
)


class Jays(Magpies):
    """The first jay looks at two cards of the pile; then it is shuffled again."""

    @property
    def info(self) -> GameInfo:
        return GameInfo("jays", "Jays", 1, 3, 4)

    async def play(self, table: Table) -> Outcome:
        self.lay_out(table)
        table.create(GEMS, "draw")
        await table.shuffle("draw")
        await table.deal("draw", "hand 1", 3, Seat(1))
        await table.peek(table.zone("draw").cards[:2], Seat(0))
        await table.ask(Seat(1), YES)
        await table.shuffle("draw")
        hand = await table.hand(Seat(1))
        place = await table.chance(len(hand), "which card")
        await table.reveal((hand[place],), Seat(1))
        return Outcome(table.active[:1], "the end")
