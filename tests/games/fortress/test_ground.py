"""The land as one seat knows it: where Units may go, how far it is, who goes round whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.fortress.force import Force, Unit
from games.fortress.ground import Ground
from games.fortress.hexes import Cell
from games.fortress.kinds import Terrain
from games.fortress.paths import FAR
from tests.games.fortress.build import (
    BOARD,
    CAVALRY,
    INFANTRY,
    WALL,
    at,
    force,
    plain,
    situation,
    unit,
)

HERE = at(0, 0)


def ground(
    own: Force,
    terrain: Mapping[Cell, Terrain] | None = None,
    rival_tiles: Sequence[Cell] = (),
    unknown: Sequence[Cell] = (),
) -> Ground:
    known = {**plain(), **(terrain or {})}
    for cell in unknown:
        del known[cell]
    return Ground(situation(own, known, rival_tiles))


def ends(land: Ground, one: Unit, goal: Cell, **kinds: Sequence[Cell]) -> list[Cell]:
    bits = land.field.bits
    sets = {name: land.field.of(cells) for name, cells in kinds.items()}
    return list(land.ends(one, bits[goal], **sets))


def test_nobody_reaches_mountains_and_land_that_is_not_opened() -> None:
    one = unit(CAVALRY, HERE)
    land = ground(force([one]), {at(1, 0): Terrain.MOUNTAIN}, unknown=(at(0, 1),))
    near, far = land.reach(one)
    assert not (near | far) & land.field.of((HERE, at(1, 0), at(0, 1)))
    assert near.bit_count() == 4


def test_cavalry_does_not_ride_through_a_rivals_tile() -> None:
    one = unit(CAVALRY, HERE)
    around = [cell for cell in BOARD.neighbours[HERE] if cell != at(1, 0)]
    land = ground(force([one]), rival_tiles=around)
    near, far = land.reach(one)
    assert near == land.field.of(BOARD.neighbours[HERE])
    assert far == land.field.of(set(BOARD.neighbours[at(1, 0)]) - {HERE, *around})
    assert land.path(one, at(2, 0)) == (at(1, 0), at(2, 0))


def test_a_tile_suspends_the_deposit_under_it() -> None:
    deposits = dict.fromkeys((at(1, 0), at(2, 0), at(3, 0)), Terrain.DEPOSIT)
    land = ground(force((), {at(1, 0): WALL}), deposits, (at(2, 0),))
    assert land.deposits == land.field.bits[at(3, 0)]


def test_steps_lead_over_land_that_nobody_has_seen_and_off_a_rivals_tile() -> None:
    land = ground(force(), rival_tiles=(HERE,), unknown=(at(1, 0), at(2, 0)))
    goal = land.field.bits[at(3, 0)]
    assert land.steps(at(1, 0), goal) == 2
    assert land.steps(HERE, goal) == 3
    assert land.steps(HERE, land.field.bits[HERE]) == 0


def test_there_may_be_no_way() -> None:
    hills = dict.fromkeys(BOARD.neighbours[at(3, 0)], Terrain.MOUNTAIN)
    land = ground(force(), hills)
    assert land.steps(HERE, land.field.bits[at(3, 0)]) == FAR
    assert land.nearest(HERE, (at(3, 0),)) is None
    assert land.nearest(HERE, (at(3, 0), at(0, 5), at(0, -4))) == at(0, -4)


def test_a_unit_goes_nearer_then_stays_then_makes_room() -> None:
    one = unit(INFANTRY, HERE)
    found = ends(ground(force([one])), one, at(3, 0))
    assert found[:2] == [at(1, 0), HERE]
    assert set(found) == {HERE, *BOARD.neighbours[HERE]}


def test_who_is_at_work_is_gone_round_and_a_goal_in_use_is_waited_for() -> None:
    one = unit(INFANTRY, HERE)
    land = ground(force([one]))
    found = ends(land, one, at(3, 0), firm=(at(1, 0),))
    beside = set(BOARD.neighbours[HERE]) & set(BOARD.neighbours[at(1, 0)])
    assert set(found[:2]) == beside
    assert found[2] == at(1, 0)
    assert ends(land, one, at(1, 0), firm=(at(1, 0),))[0] == HERE
