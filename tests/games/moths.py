"""Moths: a small game under fog that uses every step of `games.engine.fog_steps`. For tests only.

Each seat has two moths on a row of sixteen cells. Near its own lamp the row is bare, the other
cells are leaves and flowers, and nobody knows which (MO-1). First each seats its moths where it
likes, under seal (MO-2). In a round every moth opens some cells, sees the rivals within two cells
(MO-3), then flies one cell or none, under seal (MO-4); where rivals meet on a cell each counts the
other (MO-5), and whoever is winked at from the cell on its left counts that too (MO-6). All say
how often they met somebody (MO-7), and that ranks them: who met most wins (MO-8). In each round one
seat's view is made anew (MO-9).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from games.engine import fog_table
from games.engine.game import Game, GameInfo, GameOption
from games.engine.private import (
    BATTLE,
    Announced,
    Exchange,
    ExchangePlan,
    FogLimits,
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
from games.engine.view import Area, Note, SeatView, View

CELLS = 16
MOTHS = 2
LIMITS = FogLimits(
    cells=CELLS,
    sight=LabelLimits(tags=3, asks=9, details=4),
    here=LabelLimits(tags=3, asks=3, details=4),
    target=LabelLimits(tags=3, asks=4, details=2),
    openings=((1, 4), (2, 3)),
    blanks=8,
)
SIT = PlanForm("sit", MOTHS, CELLS - 1)
FLY = PlanForm("fly", MOTHS, CELLS - 1)
MET = Number("met", 0, 1000)


def lamp(seat: int) -> int:
    """The cell of a seat's lamp."""
    return 3 * seat + 2


def hidden_cells(seats: int) -> tuple[int, ...]:
    """The cells whose terrain nobody knows."""
    return tuple(cell for cell in range(CELLS) if cell not in map(lamp, range(seats)))


@dataclass(frozen=True, slots=True, repr=False)
class MothHalf:
    """All that one seat knows."""

    seat: Seat
    moths: tuple[int, ...] = ()
    known: Mapping[int, Face] = field(default_factory=dict)
    seen: Mapping[int, bytes] = field(default_factory=dict)
    met: int = 0
    announced: tuple[Mapping[Seat, tuple[int, ...]], ...] = ()
    wants: tuple[int, ...] = ()
    """Cells that a test wants opened first."""

    def openings(self, count: int) -> Openings:
        near = {c for moth in self.moths for c in range(moth - 2, moth + 3) if 0 <= c < CELLS}
        unknown = sorted(cell for cell in near if cell not in self.known)
        wanted = (*self.wants, *(cell for cell in unknown if cell not in self.wants))
        return Openings(tuple(wanted), tuple(sorted(self.known)))

    def exchange(self, exchange: Exchange, plan: Plan | None) -> ExchangePlan:
        moths = self.moths if plan is None else tuple(plan)
        here = {cell: moths.count(cell).to_bytes(4, "big") for cell in sorted(set(moths))}
        if exchange.labels != BATTLE:
            near = {c for moth in moths for c in range(moth - 2, moth + 3) if 0 <= c < CELLS}
            asks = tuple(sorted(near - set(moths)))
            return ExchangePlan({"sight": tuple(here.items())}, {"sight": asks})
        winks = {cell + 1: b"\0\1" for cell in sorted(set(moths)) if cell + 1 < CELLS}
        return ExchangePlan(
            {"here": tuple(here.items()), "target": tuple(sorted(winks.items()))},
            {"here": tuple(here), "target": tuple(here)},
        )

    def question(self, form: PlanForm) -> PlanForm | None:
        return form

    def why_not(self, form: PlanForm, plan: Plan) -> str | None:
        flown = zip(plan, self.moths, strict=True) if self.moths else ()
        if any(abs(new - before) > 1 for new, before in flown):
            return "a moth flies one cell"
        return None

    def default(self, form: PlanForm) -> Plan:
        if not self.moths:
            return (lamp(self.seat), lamp(self.seat) - 1)
        left, right = self.moths
        return (min(left + 1, CELLS - 1), max(right - 1, 0))

    def drawn(self, form: PlanForm, below: Callable[[int], int]) -> Plan:
        old = self.moths or (lamp(self.seat),) * MOTHS
        return tuple(min(max(moth + below(3) - 1, 0), CELLS - 1) for moth in old)

    def preview(self, form: PlanForm, plan: Plan) -> MothHalf:
        return replace(self, moths=plan)

    def account(self, numbers: tuple[Number, ...]) -> tuple[int, ...]:
        return (self.met,)

    def learned(self, lesson: Lesson) -> MothHalf:
        match lesson:
            case Terrain(faces):
                return replace(self, known={**self.known, **faces})
            case Sealed(_, plan):
                return replace(self, moths=self.moths if plan is None else tuple(plan))
            case Seen(exchange, pieces) if exchange.labels == BATTLE:
                winks = (theirs["target"] for theirs in pieces.values())
                found = [theirs["here"] for theirs in pieces.values()]
                return replace(self, met=self.met + sum(map(len, (*found, *winks))))
            case Seen(_, pieces):
                seen = {
                    c: what for theirs in pieces.values() for c, what in theirs["sight"].items()
                }
                return replace(self, seen=seen)
            case Announced(accounts, _):
                return replace(self, announced=(*self.announced, accounts))

    def whole(self, faces: Mapping[int, Face]) -> None:
        """Nothing to hold moths against."""


