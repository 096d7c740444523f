"""Relay: a game of tests in which seat 0 is asked, something happens, and seat 1 is asked."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.choice import Answer, Choice, Option
from games.engine.game import Game, GameInfo, GameOption
from games.engine.private import Knowledge
from games.engine.table import Table
from games.engine.values import CardId, Face, Outcome, Primitive, Seat
from games.engine.view import View

FACES: tuple[Face, ...] = tuple(("card", number) for number in range(12))
YES = (Option("yes", "Yes"), Option("no", "No"))
WHATS = (
    "nothing",
    "own card",
    "own cards",
    "draw for seat 0",
    "draws all round",
    "gift to seat 1",
    "gift to seat 2",
    "card put back",
    "card put back and drawn",
    "deck card",
    "two deck cards",
    "draw for seat 1",
    "window",
    "two windows",
    "own card and window",
    "answers in order",
    "nothing fits",
    "nothing fits in order",
    "throw",
    "shuffle",
)


@dataclass
class Relay:
    """The rules."""

    @property
    def info(self) -> GameInfo:
        what = GameOption("what", "What happens", WHATS)
        return GameInfo("relay", "Relay", 1, 2, 6, (what,), credits="the tests")

    def tables(self) -> Primitive:
        return FACES

    async def play(self, table: Table) -> Outcome:
        table.add_zone("draw")
        table.add_zone("row")
        for seat in table.active:
            table.add_zone(f"hand {seat}", owner=seat, hand=True)
        table.create(FACES, "draw")
        await table.shuffle("draw")
        for seat in table.active:
            await table.deal("draw", f"hand {seat}", 2, seat)
        hand = await table.hand(Seat(0))
        min_cards = 2 if table.options["what"] == "own cards" else 1
        card = await table.ask(
            Seat(0), Choice("pick", "Which?", hand, min_cards, min_cards, options=YES)
        )
        await self.happen(table, str(table.options["what"]), card.cards)
        await table.hand(Seat(1))
        await table.ask(Seat(1), Choice("end", "End?", options=YES))
        return Outcome((Seat(0),), "the end")

    async def happen(self, table: Table, what: str, cards: tuple[CardId, ...]) -> None:
        match what:
            case "own card" | "own cards" | "own card and window":
                await table.open(cards)
                table.move(cards, "row")
            case "draw for seat 0" | "draw for seat 1":
                seat = Seat(int(what[-1]))
                await table.deal("draw", f"hand {seat}", 1, seat)
            case "draws all round":
                for seat in (Seat(0), Seat(2)):
                    await table.deal("draw", f"hand {seat}", 1, seat)
            case "gift to seat 1" | "gift to seat 2":
                seat = Seat(int(what[-1]))
                await table.give(cards, Seat(0), seat, f"hand {seat}")
            case "card put back" | "card put back and drawn":
                await table.put_back(cards, "draw", "bottom")
                if what.endswith("drawn"):
                    await table.deal("draw", "hand 0", 1, Seat(0))
            case "deck card" | "two deck cards":
                for _ in what.split()[1:]:
                    top = table.zone("draw").cards[:1]
                    await table.open(top)
                    table.move(top, "row")
            case "throw":
                await table.chance(6, "die")
            case "shuffle":
                await table.shuffle("draw")
            case "answers in order":
                maybe = Choice("help", "Help?", options=YES[:1], pass_label="No")
                await table.ask_in_order(table.active[1:], lambda seat: maybe)
            case "nothing fits":
                hand = await table.hand(Seat(2))
                none = Choice("help", "Help?", hand, 1, 1, predicate=_never, pass_label="No")
                await table.open((await table.ask(Seat(2), none)).cards)
            case "nothing fits in order":
                for seat in table.active[1:]:
                    await table.hand(seat)
                await table.ask_in_order(table.active[1:], lambda seat: _unfitting(table, seat))
        for _ in range({"window": 1, "own card and window": 1, "two windows": 2}.get(what, 0)):
            choice = Choice("react", "React?", options=YES[:1], pass_label="No")
            await table.window("react", table.active, dict.fromkeys(table.active[1:], choice))
            if what == "two windows":
                table.say("between")

    def departed(self, table: Table, seat: Seat) -> None:
        table.remove(table.zone(f"hand {seat}").cards[:])

    def half(self, table: Table, seat: Seat) -> None:
        """Nothing: all that a seat alone knows are faces."""

    def view(self, table: Table, seat: Seat | None, knowledge: Knowledge) -> View:
        return View("relay", "Relay", "", (), (), (), ())


def _unfitting(table: Table, seat: Seat) -> Choice:
    hand = tuple(table.hand_zone(seat).cards)
    return Choice("help", "Help?", hand, 1, 1, predicate=_never, pass_label="No")


def _never(faces: tuple[Face, ...], answer: Answer) -> str | None:
    return "nothing helps"


def make() -> Game:
    """The game."""
    return Relay()
