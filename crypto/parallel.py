"""Cutting heavy group work into jobs, for a second thread and for a progress bar.

libsodium's calls let other Python threads run, so two threads do nearly twice the work. The
calling thread always takes part itself and never waits for a job that nobody has begun: a pool
that is busy, or that the caller itself runs in, costs time but cannot lock up. Progress is
reported on the calling thread only; an exception out of a progress callback ends the work, which is
how to cancel it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import TypeVar

from crypto.group import Point, Scalar, sum_of_products

T = TypeVar("T")
Progress = Callable[[int, int], None]
Job = tuple[int, Callable[[], T]]
"""A price in any unit, the same for all jobs of one piece of work, and what to do."""

_PARTS = 2


class Work:
    """One heavy computation: how far it is, and who helps."""

    __slots__ = ("_cards", "_done", "_pool", "_progress", "_units")

    def __init__(
        self, cards: int, units: int, progress: Progress | None, pool: Executor | None
    ) -> None:
        """Say how many cards the progress is counted in, and the price of all jobs together."""
        self._cards, self._units = cards, units
        self._progress, self._pool = progress, pool
        self._done = 0

    @property
    def alone(self) -> bool:
        """Say whether nobody helps and nobody watches, so that cutting gains nothing."""
        return self._pool is None and self._progress is None

    def run(self, jobs: Sequence[Job[T]]) -> list[T]:
        """Do all jobs, begun in the given order, and return their results in it.

        Long jobs belong first, so that two threads end at nearly the same time.
        """
        order = deque(range(len(jobs)))
        results: dict[int, T] = {}
        before = self._done

        def consume(report: bool) -> None:
            while order:
                try:
                    index = order.popleft()
                except IndexError:
                    return
                results[index] = jobs[index][1]()
                if report:
                    self._report(before + sum(jobs[done][0] for done in list(results)))

        helper = self._pool.submit(consume, False) if self._pool and len(jobs) > 1 else None
        try:
            consume(True)
        finally:
            order.clear()
            # A job that no thread has begun is taken back, one under way is waited for: it uses our
            # lists.
            if helper is not None and not helper.cancel():
                helper.result()
        self._done = before + sum(price for price, _ in jobs)
        self._report(self._done)
        return [results[index] for index in range(len(jobs))]

    def run_groups(self, groups: Sequence[Sequence[Job[T]]]) -> list[list[T]]:
        """Do the jobs of several groups as one pile; return the results group by group."""
        results = iter(self.run([job for group in groups for job in group]))
        return [[next(results) for _ in group] for group in groups]

    def each(self, count: int, function: Callable[[int], T], price: int = 1) -> list[T]:
        """Apply a function to 0 up to count - 1, in small jobs, and return the results in order."""
        return joined(self.run(self.jobs(count, function, price)))

    def jobs(self, count: int, function: Callable[[int], T], price: int = 1) -> list[Job[list[T]]]:
        """Return the small jobs that apply a function to 0 up to count - 1."""
        step = max(1, count if self.alone else count // 12)

        def job(start: int) -> Job[list[T]]:
            stop = min(count, start + step)
            return price * (stop - start), lambda: [function(at) for at in range(start, stop)]

        return [job(start) for start in range(0, count, step)]

    def sum_jobs(
        self, scalars: Sequence[Scalar], points: Sequence[Point]
    ) -> list[Job[list[Point]]]:
        """Return jobs whose results add up to a sum of products, at one unit a product."""
        step = max(1, -(-len(points) // (1 if self.alone else _PARTS)))

        def job(start: int) -> Job[list[Point]]:
            some, others = scalars[start : start + step], points[start : start + step]
            return len(others), lambda: [sum_of_products(some, others)]

        return [job(start) for start in range(0, len(points), step)]

    def _report(self, units: int) -> None:
        if self._progress is not None:
            self._progress(min(self._cards, self._cards * units // self._units), self._cards)


def joined(pieces: Sequence[Sequence[T]]) -> list[T]:
    """Put the results of one group's jobs together."""
    return [item for piece in pieces for item in piece]
