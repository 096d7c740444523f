"""The game with full information, a round at a time: the order of things, and who sees what."""

from __future__ import annotations

from games.engine.values import Seat
from games.fortress.force import Force
from games.fortress.hexes import Cell, Hex
from games.fortress.kinds import POINT, Terrain
from games.fortress.orders import Orders, UnitOrder, orders_of
from games.fortress.world import World
from tests.games.fortress.build import (
    ARCHER,
    BALLISTA,
    BLUE,
    CAVALRY,
    INFANTRY,
    LODGING,
    RED,
    WALL,
    WORKSHOP,
    YELLOW,
    at,
    force,
    unit,
    world,
)

HERE, EAST, EAST_2, EAST_3 = (at(q, 0) for q in range(4))


def fight(
    game: World, units: dict[Seat, dict[int, UnitOrder]] | None = None, **targets: Cell
) -> None:
    orders: dict[Seat, Orders] = {}
    for seat, own in game.forces.items():
        shots = {tile.cell: targets["shot"] for tile in own.tiles if "shot" in targets}
        orders[seat] = orders_of(own, (units or {}).get(seat), shots)
    game.battle(orders)


def health(game: World, seat: Seat) -> list[int]:
    return [one.health // POINT for one in game.forces[seat].units]


def test_ftg_36_all_attacks_are_at_once() -> None:
    game = world(
        {BLUE: force([unit(CAVALRY, HERE, health=2)]), RED: force([unit(CAVALRY, HERE, health=2)])}
    )
    fight(game)
    assert health(game, BLUE) == health(game, RED) == []


def test_ft_28_a_unit_that_moves_away_is_missed() -> None:
    game = world({BLUE: force([unit(INFANTRY, HERE)]), RED: force([unit(INFANTRY, EAST)])})
    fight(game, {BLUE: {0: UnitOrder((EAST,))}, RED: {0: UnitOrder((EAST_2,))}})
    assert health(game, BLUE) == health(game, RED) == [12]


def test_ft_28_whoever_guesses_where_it_goes_meets_it() -> None:
    game = world({BLUE: force([unit(ARCHER, HERE)]), RED: force([unit(INFANTRY, EAST)])})
    fight(game, {BLUE: {0: UnitOrder((), EAST_2)}, RED: {0: UnitOrder((EAST_2,))}})
    assert health(game, RED) == [11]


def test_ft_25_ftd_5_a_unit_walks_into_something_unseen_in_the_overgrowth() -> None:
    game = world(
        {BLUE: force([unit(INFANTRY, HERE)]), RED: force([unit(CAVALRY, EAST)])},
        {EAST: Terrain.OVERGROWTH},
    )
    assert game.seen_by(BLUE) == {}
    assert list(game.seen_by(RED)) == [HERE]
    fight(game, {BLUE: {0: UnitOrder((EAST,))}})
    assert health(game, BLUE) == [8]
    assert health(game, RED) == [14]
    assert list(game.seen_by(BLUE)) == list(game.seen_by(RED)) == [EAST]


def test_ft_33_ftb_1_a_ballista_shoots_at_rivals_on_an_own_tile() -> None:
    game = world(
        {
            BLUE: force([unit(INFANTRY, HERE)], {HERE: BALLISTA, EAST_2: WALL}),
            RED: force([unit(CAVALRY, EAST_2)]),
            YELLOW: force([unit(CAVALRY, EAST_2)]),
        },
        seats=3,
    )
    orders = {seat: orders_of(own) for seat, own in game.forces.items()}
    orders[BLUE] = orders_of(game.forces[BLUE], targets={HERE: EAST_2})
    game.battle(orders)
    # 4 of the shot, and 2 of the other Cavalry, which splits between Unit and Tile
    assert health(game, RED) == health(game, YELLOW) == [10]
    wall = game.forces[BLUE].tile_at(EAST_2)
    assert wall is not None
    assert wall.health == 16 * POINT


def test_ftg_13_a_fresh_unit_may_move_at_once_or_stays_and_is_upgraded() -> None:
    game = world({BLUE: force(tiles={HERE: LODGING})})
    game.produce()
    fight(game, {BLUE: {0: UnitOrder((EAST,))}})
    game.produce()
    assert {one.number: one.cell for one in game.forces[BLUE].units} == {0: EAST, 1: HERE}
    fight(game)
    game.produce()
    assert {one.number: one.kind for one in game.forces[BLUE].units} == {0: INFANTRY, 1: ARCHER}


def test_ftb_4_what_a_unit_blocked_stays_blocked_when_its_owner_leaves_later() -> None:
    game = world({BLUE: force(tiles={HERE: LODGING}), RED: force([unit(INFANTRY, HERE)])}, seats=3)
    game.produce()
    game.leave([RED])
    assert game.forces[BLUE].units == ()
    assert game.seen_by(BLUE) == {}


def test_ftg_20_who_swaps_places_does_not_fight() -> None:
    game = world({BLUE: force([unit(INFANTRY, HERE)]), RED: force([unit(INFANTRY, EAST)])})
    fight(game, {BLUE: {0: UnitOrder((EAST,))}, RED: {0: UnitOrder((HERE,))}})
    assert health(game, BLUE) == health(game, RED) == [12]


def test_ftg_19_passing_an_enemy_does_not_stop_cavalry() -> None:
    game = world({BLUE: force([unit(CAVALRY, HERE)]), RED: force([unit(INFANTRY, EAST)])})
    fight(game, {BLUE: {0: UnitOrder((EAST, EAST_2))}})
    assert game.forces[BLUE].units[0].cell == EAST_2
    assert health(game, RED) == [12]


def test_ft_21_a_rival_tile_stops_cavalry_and_is_attacked() -> None:
    game = world(
        {BLUE: force([unit(CAVALRY, HERE)]), RED: force(tiles={EAST: WALL, EAST_2: LODGING})}
    )
    fight(game, {BLUE: {0: UnitOrder((EAST, EAST_2))}})
    assert game.forces[BLUE].units[0].cell == EAST
    wall = game.forces[RED].tile_at(EAST)
    assert wall is not None
    assert wall.health == 16 * POINT


def test_ftg_38_a_destroyed_tile_is_gone_and_units_on_it_stay() -> None:
    game = world(
        {BLUE: force([unit(CAVALRY, HERE)]), RED: force(tiles={HERE: BALLISTA, EAST: LODGING})}
    )
    fight(game)
    assert game.forces[RED].tile_at(HERE) is None
    assert [one.cell for one in game.forces[BLUE].units] == [HERE]


def test_ftg_37_the_dead_produce_nothing() -> None:
    rich = force([unit(INFANTRY, HERE, gold=1, health=1)], {HERE: WORKSHOP, EAST: LODGING})
    game = world({BLUE: rich, RED: force([unit(INFANTRY, HERE)])})
    fight(game)
    assert game.forces[BLUE].units == ()
    assert game.forces[BLUE].gauge == 0


def test_ftg_39_who_drives_the_enemy_off_works_at_once() -> None:
    rich = force([unit(CAVALRY, HERE, gold=1)], {HERE: WORKSHOP})
    game = world({BLUE: rich, RED: force([unit(INFANTRY, HERE, health=2)])})
    fight(game)
    assert game.forces[BLUE].gauge == 1


def test_ftg_14_an_enemy_that_is_left_on_a_lodging_stops_it() -> None:
    game = world({BLUE: force(tiles={HERE: LODGING}), RED: force([unit(INFANTRY, HERE)])})
    fight(game)
    game.produce()
    assert game.forces[BLUE].units == ()
    game.leave([RED])
    game.produce()
    assert len(game.forces[BLUE].units) == 1


def test_ftd_13_what_a_departed_seat_had_vanishes() -> None:
    game = world({BLUE: force([unit(INFANTRY, HERE)]), RED: force([unit(INFANTRY, EAST)])}, seats=3)
    orders = {
        BLUE: orders_of(game.forces[BLUE]),
        RED: orders_of(game.forces[RED], {0: UnitOrder((HERE,))}),
        YELLOW: orders_of(game.forces[YELLOW]),
    }
    game.battle(orders, left=[RED])
    assert RED not in game.forces
    assert health(game, BLUE) == [12]
    assert game.seen_by(BLUE) == {}


def test_ftd_22_ftb_3_a_move_sealed_in_view_of_a_tile_stays_cut_when_its_owner_leaves() -> None:
    game = world({BLUE: force([unit(CAVALRY, HERE)]), RED: force(tiles={EAST: WALL})}, seats=3)
    orders = {
        BLUE: orders_of(game.forces[BLUE], {0: UnitOrder((EAST, EAST_2))}),
        YELLOW: orders_of(game.forces[YELLOW]),
    }
    game.battle(orders, left=[RED])
    assert game.forces[BLUE].units[0].cell == EAST


def test_ftd_22_the_tiles_of_a_seat_that_is_out_stay_as_targets() -> None:
    game = world({BLUE: force([unit(INFANTRY, EAST)]), RED: force(tiles={HERE: WALL})})
    assert game.forces[RED].is_out
    assert list(game.seen_by(BLUE)) == [HERE]
    fight(game, {BLUE: {0: UnitOrder((HERE,))}})
    (wall,) = game.forces[RED].tiles
    assert wall.health == 18 * POINT


def test_ftd_21_sight_shows_owner_kind_and_health_and_no_gold() -> None:
    game = world(
        {BLUE: force([unit(INFANTRY, HERE)]), RED: force([unit(ARCHER, EAST, gold=2, health=7)])}
    )
    (seen,) = game.seen_by(BLUE)[EAST]
    assert seen.seat == RED
    assert seen.unit is not None
    assert (seen.unit.kind, seen.unit.health) == (ARCHER, 7 * POINT)
    assert "gold" not in repr(seen)


def test_ftd_4_rival_tiles_do_not_block_sight() -> None:
    hidden = force([unit(INFANTRY, EAST_2)], {EAST: WALL})
    game = world({BLUE: force([unit(INFANTRY, HERE)]), RED: hidden})
    assert list(game.seen_by(BLUE)) == [EAST, EAST_2]


def test_ftd_12_the_last_cell_of_a_ballista_is_shot_at_blind() -> None:
    game = world(
        {
            BLUE: force([unit(INFANTRY, HERE)], {HERE: BALLISTA}),
            RED: force([unit(CAVALRY, at(4, 0))]),
        }
    )
    assert game.seen_by(BLUE) == {}
    fight(game, shot=at(4, 0))
    assert health(game, RED) == [8]


def test_ftd_6_terrain_is_opened_after_lodgings_have_produced() -> None:
    game = world({BLUE: force(tiles={HERE: LODGING})})
    game.known[BLUE] = {}
    game.produce()
    assert len(game.forces[BLUE].units) == 1
    assert set(game.open()[BLUE]) == set(game.chart.grid.within(HERE, 3))


def test_the_cells_of_this_board_are_those_of_the_map_for_two() -> None:
    game = world({BLUE: Force()})
    assert game.chart.grid.hexes[HERE] == Hex(0, 0)
