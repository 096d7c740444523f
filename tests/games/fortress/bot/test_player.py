"""Three strengths of bot: what each does with its Units, and that each beats the one below it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from games.engine.bots import Situation
from games.engine.choice import Choice
from games.engine.engine import Engine
from games.engine.errors import RulesError
from games.engine.private import NOTHING_KNOWN
from games.engine.values import Seat
from games.fortress.battle import Standing, TileSeen, UnitSeen
from games.fortress.bot.player import BOTS, orders_of_temper
from games.fortress.bot.temper import FAIR, GENTLE, STRONG, Temper
from games.fortress.building import offer_of
from games.fortress.chart import chart_of, size_for, starts_of
from games.fortress.effects import Account
from games.fortress.force import Force
from games.fortress.half import FortressHalf, new_half
from games.fortress.hexes import Cell, Hex
from games.fortress.kinds import Terrain, TileKind, UnitKind, full_health
from games.fortress.orders import end_of, why_not_orders
from games.fortress.pieces import piece_from
from games.fortress.public import Public
from games.fortress.rules import Fortress
from games.fortress.settings import QUICK, settings_of
from games.fortress.sightings import Remembered
from simulation.dealer import Dealer, dice, play
from tests.games.fortress.build import (
    ARCHER,
    BALLISTA,
    CAVALRY,
    INFANTRY,
    LODGING,
    RED,
    WALL,
    WORKSHOP,
    force,
    unit,
)

SIZE = size_for(2)
WEST = 25
"""The turn of the ring by which the own start is the hex -5,0 and the rival's 5,0."""
CHART = chart_of(SIZE, starts_of(SIZE, [Seat(0), Seat(1)], WEST))
START, THEIRS = CHART.starts
OPTIONS: dict[str, str | int] = {
    "artifacts": 4,
    "gauge": 3,
    "units": 12,
    "rounds": 120,
    "pieces": "workshops",
}
ALL = (GENTLE, FAIR, STRONG)
names = {GENTLE: "gentle", FAIR: "fair", STRONG: "strong"}.get


def near(q: int, r: int = 0) -> Cell:
    """The cell so far from the own start; q counts towards the rival."""
    return CHART.grid.cell(Hex(q - 5, r))


DEPOSIT = near(4)


def half_of(
    own: Force,
    *,
    rivals: Mapping[Cell, UnitKind] | None = None,
    memory: Mapping[Cell, TileKind] | None = None,
    deposits: Sequence[Cell] = (DEPOSIT,),
    round_: int = 10,
) -> FortressHalf:
    """A half that has seen the whole map: plain, but for some Deposits."""
    public = Public(settings_of(2, OPTIONS), CHART, offer_of([piece_from(0), piece_from(1)]))
    plain = dict.fromkeys(range(len(CHART.grid)), Terrain.PLAIN)
    return replace(
        new_half(public, Seat(0)),
        round=round_,
        force=own,
        known={**plain, **dict.fromkeys(deposits, Terrain.DEPOSIT)},
        rivals={
            cell: (Standing(RED, UnitSeen(kind, full_health(kind))),)
            for cell, kind in sorted((rivals or {}).items())
        },
        memory={
            cell: Remembered(RED, TileSeen(kind, full_health(kind)), 9)
            for cell, kind in sorted((memory or {}).items())
        },
        accounts={Seat(0): Account(0, is_out=False), RED: Account(0, is_out=False)},
    )


def ends(half: FortressHalf, temper: Temper) -> dict[int, Cell]:
    """Where each Unit ends by its number."""
    orders = orders_of_temper(half, temper)
    assert why_not_orders(half.situation, orders) is None
    pairs = zip(half.force.units, orders.units, strict=True)
    return {one.number: end_of(one, order.path, half.rival_tiles) for one, order in pairs}


# Gold


@pytest.mark.parametrize("temper", ALL, ids=names)
def test_a_loaded_unit_goes_to_the_workshop_and_spends_all(temper: Temper) -> None:
    own = force([unit(INFANTRY, near(2), gold=5)], {START: WORKSHOP})
    assert ends(half_of(own), temper)[0] in CHART.grid.within(START, 1)
    own = force([unit(INFANTRY, START, gold=1)], {START: WORKSHOP})
    assert ends(half_of(own), temper)[0] == START


@pytest.mark.parametrize("temper", ALL, ids=names)
def test_an_empty_unit_goes_to_the_deposit_and_digs_until_it_has_its_load(temper: Temper) -> None:
    own = force([unit(INFANTRY, near(3))], {START: WORKSHOP})
    assert ends(half_of(own), temper)[0] == DEPOSIT
    own = force([unit(INFANTRY, DEPOSIT, gold=temper.load - 1)], {START: WORKSHOP})
    assert ends(half_of(own), temper)[0] == DEPOSIT
    own = force([unit(INFANTRY, DEPOSIT, gold=temper.load)], {START: WORKSHOP})
    assert ends(half_of(own), temper)[0] == near(3)


