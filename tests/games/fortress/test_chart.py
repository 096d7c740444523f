"""The map: starts, build areas, decks (FTD-2, FTD-3, FTD-18)."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from games.engine.values import Seat
from games.fortress.chart import (
    TEST_SIZE,
    Chart,
    Size,
    chart_of,
    ring_length,
    size_for,
    starts_of,
)
from games.fortress.hexes import CENTRE, distance
from games.fortress.kinds import Terrain


@cache
def charts(seats: int, size: Size | None = None) -> list[Chart]:
    """The map for every turn of the ring."""
    size = size or size_for(seats)
    order = [Seat(seat) for seat in range(seats)]
    return [chart_of(size, starts_of(size, order, turn)) for turn in range(ring_length(size))]


@pytest.mark.parametrize(
    ("seats", "cells", "hidden"), [(2, 217, 143), (4, 331, 183), (6, 469, 247)]
)
def test_ftd_2_the_map_grows_with_the_seats(seats: int, cells: int, hidden: int) -> None:
    for chart in charts(seats):
        assert chart.size.radius == 6 + seats
        assert len(chart.grid) == cells
        assert len(chart.hidden) == hidden
        assert [len(area) for area in chart.areas] == [37] * seats


@pytest.mark.parametrize("seats", range(2, 7))
def test_ftd_2_starts_are_spread_over_the_ring_three_in_from_the_edge(seats: int) -> None:
    for chart in charts(seats):
        hexes = [chart.grid.hexes[cell] for cell in chart.starts]
        assert {distance(one, CENTRE) for one in hexes} == {chart.size.radius - 3}
        apart = [distance(one, other) for one in hexes for other in hexes if one != other]
        assert min(apart) > 2 * chart.size.build


def test_ftd_2_the_drawn_order_of_seats_gives_each_its_start() -> None:
    size = size_for(3)
    one = starts_of(size, [Seat(0), Seat(1), Seat(2)], 4)
    other = starts_of(size, [Seat(2), Seat(0), Seat(1)], 4)
    assert other == (one[1], one[2], one[0])


@pytest.mark.parametrize("seats", range(2, 7))
def test_ftd_3_every_cell_is_in_one_build_area_or_one_deck(seats: int) -> None:
    for chart in charts(seats):
        laid = Counter(cell for deck in chart.decks for cell in deck.cells)
        laid.update(cell for area in chart.areas for cell in area)
        assert laid == Counter(range(len(chart.grid)))
        assert sorted(chart.plain()) == sorted(set(range(len(chart.grid))) - set(chart.hidden))
        assert all(len(deck.cells) == len(deck.faces) for deck in chart.decks)


@pytest.mark.parametrize("seats", range(2, 7))
def test_ftd_3_near_decks_are_alike_for_all_seats(seats: int) -> None:
    for chart in charts(seats):
        *near, _ = chart.decks
        assert len({len(deck.cells) for deck in near}) == 1
        for seat, deck in enumerate(near):
            away = [chart.grid.distance(chart.starts[seat], cell) for cell in deck.cells]
            assert set(away) <= {4, 5}
            counts = Counter(deck.faces)
            assert counts[Terrain.DEPOSIT] == 2
            assert counts[Terrain.MOUNTAIN] == 2
            assert counts[Terrain.OVERGROWTH] == 3


@pytest.mark.parametrize("seats", range(2, 7))
def test_ftd_3_the_wild_deck_has_its_shares_rounded_down(seats: int) -> None:
    for chart in charts(seats):
        wild = chart.decks[-1]
        counts, cells = Counter(wild.faces), len(wild.cells)
        assert counts[Terrain.DEPOSIT] == cells * 5 // 100
        assert counts[Terrain.MOUNTAIN] == cells * 10 // 100
        assert counts[Terrain.OVERGROWTH] == cells * 14 // 100


def test_ftd_3_a_cell_equally_near_to_two_starts_is_wild() -> None:
    for chart in charts(6):
        *near, wild = chart.decks
        for cell in (cell for deck in near for cell in deck.cells):
            away = sorted(chart.grid.distance(start, cell) for start in chart.starts)
            assert away[0] < away[1]
        assert any(
            sorted(chart.grid.distance(start, cell) for start in chart.starts)[1] <= 5
            for cell in wild.cells
        )


def test_ftd_18_a_near_deck_takes_the_nearer_ring_first_and_begins_at_its_outermost_cell() -> None:
    for chart in charts(6):
        *near, wild = chart.decks
        for seat, deck in enumerate(near):
            start = chart.starts[seat]
            at_five = [c for c in deck.cells if chart.grid.distance(start, c) == 5]
            left_out = [
                cell
                for cell in wild.cells
                if chart.grid.distance(start, cell) == 4
                and all(
                    chart.grid.distance(other, cell) > 4 for other in chart.starts if other != start
                )
            ]
            assert not (at_five and left_out)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_test_map_has_room_for_every_deck(seats: int) -> None:
    for chart in charts(seats, TEST_SIZE):
        assert len(chart.grid) == 61
        assert [len(area) for area in chart.areas] == [7] * seats
        assert all(deck.faces for deck in chart.decks)
