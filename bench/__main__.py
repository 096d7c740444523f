"""Print the table of targets and write `bench/results.json`; exit with 1 if a target is missed."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from bench import (
    crypto_bench,
    dice_bench,
    flood_bench,
    fog_bench,
    pace_bench,
    path,
    practice_bench,
    rules_bench,
    screen_bench,
    table_bench,
)
from bench.row import SLOWEST_JUDGED_US, Row, Verdict, judge, line

PARTS = (
    crypto_bench, dice_bench, fog_bench, rules_bench, screen_bench, table_bench, pace_bench,
    practice_bench,
    flood_bench, path,
)  # fmt: skip
RESULTS = Path(__file__).with_name("results.json")


def main() -> int:
    """Measure everything, print it row by row, and say plainly which targets are missed."""
    results: list[tuple[Row, Verdict]] = []
    for part in PARTS:
        for row in part.measure():
            unit = results[0][0] if results else row
            verdict = judge(row, unit.value)
            print(line(row, verdict), flush=True)
            results.append((row, verdict))
    multiplication = results[0][0].value
    RESULTS.write_text(json.dumps([_as_dict(*result) for result in results], indent=2) + "\n")
    missed = [row.name for row, verdict in results if verdict is Verdict.MISSED]
    print(f"{len(results)} figures, {len(missed)} targets missed")
    print("".join(f"  {name}\n" for name in missed), end="")
    if any(verdict is Verdict.NOT_JUDGED for _, verdict in results):
        print(
            f"One multiplication took {multiplication:.0f} us. Targets that are times hold where it"
            f" takes less than {SLOWEST_JUDGED_US:.0f}, so here they are not judged."
        )
    return 1 if missed else 0


def _as_dict(row: Row, verdict: Verdict) -> dict[str, object]:
    return {**row._asdict(), "verdict": verdict.value}


if __name__ == "__main__":
    sys.exit(main())