def test_a_unit_with_the_last_gold_that_is_needed_goes_home_early() -> None:
    own = replace(force([unit(INFANTRY, DEPOSIT, gold=2)], {START: WORKSHOP}), artifacts=3, gauge=1)
    assert ends(half_of(own), FAIR)[0] == near(3)


def test_a_resting_unit_makes_room_for_one_that_carries() -> None:
    own = force([unit(INFANTRY, START, 0), unit(INFANTRY, near(1), 1, gold=5)], {START: WORKSHOP})
    assert ends(half_of(own, deposits=()), GENTLE)[1] == START


def test_without_a_known_deposit_somebody_scouts() -> None:
    half = half_of(force([unit(INFANTRY, near(3))], {START: WORKSHOP}), deposits=())
    west = {c: t for c, t in half.known.items() if CHART.grid.distance(c, START) <= 4}
    seen = ends(replace(half, known=west), GENTLE)[0]
    assert CHART.grid.distance(seen, START) == 4


# Cavalry


def test_a_unit_stays_on_its_lodging_until_it_is_cavalry() -> None:
    tiles = {START: WORKSHOP, near(0, 1): LODGING}
    units = [unit(INFANTRY, DEPOSIT, i, gold=1) for i in range(1)]
    workers = [unit(INFANTRY, near(3 - i), 1 + i) for i in range(3)]
    own = force([*units, *workers, unit(ARCHER, near(0, 1), 9)], tiles)
    assert ends(half_of(own), FAIR)[9] == near(0, 1)
    assert ends(half_of(own), STRONG)[9] == near(0, 1)


@pytest.mark.parametrize(("temper", "rides"), [(GENTLE, False), (FAIR, False), (STRONG, True)])
def test_only_the_strong_ride_out_with_the_second_cavalry(temper: Temper, rides: bool) -> None:
    cells = (near(1), near(1, -1))
    own = force([unit(CAVALRY, cell, i) for i, cell in enumerate(cells)], {START: WORKSHOP})
    found = ends(half_of(own, deposits=()), temper)
    away = CHART.grid.distance
    assert any(away(found[i], THEIRS) < away(cells[i], THEIRS) for i in range(2)) == rides


def test_in_a_long_game_more_cavalry_stays_at_home() -> None:
    cells = (near(1), near(1, -1), near(0, -1))
    own = force([unit(CAVALRY, cell, i) for i, cell in enumerate(cells)], {START: WORKSHOP})
    half = half_of(own, deposits=())
    long = replace(half.public.settings, goal=12, gauge=5)
    for settings, out in ((half.public.settings, 2), (long, 0)):
        there = replace(half, public=replace(half.public, settings=settings))
        found, away = ends(there, STRONG), CHART.grid.distance
        gone = [away(found[i], THEIRS) < away(cells[i], THEIRS) for i in range(3)]
        assert gone.count(True) == out


def test_the_fair_ride_out_in_twos_and_keep_one_at_home() -> None:
    cells = (near(1), near(1, -1), near(0, -1))
    own = force([unit(CAVALRY, cell, i) for i, cell in enumerate(cells)], {START: WORKSHOP})
    found = ends(half_of(own, deposits=()), FAIR)
    away = CHART.grid.distance
    assert [away(found[i], THEIRS) < away(cells[i], THEIRS) for i in range(3)].count(True) == 2


def test_raiders_go_for_a_workshop_that_is_remembered_before_a_wall() -> None:
    own = force([unit(CAVALRY, near(5))], {START: WORKSHOP})
    memory = {near(7): TileKind.WORKSHOP, near(5, 2): TileKind.WALL, THEIRS: TileKind.WALL}
    assert ends(half_of(own, memory=memory, deposits=()), STRONG)[0] == near(7)


# At home


def test_who_defends_meets_a_rival_on_the_own_tile() -> None:
    tiles = {START: WORKSHOP, near(1): LODGING}
    own = force([unit(CAVALRY, near(-1))], tiles)
    half = half_of(own, rivals={near(1): INFANTRY}, deposits=())
    assert ends(half, STRONG)[0] == near(1)


def test_somebody_serves_the_ballista_and_it_shoots() -> None:
    own = force([unit(INFANTRY, near(1))], {START: WORKSHOP, near(0, 1): BALLISTA})
    half = half_of(own, rivals={near(2, 1): CAVALRY}, deposits=())
    assert ends(half, FAIR)[0] in (near(0, 1), near(2, 1))
    assert orders_of_temper(half, FAIR).ballistas == (near(2, 1),)


