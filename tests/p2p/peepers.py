"""Peepers: a game of tests in which several seats have each looked at a card of the pile.

Every seat peeks at one card, which stays where it is, or lies before it. Then all are asked
something at once, the pile is shuffled, and its top card is opened: it names the winner.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.choice import Choice, Option
from games.engine.game import Game, GameInfo, GameOption
from games.engine.private import Knowledge
from games.engine.table import Table
from games.engine.values import Face, Outcome, Primitive, Seat
from games.engine.view import View

FACES: tuple[Face, ...] = tuple(("seat", number) for number in range(4)) * 2


@dataclass
class Peepers:
    """The rules."""

    @property
    def info(self) -> GameInfo:
        return GameInfo(
            id="peepers",
            title="Peepers",
            version=1,
            min_seats=2,
            max_seats=4,
            options=(GameOption("before", "Cards lie before the seats", (0, 1)),),
            credits="the tests",
        )

    def tables(self) -> Primitive:
        return FACES

    async def play(self, table: Table) -> Outcome:
        table.add_zone("pile")
        table.create(FACES, "pile")
        cards = await table.shuffle("pile")
        for seat in table.active:
            table.add_zone(f"before {seat}", owner=seat)
            if table.options["before"]:
                table.move([cards[seat]], f"before {seat}")
            await table.peek([cards[seat]], seat)
        yes = Choice("ready", "Ready?", options=(Option("yes", "Yes"), Option("no", "No")))
        await table.ask_all(dict.fromkeys(table.active, yes))
        for number in range(table.seats):
            table.move(tuple(table.zone(f"before {number}").cards), "pile")
        await table.shuffle("pile")
        (face,) = await table.open(table.zone("pile").cards[:1])
        assert isinstance(face, tuple)
        winner = face[1]
        assert isinstance(winner, int)
        return Outcome((Seat(winner % table.seats),), "luck")

    def departed(self, table: Table, seat: Seat) -> None:
        table.move(tuple(table.zone(f"before {seat}").cards), "pile")

    def half(self, table: Table, seat: Seat) -> None:
        """Nothing: all that a seat alone knows are faces."""

    def view(self, table: Table, seat: Seat | None, knowledge: Knowledge) -> View:
        return View("peepers", "Peepers", "", (), (), (), ())


def make() -> Game:
    """The game."""
    return Peepers()
