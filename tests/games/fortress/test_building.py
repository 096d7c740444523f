"""The pieces and round 1 (FT-5, FT-6, FTG-7 to FTG-11, FTD-20)."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from games.engine.values import Seat
from games.fortress.building import built, default_build, offer_of, why_not_build
from games.fortress.chart import TEST_SIZE, chart_of, size_for, starts_of
from games.fortress.hexes import CLOCKWISE, Cell, Hex, add, distance
from games.fortress.kinds import POINT, TILES, TileKind
from games.fortress.pieces import LODGING, LOTS, MOST_TILES, PIECE_SIDES, SHAPES, Piece, piece_from

SIZE = size_for(2)
CHART = chart_of(SIZE, starts_of(SIZE, [Seat(0), Seat(1)], 0))
START = CHART.grid.hexes[CHART.starts[0]]
LINE = Piece("line of two", (Hex(0, 0), Hex(1, 0)), (TileKind.WALL, TileKind.BALLISTA))
BENT = Piece("bent three", (Hex(0, 0), Hex(1, 0), Hex(1, 1)), (TileKind.WALL,) * 3)
OFFER = offer_of([LINE, BENT])


def away(q: int, r: int) -> int:
    """The number in a plan of the cell so far from the start."""
    return CHART.grid.cell(add(START, Hex(q, r))) + 1


def kinds(plan: tuple[int, ...]) -> dict[Cell, TileKind]:
    return {tile.cell: tile.kind for tile in built(CHART, 0, OFFER, plan)}


def test_ftf_6_five_shapes() -> None:
    assert [(name, len(hexes)) for name, hexes in SHAPES] == [
        ("rhombus", 4),
        ("triangle", 3),
        ("line of two", 2),
        ("line of three", 3),
        ("bent three", 3),
    ]
    for name, hexes in SHAPES:
        spread = max(distance(one, other) for one, other in product(hexes, hexes))
        assert spread == (1 if name in ("triangle", "line of two") else 2)
    bent = dict(SHAPES)["bent three"]
    assert add(bent[1], bent[1]) not in bent


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("workshops", (3, 1, 5, 4)),  # FTB-12
        ("walls", (7, 3, 2, 1)),  # FTF-6
    ],
)
def test_ftb_12_each_hex_draws_among_thirteen_lots(
    name: str, counts: tuple[int, int, int, int]
) -> None:
    throws, lots = range(0, PIECE_SIDES, 5), LOTS[name]  # rhombi
    first = Counter(piece_from(throw, lots).kinds[0] for throw in throws)
    last = Counter(piece_from(throw, lots).kinds[3] for throw in throws)
    each = PIECE_SIDES // 5 // 13
    kinds = (TileKind.WALL, TileKind.LODGING, TileKind.WORKSHOP, TileKind.BALLISTA)
    assert first == last
    assert first == {kind: count * each for kind, count in zip(kinds, counts, strict=True)}


def test_each_throw_gives_one_of_the_shapes() -> None:
    shapes = Counter(piece_from(throw).shape for throw in range(PIECE_SIDES))
    assert set(shapes.values()) == {PIECE_SIDES // 5}


def test_ftg_7_everybody_is_offered_one_single_lodging() -> None:
    assert OFFER[0] is LODGING
    assert LODGING.kinds == (TileKind.LODGING,)


def test_ftg_7_ftg_11_the_fortress_starts_with_a_finished_workshop() -> None:
    tiles = {tile.cell: tile for tile in built(CHART, 0, OFFER, default_build())}
    workshop = tiles[CHART.starts[0]]
    assert workshop.kind is TileKind.WORKSHOP
    assert workshop.health == TILES[TileKind.WORKSHOP].health * POINT


def test_a_plan_places_every_piece_with_its_kinds() -> None:
    plan = (away(0, 1), 0, away(1, 0), 0, away(0, -1), 3)
    assert why_not_build(CHART, 0, OFFER, plan) is None
    assert kinds(plan) == {
        away(0, 0) - 1: TileKind.WORKSHOP,
        away(0, 1) - 1: TileKind.LODGING,
        away(1, 0) - 1: TileKind.WALL,
        away(2, 0) - 1: TileKind.BALLISTA,
        away(0, -1) - 1: TileKind.WALL,
        away(-1, -1) - 1: TileKind.WALL,
        away(-1, -2) - 1: TileKind.WALL,
    }
    assert len(kinds(plan)) <= MOST_TILES


@pytest.mark.parametrize(("turns", "second"), list(enumerate(CLOCKWISE)))
def test_ftg_8_a_piece_may_be_turned_six_ways(turns: int, second: Hex) -> None:
    plan = (0, 0, away(0, 1), turns, 0, 0)
    cell = CHART.grid.cell(add(add(START, Hex(0, 1)), second))
    if second == Hex(0, -1):  # on the Workshop
        assert why_not_build(CHART, 0, OFFER, plan) == "two Tiles cannot lie on one cell"
    else:
        assert why_not_build(CHART, 0, OFFER, plan) is None
        assert kinds(plan)[cell] is TileKind.BALLISTA


REFUSED = {
    "a build area reaches 3 cells": ((0, 0, away(3, 0), 0, 0, 0), "every Tile lies within 3"),
    "not on the Workshop": ((away(0, 0), 0, 0, 0, 0, 0), "two Tiles cannot lie"),
    "not on each other": ((away(1, 0), 0, away(1, 0), 0, 0, 0), "two Tiles cannot lie"),
    "it must hang together": ((away(2, 0), 0, 0, 0, 0, 0), "every piece has to touch"),
    "no seventh turn": ((0, 0, away(1, 0), 6, 0, 0), "no such place or turn"),
    "no turn without a place": ((0, 0, 0, 1, 0, 0), "not placed is not turned"),
    "no cell off the map": ((len(CHART.grid) + 1, 0, 0, 0, 0, 0), "no such place or turn"),
    "no negative numbers": ((-1, 0, 0, 0, 0, 0), "no such place or turn"),
    "six numbers": ((0, 0, 0, 0), "has 6 numbers"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_ftg_8_what_a_plan_may_not_do(name: str) -> None:
    plan, reason = REFUSED[name]
    assert reason in (why_not_build(CHART, 0, OFFER, plan) or "")


def test_ftb_10_a_plan_leaves_a_cell_for_the_lodging() -> None:
    chart = chart_of(TEST_SIZE, starts_of(TEST_SIZE, [Seat(0), Seat(1)], 0))
    bent = Piece("bent three", (Hex(0, 0), Hex(1, 0), Hex(1, 1)), (TileKind.WALL,) * 3)
    offer, start = offer_of([bent, bent]), chart.grid.hexes[chart.starts[0]]
    west, east = (chart.grid.cell(add(start, Hex(q, 0))) + 1 for q in (-1, 1))
    full = (0, 0, west, 5, east, 2)
    assert len(chart.areas[0]) == 7
    assert why_not_build(chart, 0, offer, full) == "leave a cell free for your Lodging"
    assert why_not_build(chart, 0, offer, (0, 0, west, 5, 0, 0)) is None


def test_ftd_20_a_piece_may_touch_the_fortress_by_another_piece() -> None:
    plan = (away(3, 0), 0, away(1, 0), 0, 0, 0)
    assert why_not_build(CHART, 0, OFFER, plan) is None


def test_ftg_9_a_piece_that_is_not_placed_is_lost() -> None:
    plan = (away(0, 1), 0, 0, 0, 0, 0)
    assert sorted(kinds(plan).values()) == [TileKind.LODGING, TileKind.WORKSHOP]


def test_ftg_9_the_lodging_is_placed_on_the_lowest_free_neighbour_of_the_start() -> None:
    lowest = min(CHART.grid.neighbours[CHART.starts[0]])
    assert kinds(default_build())[lowest] is TileKind.LODGING
    taken = (0, 0, lowest + 1, 3, 0, 0)
    assert why_not_build(CHART, 0, OFFER, taken) is None
    second = sorted(CHART.grid.neighbours[CHART.starts[0]])[1]
    assert kinds(taken)[second] is TileKind.LODGING


def test_ftd_20_without_a_free_neighbour_the_lodging_lies_where_it_touches_the_fortress() -> None:
    bent = Piece("bent three", (Hex(0, 0), Hex(1, 0), Hex(1, 1)), (TileKind.WALL,) * 3)
    offer = offer_of([bent, bent])
    # two halves of the ring round the start
    plan = (0, 0, away(-1, 0), 5, away(1, 0), 2)
    assert why_not_build(CHART, 0, offer, plan) is None
    tiles = {tile.cell: tile.kind for tile in built(CHART, 0, offer, plan)}
    assert set(CHART.grid.neighbours[CHART.starts[0]]) < set(tiles)
    lodging = next(cell for cell, kind in tiles.items() if kind is TileKind.LODGING)
    del tiles[lodging]
    beside = {cell for tile in tiles for cell in CHART.grid.neighbours[tile]}
    assert lodging == min((beside & set(CHART.areas[0])) - set(tiles))
