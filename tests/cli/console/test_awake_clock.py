"""The clock that does not count sleep, on a system's clock that the test moves."""

from __future__ import annotations

import time

from cli.console.awake_clock import ASLEEP_SECONDS, BEAT_SECONDS, AwakeClock, elapsed_seconds


class System:
    """The clock of a machine."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


def test_awake_it_counts_like_any_other() -> None:
    system = System()
    clock = AwakeClock(system)
    began = clock.now()
    for _ in range(100):
        system.seconds += BEAT_SECONDS
        clock.now()
    assert clock.now() - began == 100 * BEAT_SECONDS
    assert clock.take_sleep() == 0.0


def test_a_sleep_is_not_counted_and_told_once() -> None:
    system = System()
    clock = AwakeClock(system)
    system.seconds += 3.0
    before = clock.now()
    system.seconds += 720.0
    assert clock.now() == before
    system.seconds += 2.0
    assert clock.now() == before + 2.0
    system.seconds += 100.0
    assert clock.take_sleep() == 820.0
    assert clock.take_sleep() == 0.0
    assert clock.now() == before + 2.0


def test_a_busy_moment_is_no_sleep() -> None:
    system = System()
    clock = AwakeClock(system)
    before = clock.now()
    system.seconds += ASLEEP_SECONDS - 1
    assert clock.now() == before + ASLEEP_SECONDS - 1
    assert clock.take_sleep() == 0.0


def test_the_clock_of_the_system_goes_on() -> None:
    before = elapsed_seconds()
    while elapsed_seconds() == before:
        pass
    assert 0 < elapsed_seconds() - before < 10
    if hasattr(time, "CLOCK_BOOTTIME"):
        assert abs(elapsed_seconds() - time.clock_gettime(time.CLOCK_BOOTTIME)) < 1
