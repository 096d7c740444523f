"""The cross-check of an audit: whoever knows too much, too little or something else is found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from games.fortress.chart import TEST_SIZE
from games.fortress.half import FortressHalf
from games.fortress.kinds import Terrain
from games.fortress.whole import WholeGame
from tests.games.fortress.build import RED, on_cell
from tests.games.fortress.oracle import Oracle


def played(seed: int = 5) -> Oracle:
    """A game of two on the small map, at the moment of orders."""
    oracle = Oracle(2, seed, size=TEST_SIZE)
    oracle.play(12)
    oracle.open()
    oracle.sight()
    return oracle


def richer(half: FortressHalf) -> FortressHalf:
    first, *rest = half.force.units
    units = (replace(first, gold=first.gold + 1), *rest)
    return replace(half, force=replace(half.force, units=units))


def more_artifacts(half: FortressHalf) -> FortressHalf:
    return replace(half, force=replace(half.force, artifacts=half.force.artifacts + 1))


CHEATS: dict[str, tuple[Callable[[FortressHalf], FortressHalf], str]] = {
    "gold": (richer, "its Units and Tiles"),
    "artifacts": (more_artifacts, "its Units and Tiles"),
    "a unit less": (
        lambda half: replace(half, force=replace(half.force, units=half.force.units[1:])),
        "its Units and Tiles",
    ),
    "terrain never opened": (
        lambda half: replace(half, known={**half.known, -1: Terrain.PLAIN}),
        "the terrain that it has seen",
    ),
    "terrain forgotten": (
        lambda half: replace(half, known=dict(list(half.known.items())[1:])),
        "the terrain that it has seen",
    ),
    "a ghost": (
        lambda half: replace(half, rivals={**half.rivals, 0: (on_cell(RED, health=1),)}),
        "the rivals that it sees",
    ),
    "a rival overlooked": (
        lambda half: replace(half, rivals=dict(list(half.rivals.items())[1:])),
        "the rivals that it sees",
    ),
    "another round": (lambda half: replace(half, round=half.round + 1), "the round"),
    "a fight left out": (
        lambda half: replace(half, report=half.report and replace(half.report, fights={})),
        "what it learned of the battle",
    ),
}


@pytest.mark.parametrize("name", CHEATS)
def test_every_difference_is_found(name: str) -> None:
    change, said = CHEATS[name]
    oracle = played()
    seat = next(seat for seat, half in oracle.halves.items() if half.rivals and half.force.units)
    assert oracle.whole.doubt(oracle.halves[seat]) is None
    assert oracle.whole.doubt(change(oracle.halves[seat])) == said


def test_every_half_of_a_table_gives_the_same_full_game() -> None:
    oracle = played()
    terrain = {cell: oracle.terrain[cell].value for cell in oracle.public.chart.hidden}
    for half in oracle.halves.values():
        game = half.whole(terrain)
        assert isinstance(game, WholeGame)
        assert game.world.terrain == oracle.terrain
        assert list(game.world.forces) == list(oracle.halves)
