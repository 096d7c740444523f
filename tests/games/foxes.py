"""A synthetic game under fog: foxes in a hedge, which is a row of cells that nobody has seen.

FX-1  The hedge has nine cells: two with a trap, seven with grass, shuffled. Each seat has a view of
      its own. A seat digs its den in the first round, on one of the three cells of its stretch.
FX-2  Each round every seat opens two cells, nearest first, and sees foxes at distance 1 or less.
FX-3  A plan says where the fox goes (at most one cell far) and which cell it throws a stone at.
FX-4  A stone takes one of three lives of every other fox on that cell; so does a fox that is met.
FX-5  Every round each seat announces its lives. After four rounds, or with one fox left, most win.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from games.engine.fog_table import (
    account,
    battle,
    build,
    copy_map,
    open_positions,
    shuffle_decks,
    sight,
)
from games.engine.game import GameInfo
from games.engine.private import (
    Announced,
    Below,
    Exchange,
    ExchangePlan,
    FogLimits,
    Half,
    Knowledge,
    LabelLimits,
    Lesson,
    Number,
    Openings,
    Plan,
    PlanForm,
    Sealed,
    Seen,
    Terrain,
)
from games.engine.table import Table
from games.engine.values import Face, Outcome, Primitive, Seat
from games.engine.view import View, who

CELLS = 9
LIVES = 3
ROUNDS = 4
FACES: tuple[Face, ...] = ("trap",) * 2 + ("grass",) * 7
LIMITS = FogLimits(
    cells=CELLS,
    sight=LabelLimits(tags=2, asks=3, details=2),
    here=LabelLimits(tags=2, asks=2, details=2),
    target=LabelLimits(tags=2, asks=1, details=1),
    openings=((2, 2), (4, 1)),
    blanks=4,
)
DIG = PlanForm("dig", 1, CELLS - 1, "Where is your den?")
PROWL = PlanForm("prowl", 2, CELLS - 1, "Where do you go, and where does the stone fly?")


@dataclass(frozen=True, slots=True)
class Fox:
    """The half of one seat."""

    seat: Seat
    at: int | None = None
    lives: int = LIVES
    stone: int | None = None
    terrain: Mapping[int, Face] = field(default_factory=dict)
    seen: Mapping[int, tuple[Seat, ...]] = field(default_factory=dict)
    told: Mapping[Seat, tuple[int, ...]] = field(default_factory=dict)

    @property
    def stretch(self) -> range:
        return range(3 * self.seat, 3 * self.seat + 3)

    def openings(self, count: int) -> Openings:
        unseen = [cell for cell in range(CELLS) if cell not in self.terrain]
        wanted = sorted(unseen, key=lambda cell: (abs(cell - (self.at or 0)), cell))
        return Openings(tuple(wanted), tuple(sorted(self.terrain)))

    def exchange(self, exchange: Exchange, plan: Plan | None) -> ExchangePlan:
        if not self.lives or self.at is None:
            return ExchangePlan(
                dict.fromkeys(exchange.labels, ()), dict.fromkeys(exchange.labels, ())
            )
        if exchange.labels == ("sight",):
            near = tuple(c for c in range(CELLS) if abs(c - self.at) < 2)
            return ExchangePlan({"sight": ((self.at, self._details()),)}, {"sight": near})
        to, stone = self.default(PROWL) if plan is None else plan
        thrown = ((stone, b"s"),) if stone != to else ()
        pieces = {"here": ((to, self._details()),), "target": thrown}
        return ExchangePlan(pieces, {"here": tuple(sorted({to, stone})), "target": (to,)})

    def _details(self) -> bytes:
        return bytes((self.seat, self.lives))

    def question(self, form: PlanForm) -> PlanForm | None:
        return form if self.lives else None

    def why_not(self, form: PlanForm, plan: Plan) -> str | None:
        if form == DIG:
            return None if plan[0] in self.stretch else "the den is in your own stretch"
        if self.lives and abs(plan[0] - (self.at or 0)) > 1:
            return "a fox goes one cell at most"
        return None

    def default(self, form: PlanForm) -> Plan:
        if form == DIG:
            return (self.stretch[0],)
        return (self.at or 0, self.at or 0)

    def drawn(self, form: PlanForm, below: Below) -> Plan:
        while True:
            plan = tuple(below(form.most + 1) for _ in range(form.length))
            if self.why_not(form, plan) is None:
                return plan

    def preview(self, form: PlanForm, plan: Plan) -> Half:
        return replace(self, at=plan[0])

    def account(self, numbers: tuple[Number, ...]) -> tuple[int, ...]:
        return (self.lives,)

    def learned(self, lesson: Lesson) -> Half:
        match lesson:
            case Terrain(faces):
                return replace(self, terrain={**self.terrain, **faces})
            case Sealed(form, plan):
                chosen = self.default(form) if plan is None else plan
                return replace(self, at=chosen[0], stone=chosen[-1])
            case Announced(accounts, _):
                return replace(self, told=accounts)
            case Seen(exchange, pieces) if exchange.labels == ("sight",):
                cells = {
                    c: tuple(s for s in pieces if c in pieces[s]["sight"]) for c in range(CELLS)
                }
                return replace(self, seen={cell: seats for cell, seats in cells.items() if seats})
            case Seen(_, pieces):
                met = sum(self.at in found["here"] for found in pieces.values())
                hit = sum(self.at in found["target"] for found in pieces.values())
                return replace(self, lives=max(0, self.lives - met - hit))

    def whole(self, faces: Mapping[int, Face]) -> None:
        """Nothing to hold a fox against."""


class Foxes:
    """The rules."""

    info = GameInfo("foxes", "Foxes", 1, 2, 3, credits="the tests")

    async def play(self, table: Table) -> Outcome:
        for zone in ("hedge", "blanks"):
            table.add_zone(zone)
        for seat in table.active:
            table.add_zone(view_of(seat), owner=seat)
        table.create(FACES, "hedge")
        table.create(("blank",) * LIMITS.blanks, "blanks")
        await shuffle_decks(table, ("hedge",))
        for seat in table.active:
            await copy_map(table, seat, "hedge", range(CELLS), "blanks", view_of(seat))
        for seat, dug in (await build(table, DIG)).items():
            table.say(f"{who(seat)} {'digs' if dug else 'comes late'}.", seat)
        lives = dict.fromkeys(table.active, LIVES)
        for round_ in range(2, 2 + ROUNDS):
            pools = {seat: view_of(seat) for seat in table.active}
            await open_positions(table, pools, LIMITS.openings_in(round_))
            await sight(table, round_, LIMITS)
            await battle(table, round_, PROWL, LIMITS)
            asked = {seat: (Number("lives", 0, lives[seat]),) for seat in table.active}
            last = round_ == 1 + ROUNDS
            said = await account(table, asked, last=last)
            lives = {seat: numbers[0] for seat, numbers in said.items()}
            if sum(left > 0 for left in lives.values()) < 2:
                break
        ranks = sorted(set(lives.values()), reverse=True)
        ranking = tuple(tuple(s for s in lives if lives[s] == rank) for rank in ranks)
        return Outcome(ranking[0], "lives", ranking=ranking)

    def departed(self, table: Table, seat: Seat) -> None:
        table.remove(tuple(table.zone(view_of(seat)).cards))

    def half(self, table: Table, seat: Seat) -> Half:
        return Fox(seat)

    def view(self, table: Table, seat: Seat | None, knowledge: Knowledge) -> View:
        return View("foxes", "Foxes", "", (), (), (), ())

    def tables(self) -> Primitive:
        return (FACES, LIVES, ROUNDS, LIMITS.primitives())


def view_of(seat: Seat) -> str:
    """The zone with the positions of a seat."""
    return f"view {seat}"
