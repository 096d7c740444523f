"""Fights: the examples FT-31 to FT-33 and every ruling that decides one."""

from __future__ import annotations

import pytest

from games.engine.values import Seat
from games.fortress.battle import (
    Attacks,
    Posture,
    Standing,
    fought,
    moved,
    standing,
    survivors,
    targets_of,
)
from games.fortress.hexes import Hex
from games.fortress.kinds import BALLISTA_DAMAGE, POINT, TILES, UNITS, UnitKind, points
from games.fortress.orders import Orders, UnitOrder, orders_of
from tests.games.fortress.build import (
    ARCHER,
    BALLISTA,
    BLUE,
    BOARD,
    CAVALRY,
    GREEN,
    INFANTRY,
    LODGING,
    RED,
    WALL,
    WORKSHOP,
    YELLOW,
    at,
    force,
    lost,
    on_cell,
    unit,
)

HERE, THERE, FAR = at(0, 0), at(1, 0), at(2, 0)


def taken(*present: Standing, shots: dict[int, Attacks] | None = None) -> list[tuple[int, int]]:
    """What Unit and Tile of each lose, in 840ths; without `shots` all Units strike."""
    strikes = {one.seat: Attacks(strikes=True) for one in present}
    after = survivors(present, strikes if shots is None else _by_seat(shots))
    return [lost(one, after) for one in present]


def _by_seat(attacks: dict[int, Attacks]) -> dict[Seat, Attacks]:
    return {Seat(seat): one for seat, one in attacks.items()}


def met(posture: Posture, cell: int, rival: Standing) -> list[tuple[int, int]]:
    """What Blue, after its moves, and a rival that strikes lose on a cell."""
    present = (standing(BLUE, posture.force, cell), rival)
    attacks = {rival.seat: Attacks(strikes=True)}
    if cell in posture.attacks:
        attacks[BLUE] = posture.attacks[cell]
    after = survivors(present, attacks)
    return [lost(one, after) for one in present]


# The tables of the rulebook


@pytest.mark.parametrize(
    ("kind", "damage", "health", "gold", "steps", "reach"),
    [(INFANTRY, 2, 12, 5, 1, 0), (ARCHER, 1, 10, 2, 1, 2), (CAVALRY, 4, 16, 3, 2, 0)],
)
def test_ft_19_to_ft_21_units(
    kind: UnitKind, damage: int, health: int, gold: int, steps: int, reach: int
) -> None:
    row = UNITS[kind]
    assert (row.damage, row.health, row.carries, row.steps, row.reach) == (
        damage,
        health,
        gold,
        steps,
        reach,
    )


def test_ft_10_to_ft_13_tiles() -> None:
    assert {row.name: row.health for row in TILES.values()} == {
        "Lodging": 10,
        "Workshop": 6,
        "Wall": 20,
        "Ballista": 4,
    }
    assert BALLISTA_DAMAGE == 8


# Melees


def test_ft_29_two_units_hurt_each_other() -> None:
    assert taken(on_cell(BLUE, INFANTRY), on_cell(RED, CAVALRY)) == [
        (4 * POINT, 0),
        (2 * POINT, 0),
    ]


def test_ft_29_at_no_health_it_leaves_play_and_still_struck() -> None:
    present = (on_cell(BLUE, INFANTRY, health=4), on_cell(RED, CAVALRY, health=2))
    left = survivors(present, {one.seat: Attacks(strikes=True) for one in present})
    assert left == ()


def test_ft_31_three_sides_on_open_ground() -> None:
    blue, red, yellow = on_cell(BLUE, INFANTRY), on_cell(RED, INFANTRY), on_cell(YELLOW, CAVALRY)
    # infantry 1 to each of the two others, cavalry 2 to each
    assert taken(blue, red, yellow) == [(3 * POINT, 0), (3 * POINT, 0), (2 * POINT, 0)]


def test_ft_32_three_units_on_the_tile_of_a_fourth() -> None:
    present = [
        on_cell(BLUE, INFANTRY),
        on_cell(RED, INFANTRY),
        on_cell(YELLOW, CAVALRY),
        on_cell(GREEN, tile=WALL),
    ]
    third = POINT // 3
    assert taken(*present) == [
        ((2 + 4) * third, 0),
        ((2 + 4) * third, 0),
        ((2 + 2) * third, 0),
        (0, (2 + 2 + 4) * third),
    ]


