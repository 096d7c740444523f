"""What a table always shows of how near everybody is to winning, and nothing that is hidden."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from games.engine.values import Seat
from games.fortress.battle import TileSeen
from games.fortress.building import offer_of
from games.fortress.chart import chart_of, size_for, starts_of
from games.fortress.effects import Account
from games.fortress.force import Force
from games.fortress.half import FortressHalf, new_half
from games.fortress.hexes import Cell
from games.fortress.kinds import TileKind, full_health
from games.fortress.pieces import piece_from
from games.fortress.public import Public
from games.fortress.race import race
from games.fortress.settings import settings_of
from games.fortress.sightings import Remembered
from tests.games.fortress.build import INFANTRY, LODGING, WALL, WORKSHOP, force, unit

OPTIONS: dict[str, str | int] = {
    "artifacts": 4,
    "gauge": 3,
    "units": 12,
    "rounds": 120,
    "pieces": "workshops",
}
SETTINGS = settings_of(3, OPTIONS)
ORDER = [Seat(0), Seat(1), Seat(2)]
CHART = chart_of(size_for(3), starts_of(size_for(3), ORDER, 0))
PUBLIC = Public(SETTINGS, CHART, offer_of([piece_from(0), piece_from(1)]))
START = CHART.starts[0]
BESIDE = CHART.grid.neighbours[START][0]


def accounts(*made: int, out: Sequence[int] = ()) -> dict[Seat, Account]:
    return {Seat(i): Account(count, i in out) for i, count in enumerate(made)}


def half_of(own: Force, told: Mapping[Seat, Account], round_: int = 9) -> FortressHalf:
    return replace(new_half(PUBLIC, Seat(0)), round=round_, force=own, accounts=told)


def texts(
    told: Mapping[Seat, Account],
    half: FortressHalf | None = None,
    *,
    round_: int = 9,
    quiet: int = 0,
) -> list[str]:
    found = race(SETTINGS, told, round_=round_, quiet=quiet, half=half)
    assert all(len(one.brief) <= len(one.text) for one in found)
    return [one.text for one in found]


@pytest.mark.parametrize(
    ("told", "said", "urgent"),
    [
        (accounts(0, 0, 0), "Everybody needs 4 more Artifacts.", False),
        (accounts(0, 2, 1), "{1} needs 2 more Artifacts, {2} 3, {0} 4.", False),
        (accounts(3, 3, 1), "{0} needs 1 more Artifact, {1} 1, {2} 3.", True),
        (accounts(2, 0, 3, out=[2]), "{0} needs 2 more Artifacts, {1} 4; out: {2}.", False),
        (accounts(0, 1, 1, out=[0, 1]), "{2} is the only one left.", True),
    ],
)
def test_who_needs_how_many_more_the_nearest_first(
    told: Mapping[Seat, Account], said: str, urgent: bool
) -> None:
    first, *_ = race(SETTINGS, told, round_=9, quiet=0, half=None)
    assert (first.text, first.urgent) == (said, urgent)


@pytest.mark.parametrize(
    ("round_", "quiet", "said"),
    [
        (110, 0, []),
        (111, 0, ["10 rounds left. Then the most Artifacts win."]),
        (120, 0, ["1 round left. Then the most Artifacts win."]),
        (60, 29, []),
        (60, 30, ["Without an Artifact the game ends in 10 rounds, and the most Artifacts win."]),
        (60, 39, ["Without an Artifact the game ends in 1 round, and the most Artifacts win."]),
        (119, 31, ["2 rounds left. Then the most Artifacts win."]),
    ],
)
def test_an_end_by_rounds_is_told_ten_rounds_ahead(
    round_: int, quiet: int, said: list[str]
) -> None:
    assert texts(accounts(0, 0, 0), round_=round_, quiet=quiet)[1:] == said


@pytest.mark.parametrize(
    ("own", "said"),
    [
        (
            force([unit(INFANTRY, BESIDE, gold=3)], {START: WORKSHOP}),
            ["Your Workshop still needs 12 Gold for you to win; your Units carry 3."],
        ),
        (
            replace(
                force([unit(INFANTRY, START)], {START: WORKSHOP, BESIDE: WORKSHOP}),
                artifacts=2,
                gauge=1,
            ),
            ["Your 2 Workshops still need 5 Gold for you to win; your Units carry 0."],
        ),
        (
            force([unit(INFANTRY, BESIDE)], {START: LODGING}),
            ["You have no Workshop left: outlast the others, or stay ahead of them in Artifacts."],
        ),
        (force((), {START: WORKSHOP}), ["You are out: you have no Unit and no Lodging."]),
    ],
)
def test_a_seat_is_told_what_its_own_victory_takes(own: Force, said: list[str]) -> None:
    told = accounts(0, 0, 0)
    assert texts(told, half_of(own, told))[1:] == said


def test_before_anything_is_built_only_the_aim_is_told() -> None:
    assert texts(accounts(0, 0, 0), half_of(Force(), {}, round_=1), round_=1) == [
        "Everybody needs 4 more Artifacts."
    ]


def test_of_rivals_only_what_it_remembers_and_of_nobody_who_is_out() -> None:
    own = force([unit(INFANTRY, BESIDE)], {START: WORKSHOP})
    told = accounts(0, 0, 0, out=[2])

    def known(*tiles: tuple[Cell, int, TileKind]) -> list[str]:
        memory = {
            cell: Remembered(Seat(seat), TileSeen(kind, full_health(kind)), 5)
            for cell, seat, kind in tiles
        }
        return texts(told, replace(half_of(own, told), memory=memory))[2:]

    assert known() == known((3, 1, WALL)) == known((3, 2, WORKSHOP)) == []
    assert known((3, 1, WORKSHOP), (4, 1, WORKSHOP), (5, 1, LODGING)) == [
        "You know of 2 Workshops and 1 Lodging of {1}."
    ]
