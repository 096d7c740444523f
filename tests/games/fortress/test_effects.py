"""What Tiles and terrain do, what Lodgings make, who wins, ranks and is out."""

from __future__ import annotations

import pytest

from games.engine.values import Seat
from games.fortress.effects import Account, crowned, in_play, is_over, ranking, worked
from games.fortress.force import Force, produce
from games.fortress.hexes import Cell
from games.fortress.kinds import POINT, Terrain, TileKind, UnitKind, full_health
from tests.games.fortress.build import (
    ARCHER,
    BLUE,
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
    plain,
    unit,
)

HERE, EAST, WEST = at(0, 0), at(1, 0), at(-1, 0)


def after(own: Force, *, deposits: tuple[Cell, ...] = (), rivals: tuple[Cell, ...] = ()) -> Force:
    known = {**plain(), **dict.fromkeys(deposits, Terrain.DEPOSIT)}
    return worked(own, rivals, known, 5)


# Lodgings


def test_ft_7_ftg_12_each_free_lodging_makes_one_infantry() -> None:
    made = produce(force(tiles={HERE: LODGING, EAST: LODGING, WEST: WALL}), (), 12)
    assert [(one.kind, one.cell, one.health) for one in made.units] == [
        (INFANTRY, cell, full_health(INFANTRY)) for cell in sorted((HERE, EAST))
    ]
    assert made.born == 2


def test_ft_10_an_occupied_lodging_makes_none() -> None:
    own = force([unit(CAVALRY, HERE)], {HERE: LODGING})
    assert produce(own, (), 12) == own


def test_ftg_14_an_enemy_on_it_blocks_it_too() -> None:
    own = force(tiles={HERE: LODGING})
    assert produce(own, (HERE,), 12) == own


@pytest.mark.parametrize(("living", "made"), [(10, 2), (11, 1), (12, 0)])
def test_ftg_15_lodgings_pause_at_the_limit_lowest_first(living: int, made: int) -> None:
    own = force([unit(INFANTRY, at(-7 + n, 2), n) for n in range(living)])
    own = Force(own.units, force(tiles={HERE: LODGING, EAST: LODGING}).tiles, own.born)
    fresh = [one for one in produce(own, (), 12).units if one.number >= living]
    assert [(one.number - living, one.cell) for one in fresh] == list(
        enumerate(sorted((HERE, EAST))[:made])
    )


def test_unit_numbers_are_never_used_again() -> None:
    own = force([unit(INFANTRY, EAST, 4)], {HERE: LODGING})
    assert {one.number for one in produce(own, (), 12).units} == {4, 5}


@pytest.mark.parametrize(
    ("kind", "becomes"), [(INFANTRY, ARCHER), (ARCHER, CAVALRY), (CAVALRY, CAVALRY)]
)
def test_ft_17_ft_18_a_unit_on_a_lodging_is_upgraded(kind: UnitKind, becomes: UnitKind) -> None:
    (done,) = after(force([unit(kind, HERE)], {HERE: LODGING})).units
    assert done.kind is becomes


def test_ftg_41_an_upgrade_heals_and_cavalry_gets_nothing() -> None:
    hurt = force([unit(INFANTRY, HERE, health=1)], {HERE: LODGING})
    assert after(hurt).units[0].health == 10 * POINT
    horse = force([unit(CAVALRY, HERE, health=1)], {HERE: LODGING})
    assert after(horse).units[0].health == POINT


def test_ftg_42_gold_above_the_new_limit_is_lost() -> None:
    (done,) = after(force([unit(INFANTRY, HERE, gold=5)], {HERE: LODGING})).units
    assert done.gold == 2


# Deposits and Workshops


@pytest.mark.parametrize(
    ("kind", "carried", "then"),
    [(INFANTRY, 0, 1), (INFANTRY, 5, 5), (ARCHER, 1, 2), (ARCHER, 2, 2), (CAVALRY, 3, 3)],
)
def test_ft_16_a_deposit_gives_one_gold_up_to_the_limit(
    kind: UnitKind, carried: int, then: int
) -> None:
    (done,) = after(force([unit(kind, HERE, gold=carried)]), deposits=(HERE,)).units
    assert done.gold == then


