"""Small games made of one function, to test the engine with."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from games.engine.engine import Engine
from games.engine.game import GameInfo, GameOption
from games.engine.private import Knowledge
from games.engine.table import Table
from games.engine.values import Outcome, Primitive, Seat
from games.engine.view import View

Play = Callable[[Table], Awaitable[object]]
DRAW = Outcome((), "over")


class Small:
    """A game whose rules are one function; it ends in a draw unless that gives an outcome."""

    def __init__(self, play: Play, departed: Callable[[Table, Seat], None] | None = None) -> None:
        self._play = play
        self._departed = departed

    @property
    def info(self) -> GameInfo:
        options = (GameOption("speed", "Speed", ("slow", "fast")), GameOption("cap", "Cap", (3, 5)))
        return GameInfo("small", "Small", 1, 2, 4, options, "the tests")

    async def play(self, table: Table) -> Outcome:
        outcome = await self._play(table)
        return outcome if isinstance(outcome, Outcome) else DRAW

    def departed(self, table: Table, seat: Seat) -> None:
        if self._departed is not None:
            self._departed(table, seat)

    def half(self, table: Table, seat: Seat) -> None:
        """Nothing: all that a seat alone knows are faces."""

    def view(self, table: Table, seat: Seat | None, knowledge: Knowledge) -> View:
        return View("small", "Small", "", (), (), (), ())

    def tables(self) -> Primitive:
        return ()


def started(
    play: Play, seats: int = 3, departed: Callable[[Table, Seat], None] | None = None
) -> Engine:
    """An engine that runs these rules up to their first blocking step."""
    engine = Engine(Small(play, departed), seats, {})
    engine.start()
    return engine


async def two_throws(table: Table) -> None:
    """Two dice, one after the other."""
    await table.chance(6, "first")
    await table.chance(6, "second")
