"""Sets of cells as bits agree with the map, and no two Units ever end on one cell."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.fortress.hexes import Cell, grid
from games.fortress.paths import FAR, Traffic, away, field
from tests.games.fortress.build import at

BOARD = field(4)
CELLS = range(len(BOARD.grid))


def test_a_set_has_the_neighbours_that_the_map_has() -> None:
    for radius in (4, 8, 12):
        board = field(radius)
        for cell in range(len(board.grid)):
            beside = sorted((cell, *board.grid.neighbours[cell]))
            assert board.cells(board.near[cell]) == beside


def test_a_disc_is_what_the_map_has_within_that_distance() -> None:
    for cell in CELLS:
        for radius in range(4):
            assert board_within(cell, radius) == BOARD.cells(BOARD.disc(cell, radius))


def board_within(cell: Cell, radius: int) -> list[Cell]:
    return sorted(grid(4).within(cell, radius))


@given(st.sets(st.sampled_from(CELLS)))
def test_a_set_gives_back_its_cells(cells: set[Cell]) -> None:
    assert BOARD.cells(BOARD.of(cells)) == sorted(cells)


def test_rings_count_steps_round_what_is_not_free() -> None:
    board = field(8)
    wall = board.of((at(1, -1), at(1, 0), at(0, 1)))
    rings = board.rings(board.bits[at(0, 0)], board.all & ~wall)
    assert away(rings, board.bits[at(0, 0)]) == 0
    assert away(rings, board.bits[at(2, -1)]) == 4  # two steps without the wall
    assert away(rings, board.bits[at(1, 0)]) == FAR


def traffic(
    places: dict[int, Cell], wishes: dict[int, list[Cell]], fixed: dict[int, Cell] | None = None
) -> dict[int, Cell]:
    return Traffic(places, lambda unit: wishes[unit], fixed or {}).settle(wishes)


def test_a_unit_takes_the_place_of_one_that_goes() -> None:
    assert traffic({1: 10, 2: 11}, {1: [11, 10], 2: [12, 11]}) == {1: 11, 2: 12}


def test_a_unit_makes_room_for_one_that_decides_first() -> None:
    assert traffic({1: 10, 2: 11}, {1: [11, 10], 2: [11, 12]}) == {1: 11, 2: 12}


def test_two_units_swap_places() -> None:
    assert traffic({1: 10, 2: 11}, {1: [11, 10], 2: [10, 11]}) == {1: 11, 2: 10}


def test_three_units_turn_in_a_ring() -> None:
    wishes = {1: [11, 10], 2: [12, 11], 3: [10, 12]}
    assert traffic({1: 10, 2: 11, 3: 12}, wishes) == {1: 11, 2: 12, 3: 10}


def test_a_unit_that_cannot_make_room_is_left_alone() -> None:
    assert traffic({1: 10, 2: 11}, {1: [11, 10], 2: [11]}) == {1: 10, 2: 11}


def test_nobody_ends_where_a_fixed_unit_ends() -> None:
    wishes = {2: [12, 11], 3: [12, 13]}
    assert traffic({1: 10, 2: 11, 3: 13}, wishes, {1: 12}) == {1: 12, 2: 11, 3: 13}


@st.composite
def jams(draw: st.DrawFn) -> tuple[dict[int, Cell], dict[int, list[Cell]]]:
    """Units close together, each with some of the cells about it as wishes, staying the last."""
    crowd = st.lists(st.sampled_from(BOARD.cells(BOARD.disc(30, 2))), unique=True, max_size=12)
    places = dict(enumerate(draw(crowd)))
    wishes = {}
    for unit, cell in places.items():
        around = st.lists(st.sampled_from(BOARD.cells(BOARD.near[cell])), unique=True)
        wishes[unit] = [*draw(around), cell]
    return places, wishes


@given(jams())
def test_every_unit_ends_on_a_cell_of_its_own_that_it_wished_for(
    jam: tuple[dict[int, Cell], dict[int, list[Cell]]],
) -> None:
    places, wishes = jam
    ends = traffic(places, wishes)
    assert ends.keys() == places.keys()
    assert len(set(ends.values())) == len(ends)
    assert all(end in wishes[unit] for unit, end in ends.items())
