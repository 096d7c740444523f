"""What a seat may look at, worked out cell by cell as FTD-4 says it, against the fast way."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.fortress.force import Force
from games.fortress.hexes import Cell
from games.fortress.kinds import Terrain
from games.fortress.sight import Known, eyes, free_line, in_radius, to_ask, to_open
from tests.games.fortress.build import BOARD, INFANTRY, LODGING, WALL, at, force, unit

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
    assert list(in_radius(BOARD, own)) == order
    assert list(to_open(BOARD, own, known)) == [cell for cell in order if cell not in known]
    asked = [cell for cell in order if may_show(own, known, cell)]
    assert list(to_ask(BOARD, own, known, limit)) == asked[:limit]


def test_a_seat_that_is_out_sees_nothing() -> None:
    assert list(in_radius(BOARD, force((), {at(0, 0): WALL}))) == []
