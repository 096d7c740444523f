"""Runs whole games in bad weather, one seed after the other, and prints those that fail.

    python -m tests.p2p.storms GAME SEATS FIRST LAST [FILE]

plays the seeds FIRST to LAST (exclusive) and adds a line for each to FILE, which is where it goes
on after a stop. One failing seed alone plays exactly the same game again.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from games import registry
from games.engine.bots import Bot
from simulation.remember import install
from simulation.tables import register
from tests.games.synthetic import make
from tests.p2p.storm import Storm

OPTIONS: dict[str, dict[str, str | int]] = {
    "magpies": {"rounds": 1},
    "inheritance": {},
    "king": {"turns": 6},
    "court": {"events": 1},
    "fortress": {"artifacts": 4, "gauge": 3, "units": 6, "rounds": 40},
}
"""The smallest form of each game."""
SEATS = {"magpies": 2, "inheritance": 3, "king": 3, "court": 3, "fortress": 2}
GENTLE = ("king", "fortress")
"""Random answers would not come to an end soon there."""


def bot_of(game: str) -> Bot | None:
    """Who plays: None for answers by chance."""
    return registry.bot(game, "gentle") if game in GENTLE else None


def play(game: str, seats: int, seed: int) -> Storm:
    """One whole game, checked. Raises AssertionError that says how to play it again."""
    storm = Storm(game, seats, seed, OPTIONS[game], bot_of(game))
    try:
        storm.play()
        storm.check()
    except Exception as error:
        again = f"python -m tests.p2p.storms {game} {seats} {seed} {seed + 1}"
        raise AssertionError(
            f"{error}; to play it again: {again}; {storm.weather}; {storm.troubles}"
        ) from error
    return storm


@contextmanager
def magpies() -> Iterator[None]:
    """With the game of the tests in the registry."""
    undo = register(make)
    try:
        yield
    finally:
        undo()


def main() -> int:
    """Play the seeds that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=OPTIONS)
    parser.add_argument("seats", type=int)
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    parser.add_argument("file", nargs="?", type=Path)
    given = parser.parse_args()
    install()
    lead = f"{given.game} {given.seats} "
    kept = given.file.read_text().splitlines() if given.file and given.file.exists() else []
    done = {int(line.split()[2]) for line in kept if line.startswith(lead)}
    failed = 0
    with magpies():
        for seed in sorted(set(range(given.first, given.last)) - done):
            try:
                storm = play(given.game, given.seats, seed)
                shares, troubles = storm.watch.found, sum(storm.troubles.values())
                line = f"{lead}{seed} held {storm.delivered} {shares} {troubles}"
            except AssertionError as error:
                failed += 1
                traceback.print_exc()
                line = f"{lead}{seed} FAILED {error}"
            print(line, flush=True)
            if given.file:
                with given.file.open("a") as file:
                    file.write(f"{line}\n")
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main())
