"""FTD-31: which number a Unit has decides nothing, and shows nowhere but to its owner.

Whole games are played twice at once: each half beside one whose Units have changed numbers. They
say, ask, open, announce and plan the same, to the byte, and learn the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

import pytest

from games.engine.private import BATTLE, SIGHT, Exchange, Lesson, Sealed, Seen, Terrain
from games.engine.values import Seat
from games.fortress.bot.player import plan_of_temper
from games.fortress.bot.temper import FAIR, GENTLE, STRONG
from games.fortress.chart import TEST_SIZE
from games.fortress.force import Force
from games.fortress.half import FortressHalf
from games.fortress.public import ORDERS
from games.fortress.report import report_lines
from games.fortress.standing import GoTo, Guard, Mine, StandingOrder, orders_for_round
from simulation.dealer import dice
from tests.games.fortress.oracle import NUMBERS, Oracle

Names = Mapping[int, int]


def changed(half: FortressHalf) -> Names:
    """The numbers of its Units, each beside another's: the oldest is called like the youngest."""
    numbers = sorted(unit.number for unit in half.force.units)
    return dict(zip(numbers, reversed(numbers), strict=True))


def called(force: Force, names: Names) -> Force:
    units = (
        replace(unit, number=names.get(unit.number, unit.number)) for unit in reversed(force.units)
    )
    return replace(force, units=tuple(units))


def renamed(half: FortressHalf, names: Names) -> FortressHalf:
    """The same half where its Units have other numbers, in all that it keeps of its own."""
    posture, report = half.posture, half.report
    if posture is not None:
        posture = replace(posture, force=called(posture.force, names))
    if report is not None:
        after = replace(report.posture, force=called(report.posture.force, names))
        report = replace(report, before=called(report.before, names), posture=after)
    return replace(half, force=called(half.force, names), posture=posture, report=report)


class Twice(Oracle):
    """Holds each half against its namesake at every step; counts where numbers differed."""

    renumbered = 0

    def teach(self, lessons: Mapping[Seat, Lesson]) -> None:
        for seat, lesson in lessons.items():
            half = self.halves[seat]
            names = changed(half)
            other = renamed(half, names)
            self.renumbered += other != half
            assert self.shown(half, lesson) == self.shown(other, lesson)
            after = half.learned(lesson)
            assert other.learned(lesson) == renamed(after, names)
            assert report_lines(other.learned(lesson)) == report_lines(after)
        super().teach(lessons)

    def shown(self, half: FortressHalf, lesson: Lesson) -> list[object]:
        """All that a half gives to others at such a step, or decides."""
        match lesson:
            case Terrain():
                return [half.openings(48)]
            case Sealed(form, plan) if form.name == ORDERS:
                limits = half.public.settings.limits
                exchange = Exchange(BATTLE, tuple(self.halves), half.round, limits)
                return [half.exchange(exchange, plan), *self.plans(half)]
            case Seen(exchange) if exchange.labels == SIGHT:
                return [half.exchange(exchange, None)]
        return [half.account(NUMBERS)]

    def plans(self, half: FortressHalf) -> Iterator[object]:
        """What its client makes of its situation: bots, chance, and standing orders."""
        form = self.public.orders_form
        yield half.default(form)
        yield half.drawn(form, dice(half.round))
        yield from (plan_of_temper(half, ORDERS, temper) for temper in (STRONG, FAIR, GENTLE))
        standing: dict[int, StandingOrder] = {}
        far = half.public.chart.starts[half.seat - 1]
        for unit in half.force.units:
            kinds = (Mine(), GoTo(far), Guard(unit.cell), GoTo(unit.cell))
            standing[unit.number] = kinds[unit.cell % len(kinds)]
        made = orders_for_round(half.situation, half.rival_units, standing, {})
        yield [made.orders[unit.number] for unit in half.force.units]
        yield [
            (unit.number in made.ended, unit.number in made.alarmed) for unit in half.force.units
        ]


@pytest.mark.parametrize(("seats", "seed"), [(2, 3), (3, 8)])
def test_units_that_change_numbers_change_nothing(seats: int, seed: int) -> None:
    game = Twice(seats, seed, size=TEST_SIZE)
    game.play(12)
    assert game.renumbered > 40


@pytest.mark.slow
@pytest.mark.parametrize("seats", range(2, 7))
def test_nor_on_the_real_map(seats: int) -> None:
    game = Twice(seats, 40 + seats)
    game.play(40)
    assert game.renumbered > 100
