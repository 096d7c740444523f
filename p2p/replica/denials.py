"""Exchanges under fog of which a seat may still show that details did not open to it.

It may do so once for each owner, from the owner's answers on, until it goes on: with its first part
for a later step it has taken what it was shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from p2p.replica.exchange_tasks import SightTask


class Denials:
    """The exchanges that some seat has not gone on from."""

    def __init__(self) -> None:
        self._exchanges: dict[int, SightTask] = {}
        self._gone_on: dict[int, set[int]] = {}

    def add(self, task: SightTask) -> None:
        """A step was reached at which seats meet."""
        self._exchanges[task.number] = task
        self._gone_on[task.number] = set()

    def go_on(self, seat: int, step: int, seats: Sequence[int]) -> None:
        """`seat` has posted a part for `step`. `seats`: all still in."""
        for number in [n for n in self._exchanges if n < step]:
            self._gone_on[number].add(seat)
            if self._gone_on[number].issuperset(seats):
                del self._exchanges[number], self._gone_on[number]

    def open_to(self, seat: int) -> Iterator[SightTask]:
        """The exchanges that `seat` has not gone on from."""
        for number, task in self._exchanges.items():
            if seat not in self._gone_on[number]:
                yield task

    def find(self, seat: int, step: int) -> SightTask | None:
        """The exchange of a step, if `seat` may still show something of it."""
        return next((task for task in self.open_to(seat) if task.number == step), None)
