"""What a seat may announce: more than the best play on the best map has ever made by then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.game import settled_options
from games.engine.private import Number
from games.engine.values import Seat
from games.fortress.battle import moved
from games.fortress.bounds import most_steps, most_units, numbers_of
from games.fortress.building import built, offer_of, why_not_build
from games.fortress.chart import Chart, chart_of, starts_of
from games.fortress.drawing import drawn_build
from games.fortress.effects import Account, account_of, worked
from games.fortress.force import Force, Unit, new_tile, produce
from games.fortress.hexes import Cell
from games.fortress.kinds import UNITS, Terrain, TileKind, UnitKind, full_health
from games.fortress.orders import Situation, UnitOrder, orders_of, why_not_orders
from games.fortress.pieces import LOTS, PIECE_SIDES, SHAPES, Piece, piece_from
from games.fortress.public import Public
from games.fortress.rules import Fortress
from games.fortress.settings import OPTIONS, QUICK, settings_of
from simulation.dealer import dice

A = Seat(0)
FRESH = Account(0, False)
LODGING, WORKSHOP, WALL, _ = TileKind


def chart(seats: int, options: dict[str, str | int]) -> Chart:
    size = settings_of(seats, settled_options(Fortress.info, seats, options)).size
    return chart_of(size, starts_of(size, [Seat(seat) for seat in range(seats)], 1))


def public(seats: int, offer: Sequence[Piece], **options: str | int) -> Public:
    settings = settings_of(seats, settled_options(Fortress.info, seats, options))
    return Public(settings, chart(seats, options), offer_of(offer))


def all_of(kind: TileKind, shape: str = "rhombus") -> Piece:
    hexes = dict(SHAPES)[shape]
    return Piece(shape, hexes, (kind,) * len(hexes))


def most(numbers: Sequence[Number]) -> dict[str, int]:
    return {one.name: one.high for one in numbers}


RICHEST = (
    Piece("rhombus", dict(SHAPES)["rhombus"], (WORKSHOP, LODGING, WORKSHOP, LODGING)),
    Piece("rhombus", dict(SHAPES)["rhombus"], (LODGING, WORKSHOP, WORKSHOP, LODGING)),
)
POOREST = (all_of(WALL), all_of(WALL))


# The lie that it is for


@pytest.mark.parametrize("gauge", [1, 3, 5])
def test_ftd_29_nobody_has_an_artifact_before_a_unit_has_dug_and_come_home(gauge: int) -> None:
    table = public(2, RICHEST, gauge=gauge)
    for round_ in (1, 2):
        assert most(numbers_of(table, A, round_, FRESH, last=True)) == {
            "artifacts": 0,
            "out": int(round_ > 1),
            "gauge": 0,
            "units": most_units(table, round_),
        }
    assert most_steps(table, A, 3) == 5


@pytest.mark.parametrize("pieces", LOTS)
@pytest.mark.parametrize("seats", [2, 6])
def test_a_quick_game_is_not_won_before_anybody_can_have_won_it(seats: int, pieces: str) -> None:
    draws = [piece_from(throw, LOTS[pieces]) for throw in range(0, PIECE_SIDES, 2477)]
    ends = []
    for offer in zip(draws, reversed(draws), strict=True):
        table = public(seats, offer, pieces=pieces, **QUICK)
        goal = table.settings.goal * table.settings.gauge
        ends.append(next(r for r in range(1, 99) if most_steps(table, A, r) >= goal))
    assert min(ends) >= 5
    assert sorted(ends)[len(ends) // 2] >= 7


# What was said before


def test_what_was_said_in_a_round_is_said() -> None:
    table = public(2, RICHEST)
    again = numbers_of(table, A, 9, Account(2, False), last=True, again=True)
    assert again[:2] == (Number("artifacts", 2, 2), Number("out", 0, 0))
    assert most(again)["gauge"] == 4
    tight = numbers_of(table, A, 3, Account(1, False), last=True, again=True)
    assert most(tight)["gauge"] == 0, "all five steps are in the Artifact"


def test_who_is_out_makes_nothing_more() -> None:
    said = numbers_of(public(2, RICHEST), A, 30, Account(2, True), last=True)
    assert said[:2] == (Number("artifacts", 2, 2), Number("out", 1, 1))
    assert most(said)["units"] == 0


def test_a_round_brings_at_most_a_step_for_each_workshop() -> None:
    said = numbers_of(public(2, POOREST, gauge=1), A, 50, Account(3, False), last=False)
    assert said == (Number("artifacts", 3, 4), Number("out", 0, 1))


# The best play: the map is all Deposits, everything is known, and rivals harm nobody


def rich(chart_: Chart) -> dict[Cell, Terrain]:
    return chart_.plain() | dict.fromkeys(chart_.hidden, Terrain.DEPOSIT)


def best_build(table: Public, seed: int) -> Force:
    """Of some fortresses that may be built that with the most Workshops and Lodgings at the rim."""
    below, hidden = dice(seed), set(table.chart.hidden)
    neighbours = table.chart.grid.neighbours

    def rim(force: Force) -> tuple[int, int]:
        useful = [tile for tile in force.tiles if tile.kind in (WORKSHOP, LODGING)]
        return len(useful), sum(bool(hidden & {*neighbours[tile.cell]}) for tile in useful)

    plans = [drawn_build(table, A, below) for _ in range(12)]
    assert all(why_not_build(table.chart, A, table.offer, plan) is None for plan in plans)
    return max((Force(tiles=built(table.chart, A, table.offer, plan)) for plan in plans), key=rim)


class Foreman:
    """Plays one seat: whoever has gold goes to a Workshop, whoever has none to a Deposit."""

    def __init__(self, table: Public, force: Force) -> None:
        self.table, self.force = table, force
        self.land = rich(table.chart)
        self.round = 1

    def play(self, kill: int | None = None) -> Account:
        """A round; a rival may do the seat the favour to `kill` a Unit that it makes again."""
        settings, chart_ = self.table.settings, self.table.chart
        self.round += 1
        self.force = produce(self.force, (), settings.cap)
        situation = Situation(chart_.grid, self.force, self.land, ())
        orders = orders_of(self.force, dict(self.paths()))
        assert why_not_orders(situation, orders) is None
        after = moved(self.force, orders, ()).force
        if kill is not None and len(after.units) == settings.cap:
            units = tuple(one for one in after.units if one.gold or one.number % 3 != kill)
            after = replace(after, units=units)
        self.force = worked(after, (), self.land, settings.gauge)
        return account_of(self.force, last=True)

    def paths(self) -> Iterator[tuple[int, UnitOrder]]:
        neighbours = self.table.chart.grid.neighbours
        ends = self.ends()
        for unit in self.force.units:
            end = ends[unit.number]
            if end != unit.cell:
                step = (end,) if end in neighbours[unit.cell] else self.way(unit, end)
                yield unit.number, UnitOrder(step)

    def way(self, unit: Unit, end: Cell) -> tuple[Cell, ...]:
        neighbours = self.table.chart.grid.neighbours
        return (next(c for c in neighbours[unit.cell] if end in neighbours[c]), end)

    def ends(self) -> dict[int, Cell]:
        """Where each Unit ends: as many as can on Workshops with gold, and on Deposits without."""
        benches = {tile.cell for tile in self.force.tiles if tile.kind is WORKSHOP}
        digs = {cell for cell, terrain in self.land.items() if terrain is Terrain.DEPOSIT}
        units = self.force.units
        taken: dict[Cell, int] = {}
        for wanted in (benches, digs):
            for unit in units:
                if unit.number not in taken.values() and (unit.gold > 0) == (wanted is benches):
                    self.match(unit, wanted, taken, set())
        ends = {number: cell for cell, number in taken.items()}
        for unit in units:  # the others come nearer, or make room
            if unit.number not in ends:
                free = [cell for cell in self.reach(unit) if cell not in taken]
                aims = benches if unit.gold else digs
                near = min(free, key=lambda cell: (self.away(cell, aims), cell), default=None)
                if near is None:
                    return {one.number: one.cell for one in units}
                taken[near] = unit.number
                ends[unit.number] = near
        return ends

    def match(
        self, unit: Unit, wanted: set[Cell], taken: dict[Cell, int], tried: set[Cell]
    ) -> bool:
        for cell in self.reach(unit):
            if cell not in wanted or cell in tried:
                continue
            tried.add(cell)
            holder = next((u for u in self.force.units if u.number == taken.get(cell)), None)
            if holder is None or self.match(holder, wanted, taken, tried):
                taken[cell] = unit.number
                return True
        return False

    def reach(self, unit: Unit) -> list[Cell]:
        board = self.table.chart.grid
        return [cell for cell in board.within(unit.cell, unit.row.steps) if cell in self.land]

    def away(self, cell: Cell, aims: set[Cell]) -> int:
        return min(self.table.chart.grid.distance(cell, aim) for aim in aims)


def assert_within(table: Public, account: Account, before: Account, round_: int) -> None:
    for number in numbers_of(table, A, round_, before, last=True):
        said = {
            "artifacts": account.artifacts,
            "out": int(account.is_out),
            "gauge": account.gauge,
            "units": account.units,
        }[number.name]
        assert number.low <= said <= number.high, (number, round_)
    again = numbers_of(table, A, round_, account, last=True, again=True)
    assert most(again)["gauge"] >= account.gauge


def play_the_best(table: Public, rounds: int, *, kills: bool = False) -> None:
    foreman, before = Foreman(table, best_build(table, rounds)), FRESH
    for round_ in range(2, rounds + 1):
        account = foreman.play(kill=round_ % 4 if kills else None)
        assert_within(table, account, before, round_)
        before = account
    assert before.artifacts or before.gauge


SETTINGS = list(
    product(
        *(
            (*option.values, *option.unlisted)
            for option in OPTIONS
            if option.key in ("gauge", "units")
        )
    )
)


@pytest.mark.parametrize(("gauge", "units"), SETTINGS)
def test_ftd_29_the_best_play_is_never_above_it(gauge: int, units: int) -> None:
    play_the_best(public(2, RICHEST, gauge=gauge, units=units), 9)
    play_the_best(public(3, POOREST, gauge=gauge, units=units), 9, kills=True)


@pytest.mark.slow
@pytest.mark.parametrize(("gauge", "units"), SETTINGS)
@pytest.mark.parametrize("pieces", LOTS)
def test_ftd_29_nor_is_it_with_pieces_as_they_are_drawn(
    gauge: int, units: int, pieces: str
) -> None:
    below = dice(gauge * units)
    for seats in range(2, 7):
        offer = [piece_from(below(PIECE_SIDES), LOTS[pieces]) for _ in range(2)]
        table = public(seats, offer, gauge=gauge, units=units, pieces=pieces)
        play_the_best(table, 40, kills=bool(seats % 2))


# One Unit, exactly


@lru_cache(maxsize=4096)
def effect(tile: TileKind | None, kind: UnitKind, gold: int) -> tuple[UnitKind, int, int]:
    """What the end of a round does to a Unit here, on a Deposit if on no Tile; and its steps."""
    unit = Unit(0, kind, 0, full_health(kind), gold)
    own = Force((unit,), () if tile is None else (new_tile(0, tile),))
    after = worked(own, (), {0: Terrain.DEPOSIT}, 99)
    return after.units[0].kind, after.units[0].gold, after.gauge


def best_of_one(table: Public, force: Force, rounds: int) -> list[int]:
    """The most steps that one Unit at a time can make by each round, whatever it does; it may die
    whenever that helps, and comes again from any Lodging."""
    board, land = table.chart.grid, rich(table.chart)
    tiles = {tile.cell: tile.kind for tile in force.tiles}
    births = [cell for cell, kind in tiles.items() if kind is LODGING]
    best: dict[tuple[UnitKind, Cell, int], int] = {}
    dead, found = 0, []
    for _ in range(2, rounds + 1):
        for cell in births:
            state = (UnitKind.INFANTRY, cell, 0)
            best[state] = max(best.get(state, 0), dead)
        after: dict[tuple[UnitKind, Cell, int], int] = {}
        for (kind, cell, gold), steps in best.items():
            for end in board.within(cell, UNITS[kind].steps):
                tile = tiles.get(end)
                if tile is None and land.get(end) is not Terrain.DEPOSIT:
                    state, more = (kind, end, gold), 0
                else:
                    next_kind, next_gold, more = effect(tile, kind, gold)
                    state = (next_kind, end, next_gold)
                after[state] = max(after.get(state, 0), steps + more)
        best, dead = after, max(after.values())
        found.append(dead)
    return found


def alone(table: Public) -> Public:
    return replace(table, settings=replace(table.settings, cap=1))


@pytest.mark.parametrize("units", [12, 2])
@pytest.mark.parametrize(
    "offer", [RICHEST, POOREST, (all_of(LODGING), all_of(LODGING, "line of three"))]
)
def test_no_way_of_one_unit_is_above_it(offer: tuple[Piece, ...], units: int) -> None:
    table = alone(public(2, offer, gauge=1, units=units))
    for seed in range(2):
        made = best_of_one(table, best_build(table, seed), 16)
        bounds = [most_steps(table, A, round_) for round_ in range(2, 17)]
        assert all(own <= bound for own, bound in zip(made, bounds, strict=True)), (made, bounds)


def test_of_one_unit_beside_a_deposit_it_is_exact() -> None:
    table = alone(public(2, RICHEST, gauge=1))
    made = best_of_one(table, best_build(table, 0), 16)
    assert made == [most_steps(table, A, round_) for round_ in range(2, 17)]


@given(seed=st.integers(0, 2**32), seats=st.integers(2, 6), pieces=st.sampled_from(sorted(LOTS)))
def test_it_only_grows(seed: int, seats: int, pieces: str) -> None:
    """So a seat that has said what it might is never left without anything that it may say."""
    below = dice(seed)
    offer = [piece_from(below(PIECE_SIDES), LOTS[pieces]) for _ in range(2)]
    table, before = public(seats, offer, pieces=pieces, gauge=3), FRESH
    for round_ in range(1, 40):
        numbers = numbers_of(table, A, round_, before, last=True)
        assert all(one.low <= one.high for one in numbers)
        before = Account(numbers[0].high, False)
