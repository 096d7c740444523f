"""What the benchmarks say of a figure."""

from __future__ import annotations

import pytest

from bench.row import Row, Verdict, judge, line

FAST, SLOW = 45.0, 60.0
"""Microseconds of one multiplication."""


@pytest.mark.parametrize(
    ("unit", "value", "target", "fast", "slow"),
    [
        ("ms", 400.0, 400.0, Verdict.MET, Verdict.NOT_JUDGED),
        ("ms", 401.0, 400.0, Verdict.MISSED, Verdict.NOT_JUDGED),
        ("s", 1.6, 1.5, Verdict.MISSED, Verdict.NOT_JUDGED),
        ("steps/s", 19_000.0, -20_000.0, Verdict.MISSED, Verdict.NOT_JUDGED),
        ("steps/s", 20_000.0, -20_000.0, Verdict.MET, Verdict.NOT_JUDGED),
        ("us", 45.0, None, Verdict.NONE, Verdict.NONE),
        ("mult", 601.0, 600.0, Verdict.MISSED, Verdict.MISSED),
        ("ratio", 0.6, 0.6, Verdict.MET, Verdict.MET),
        ("MB", 91.0, 90.0, Verdict.MISSED, Verdict.MISSED),
    ],
)
def test_times_are_judged_on_a_fast_machine_only(
    unit: str, value: float, target: float | None, fast: Verdict, slow: Verdict
) -> None:
    row = Row("a figure", value, unit, target)
    assert (judge(row, FAST), judge(row, SLOW)) == (fast, slow)


def test_a_line_says_the_bound_and_the_verdict() -> None:
    upper = line(Row("start", 401.0, "ms", 400.0), Verdict.MISSED)
    assert upper.split() == ["start", "401.000", "ms", "<=", "400", "NOT", "MET"]
    lower = line(Row("replay", 19e3, "steps/s", -20e3), Verdict.NOT_JUDGED)
    assert lower.split()[3:] == [">=", "20000", "not", "judged"]
    without = line(Row("steps", 112.0, "steps", None), Verdict.NONE)
    assert without.split()[1:] == ["112.000", "steps"]