def test_a_guard_stands_on_the_tile_that_cavalry_can_reach() -> None:
    own = force([unit(CAVALRY, near(-1))], {START: WORKSHOP, near(0, 1): LODGING})
    assert ends(half_of(own, rivals={near(2): CAVALRY}, deposits=()), STRONG)[0] == START


def test_who_spends_gold_is_replaced_only_once_the_rival_is_there() -> None:
    units = [unit(INFANTRY, START, 0, gold=3), unit(CAVALRY, near(-1), 1)]
    own = force(units, {START: WORKSHOP})
    assert ends(half_of(own, rivals={near(2): CAVALRY}, deposits=()), STRONG)[0] == START
    assert ends(half_of(own, rivals={START: CAVALRY}, deposits=()), STRONG)[1] == START


def test_without_cavalry_infantry_guards_but_no_wall() -> None:
    units, tiles = [unit(INFANTRY, near(-1))], {START: WORKSHOP, near(-2): WALL}
    own = force(units, tiles)
    assert ends(half_of(own, rivals={START: CAVALRY}, deposits=()), STRONG)[0] == START
    assert ends(half_of(own, rivals={near(-2): CAVALRY}, deposits=()), STRONG)[0] != near(-2)


def test_the_strong_shoot_where_rivals_will_be() -> None:
    own = force([unit(ARCHER, near(-1))], {START: WORKSHOP, near(0, 1): BALLISTA})
    orders = {
        temper: orders_of_temper(half_of(own, rivals={near(2): CAVALRY}, deposits=()), temper)
        for temper in (FAIR, STRONG)
    }
    assert orders[FAIR].ballistas == (near(2),)
    assert orders[STRONG].ballistas == (START,)


def test_rivals_that_threaten_nothing_are_shot_at_where_they_are() -> None:
    own = force([unit(INFANTRY, near(0, 1))], {START: WORKSHOP, near(0, 1): BALLISTA})
    half = half_of(own, rivals={near(3): INFANTRY}, deposits=())
    assert orders_of_temper(half, STRONG).ballistas == (near(3),)


# The bot at a table


def test_a_bot_needs_a_half_and_a_question_for_a_plan() -> None:
    engine = Engine(Fortress(), 2, {})
    bot = BOTS["fair"]()
    choice = Choice("x", "y")
    situation = Situation(engine.game, engine.table, Seat(0), NOTHING_KNOWN, choice)
    with pytest.raises(RulesError, match="only from what its seat knows"):
        bot.choose(situation, lambda _: 0)


def winners(kinds: Sequence[str], games: int, first: int) -> Counter[str]:
    """How many games each kind wins, shared ones in parts of sixty; seats take turns."""
    found: Counter[str] = Counter()
    for seed in range(first, first + games):
        seated = [kinds[(seat + seed) % len(kinds)] for seat in range(len(kinds))]
        bots = [BOTS[kind]() for kind in seated]
        outcome = play(Fortress(), len(kinds), seed, bots=bots, options=QUICK).engine.outcome
        assert outcome is not None
        for seat in outcome.winners:
            found[seated[seat]] += 60 // len(outcome.winners)
    return found


def test_each_kind_beats_the_one_below_it() -> None:
    assert winners(("strong", "fair"), 10, 7_000)["strong"] >= 6 * 60
    assert winners(("fair", "gentle"), 10, 7_100)["fair"] >= 6 * 60


@pytest.mark.slow
def test_strong_wins_three_in_five_of_two_and_a_quarter_more_than_its_share_of_four() -> None:
    assert winners(("strong", "fair"), 100, 8_000)["strong"] >= 60 * 60
    assert winners(("strong", "fair", "fair", "fair"), 60, 8_100)["strong"] >= 60 * 60 * 5 // 16


def test_the_same_game_is_played_the_same_way() -> None:
    ends = []
    for _ in range(2):
        found = play(Fortress(), 3, 5, bots=[BOTS["strong"]()] * 3, options=QUICK)
        ends.append(found.engine.digest)
    assert ends[0] == ends[1]


def test_bots_plan_by_their_half_alone() -> None:
    """The same half gives the same plan, whatever the table and its other seats hold."""
    plans: list[tuple[int, ...]] = []

    def look(engine: Engine, dealer: Dealer) -> None:
        for seat, half in dealer.halves.items():
            assert isinstance(half, FortressHalf)
            if half.round == 9 and half.watched and seat == 0:
                form = half.public.orders_form
                choice = Choice(form.name, "", plan=form)
                for table in (engine.table, Engine(Fortress(), 2, {}).table):
                    bot = BOTS["strong"]()
                    known = dealer.knowledge(seat)
                    situation = Situation(engine.game, table, seat, known, choice)
                    answer = bot.choose(situation, dice(1))
                    plans.append(answer.plan)

    play(Fortress(), 2, 11, bots=[BOTS["strong"]()] * 2, options=QUICK, watch=look)
    assert plans
    assert plans[::2] == plans[1::2]