class Moths:
    """The rules; no state of a table is kept here."""

    @property
    def info(self) -> GameInfo:
        return GameInfo(
            "moths", "Moths", 1, 2, 4, options=(GameOption("rounds", "Rounds", (2, 1, 3)),)
        )

    def tables(self) -> Primitive:
        return (CELLS, MOTHS, LIMITS.primitives())

    async def play(self, table: Table) -> Outcome:
        cells = hidden_cells(table.seats)
        await self.lay_out(table, len(cells))
        for seat in table.active:
            await fog_table.copy_map(table, seat, "map", cells, "blanks", f"view {seat}")
        await fog_table.build(table, SIT)
        rounds = table.options["rounds"]
        assert isinstance(rounds, int)
        for number in range(1, rounds + 1):
            table.event("round")
            pools = {seat: f"view {seat}" for seat in table.active}
            await fog_table.open_positions(table, pools, LIMITS.openings_in(number), number)
            await fog_table.sight(table, number, LIMITS)
            renews = Seat(number % table.seats)
            await fog_table.copy_map(table, renews, "map", cells, "blanks", f"view {renews}")
            await fog_table.battle(table, number, FLY, LIMITS)
            asked = dict.fromkeys(table.active, (MET,))
            met = await fog_table.account(table, asked, last=number == rounds)
        counts = sorted({met[seat] for seat in table.active}, reverse=True)
        ranking = tuple(
            tuple(seat for seat in table.active if met[seat] == count) for count in counts
        )
        best = counts[0]
        return Outcome(ranking[0], f"met {best}", f"met {best} rivals", ranking=ranking)

    async def lay_out(self, table: Table, hidden: int) -> None:  # MO-1
        near = hidden // 2
        for name in ("near", "map", "blanks"):
            table.add_zone(name)
        for seat in table.active:
            table.add_zone(f"view {seat}", owner=seat)
        faces: list[Face] = ["flower" if place % 3 == 0 else "leaf" for place in range(hidden)]
        table.create(faces[:near], "near")
        table.create(faces[near:], "map")
        table.create(["blank"] * LIMITS.blanks, "blanks")
        await fog_table.shuffle_decks(table, ("near", "map"))
        table.move(table.zone("near").cards[:], "map", 0)

    def departed(self, table: Table, seat: Seat) -> None:
        table.remove(table.zone(f"view {seat}").cards[:])

    def half(self, table: Table, seat: Seat) -> MothHalf:
        return MothHalf(seat, known={lamp(one): "lamp" for one in range(table.seats)})

    def view(self, table: Table, seat: Seat | None, knowledge: Knowledge) -> View:
        half = knowledge.half
        notes = (Note(str(half.moths), "Moths"),) if isinstance(half, MothHalf) else ()
        seats = tuple(
            SeatView(Seat(one), 0, "", table.is_gone(Seat(one))) for one in range(table.seats)
        )
        areas: tuple[Area, ...] = ()
        return View("moths", "Moths", "", areas, seats, (), notes)


def make() -> Game:
    """The game, checked against the protocol by the type checker."""
    return Moths()
