"""A seat's half: what it knows is what the full game says it may know, and nothing more."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.private import BATTLE, Exchange, Sealed, Terrain, exchanged
from games.engine.values import Seat
from games.fortress import details
from games.fortress.battle import Attacks, Standing, TileSeen, UnitSeen
from games.fortress.chart import TEST_SIZE
from games.fortress.force import Force
from games.fortress.half import FortressHalf, new_half
from games.fortress.kinds import Terrain as Plain
from games.fortress.kinds import TileKind, UnitKind, full_health
from games.fortress.orders import Orders, UnitOrder, orders_of
from games.fortress.settings import ATTACKS_BYTES, STANDING_BYTES
from tests.games.fortress.build import ARCHER, BALLISTA, CAVALRY, INFANTRY, WALL, at, force, unit
from tests.games.fortress.oracle import Oracle, Seen, play

SMALL = [(seats, seed) for seats in (2, 3, 4) for seed in range(4)]


@pytest.mark.parametrize(("seats", "seed"), SMALL)
def test_halves_and_full_game_agree_where_rivals_meet_at_once(seats: int, seed: int) -> None:
    play(seats, seed, 20, Seen(), small=True)


@pytest.mark.parametrize("seats", range(2, 7))
def test_halves_and_full_game_agree_on_the_real_map(seats: int) -> None:
    play(seats, 70 + seats, 12, Seen())


def test_everything_happens_in_those_games() -> None:
    seen = Seen()
    play(4, 100, 48, seen, small=True)
    assert all(seen.counts.values())
    assert set(seen.counts) == {
        "fights",
        "melees",
        "on tiles",
        "in overgrowth",
        "in sight",
        "hit",
        "deaths",
        "out",
        "left",
        "artifacts",
    }


@pytest.mark.slow
@pytest.mark.parametrize("part", range(3))
@pytest.mark.parametrize("seats", range(2, 7))
def test_halves_and_full_game_agree_in_hundreds_of_games(seats: int, part: int) -> None:
    many_games(seats, range(1000 * part, 1000 * part + 20), rounds=12)


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("seats", range(2, 7))
def test_halves_and_full_game_agree_in_thousands_of_games(seats: int, part: int) -> None:
    many_games(seats, range(1000 * part + 100, 1000 * part + 200), rounds=40)


def many_games(seats: int, seeds: range, rounds: int) -> None:
    """Two in three on the small map, where rivals meet at once, if it has room for so many."""
    seen = Seen()
    for seed in seeds:
        play(seats, seed, rounds, seen, small=seats < 5 and seed % 3 > 0)
    assert seen.counts["fights"]


# What halves say to each other

units = st.builds(
    UnitSeen,
    st.sampled_from(UnitKind),
    st.integers(1, full_health(UnitKind.ARCHER)),
)
tiles = st.builds(
    TileSeen, st.sampled_from(TileKind), st.integers(1, full_health(TileKind.BALLISTA))
)


@given(st.none() | units, st.none() | tiles)
def test_details_of_a_cell_are_read_back(unit: UnitSeen | None, tile: TileSeen | None) -> None:
    one = Standing(Seat(2), unit, tile)
    said = details.standing_bytes(one)
    assert len(said) == STANDING_BYTES
    assert details.read_standing(Seat(2), said) == one


@given(st.builds(Attacks, st.integers(0, 12), st.integers(0, 9), st.booleans()))
def test_details_of_attacks_are_read_back(one: Attacks) -> None:
    said = details.attacks_bytes(one)
    assert len(said) == ATTACKS_BYTES
    assert details.read_attacks(said) == one


@given(st.binary(min_size=ATTACKS_BYTES, max_size=ATTACKS_BYTES))
def test_ftb_7_attacks_of_a_cheat_are_read_in_one_form(said: bytes) -> None:
    one = details.read_attacks(said)
    assert one == Attacks() or details.attacks_bytes(one) == said


@given(st.binary(min_size=STANDING_BYTES, max_size=STANDING_BYTES))
def test_ftb_7_bytes_of_a_cheat_are_read_as_something_or_nothing(said: bytes) -> None:
    one = details.read_standing(Seat(0), said)
    assert one.is_empty or details.standing_bytes(one) == said


def test_no_gold_is_told() -> None:
    oracle = met()
    half = oracle.halves[Seat(0)]
    assert all(not hasattr(one.unit, "gold") for ones in half.rivals.values() for one in ones)


# By itself


def met(seed: int = 5, rounds: int = 12) -> Oracle:
    """A game of two on the small map, at the moment of orders."""
    oracle = Oracle(2, seed, size=TEST_SIZE)
    oracle.play(rounds)
    oracle.open()
    oracle.sight()
    return oracle


def test_a_half_never_changes() -> None:
    oracle = met()
    half = oracle.halves[Seat(0)]
    before = (half.force, dict(half.known), dict(half.rivals), half.round)
    form = oracle.public.orders_form
    half.preview(form, half.default(form))
    half.learned(Terrain({0: "plain"}))
    half.learned(Sealed(form, None))
    assert (half.force, half.known, half.rivals, half.round) == before


def test_a_preview_shows_where_units_end() -> None:
    oracle = met()
    half = oracle.halves[Seat(0)]
    form = oracle.public.orders_form
    plan = half.drawn(form, oracle.below)
    shown = half.preview(form, plan)
    assert shown.posture is not None
    ends = {unit.number: unit.cell for unit in shown.posture.force.units}
    assert ends == {
        unit.number: order.path[-1] if order.path else unit.cell
        for unit, order in zip(half.force.units, half.orders(plan).units, strict=True)
    }


def test_ftb_7_a_plan_that_breaks_the_rules_is_refused_and_counts_as_stay_and_hold() -> None:
    oracle = met()
    half = oracle.halves[Seat(0)]
    form = oracle.public.orders_form
    unit = half.force.units[0]
    far = (unit.cell + 30) % len(oracle.public.chart.grid)
    plan = half.plan(orders_of(half.force, {unit.number: UnitOrder((far,))}))
    assert half.why_not(form, plan) is not None
    assert half.orders(plan) == orders_of(half.force)


def test_ftd_26_a_seat_that_is_out_is_asked_nothing_and_plays_on() -> None:
    oracle = met()
    half = oracle.halves[Seat(0)]
    out = replace(half, force=Force(tiles=half.force.tiles[:0]))
    form = oracle.public.orders_form
    assert out.question(form) is None
    assert out.why_not(form, out.default(form)) is None
    assert half.question(form) == form


def test_a_seat_whose_answers_do_not_count_is_not_met() -> None:
    """FTD-26: its pieces count in a battle only if its answers were given."""
    oracle = met()
    halves = oracle.halves
    form = oracle.public.orders_form
    limits = oracle.public.settings.limits
    exchange = Exchange(BATTLE, (Seat(0), Seat(1)), oracle.world.round, limits)
    plan = halves[Seat(0)].default(form)
    said = {Seat(0): halves[Seat(0)].exchange(exchange, plan)}
    alone: FortressHalf = halves[Seat(0)].learned(Sealed(form, plan))
    after = alone.learned(exchanged(exchange, said)[Seat(0)])
    assert after.rivals == {}
    assert after.report is not None
    assert all(fight.present == fight.left for fight in after.report.fights.values())


def laid(own: Force, theirs: Force) -> tuple[FortressHalf, FortressHalf]:
    """Two halves with these forces on a map that is all plain and all opened."""
    public = Oracle(2, 0).public
    known = dict.fromkeys(range(len(public.chart.grid)), Plain.PLAIN)
    one, other = (new_half(public, Seat(seat)) for seat in range(2))
    return replace(one, force=own, known=known), replace(other, force=theirs, known=known)


def fought(
    own: FortressHalf, theirs: FortressHalf, orders: Orders, others: Orders | None = None
) -> list[FortressHalf]:
    """After a battle in which the other seat stays, or does as it is told."""
    form, limits = own.public.orders_form, own.public.settings.limits
    others = others or orders_of(theirs.force)
    plans = {own.seat: own.plan(orders), theirs.seat: theirs.plan(others)}
    halves = {half.seat: half for half in (own, theirs)}
    exchange = Exchange(BATTLE, (Seat(0), Seat(1)), 2, limits)
    said = {seat: half.exchange(exchange, plans[seat]) for seat, half in halves.items()}
    lessons = exchanged(exchange, said)
    sealed = {seat: half.learned(Sealed(form, plans[seat])) for seat, half in halves.items()}
    return [sealed[seat].learned(lessons[seat]) for seat in sealed]


def test_ftd_7_ftd_21_the_shooter_learns_what_was_there_and_the_victim_who_shot_how_hard() -> None:
    here, there = at(0, 0), at(2, 0)
    own, theirs = laid(force([unit(ARCHER, here)]), force([unit(CAVALRY, there, gold=3)]))
    shoots = orders_of(own.force, {0: UnitOrder((), there)})
    shooter, victim = fought(own, theirs, shoots)
    assert shooter.report is not None
    ((met,),) = shooter.report.hit.values()
    assert met.unit is not None
    assert met.unit.health == full_health(CAVALRY)
    assert victim.report is not None
    told = victim.report.fights[there]
    assert told.shots == {Seat(0): Attacks(archers=1)}
    assert here not in victim.report.fights
    assert victim.rivals == {}


def test_ftd_31_who_shoots_at_a_cell_does_not_learn_whether_its_unit_shot_elsewhere() -> None:
    """Only those on that cell do: to the shooter one that shot looks like one that stays."""
    here, there, far = at(0, 0), at(2, 0), at(4, 0)
    own, theirs = laid(force([unit(ARCHER, here)]), force([unit(ARCHER, there)]))
    shoots = orders_of(own.force, {0: UnitOrder((), there)})
    told = []
    for target in (None, far):
        elsewhere = orders_of(theirs.force, {0: UnitOrder((), target)})
        shooter, victim = fought(own, theirs, shoots, elsewhere)
        assert victim.report is not None
        strikes = {} if target is not None else {Seat(1): Attacks(strikes=True)}
        assert victim.report.fights[there].attacks == {Seat(0): Attacks(archers=1), **strikes}
        told.append(shooter)
    assert told[0] == told[1]


def test_ftb_8_a_tile_that_a_blind_shot_hits_is_remembered() -> None:
    here, there = at(0, 0), at(4, 0)
    own, theirs = laid(force([unit(INFANTRY, here)], {here: BALLISTA}), force(tiles={there: WALL}))
    shooter, _ = fought(own, theirs, orders_of(own.force, targets={here: there}))
    assert shooter.memory[there].seat == Seat(1)
    assert shooter.memory[there].tile.kind is WALL
