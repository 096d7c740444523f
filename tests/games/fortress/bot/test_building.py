"""Bots lay every piece, as it is allowed, and as their temper wants it."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.values import Seat
from games.fortress.bot.building import building_plan
from games.fortress.building import built, offer_of, why_not_build
from games.fortress.chart import TEST_SIZE, Chart, chart_of, ring_length, size_for, starts_of
from games.fortress.kinds import TileKind
from games.fortress.pieces import PIECE_SIDES, Piece, piece_from

THROWS = st.integers(0, PIECE_SIDES - 1)
OFFERS = st.tuples(THROWS, THROWS).map(lambda pair: offer_of([piece_from(one) for one in pair]))
SAMPLE = tuple(
    offer_of([piece_from(throw), piece_from(throw // 3)])
    for throw in range(0, PIECE_SIDES, PIECE_SIDES // 40)
)


def chart_for(seats: int, turn: int) -> Chart:
    size = size_for(seats)
    return chart_of(size, starts_of(size, [Seat(seat) for seat in range(seats)], turn))


@settings(deadline=None)
@given(st.integers(2, 6), st.integers(0, 17), OFFERS, st.sampled_from((0, 1, 20)))
def test_every_piece_is_laid_as_it_is_allowed(
    seats: int, turn: int, offer: tuple[Piece, ...], shields: int
) -> None:
    chart = chart_for(seats, turn % ring_length(size_for(seats)))
    for seat in range(seats):
        plan = building_plan(chart, Seat(seat), offer, shields=shields)
        assert why_not_build(chart, seat, offer, plan) is None
        assert all(plan[::2])


@given(st.integers(2, 3), OFFERS, st.sampled_from((0, 1)))
def test_on_the_smallest_map_a_cell_stays_free_for_the_lodging(
    seats: int, offer: tuple[Piece, ...], shields: int
) -> None:
    order = [Seat(seat) for seat in range(seats)]
    chart = chart_of(TEST_SIZE, starts_of(TEST_SIZE, order, 0))
    plan = building_plan(chart, Seat(0), offer, shields=shields)
    assert why_not_build(chart, 0, offer, plan) is None
    assert plan[0]


def test_who_shields_has_more_tiles_round_its_workshops() -> None:
    chart = chart_for(2, 0)

    def shield(shields: int) -> int:
        found = 0
        for offer in SAMPLE:
            plan = building_plan(chart, Seat(0), offer, shields=shields)
            tiles = {tile.cell: tile.kind for tile in built(chart, 0, offer, plan)}
            for cell, kind in tiles.items():
                if kind is TileKind.WORKSHOP:
                    found += sum(beside in tiles for beside in chart.grid.neighbours[cell])
        return found

    assert shield(20) > 1.5 * shield(0)


def test_who_does_not_shield_sees_more_of_the_near_deck_at_once() -> None:
    chart = chart_for(2, 0)
    near = set(chart.decks[0].cells)

    def seen(shields: int) -> int:
        found = 0
        for offer in SAMPLE:
            plan = building_plan(chart, Seat(0), offer, shields=shields)
            eyes = [chart.grid.within(tile.cell, 3) for tile in built(chart, 0, offer, plan)]
            found += len(near.intersection(*[set().union(*eyes)]))
        return found

    assert seen(0) > seen(20)
    assert seen(0) > len(SAMPLE) * len(near) // 2