def test_ft_33_a_ballista_of_the_tiles_owner_gives_each_unit_a_third_of_eight() -> None:
    present = [on_cell(seat, CAVALRY) for seat in (BLUE, RED, YELLOW)]
    present.append(on_cell(GREEN, tile=WALL))
    shot = taken(*present, shots={GREEN: Attacks(ballistas=1)})
    assert shot == [(8 * POINT // 3, 0)] * 3 + [(0, 0)]


def test_ftg_33_a_ballista_of_a_fifth_hits_the_tile_as_well() -> None:
    present = [on_cell(seat, CAVALRY) for seat in (BLUE, RED)]
    present.append(on_cell(GREEN, tile=WALL))
    shot = taken(*present, shots={YELLOW: Attacks(ballistas=1)})
    assert shot == [(8 * POINT // 3, 0)] * 2 + [(0, 8 * POINT // 3)]


@pytest.mark.parametrize("targets", [1, 2, 3, 4, 5, 6, 7, 8])
def test_ftg_24_usual_splits_are_exact(targets: int) -> None:
    assert POINT % targets == 0


def test_ftd_21_each_attack_is_rounded_down_by_itself() -> None:
    present = [on_cell(Seat(seat), INFANTRY) for seat in range(9)]
    shot = taken(*present, shots={9: Attacks(archers=3)})
    assert shot == [(3 * (POINT // 9), 0)] * 9
    assert 3 * (POINT // 9) < 3 * POINT // 9


def test_ftg_24_points_are_shown_as_fractions() -> None:
    assert [points(health) for health in (0, POINT, 5 * POINT // 2, 280)] == [
        "0",
        "1",
        "2 1/2",
        "1/3",
    ]


def test_ftg_25_own_pieces_are_never_targets() -> None:
    present = [on_cell(BLUE, INFANTRY, WALL), on_cell(RED, INFANTRY)]
    assert targets_of(BLUE, present) == 1
    assert targets_of(RED, present) == 2
    assert taken(*present) == [(POINT, POINT), (2 * POINT, 0)]


def test_ftg_26_units_that_share_a_cell_fight_in_every_round() -> None:
    own = force([unit(INFANTRY, HERE)])
    posture = moved(own, orders_of(own), ())
    assert met(posture, HERE, on_cell(RED, INFANTRY)) == [(2 * POINT, 0), (2 * POINT, 0)]


def test_ftg_27_a_tile_does_not_strike_back() -> None:
    present = [on_cell(BLUE, INFANTRY), on_cell(RED, tile=BALLISTA)]
    assert taken(*present) == [(0, 0), (0, 2 * POINT)]


def test_ft_25_a_unit_attacks_what_it_did_not_know_of() -> None:
    posture = moved(force([unit(INFANTRY, HERE)]), Orders((UnitOrder((THERE,)),), ()), ())
    assert met(posture, THERE, on_cell(RED, ARCHER)) == [(POINT, 0), (2 * POINT, 0)]


def test_ft_28_an_attack_misses_who_has_left() -> None:
    assert taken(on_cell(BLUE, INFANTRY)) == [(0, 0)]
    assert survivors([], {BLUE: Attacks(archers=3, ballistas=1)}) == ()


def test_ft_28_a_shot_hits_whoever_is_there_at_the_end_of_the_moves() -> None:
    assert taken(on_cell(RED, INFANTRY), shots={BLUE: Attacks(archers=2)}) == [(2 * POINT, 0)]


# Archers


def test_ft_26_an_archer_shoots_after_moving_and_does_not_strike() -> None:
    own = force([unit(ARCHER, HERE)])
    posture = moved(own, Orders((UnitOrder((THERE,), at(3, 0)),), ()), ())
    assert posture.shots == {at(3, 0): Attacks(archers=1)}
    assert posture.force.units[0].cell == THERE


def test_ftg_28_an_archer_without_a_target_fights_on_its_cell() -> None:
    own = force([unit(ARCHER, HERE)])
    posture = moved(own, orders_of(own), ())
    assert met(posture, HERE, on_cell(RED, INFANTRY)) == [(2 * POINT, 0), (POINT, 0)]


def test_ftg_28_an_archer_with_a_target_shoots_although_an_enemy_is_on_its_cell() -> None:
    own = force([unit(ARCHER, HERE)])
    posture = moved(own, Orders((UnitOrder((), FAR),), ()), ())
    assert met(posture, HERE, on_cell(RED, INFANTRY)) == [(2 * POINT, 0), (0, 0)]
    assert FAR in posture.shots


def test_ft_34_ftg_29_an_archer_on_a_rival_tile_fights_there_and_splits() -> None:
    own = force([unit(ARCHER, HERE)])
    posture = moved(own, Orders((UnitOrder((THERE,), FAR),), ()), (THERE,))
    assert posture.shots == {}
    assert met(posture, THERE, on_cell(RED, INFANTRY, WALL)) == [
        (2 * POINT, 0),
        (POINT // 2, POINT // 2),
    ]


# Ballistas


def test_ft_27_a_manned_ballista_shoots_as_ordered() -> None:
    own = force([unit(INFANTRY, HERE)], {HERE: BALLISTA})
    posture = moved(own, orders_of(own, targets={HERE: FAR}), ())
    assert posture.shots == {FAR: Attacks(ballistas=1)}
    assert taken(on_cell(RED, CAVALRY), shots={BLUE: posture.shots[FAR]}) == [(8 * POINT, 0)]


def test_ftg_32_a_ballista_needs_an_own_unit_after_the_moves() -> None:
    left = force([unit(INFANTRY, HERE)], {HERE: BALLISTA})
    leaves = orders_of(left, {0: UnitOrder((THERE,))}, {HERE: FAR})
    assert moved(left, leaves, ()).shots == {}
    comes = force([unit(INFANTRY, THERE)], {HERE: BALLISTA})
    mans = orders_of(comes, {0: UnitOrder((HERE,))}, {HERE: FAR})
    assert moved(comes, mans, ()).shots == {FAR: Attacks(ballistas=1)}


def test_ftd_24_whoever_serves_a_ballista_that_fires_does_not_strike() -> None:
    own = force([unit(INFANTRY, HERE)], {HERE: BALLISTA})
    fires = moved(own, orders_of(own, targets={HERE: FAR}), ())
    assert met(fires, HERE, on_cell(RED, INFANTRY)) == [(POINT, POINT), (0, 0)]


def test_ftd_24_on_hold_it_does() -> None:
    own = force([unit(INFANTRY, HERE)], {HERE: BALLISTA})
    holds = moved(own, orders_of(own), ())
    assert met(holds, HERE, on_cell(RED, INFANTRY)) == [(POINT, POINT), (2 * POINT, 0)]


def test_ftd_16_an_archer_on_an_own_ballista_has_no_shot_of_its_own() -> None:
    own = force([unit(ARCHER, HERE)], {HERE: BALLISTA})
    posture = moved(own, orders_of(own, {0: UnitOrder((), FAR)}), ())
    assert posture.shots == {}
    assert posture.attacks == {HERE: Attacks(strikes=True)}


def test_two_ballistas_and_an_archer_may_share_a_target() -> None:
    other = at(1, -1)
    own = force(
        [unit(INFANTRY, HERE, 0), unit(CAVALRY, other, 1), unit(ARCHER, at(3, 0), 2)],
        {HERE: BALLISTA, other: BALLISTA},
    )
    posture = moved(own, orders_of(own, {2: UnitOrder((), FAR)}, {HERE: FAR, other: FAR}), ())
    assert posture.shots == {FAR: Attacks(archers=1, ballistas=2)}
    assert taken(on_cell(RED, INFANTRY, health=20), shots={BLUE: posture.shots[FAR]}) == [
        (17 * POINT, 0)
    ]


# Moves


def test_ftd_15_a_rival_tile_on_the_first_cell_cuts_the_path_of_cavalry() -> None:
    own = force([unit(CAVALRY, HERE)])
    run = Orders((UnitOrder((THERE, FAR)),), ())
    assert moved(own, run, (THERE,)).force.units[0].cell == THERE
    assert moved(own, run, (FAR,)).force.units[0].cell == FAR
    assert moved(own, run, ()).force.units[0].cell == FAR


def test_ft_23_ftg_18_own_tiles_do_not_stop_a_unit() -> None:
    own = force([unit(CAVALRY, HERE)], {THERE: WALL, FAR: LODGING})
    assert moved(own, Orders((UnitOrder((THERE, FAR)),), ()), ()).force.units[0].cell == FAR


def test_ftg_20_two_rivals_that_swap_places_do_not_fight() -> None:
    blue = moved(force([unit(INFANTRY, HERE)]), Orders((UnitOrder((THERE,)),), ()), ())
    red = moved(force([unit(INFANTRY, THERE)]), Orders((UnitOrder((HERE,)),), ()), ())
    assert blue.force.cells() == (THERE,)
    assert red.force.cells() == (HERE,)


# Removal


def test_ftg_37_the_dead_lose_their_gold_and_ftg_38_a_tile_its_place() -> None:
    own = force([unit(INFANTRY, HERE, 0, gold=5), unit(ARCHER, THERE, 1)], {HERE: WORKSHOP})
    still = on_cell(BLUE, ARCHER, health=3)
    after = fought(BLUE, own, {HERE: (on_cell(RED, CAVALRY),), THERE: (still,)})
    assert after.tiles == ()
    assert [(one.number, one.health) for one in after.units] == [(1, 3 * POINT)]
    assert after.born == own.born


def test_the_same_hexes_are_named_everywhere() -> None:
    assert BOARD.hexes[HERE] == Hex(0, 0)