def test_ftg_40_a_deposit_gives_to_every_survivor() -> None:
    own = force([unit(INFANTRY, HERE)])
    assert after(own, deposits=(HERE,), rivals=(HERE,)).units[0].gold == 1


def test_ftg_45_a_tile_over_a_deposit_suspends_it() -> None:
    own = force([unit(INFANTRY, HERE)], {HERE: WALL})
    assert after(own, deposits=(HERE,)).units[0].gold == 0


def test_ft_11_ftg_43_a_workshop_turns_one_gold_into_one_step() -> None:
    done = after(force([unit(INFANTRY, HERE, gold=3)], {HERE: WORKSHOP}))
    assert (done.units[0].gold, done.gauge, done.artifacts) == (2, 1, 0)


def test_ft_11_without_gold_a_workshop_does_nothing() -> None:
    own = force([unit(INFANTRY, HERE)], {HERE: WORKSHOP})
    assert after(own) == own


def test_ftg_43_five_steps_are_one_artifact_and_ftg_44_surplus_carries_over() -> None:
    crew = force(
        [unit(INFANTRY, HERE, 0, gold=1), unit(CAVALRY, EAST, 1, gold=1)],
        {HERE: WORKSHOP, EAST: WORKSHOP},
    )
    full = Force(crew.units, crew.tiles, crew.born, gauge=4, artifacts=2)
    done = after(full)
    assert (done.gauge, done.artifacts) == (1, 3)


@pytest.mark.parametrize("tile", [WORKSHOP, LODGING])
def test_ftg_39_no_tile_works_while_an_enemy_shares_it(tile: TileKind) -> None:
    own = force([unit(INFANTRY, HERE, gold=1)], {HERE: tile})
    assert after(own) != own
    assert after(own, rivals=(HERE,)) == own


def test_ftg_39_a_tile_works_for_its_owner_only() -> None:
    # a rival Workshop under an own Unit is no own Tile
    own = force([unit(INFANTRY, HERE, gold=1)])
    assert after(own) == own


# The end


def test_ft_4_ftg_46_all_who_have_enough_win_together() -> None:
    rows = {
        BLUE: Account(12, False),
        RED: Account(13, False),
        YELLOW: Account(11, False),
        GREEN: Account(12, True),
    }
    assert crowned(rows, 12) == (BLUE, RED, GREEN)


def test_ftg_47_out_is_who_has_neither_unit_nor_lodging() -> None:
    assert force(tiles={HERE: WORKSHOP}).is_out
    assert not force(tiles={HERE: LODGING}).is_out
    assert not force([unit(INFANTRY, HERE)]).is_out
    assert Force().is_out
    assert in_play({BLUE: Account(3, True), RED: Account(0, False)}) == (RED,)


@pytest.mark.parametrize(
    ("rows", "over"),
    [
        ([(11, False), (0, False)], False),
        ([(12, False), (0, False)], True),
        ([(12, True), (0, False)], True),
        ([(0, True), (0, False)], True),
        ([(0, True), (0, True)], True),
        ([(0, True), (0, False), (1, False)], False),
    ],
)
def test_ft_4_ftg_47_when_a_game_is_over(rows: list[tuple[int, bool]], over: bool) -> None:
    accounts = {Seat(seat): Account(*row) for seat, row in enumerate(rows)}
    assert is_over(accounts, 12) is over


RANKED = {
    BLUE: Account(3, False, 1, 9),
    RED: Account(3, False, 2, 1),
    YELLOW: Account(4, True, 0, 0),
    GREEN: Account(3, False, 1, 9),
}


def test_ftg_47_the_ranking_goes_by_artifacts_gauge_units() -> None:
    assert ranking(RANKED, ()) == ((YELLOW,), (RED,), (BLUE, GREEN))


def test_ftd_22_who_is_out_is_ranked_after_all_who_are_in() -> None:
    assert ranking(RANKED, (BLUE, RED, GREEN)) == ((RED,), (BLUE, GREEN), (YELLOW,))
