"""What lay under the fog, told once all of it is known."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engine.values import Seat
from games.fortress.battle import Attacks, Fight, TileSeen
from games.fortress.force import Force
from games.fortress.kinds import POINT
from games.fortress.sightings import Sighting
from games.fortress.unveiled import Unveiled
from tests.games.fortress.build import (
    ARCHER,
    BLUE,
    BOARD,
    CAVALRY,
    INFANTRY,
    LODGING,
    RED,
    WALL,
    WORKSHOP,
    at,
    force,
    on_cell,
    unit,
)
from tests.games.fortress.oracle import Oracle

NOTHING: Sighting = {}


def looked(blue: Force, red: Force, sees: dict[Seat, Sighting] | None = None) -> tuple[str, ...]:
    found = Unveiled(BOARD, 3)
    found.looked(7, {BLUE: blue, RED: red}, sees or {})
    return found.tale()


def test_who_was_near_whom_unseen() -> None:
    said = looked(force([unit(ARCHER, at(0, 0))]), force(tiles={at(2, 0): WORKSHOP}))
    assert said == (
        "Round 7: an Archer of {0} at 0,0 was 2 cells from a Workshop of {1} at 2,0, and neither"
        " saw the other.",
    )


def test_a_workshop_is_told_rather_than_a_unit_as_near_and_the_nearest_of_all() -> None:
    scouts = force([unit(CAVALRY, at(0, 0))])
    red = force([unit(INFANTRY, at(0, 2))], {at(2, 0): WORKSHOP})
    assert "from a Workshop of {1} at 2,0" in looked(scouts, red)[0]
    nearer = force([unit(INFANTRY, at(0, 1))], {at(2, 0): WORKSHOP})
    assert "was 1 cell from Infantry of {1} at 0,1" in looked(scouts, nearer)[0]


@pytest.mark.parametrize(
    "sees",
    [
        {BLUE: {at(2, 0): (on_cell(RED, tile=LODGING),)}},
        {RED: {at(0, 0): (on_cell(BLUE, ARCHER),)}},
    ],
)
def test_whoever_was_seen_by_either_is_not_told(sees: dict[Seat, Sighting]) -> None:
    blue, red = force([unit(ARCHER, at(0, 0))]), force(tiles={at(2, 0): LODGING})
    assert looked(blue, red)
    assert looked(blue, red, sees) == ()


def test_far_off_and_walls_are_not_told() -> None:
    blue = force([unit(ARCHER, at(0, 0))])
    assert looked(blue, force(tiles={at(5, 0): WORKSHOP})) == ()
    assert looked(blue, force(tiles={at(1, 0): WALL})) == ()


def test_where_the_artifacts_were_made() -> None:
    shops = {at(1, 0): WORKSHOP, at(3, 0): WORKSHOP}
    before = force([unit(ARCHER, at(1, 0), 0, gold=1), unit(ARCHER, at(3, 0), 1, gold=1)], shops)
    before = replace(before, gauge=1)
    spent = force([unit(ARCHER, at(1, 0), 0), unit(ARCHER, at(3, 0), 1)], shops)
    found = Unveiled(BOARD, 3)
    found.fought(9, {BLUE: before}, {BLUE: spent}, {})
    found.fought(9, {RED: replace(before, gauge=2)}, {RED: spent}, {})
    assert found.tale() == (
        "The Artifacts were made in these Workshops: {0} 1 at 3,0; {1} 1 at 1,0.",
    )


def test_the_nearest_miss_is_a_shot_beside_somebody() -> None:
    stood = Fight((on_cell(RED, CAVALRY),), {}, (on_cell(RED, CAVALRY),))
    shots = {BLUE: Attacks(1)}
    found = Unveiled(BOARD, 3)
    found.fought(8, {}, {}, {at(3, 0): Fight((), shots, ()), at(0, 0): stood})
    found.fought(9, {}, {}, {at(1, 0): Fight((), shots, ()), at(0, 0): stood})
    assert found.tale() == (
        "The nearest miss: in round 9 {0} shot at 1,0, 1 cell from what {1} had there.",
    )
    hit = Unveiled(BOARD, 3)
    hit.fought(9, {}, {}, {at(0, 0): replace(stood, attacks=shots)})
    assert hit.tale() == ()


def test_the_narrowest_escape_is_of_a_workshop_or_lodging_that_was_hit() -> None:
    was = on_cell(RED, tile=LODGING)
    found = Unveiled(BOARD, 3)
    for round_, left in ((4, 3), (6, 2), (8, 5)):
        stands = replace(was, tile=TileSeen(LODGING, left * POINT))
        found.fought(round_, {}, {}, {at(2, 0): Fight((was,), {}, (stands,))})
    assert found.tale() == (
        "The narrowest escape: a Lodging of {1} at 2,0 came through round 6 with 2 of 10 health.",
    )
    untouched = Unveiled(BOARD, 3)
    untouched.fought(4, {}, {}, {at(2, 0): Fight((was,), {}, (was,))})
    assert untouched.tale() == ()


def test_the_full_game_gathers_it_as_it_goes_on() -> None:
    oracle = Oracle(3, 2)
    oracle.play(30)
    assert any("neither saw the other" in said for said in oracle.whole.tale())
