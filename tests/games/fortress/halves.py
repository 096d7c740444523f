"""Halves laid by hand on the map of two players, all plain and known but for what is named."""

from __future__ import annotations

from collections.abc import Mapping

from games.fortress.chart import chart_of, size_for, starts_of
from games.fortress.force import Force
from games.fortress.half import FortressHalf, new_half
from games.fortress.hexes import Cell
from games.fortress.kinds import Terrain
from games.fortress.orders import ballistas
from games.fortress.pieces import LODGING, Piece
from games.fortress.public import Public
from games.fortress.sightings import Sighting
from tests.games.fortress.build import BLUE, RED, plain, settings

SIZE = size_for(2)
CHART = chart_of(SIZE, starts_of(SIZE, [BLUE, RED], 0))
START = CHART.starts[BLUE]


def half_of(
    force: Force,
    *,
    terrain: Mapping[Cell, Terrain] | None = None,
    rivals: Sighting | None = None,
    watched: tuple[Cell, ...] = (),
    offer: tuple[Piece, ...] = (LODGING,),
) -> FortressHalf:
    """Blue's half in round 5."""
    half = new_half(Public(settings(), CHART, offer), BLUE)
    known = {**plain(), **(terrain or {})}
    return FortressHalf(
        BLUE,
        half.public,
        5,
        force,
        known,
        rivals or {},
        watched=tuple(sorted(watched)),
        built=tuple(tile.cell for tile in ballistas(force)),
    )
