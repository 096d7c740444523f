"""Maps as data: rows, what is around a place, and where one place lies from another."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.map_view import MapView, Place, direction

STEPS = {
    "east": (1, 0),
    "south-east": (0, 1),
    "south-west": (-1, 1),
    "west": (-1, 0),
    "north-west": (0, -1),
    "north-east": (1, -1),
}


def place(q: int, r: int) -> Place:
    return Place(q, r, ".", "plain", "now")


def hexagon(radius: int) -> MapView:
    span = range(-radius, radius + 1)
    return MapView(tuple(place(q, r) for q in span for r in span if abs(q + r) <= radius), 0)


def test_a_place_is_found_by_its_coordinates() -> None:
    seen = hexagon(2)
    for cell, one in enumerate(seen.places):
        assert seen.cell(one.q, one.r) == cell
    assert seen.cell(2, 1) is None
    assert seen.places[seen.cell(-1, 2) or 0].name == "-1,2"


def test_rows_run_from_west_to_east_and_from_the_north() -> None:
    seen = hexagon(2)
    assert list(seen.rows) == [-2, -1, 0, 1, 2]
    assert [len(cells) for cells in seen.rows.values()] == [3, 4, 5, 4, 3]
    assert [seen.places[cell].q for cell in seen.rows[-1]] == [-1, 0, 1, 2]


def test_what_is_around_comes_nearest_first() -> None:
    seen = hexagon(3)
    middle = seen.cell(0, 0)
    assert middle is not None
    around = seen.around(middle, 2)
    assert around[0] == (0, middle)
    assert [away for away, _ in around] == [0] + [1] * 6 + [2] * 12


@pytest.mark.parametrize(
    ("q", "r", "said"),
    [
        (0, 0, ""),
        (2, 0, "2 east"),
        (-1, 0, "1 west"),
        (0, 3, "3 south-east"),
        (-2, 2, "2 south-west"),
        (1, -1, "1 north-east"),
        (0, -1, "1 north-west"),
        (2, 1, "2 east and 1 south-east"),
        (-3, 1, "2 west and 1 south-west"),
        (1, -3, "2 north-west and 1 north-east"),
    ],
)
def test_a_way_is_told_in_two_directions_at_most(q: int, r: int, said: str) -> None:
    assert direction(place(0, 0), place(q, r)) == said


@given(st.integers(-9, 9), st.integers(-9, 9), st.integers(-9, 9), st.integers(-9, 9))
def test_who_goes_the_way_that_is_told_arrives_and_goes_no_round(
    q: int, r: int, to_q: int, to_r: int
) -> None:
    said = direction(place(q, r), place(to_q, to_r))
    at, taken = (q, r), 0
    for leg in said.split(" and ") if said else []:
        count, name = leg.split()
        step = STEPS[name]
        at = (at[0] + int(count) * step[0], at[1] + int(count) * step[1])
        taken += int(count)
    across, down = to_q - q, to_r - r
    assert at == (to_q, to_r)
    assert taken == max(abs(across), abs(down), abs(across + down))
