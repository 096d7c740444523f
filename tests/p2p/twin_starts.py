"""Starts a profile twice, one seed after the other, and prints the seeds that fail.

    python -m tests.p2p.twin_starts SEATS FIRST LAST [FILE]

plays the seeds FIRST to LAST (exclusive) in each way of starting, where both copies reach all
others and where each reaches some by chance. A line for each start goes to FILE, which is where it
goes on after a stop.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.p2p import test_twins
from tests.p2p.storms import magpies
from tests.remember import install

REACH = {"all": test_twins.started_twice, "some": test_twins.started_apart}


def play(seats: int, way: str, reach: str, seed: int) -> str:
    """One start of two copies, to the end of the game: what came of it, in a word or more."""
    try:
        net = REACH[reach](seats, way, seed)
        if way == "one is playing" and reach == "all":
            assert 0 not in net.stopped, "who played was stopped"
    except Exception as error:
        return f"FAILED {type(error).__name__} {error}".replace("\n", " ")
    return f"held {len(net.stopped)}"


def main() -> int:
    """Play the seeds that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seats", type=int)
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    parser.add_argument("file", nargs="?", type=Path)
    given = parser.parse_args()
    install()
    kept = given.file.read_text().splitlines() if given.file and given.file.exists() else []
    failed = 0
    with magpies():
        for seed in range(given.first, given.last):
            for way in test_twins.WAYS:
                for reach in REACH:
                    name = f"{given.seats} {reach} {way} {seed} "
                    if any(line.startswith(name) for line in kept):
                        continue
                    line = name + play(given.seats, way, reach, seed)
                    failed += "FAILED" in line
                    print(line, flush=True)
                    if given.file:
                        with given.file.open("a") as file:
                            file.write(f"{line}\n")
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main())
