"""Print the table of targets and write `bench/results.json`: name, value, unit, target.

A target is an upper bound; a negative one is a lower bound of its absolute value.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from bench import crypto_bench, rules_bench, screen_bench, table_bench
from bench.crypto_bench import Row

RESULTS = Path(__file__).with_name("results.json")


def met(row: Row) -> bool | None:
    """Whether a row reaches its target; None without one."""
    if row.target is None:
        return None
    return row.value <= row.target if row.target >= 0 else row.value >= -row.target


def line(row: Row) -> str:
    """One row of the printed table."""
    verdict = {None: "", True: "met", False: "NOT MET"}[met(row)]
    bound = "" if row.target is None else ("<= " if row.target >= 0 else ">= ")
    target = "" if row.target is None else f"{bound}{abs(row.target):g}"
    return f"{row.name:<46} {row.value:>12,.3f} {row.unit:<8} {target:>10}  {verdict}".rstrip()


def main() -> int:
    """Measure everything, print it row by row, and say plainly which targets are missed."""
    rows: list[Row] = []
    for part in (crypto_bench, rules_bench, screen_bench, table_bench):
        for row in part.measure():
            print(line(row), flush=True)
            rows.append(row)
    results = [row._asdict() for row in rows]
    RESULTS.write_text(json.dumps(results, indent=2) + "\n")
    missed = [row.name for row in rows if met(row) is False]
    print(
        f"{len(rows)} figures, {len(missed)} targets missed" + "".join(f"\n  {m}" for m in missed)
    )
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
