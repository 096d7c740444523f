"""The map of one seat: signs, words, and a report of what happened."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engine.map_view import Place
from games.engine.private import BATTLE, Exchange, Sealed, exchanged
from games.fortress.battle import TileSeen
from games.fortress.half import FortressHalf
from games.fortress.hexes import Cell
from games.fortress.kinds import Terrain, UnitKind, full_health
from games.fortress.mapping import map_of
from games.fortress.orders import UnitOrder, orders_of
from games.fortress.report import DUG, FOUGHT, GAUGE, UPGRADED, changed_cells, report_lines, told
from games.fortress.sightings import Remembered
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
    at,
    force,
    on_cell,
    unit,
)
from tests.games.fortress.halves import half_of

HERE = at(0, 0)


def place(half: FortressHalf, cell: int = HERE) -> Place:
    return map_of(half).places[cell]


def test_the_land_as_it_was_opened() -> None:
    terrain = {at(1, 0): Terrain.MOUNTAIN, at(2, 0): Terrain.OVERGROWTH, at(3, 0): Terrain.DEPOSIT}
    half = half_of(force(), terrain=terrain, watched=(at(0, 1),))
    signs = {cell: place(half, cell).sign for cell in (HERE, at(0, 1), *terrain)}
    assert list(signs.values()) == [",", ".", "^", '"', "$"]
    unseen = replace(half, known={})
    assert (place(unseen).sign, place(unseen).seen, place(unseen).words) == (
        "~", "never", "never seen",
    )  # fmt: skip
    assert place(half, at(0, 1)).seen == "now"
    assert place(half).words == "plain, not in view now"


@pytest.mark.parametrize(
    ("kind", "number", "tile", "sign"),
    [
        (INFANTRY, 0, None, "i1"),
        (ARCHER, 1, None, "a2"),
        (CAVALRY, 2, BALLISTA, "c3B"),
        (INFANTRY, 41, LODGING, "i42"),
        (INFANTRY, 126, None, "i27"),
    ],
)
def test_own_units(kind: object, number: int, tile: object, sign: str) -> None:
    tiles = {HERE: tile} if tile is not None else {}
    shown = place(half_of(force([unit(kind, HERE, number)], tiles)))  # type: ignore[arg-type]
    assert (shown.sign, shown.owner, shown.mine) == (sign, BLUE, True)


def test_a_unit_on_a_deposit_shows_it() -> None:
    half = half_of(force([unit(INFANTRY, HERE)]), terrain={HERE: Terrain.DEPOSIT})
    assert place(half).sign == "i1$"


def test_own_tiles_show_their_health() -> None:
    half = half_of(force(tiles={HERE: WALL, at(1, 0): WORKSHOP}))
    assert place(half).sign == "#20"
    assert place(half, at(1, 0)).sign == "W6"
    assert place(half).words == "your Wall (20 of 20 health), plain"


def test_rivals_and_what_is_remembered_of_them() -> None:
    half = half_of(
        force(),
        rivals={HERE: (on_cell(RED, CAVALRY, WALL),), at(1, 0): (on_cell(RED, None, WALL),)},
        watched=(HERE, at(1, 0)),
    )
    assert (place(half).sign, place(half).owner, place(half).mine) == ("Cb#", RED, False)
    assert place(half, at(1, 0)).sign == "#b"
    words = "{1}'s Cavalry (16 of 16 health), {1}'s Wall (20 of 20 health), plain"
    assert place(half).words == words
    past = Remembered(RED, TileSeen(LODGING, full_health(LODGING)), 3)
    later = replace(half, rivals={}, watched=(), memory={HERE: past})
    assert (place(later).sign, place(later).seen) == ("Lb", "before")
    assert place(later).words == "{1}'s Lodging as seen in round 3, plain, not in view now"


def test_a_rival_on_an_own_tile_shows_both() -> None:
    half = half_of(
        force(tiles={HERE: WORKSHOP}), rivals={HERE: (on_cell(RED, INFANTRY),)}, watched=(HERE,)
    )
    assert (place(half).sign, place(half).owner) == ("IbW", RED)
    assert place(half).words.startswith("your Workshop (6 of 6 health), {1}'s Infantry")


def test_a_map_tells_nothing_that_the_half_does_not_know() -> None:
    seen = map_of(replace(half_of(force()), known={}))
    assert {one.sign for one in seen.places} == {"~"}
    assert not seen.report


def fought(own: FortressHalf, other: FortressHalf, **orders: UnitOrder) -> FortressHalf:
    """Blue's half after a battle with Red's, its first Unit under these orders."""
    form = own.public.orders_form
    plan = own.plan(orders_of(own.force, {0: orders["first"]} if orders else {}))
    rest = other.plan(orders_of(other.force))
    exchange = Exchange(BATTLE, (BLUE, RED), 5, own.public.settings.limits)
    seen = exchanged(
        exchange, {BLUE: own.exchange(exchange, plan), RED: other.exchange(exchange, rest)}
    )
    return own.learned(Sealed(form, plan)).learned(seen[BLUE])


def test_a_fight_is_told_to_its_parties() -> None:
    own = half_of(force([unit(INFANTRY, HERE)]))
    other = replace(half_of(force([unit(CAVALRY, at(1, 0))])), seat=RED)
    after = fought(own, other, first=UnitOrder((at(1, 0),)))
    assert changed_cells(after) == {at(1, 0)}
    assert report_lines(after) == (
        "At 1,0: your Infantry has 8 health left; {1}'s Cavalry, unseen until then, has 14 health"
        " left.",
    )
    assert map_of(after).told == (FOUGHT,)
    assert place(after, at(1, 0)).mark == "!"


@pytest.mark.parametrize(
    ("cell", "kind", "health", "told"),
    [
        (at(2, 0), CAVALRY, None, ""),
        (at(3, 0), CAVALRY, None, ", unseen until then,"),
        (at(2, 0), CAVALRY, 15, ", unseen until then,"),
        (at(1, 0), INFANTRY, None, ", unseen until then,"),
    ],
)
def test_ftb_14_only_who_can_be_nobody_that_was_seen_comes_as_a_surprise(
    cell: Cell, kind: UnitKind, health: int | None, told: str
) -> None:
    """What was seen with that kind and health, near enough to have come, may be the one met."""
    own = half_of(force([unit(INFANTRY, HERE)]))
    other = replace(half_of(force([unit(CAVALRY, HERE)])), seat=RED)
    after = fought(replace(own, rivals={cell: (on_cell(RED, kind, health=health),)}), other)
    (line,) = report_lines(after)
    assert f"{{1}}'s Cavalry{told} has 14 health left" in line


def test_a_death_is_told() -> None:
    own = half_of(force([unit(INFANTRY, HERE, health=1)]))
    other = replace(half_of(force([unit(CAVALRY, at(1, 0))])), seat=RED)
    after = fought(own, other, first=UnitOrder((at(1, 0),)))
    assert "your Infantry died" in report_lines(after)[0]


def test_a_shot_is_told_whether_it_hit_or_not() -> None:
    own = half_of(force([unit(ARCHER, HERE)]))
    other = replace(half_of(force([unit(CAVALRY, at(2, 0))])), seat=RED)
    hit = fought(own, other, first=UnitOrder((), at(2, 0)))
    assert report_lines(hit) == ("Your shot at 2,0: 1 damage to {1}'s Cavalry.",)
    missed = fought(own, other, first=UnitOrder((), at(1, 0)))
    assert report_lines(missed) == ("Your shot at 1,0: nobody was there.",)
    assert [about for _, about in (*told(hit), *told(missed))] == [FOUGHT, ""]


def test_work_is_told() -> None:
    own = half_of(
        force([unit(INFANTRY, HERE, 0), unit(INFANTRY, at(3, 0), 1)], {at(3, 0): LODGING}),
        terrain={HERE: Terrain.DEPOSIT},
    )
    other = replace(half_of(force()), seat=RED)
    assert report_lines(fought(own, other)) == (
        "Your Units dug 1 Gold.",
        "A Unit at 3,0 became an Archer.",
    )
    rich = half_of(force([unit(INFANTRY, HERE, gold=2)], {HERE: WORKSHOP}))
    assert report_lines(fought(rich, other)) == ("Your gauge is at 1 of 5.",)
    assert map_of(fought(own, other)).told == (DUG, UPGRADED)
    assert map_of(fought(rich, other)).told == (GAUGE,)


def test_the_landmarks_tell_where_gold_is_dug_and_spent() -> None:
    land = {at(3, 0): Terrain.DEPOSIT, at(2, 0): Terrain.OVERGROWTH}
    some = half_of(force(tiles={HERE: WORKSHOP}), terrain=land)
    assert map_of(some).landmarks == ("Your Workshops: 0,0.", "Deposits seen so far: 3,0.")
    none = half_of(force())
    assert map_of(none).landmarks == ("You have no Workshop left.", "You know of no Deposit yet.")
    start = none.board.name(none.public.chart.starts[none.seat])
    first = map_of(replace(none, round=1)).landmarks
    assert first == (f"Your start, with a Workshop on it, is {start}.",)
