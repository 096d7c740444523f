"""Magpies: a small game that uses everything the engine can do. It is for tests only.

Two to four magpies collect gems for two rounds. First each lays one card aside, all at once. In a
turn a magpie peeks at the top card and sends it to any seat (MG-1), then acts (MG-2):

* sell a gem, opened, unless somebody's crow scares the buyer off: then the gem goes home, and
  anybody may scare again (MG-3); a sale is worth its value in coins;
* hide any card, unseen, in the nest of discards (MG-4);
* steal a random card from another hand, unless a crow prevents it likewise (MG-5);
* give a card to another magpie for a coin (MG-6).

Then the others may, once each in order, show off a gem of three or more for a coin (MG-7). After
each round discards and draw pile are shuffled together (MG-8). At the end hands are shown, and
coins and gems counted (MG-9). A magpie that leaves takes its cards along (MG-10).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from games import registry
from games.engine.choice import NOTHING, Answer, Choice, Option
from games.engine.game import Game, GameInfo, GameOption
from games.engine.guide import Guide
from games.engine.private import Knowledge
from games.engine.table import Table
from games.engine.values import CardId, Face, Outcome, Primitive, Seat
from games.engine.view import Area, CardView, SeatView, View, who
from tests.games.magpies_golden import GOLDEN, HASHES

GEMS: tuple[Face, ...] = tuple(("gem", value) for value in (1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 2, 3))
CROWS: tuple[Face, ...] = tuple(("crow", number) for number in range(5))
COIN: Face = "coin"


@dataclass
class Nest:
    """What Magpies keeps in public besides cards."""

    coins: list[int]
    round: int = 0


def is_gem(faces: tuple[Face, ...], answer: Answer) -> str | None:
    return None if value(faces[0]) else "only gems can be sold"


def is_crow(faces: tuple[Face, ...], answer: Answer) -> str | None:
    return "only a crow scares" if value(faces[0]) else None


def is_fine(faces: tuple[Face, ...], answer: Answer) -> str | None:
    return None if value(faces[0]) >= 3 else "nobody admires less than a three"


def value(face: Face | None) -> int:
    """What a gem is worth; other cards and unknown ones are worth nothing."""
    if isinstance(face, tuple) and face[0] == "gem" and isinstance(face[1], int):
        return face[1]
    return 0


class Magpies:
    """The rules; no state of a table is kept here."""

    @property
    def info(self) -> GameInfo:
        return GameInfo(
            id="magpies",
            title="Magpies",
            version=2,
            min_seats=2,
            max_seats=4,
            options=(GameOption("rounds", "Rounds", (2, 1, 3)),),
            credits="the tests",
            golden=GOLDEN,
            hashes=HASHES,
        )

    def tables(self) -> Primitive:
        return (GEMS, CROWS)

    async def play(self, table: Table) -> Outcome:
        table.state = nest = Nest([0] * table.seats)
        await self.set_up(table)
        first = Seat(await table.chance(table.seats, "first_magpie"))
        rounds = table.options["rounds"]
        assert isinstance(rounds, int)
        for number in range(rounds):
            nest.round = number + 1
            table.event("round")
            for seat in table.clockwise(first):
                if not table.is_gone(seat):
                    await self.turn(table, seat)
            await table.shuffle(["discards", "draw"], into="draw")
        return await self.count(table)

    async def set_up(self, table: Table) -> None:
        self.lay_out(table)
        created = table.create(GEMS + CROWS, "draw")
        table.remove(created[:1] if table.seats == 2 else ())
        await table.shuffle("draw")
        for seat in table.active:
            await table.deal("draw", f"hand {seat}", 3, seat)
        choices = {}
        for seat in table.active:
            hand = await table.hand(seat)
            choices[seat] = Choice("aside", "Lay one card aside", hand, min_cards=1, max_cards=1)
        answers = await table.ask_all(choices)
        aside = [card for answer in answers for card in answer.cards]
        await table.open(aside)
        table.move(aside, "aside")
        table.say("All have laid a card aside")

    def lay_out(self, table: Table) -> None:
        table.state = table.state or Nest([0] * table.seats)
        for name in ("draw", "discards", "aside", "market"):
            table.add_zone(name)
        for seat in table.active:
            table.add_zone(f"hand {seat}", owner=seat, hand=True)
            table.add_zone(f"purse {seat}", owner=seat)

    async def turn(self, table: Table, seat: Seat) -> None:
        table.turn = seat
        table.event(f"turn of {seat}")
        await self.send_top(table, seat)
        if table.is_gone(seat):
            return
        hand = await table.hand(seat)
        if hand:
            await self.act(table, seat, hand)
        await self.show_off(table, seat)

    async def send_top(self, table: Table, seat: Seat) -> None:  # MG-1
        top = table.zone("draw").cards[:1]
        if not top:
            return
        await table.peek(top, seat)
        options = tuple(
            Option(str(to), "to yourself" if to == seat else f"to {who(to)}") for to in table.active
        )
        choice = Choice(
            "send", "Who gets this card?", options=options, default=Answer(option=str(seat))
        )
        answer = await table.ask(seat, choice)
        to = Seat(int(answer.option or 0))
        await table.deal("draw", f"hand {to}", top, to)
        table.say(f"{who(seat)} sends a card to {who(to)}", seat, to)

    async def act(self, table: Table, seat: Seat, hand: tuple[CardId, ...]) -> None:  # MG-2
        options = [Option("sell", "Sell a gem"), Option("hide", "Hide a card")]
        others = [other for other in table.active if other != seat]
        for other in others:
            options.append(Option(f"give {other}", f"Give {who(other)} a card"))
            if table.hand_zone(other).cards:
                options.append(Option(f"steal {other}", f"Steal from {who(other)}"))
        answer = await table.ask(seat, Choice("act", "Your turn", options=tuple(options)))
        deed, _, name = (answer.option or "").partition(" ")
        if deed == "sell":
            await self.sell(table, seat, hand)
        elif deed == "hide":
            await self.hide(table, seat, hand)
        elif deed == "steal":
            await self.steal(table, seat, Seat(int(name)))
        elif deed == "give":
            await self.give(table, seat, Seat(int(name)), hand)

    async def sell(self, table: Table, seat: Seat, hand: tuple[CardId, ...]) -> None:  # MG-3
        choice = Choice(
            "sell", "Sell which gem?", hand, 1, 1, predicate=is_gem, pass_label="Sell nothing"
        )
        answer = await table.ask(seat, choice)
        if answer == NOTHING:
            return
        (gem,) = await table.open(answer.cards)
        table.move(answer.cards, "market")
        if await self.scared(table, seat):
            table.say(f"The gem of {who(seat)} goes home")
            if table.is_gone(seat):
                table.remove(answer.cards)
            else:
                table.move(answer.cards, f"hand {seat}")
            return
        if not table.is_gone(seat):
            self.pay(table, seat, value(gem))
        table.move(answer.cards, "discards", "top")

    async def scared(self, table: Table, actor: Seat) -> bool:
        """The window of the crows: each played one turns the luck round, and opens it again."""
        scared = False
        while True:
            offers = {}
            for seat in table.clockwise(actor):
                hand = await table.hand(seat)
                if seat != actor and hand:
                    offers[seat] = Choice(
                        "scare", "A crow?", hand, 1, 1, predicate=is_crow, pass_label="Let it be"
                    )
            played = await table.window("deed", table.clockwise(actor), offers)
            if played is None:
                return scared
            seat, answer = played
            await table.open(answer.cards)
            table.move(answer.cards, "discards", "top")
            table.say(f"{who(seat)} plays a crow", seat)
            scared = not scared

    async def hide(self, table: Table, seat: Seat, hand: tuple[CardId, ...]) -> None:  # MG-4
        answer = await table.ask(seat, Choice("hide", "Hide which card?", hand, 1, 1))
        await table.put_back(answer.cards, "discards", "top")

    async def steal(self, table: Table, seat: Seat, victim: Seat) -> None:  # MG-5
        if await self.scared(table, seat):
            return
        hand = await table.hand(victim)
        if not hand or table.is_gone(seat):
            return
        place = await table.chance(len(hand), f"steal {seat}")
        if not table.is_gone(seat):
            await table.give(hand[place : place + 1], victim, seat, f"hand {seat}")

    async def give(
        self, table: Table, seat: Seat, to: Seat, hand: tuple[CardId, ...]
    ) -> None:  # MG-6
        answer = await table.ask(seat, Choice("give", f"Give what to {who(to)}?", hand, 1, 1))
        if answer.cards and not table.is_gone(to):
            await table.give(answer.cards, seat, to, f"hand {to}")
            self.pay(table, seat, 1)

    async def show_off(self, table: Table, seat: Seat) -> None:  # MG-7
        others = table.clockwise(seat)[1:]
        for other in others:
            await table.hand(other)

        def choice(other: Seat) -> Choice | None:
            hand = tuple(table.hand_zone(other).cards)
            if not hand:
                return None
            return Choice("show", "Show off?", hand, 1, 1, predicate=is_fine, pass_label="No")

        answers = await table.ask_in_order(others, choice)
        for other, answer in zip(others, answers, strict=True):
            if answer.cards and not table.is_gone(other):
                table.move(answer.cards, "discards", "top")
                self.pay(table, other, 1)

    async def count(self, table: Table) -> Outcome:  # MG-9
        totals = []
        for seat in table.active:
            cards = await table.hand(seat)
            shown = await table.reveal(cards, seat)
            totals.append((self.nest(table).coins[seat] + sum(value(f) for f in shown), seat))
            table.remove(table.zone(f"purse {seat}").cards[:])
        staying = [total for total in totals if not table.is_gone(total[1])]
        best = max(total for total, _ in staying)
        return Outcome(
            tuple(seat for total, seat in staying if total == best),
            f"points {best}",
            f"{best} points",
        )

    def pay(self, table: Table, seat: Seat, coins: int) -> None:
        table.create([COIN] * coins, f"purse {seat}")
        self.nest(table).coins[seat] += coins

    def nest(self, table: Table) -> Nest:
        assert isinstance(table.state, Nest)
        return table.state

    def departed(self, table: Table, seat: Seat) -> None:  # MG-10
        for name in (f"hand {seat}", f"purse {seat}"):
            if name in table.zones:
                table.remove(table.zone(name).cards[:])
        table.say(f"{who(seat)} flies away", seat)

    def half(self, table: Table, seat: Seat) -> None:
        """Nothing: all that a seat alone knows are faces."""

    def view(self, table: Table, seat: Seat | None, knowledge: Knowledge) -> View:
        sees = table.sees(knowledge).faces

        def look(card: CardId, mine: bool = False) -> CardView:
            if card not in sees:
                return CardView(card, "#", "a card", "", False, mine)
            title = str(sees[card])
            return CardView(card, title[:3], title, title, table.is_open(card), mine)

        areas = tuple(
            Area(name, name, tuple(look(card) for card in zone.cards), owner=zone.owner)
            for name, zone in table.zones.items()
            if not zone.hand
        )
        hands = {z.owner: z.cards for z in table.zones.values() if z.hand}
        seats = tuple(
            SeatView(Seat(s), len(hands.get(Seat(s), ())), "", table.is_gone(Seat(s)))
            for s in range(table.seats)
        )
        own = () if seat is None else tuple(look(card, True) for card in hands.get(seat, ()))
        turn = "" if table.turn is None else f"turn of {who(table.turn)}"
        return View("magpies", "Magpies", turn, areas, seats, own, ())


GUIDE = Guide("Take the most.", "Take the most.", ("Take one.",), ())


def make() -> Game:
    """The game, checked against the protocol by the type checker."""
    return Magpies()


@contextmanager
def registered() -> Iterator[None]:
    """While this holds, the registry knows Magpies as well."""
    before = registry.GAMES
    registry.GAMES = {**before, "magpies": lambda: registry.Entry(make, GUIDE)}
    try:
        yield
    finally:
        registry.GAMES = before
