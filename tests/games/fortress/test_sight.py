"""What a seat may look at (FTD-4, FTD-5, FTD-17, FTD-19, FTD-22)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.fortress.force import Force
from games.fortress.hexes import Cell
from games.fortress.kinds import Terrain
from games.fortress.sight import Known, eyes, free_line, opened_line, to_ask, to_open
from tests.games.fortress.build import (
    BOARD,
    INFANTRY,
    LODGING,
    WALL,
    at,
    force,
    plain,
    unit,
)

HERE = at(0, 0)
UNIT = force([unit(INFANTRY, HERE)])
TILE = force(tiles={HERE: LODGING})


def asked(own: Force, known: dict[Cell, Terrain] | None = None, limit: int = 500) -> set[Cell]:
    return set(to_ask(BOARD, own, plain() if known is None else known, limit))


@pytest.mark.parametrize(("own", "radius", "cells"), [(UNIT, 2, 19), (TILE, 3, 37)])
def test_ftd_4_a_tile_sees_three_cells_far_and_a_unit_two(
    own: Force, radius: int, cells: int
) -> None:
    assert set(to_open(BOARD, own, {})) == set(BOARD.within(HERE, radius))
    assert len(to_open(BOARD, own, {})) == cells
    assert asked(own) == set(BOARD.within(HERE, radius)) - {HERE}


def test_ftd_4_terrain_is_opened_whatever_stands_between() -> None:
    known = dict.fromkeys(BOARD.neighbours[HERE], Terrain.MOUNTAIN)
    assert set(to_open(BOARD, UNIT, known)) == set(BOARD.within(HERE, 2)) - set(known)


def test_ftd_4_a_mountain_on_both_lines_hides_what_is_behind() -> None:
    one = {**plain(), at(1, 0): Terrain.MOUNTAIN}
    assert at(2, 0) not in asked(UNIT, one)  # straight behind: both lines are one
    assert at(1, 1) in asked(UNIT, one)  # the other line is free
    both = {**one, at(0, 1): Terrain.MOUNTAIN}
    assert at(1, 1) not in asked(UNIT, both)


def test_ftd_4_another_piece_may_see_past_the_mountain() -> None:
    known = {**plain(), at(1, 0): Terrain.MOUNTAIN}
    two = force([unit(INFANTRY, HERE, 0), unit(INFANTRY, at(3, 0), 1)])
    assert at(2, 0) in asked(two, known)


def test_ftd_5_nobody_looks_for_rivals_in_overgrowth() -> None:
    known = {**plain(), at(1, 0): Terrain.OVERGROWTH}
    assert at(1, 0) not in asked(UNIT, known)
    assert at(2, 0) in asked(UNIT, known)  # it does not block


def test_ftd_25_nobody_asks_about_own_cells() -> None:
    two = force([unit(INFANTRY, HERE, 0), unit(INFANTRY, at(1, 0), 1)], {at(0, 1): WALL})
    assert not asked(two) & {HERE, at(1, 0), at(0, 1)}
    assert at(2, 0) in asked(two)


@pytest.mark.parametrize("hidden", [(1, 0), (2, 0)])
def test_ftd_19_what_is_not_opened_shows_nothing(hidden: tuple[int, int]) -> None:
    known = {cell: terrain for cell, terrain in plain().items() if cell != at(*hidden)}
    assert at(2, 0) not in asked(UNIT, known)
    assert at(2, 0) in asked(UNIT)
    assert not opened_line(BOARD, known, HERE, at(3, 0))


def test_ftd_19_openings_come_nearest_first_then_lowest() -> None:
    own = force([unit(INFANTRY, HERE, 0), unit(INFANTRY, at(4, 0), 1)])
    cells = to_open(BOARD, own, {})
    away = [min(BOARD.distance(cell, one.cell) for one in own.units) for cell in cells]
    assert list(zip(away, cells, strict=True)) == sorted(zip(away, cells, strict=True))
    assert len(set(cells)) == len(cells)


def test_ftd_19_known_cells_are_not_opened_again() -> None:
    assert to_open(BOARD, UNIT, plain()) == ()


def test_ftb_9_at_the_limit_of_asks_the_nearest_come_first() -> None:
    assert asked(UNIT, limit=6) == set(BOARD.neighbours[HERE])


def test_ftd_22_a_seat_that_is_out_sees_nothing() -> None:
    out = force(tiles={HERE: WALL})
    assert out.is_out
    assert to_open(BOARD, out, {}) == ()
    assert asked(out) == set()


def test_a_known_mountain_is_never_asked_about() -> None:
    known = {**plain(), at(1, 0): Terrain.MOUNTAIN}
    assert at(1, 0) not in asked(UNIT, known)
    assert at(1, 0) in asked(UNIT)


# The fast way, held against the rule cell by cell

SPOTS = BOARD.within(at(0, 0), 4)


def nearest_first(own: Force) -> list[Cell]:
    away = {
        cell: min(
            (d for eye, radius in eyes(own) if (d := BOARD.distance(eye, cell)) <= radius),
            default=None,
        )
        for cell in range(len(BOARD))
    }
    seen = [(d, cell) for cell, d in away.items() if d is not None]
    return [cell for _, cell in sorted(seen)]


def may_show(own: Force, known: Known, cell: Cell) -> bool:
    if known.get(cell, Terrain.MOUNTAIN) in (Terrain.MOUNTAIN, Terrain.OVERGROWTH):
        return False
    return cell not in own.cells() and any(
        BOARD.distance(eye, cell) <= radius and free_line(BOARD, known, eye, cell)
        for eye, radius in eyes(own)
    )


@st.composite
def lands(draw: st.DrawFn) -> tuple[Force, dict[Cell, Terrain]]:
    cells = draw(st.lists(st.sampled_from(SPOTS), unique=True, min_size=1, max_size=8))
    half = len(cells) // 2
    units = [unit(INFANTRY, cell, number) for number, cell in enumerate(cells[:half])]
    kinds = {cell: draw(st.sampled_from((LODGING, WALL))) for cell in cells[half:]}
    known = {cell: Terrain.PLAIN for cell in SPOTS if draw(st.integers(0, 5))}
    for cell in list(known):
        if not draw(st.integers(0, 3)):
            known[cell] = draw(st.sampled_from(Terrain))
    return force(units, kinds), known


@given(lands(), st.integers(0, 60))
def test_sight_is_what_the_rule_says_cell_by_cell(
    land: tuple[Force, dict[Cell, Terrain]], limit: int
) -> None:
    own, known = land
    order = nearest_first(own)
    assert list(to_open(BOARD, own, {})) == order
    assert list(to_open(BOARD, own, known)) == [cell for cell in order if cell not in known]
    asked = [cell for cell in order if may_show(own, known, cell)]
    assert list(to_ask(BOARD, own, known, limit)) == asked[:limit]


def test_a_seat_without_units_and_lodging_sees_nothing() -> None:
    assert list(to_open(BOARD, force((), {at(0, 0): WALL}), {})) == []
