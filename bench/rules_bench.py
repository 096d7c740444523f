"""Replay through the rules without cryptography, and the start of the command."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

from bench.row import Row
from games import registry
from tests.games.dealer import Playout, play, replay

ROUNDS = 9
GAMES = 40


def steps_a_second(game: str, seats: int) -> float:
    """How many steps of recorded games the rules engine takes in a second."""
    playouts: list[Playout] = [play(registry.make(game), seats, seed) for seed in range(GAMES)]
    rates = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        steps = sum(replay(registry.make(game), playout).number for playout in playouts)
        rates.append(steps / (time.perf_counter() - start))
    return statistics.median(rates)


def help_time() -> float:
    """Seconds from starting the command to its help text."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        subprocess.run(
            [sys.executable, "-c", "from cli.main import entry; entry()", "--help"],
            check=True,
            capture_output=True,
        )
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def measure() -> list[Row]:
    """Replay of every game at its largest table, and the help text."""
    rows = []
    for game in registry.GAMES:
        seats = registry.make(game).info.max_seats
        rate = steps_a_second(game, seats)
        rows.append(Row(f"replay of {game}, {seats} seats", rate, "steps/s", -20_000))
    rows.append(Row("start of the command to help text", help_time() * 1e3, "ms", 150))
    return rows
