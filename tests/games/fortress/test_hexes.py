"""Hexes (FTG-2, FTF-2) and nudged lines (FTD-17)."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.fortress.hexes import (
    CENTRE,
    CLOCKWISE,
    Grid,
    Hex,
    add,
    distance,
    grid,
    line,
    ring,
    turned,
)

coordinates = st.integers(-12, 12)
hexes = st.builds(Hex, coordinates, coordinates)


def test_ftg_2_a_hex_has_six_neighbours_at_distance_one() -> None:
    assert len(set(CLOCKWISE)) == 6
    assert all(distance(CENTRE, step) == 1 for step in CLOCKWISE)
    assert [turned(CLOCKWISE[0], turns) for turns in range(6)] == list(CLOCKWISE)


@given(hexes, hexes)
def test_ftf_2_distance_is_half_the_sum_of_all_three_coordinates(one: Hex, other: Hex) -> None:
    q, r = one.q - other.q, one.r - other.r
    assert 2 * distance(one, other) == abs(q) + abs(r) + abs(q + r)


@pytest.mark.parametrize("radius", range(5))
def test_a_ring_is_all_at_its_distance(radius: int) -> None:
    around = ring(Hex(2, -1), radius)
    assert len(set(around)) == len(around) == max(1, 6 * radius)
    assert all(distance(Hex(2, -1), one) == radius for one in around)
    assert all(distance(one, other) == 1 for one, other in itertools.pairwise(around) if radius)


@pytest.mark.parametrize(("radius", "cells"), [(4, 61), (8, 217), (10, 331), (12, 469)])
def test_a_map_is_its_cells_sorted(radius: int, cells: int) -> None:
    board = grid(radius)
    assert len(board) == cells
    assert list(board.hexes) == sorted(board.hexes)
    assert all(board.cell(one) == cell for cell, one in enumerate(board.hexes))
    assert board is grid(radius)


def test_cells_within_a_radius_come_nearest_first() -> None:
    board = Grid(3)
    middle = board.cell(CENTRE)
    found = board.within(middle, 2)
    assert len(found) == 19
    assert found[0] == middle
    assert list(found) == sorted(found, key=lambda cell: (board.distance(middle, cell), cell))
    corner = board.cell(Hex(3, 0))
    assert len(board.within(corner, 1)) == 4
    assert len(board.neighbours[corner]) == 3


@given(hexes, hexes, st.sampled_from((1, -1)))
def test_ftd_17_a_line_is_the_same_both_ways(one: Hex, other: Hex, nudge: int) -> None:
    between = line(one, other, nudge)
    assert line(other, one, nudge) == between[::-1]
    assert len(between) == max(0, distance(one, other) - 1)
    whole = (one, *between, other)
    assert one == other or all(distance(a, b) == 1 for a, b in itertools.pairwise(whole))


@given(hexes, hexes, st.sampled_from((1, -1)))
def test_ftd_17_a_line_does_not_depend_on_where_the_map_lies(
    one: Hex, other: Hex, nudge: int
) -> None:
    shift = Hex(5, -3)
    moved = line(add(one, shift), add(other, shift), nudge)
    assert moved == tuple(add(cell, shift) for cell in line(one, other, nudge))


def test_ftd_17_the_two_nudges_part_where_the_straight_line_runs_between_two_hexes() -> None:
    assert {line(CENTRE, Hex(1, 1), nudge) for nudge in (1, -1)} == {(Hex(0, 1),), (Hex(1, 0),)}
    assert {line(CENTRE, Hex(2, 0), nudge) for nudge in (1, -1)} == {(Hex(1, 0),)}
    board = Grid(3)
    assert len(board.lines(board.cell(CENTRE), board.cell(Hex(1, 1)))) == 2
    assert len(board.lines(board.cell(CENTRE), board.cell(Hex(2, 0)))) == 1
    assert board.lines(board.cell(CENTRE), board.cell(Hex(1, 0))) == ((),)


@pytest.mark.parametrize("radius", [4, 6])
def test_lines_between_cells_of_a_map_stay_on_it(radius: int) -> None:
    board = Grid(radius)
    for one in range(len(board)):
        for other in range(one):
            for between in board.lines(one, other):
                assert len(between) == max(0, board.distance(one, other) - 1)
