"""Jobs on one thread and two: order, help, failure, and no way to lock up."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from crypto.group import G, Scalar, base, sum_of
from crypto.parallel import Job, Work, joined


def test_results_come_in_the_given_order() -> None:
    def job(price: int) -> Job[int]:
        return price, lambda: price

    prices = [1, 5, 2, 4, 3]
    assert Work(5, 15, None, None).run([job(price) for price in prices]) == prices


def test_two_threads_really_share_the_jobs() -> None:
    meeting = threading.Barrier(2, timeout=20)
    with ThreadPoolExecutor(1) as pool:
        work = Work(2, 2, None, pool)
        names = work.run([(1, lambda: (meeting.wait(), threading.get_ident())[1])] * 2)
    assert len(set(names)) == 2
    assert threading.get_ident() in names


def test_a_busy_pool_costs_no_answer() -> None:
    """The only thread of the pool is the caller itself: nobody may wait for it."""
    with ThreadPoolExecutor(1) as pool:

        def inside() -> list[int]:
            return Work(8, 8, None, pool).each(8, lambda number: number * number)

        assert pool.submit(inside).result(timeout=20) == [number**2 for number in range(8)]


def test_a_failure_on_the_helper_reaches_the_caller() -> None:
    meeting = threading.Barrier(2, timeout=20)
    caller = threading.get_ident()

    def job() -> None:
        meeting.wait()
        if threading.get_ident() != caller:
            raise ValueError("on the helper")

    with ThreadPoolExecutor(1) as pool, pytest.raises(ValueError, match="helper"):
        Work(2, 2, None, pool).run([(1, job), (1, job)])


def test_a_failure_on_the_caller_leaves_no_job_running() -> None:
    begun: list[int] = []

    def job() -> None:
        begun.append(1)
        raise ValueError("at once")

    with pytest.raises(ValueError, match="at once"):
        Work(4, 4, None, None).run([(1, job)] * 4)
    assert len(begun) == 1


def test_progress_is_told_on_the_calling_thread_only() -> None:
    threads: set[int] = set()
    counts: list[int] = []

    def progress(done: int, of: int) -> None:
        assert of == 40
        threads.add(threading.get_ident())
        counts.append(done)

    with ThreadPoolExecutor(1) as pool:
        work = Work(40, 80, progress, pool)
        assert work.each(40, lambda at: base(Scalar.of(at))) == [
            base(Scalar.of(at)) for at in range(40)
        ]
        assert counts[-1] == 20
        work.each(40, lambda at: at)
    assert threads == {threading.get_ident()}
    assert counts == sorted(counts)
    assert counts[-1] == 40


def test_a_progress_callback_can_cancel() -> None:
    done: list[int] = []

    def progress(count: int, of: int) -> None:
        if count >= 3:
            raise KeyboardInterrupt

    work = Work(40, 40, progress, None)
    with pytest.raises(KeyboardInterrupt):
        work.each(40, done.append)
    assert len(done) < 40


@pytest.mark.parametrize("threads", [0, 1])
@pytest.mark.parametrize("size", [1, 2, 3, 30])
def test_sums_cut_into_jobs_add_up(size: int, threads: int) -> None:
    scalars = [Scalar.of(number) for number in range(1, size + 1)]
    points = [base(Scalar.of(number)) for number in range(1, size + 1)]
    expected = Scalar.of(sum(number * number for number in range(1, size + 1))) * G
    with ThreadPoolExecutor(1) as pool:
        work = Work(size, 2 * size, None, pool if threads else None)
        groups = [work.sum_jobs(scalars, points), work.sum_jobs(points_as_ones(size), points)]
        sums = [sum_of(joined(pieces)) for pieces in work.run_groups(groups)]
    assert sums == [expected, sum_of(points)]


def points_as_ones(size: int) -> list[Scalar]:
    return [Scalar.of(1)] * size


def test_no_jobs_give_no_results() -> None:
    assert Work(1, 1, None, None).run([]) == []
    assert Work(1, 1, None, None).each(0, lambda at: at) == []
