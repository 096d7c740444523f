"""One figure of the benchmarks, its target, and what is said of it."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

SLOWEST_JUDGED_US = 60.0
"""Microseconds of one multiplication on the slowest machine for which targets in seconds are."""
_TIMES = frozenset({"us", "ms", "s", "steps/s"})


class Row(NamedTuple):
    """One line of the table.

    `target` is an upper bound, or, if negative, a lower bound of its absolute value; None where
    there is none. A unit of time or of speed says that it depends on the machine.
    """

    name: str
    value: float
    unit: str
    target: float | None


class Verdict(Enum):
    """What is said of a figure; the value is the word in the table."""

    NONE = ""
    MET = "met"
    MISSED = "NOT MET"
    NOT_JUDGED = "not judged"


def judge(row: Row, multiplication_us: float) -> Verdict:
    """Whether a figure reaches its target.

    One that is a time is not judged on a machine where one multiplication takes `SLOWEST_JUDGED_US`
    or more: it would tell of the machine and not of the program.
    """
    if row.target is None:
        return Verdict.NONE
    # D-39: above that a time tells of the machine.
    if row.unit in _TIMES and multiplication_us >= SLOWEST_JUDGED_US:
        return Verdict.NOT_JUDGED
    met = row.value <= row.target if row.target >= 0 else row.value >= -row.target
    return Verdict.MET if met else Verdict.MISSED


def line(row: Row, verdict: Verdict) -> str:
    """One row of the printed table."""
    target = ""
    if row.target is not None:
        target = f"{'<=' if row.target >= 0 else '>='} {abs(row.target):g}"
    figure = f"{row.name:<46} {row.value:>12,.3f} {row.unit:<8} {target:>10}"
    return f"{figure}  {verdict.value}".rstrip()
