"""Replay through the rules without cryptography, and the start of the installed command."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.pace_bench import multiplications
from bench.row import Row
from games import registry
from simulation.dealer import Playout, play, replay

ROUNDS = 9
GAMES = 40
ROOT = Path(__file__).parents[1]


def seconds_a_step(game: str, seats: int) -> float:
    """How long the rules engine computes at a step of a recorded game."""
    playouts: list[Playout] = [play(registry.make(game), seats, seed) for seed in range(GAMES)]
    times = []
    for _ in range(ROUNDS):
        start = time.thread_time()
        steps = sum(replay(registry.make(game), playout).number for playout in playouts)
        times.append((time.thread_time() - start) / steps)
    return statistics.median(times)


@contextmanager
def installed() -> Iterator[Path]:
    """The command `crownless`, installed from a wheel of this tree into an environment of its own.

    The libraries that it needs are those of the environment that measures.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
        wheel = [*pip, "wheel", "--no-build-isolation", "--no-deps", "--wheel-dir", name, str(ROOT)]
        subprocess.run(wheel, check=True)
        venv.create(folder / "env", with_pip=False, symlinks=True)
        here = {"base": str(folder / "env"), "platbase": str(folder / "env")}
        packages = Path(sysconfig.get_path("purelib", "venv", here))
        (built,) = folder.glob("*.whl")
        python = str(folder / "env" / "bin" / "python")
        subprocess.run([*pip, "--python", python, "install", "--no-deps", str(built)], check=True)
        (packages / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n")
        yield folder / "env" / "bin" / "crownless"


def help_time(command: Path) -> float:
    """Seconds from starting the command to the end of its help text."""
    times = []
    clean = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    for _ in range(ROUNDS):
        start = time.perf_counter()
        done = subprocess.run(
            [command, "--help"], check=True, capture_output=True, text=True, env=clean
        )
        times.append(time.perf_counter() - start)
        assert "usage: crownless" in done.stdout
    return statistics.median(times)


def measure() -> list[Row]:
    """Replay of every game at its largest table, and the help text."""
    rows = []
    for game in registry.GAMES:
        seats = registry.make(game).info.max_seats
        with multiplications() as times:
            step = seconds_a_step(game, seats)
        cost = step / statistics.median(times)
        rows.append(Row(f"replay of {game}, {seats} seats, a step", cost, "mult", 1.2))
    with installed() as command:
        taken = help_time(command)
    rows.append(Row("start of the installed command to help text", taken * 1e3, "ms", 150))
    return rows
