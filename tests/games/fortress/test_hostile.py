"""Whatever a liar shows, shoots and says, the halves of the others go on and stay legal."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.private import (
    BATTLE,
    SIGHT,
    Announced,
    Cell,
    Exchange,
    ExchangePlan,
    Lesson,
    Plan,
    Sealed,
    Seen,
    check_plan,
    exchanged,
)
from games.engine.private import Terrain as Opened
from games.engine.values import Seat
from games.fortress.bounds import numbers_of
from games.fortress.chart import TEST_SIZE
from games.fortress.effects import Account
from games.fortress.half import FortressHalf
from tests.games.fortress.oracle import Oracle


class Besieged:
    """A game in which the last seat says whatever it likes; all others are honest."""

    def __init__(self, seats: int, seed: int) -> None:
        self.game = Oracle(seats, seed, size=TEST_SIZE, cap=2 + 2 * (seed % 3))
        self.below, self.public = self.game.below, self.game.public
        self.halves: dict[Seat, FortressHalf] = dict(self.game.halves)
        self.liar = max(self.halves)
        self.accounts = dict.fromkeys(self.halves, Account(0, False))
        self.round = 1

    def play(self, rounds: int) -> None:
        form = self.public.build_form
        self.teach({s: Sealed(form, half.drawn(form, self.below)) for s, half in self.all()})
        self.announce()
        for _ in range(rounds):
            self.round += 1
            self.teach({seat: self.opened(half) for seat, half in self.all()})
            self.meet(SIGHT, dict.fromkeys(self.halves))
            orders = {seat: self.ordered(half) for seat, half in self.all()}
            self.meet(BATTLE, orders)
            self.announce()

    def all(self) -> list[tuple[Seat, FortressHalf]]:
        return list(self.halves.items())

    def teach(self, lessons: Mapping[Seat, Lesson]) -> None:
        self.halves = {seat: half.learned(lessons[seat]) for seat, half in self.all()}

    def opened(self, half: FortressHalf) -> Opened:
        count = self.public.settings.limits.openings_in(self.round)
        cells = half.openings(count).wanted[:count]
        return Opened({cell: self.game.terrain[cell].value for cell in cells})

    def ordered(self, half: FortressHalf) -> Plan:
        form = self.public.orders_form
        for plan in (half.default(form), half.drawn(form, self.below)):
            assert half.why_not(form, plan) is None
            assert half.preview(form, plan).seat == half.seat
        return plan

    def meet(self, labels: tuple[str, ...], plans: Mapping[Seat, Plan | None]) -> None:
        limits = self.public.settings.limits
        exchange = Exchange(labels, tuple(self.halves), self.round, limits)
        said = {seat: half.exchange(exchange, plans[seat]) for seat, half in self.all()}
        for one in said.values():
            check_plan(exchange, one)
        if labels == BATTLE:
            form = self.public.orders_form
            self.teach({seat: Sealed(form, plans[seat]) for seat in self.halves})
        told = exchanged(exchange, said)
        self.teach({seat: self.lied_to(seat, told[seat], said) for seat in self.halves})

    def lied_to(self, seat: Seat, lesson: Seen, said: Mapping[Seat, ExchangePlan]) -> Seen:
        if seat == self.liar:
            return lesson
        lies = {
            label: {cell: self.lie(label, said) for cell in said[seat].asks[label] if self.below(3)}
            for label in lesson.exchange.labels
        }
        return Seen(lesson.exchange, {**lesson.pieces, self.liar: lies})

    def lie(self, label: str, said: Mapping[Seat, ExchangePlan]) -> bytes:
        """Details that somebody has elsewhere, perhaps with a byte changed, or any bytes at all."""
        true: list[tuple[Cell, bytes]] = [p for one in said.values() for p in one.pieces[label]]
        length = getattr(self.public.settings.limits, label).details
        if not true or not self.below(4):
            return bytes(self.below(256) for _ in range(length))
        details = bytearray(true[self.below(len(true))][1])
        if self.below(2):
            details[self.below(length)] = self.below(256)
        return bytes(details)

    def announce(self) -> None:
        """The honest say what they have, within what is allowed; the liar anything allowed."""
        said: dict[Seat, tuple[int, ...]] = {}
        for seat, half in self.all():
            before = self.accounts[seat]
            numbers = numbers_of(self.public, seat, self.round, before, last=False)
            true = half.account(numbers)
            if seat == self.liar:
                true = tuple(one.low + self.below(one.high - one.low + 1) for one in numbers)
            assert all(n.low <= one <= n.high for n, one in zip(numbers, true, strict=True))
            said[seat] = true
        self.accounts = {seat: Account(one[0], bool(one[1])) for seat, one in said.items()}
        self.teach(dict.fromkeys(self.halves, Announced(said, last=False)))


@settings(max_examples=8)
@given(seats=st.integers(2, 3), seed=st.integers(0, 2**32))
def test_no_lie_stops_an_honest_half(seats: int, seed: int) -> None:
    Besieged(seats, seed).play(5)


@pytest.mark.slow
@settings(max_examples=300)
@given(seats=st.integers(2, 4), seed=st.integers(0, 2**32))
def test_no_lie_stops_an_honest_half_in_many_games(seats: int, seed: int) -> None:
    Besieged(seats, seed).play(12)
