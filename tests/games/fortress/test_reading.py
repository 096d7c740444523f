"""The rules of a round against a second reading of the rulebook, on boards drawn at random."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from games.fortress.drawing import drawn_orders
from games.fortress.force import Force, Tile, Unit
from games.fortress.hexes import Cell, Hex
from games.fortress.kinds import TILES, UNITS, Terrain, TileKind, UnitKind
from games.fortress.orders import Situation, default_target, why_not_orders
from games.fortress.sight import free_line, to_ask, to_open
from games.fortress.world import World
from tests.games.fortress.build import BOARD, world
from tests.games.fortress.reading import PARTS, Round, Told, aims_at, in_sight, is_free, looks_at

LANDS = tuple(Terrain)


def test_a_round_is_fought_as_a_second_reading_has_it() -> None:
    assert sum(fought_alike(seed) for seed in range(60)) > 60


@pytest.mark.slow
def test_many_rounds_are_fought_as_a_second_reading_has_them() -> None:
    assert sum(fought_alike(seed) for seed in range(60, 2000)) > 2000


def fought_alike(seed: int) -> int:
    """Fight one round both ways; on how many cells something met."""
    dice = Random(seed)
    made = crowded(dice)
    orders = {}
    for seat in made.forces:
        situation = made.situation(seat)
        orders[seat] = drawn_orders(situation, dice.randrange)
        assert why_not_orders(situation, orders[seat]) is None
    second = Round(dict(made.forces), orders)
    second.fight()
    told = second.work(made.terrain, made.settings.gauge)
    fights = made.battle(orders)
    assert {seat: told_of(force) for seat, force in made.forces.items()} == told
    return sum(len(fight.present) > 1 for fight in fights.values())


def crowded(dice: Random) -> World:
    """Two to four seats in the middle of a map, with what is left of Tiles and Units."""
    made = world({}, seats=dice.choice((2, 3, 4)))
    board = made.chart.grid
    cells, middle, far = range(len(board)), board.cell(Hex(0, 0)), dice.choice((1, 2, 3))
    area = [cell for cell in cells if board.distance(cell, middle) <= far]
    made.terrain = {cell: dice.choices(LANDS, (6, 2, 1, 2))[0] for cell in cells}
    free = dice.sample(area, len(area))
    for seat in list(made.forces):
        laid = [free.pop() for _ in range(min(dice.randrange(6), len(free) // 2))]
        made.terrain.update(dict.fromkeys(laid, Terrain.PLAIN))
        made.forces[seat] = Force((), tuple(tile(dice, cell) for cell in sorted(laid)))
    land = [cell for cell in area if made.terrain[cell] is not Terrain.MOUNTAIN]
    for seat, force in list(made.forces.items()):
        cells_of = dice.sample(land, min(dice.randrange(6), len(land)))
        units = tuple(unit(dice, number, cell) for number, cell in enumerate(cells_of))
        gauge = dice.randrange(made.settings.gauge)
        made.forces[seat] = Force(units, force.tiles, born=len(units), gauge=gauge)
        made.known[seat] = dict(made.terrain)
    return made


def tile(dice: Random, cell: Cell) -> Tile:
    kind = dice.choice(tuple(TileKind))
    return Tile(cell, kind, dice.randint(1, TILES[kind].health * PARTS))


def unit(dice: Random, number: int, cell: Cell) -> Unit:
    kind = dice.choice(tuple(UnitKind))
    health = dice.randint(1, UNITS[kind].health * PARTS)
    return Unit(number, kind, cell, health, dice.randint(0, UNITS[kind].carries))


def told_of(force: Force) -> Told:
    return (
        sorted(
            (one.number, int(one.kind), one.cell, Fraction(one.health, PARTS), one.gold)
            for one in force.units
        ),
        sorted((one.cell, int(one.kind), Fraction(one.health, PARTS)) for one in force.tiles),
        force.gauge,
        force.artifacts,
    )


@pytest.mark.parametrize("seed", range(6))
def test_a_seat_sees_and_opens_as_a_second_reading_has_it(seed: int) -> None:
    seen_alike(seed)


@pytest.mark.slow
def test_many_seats_see_and_open_as_a_second_reading_has_it() -> None:
    for seed in range(6, 200):
        seen_alike(seed)


def seen_alike(seed: int) -> None:
    dice = Random(seed)
    cells = range(len(BOARD))
    known = {cell: dice.choices(LANDS, (6, 2, 2, 2))[0] for cell in cells if dice.random() < 0.8}
    tiles = tuple(tile(dice, cell) for cell in sorted(dice.sample(cells, dice.randrange(7))))
    spots = dice.sample(cells, dice.randrange(7))
    force = Force(tuple(unit(dice, number, cell) for number, cell in enumerate(spots)), tiles)
    near = in_sight(BOARD, force)
    hidden = [cell for cell in near if cell not in known]
    hidden.sort(key=lambda cell: (near[cell], BOARD.hexes[cell]))
    assert list(to_open(BOARD, force, known)) == hidden
    limit = dice.choice((10, 40, 136))
    assert list(to_ask(BOARD, force, known, limit)) == looks_at(BOARD, force, known)[:limit]
    for _ in range(20):
        one, other = dice.sample(cells, 2)
        assert free_line(BOARD, known, one, other) is is_free(BOARD, known, one, other)
    rivals = dice.sample(cells, 12)
    for ballista in dice.sample(cells, 4):
        target = default_target(Situation(BOARD, force, known, ()), ballista, rivals)
        assert target == aims_at(BOARD, known, ballista, rivals)
