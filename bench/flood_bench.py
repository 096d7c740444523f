"""A game beside a flood, against the same game without one: its pace, and the memory of its seats.

Three bots play with a fourth that only plays, or that floods the others as well; a watcher floods
the host alone. Every flood is bounded in frames and in time (`bench.flood`), all on loopback.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from bench.flood import KINDS
from bench.row import Row
from bench.table_bench import PATIENCE, SEATS, Process

ROUNDS = 3
NAMES = {
    "messages": "a watcher repeating known messages",
    "have": "a watcher repeating what it holds",
    "addresses": "a watcher sending addresses",
    "member": "a member repeating known messages",
}


def measure() -> list[Row]:
    """One row for each flood, and one for memory."""
    calm = [game("") for _ in range(ROUNDS)]
    wall = statistics.median(one[0] for one in calm)
    memory = statistics.median(one[1] for one in calm)
    rows, most = [], 0.0
    for kind in KINDS:
        games = [game(kind) for _ in range(ROUNDS)]
        pace = wall / statistics.median(one[0] for one in games)
        most = max(most, statistics.median(one[1] for one in games) / memory)
        rows.append(Row(f"pace beside {NAMES[kind]}", pace, "ratio", -0.5))
    return [*rows, Row("memory beside the worst of these floods", most, "ratio", 1.5)]


def game(flood: str) -> tuple[float, float]:
    """Seconds from the charter to the end, and MB of the seat that has held most."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        host = Process(folder / "host", auto=True)
        said = host.until("invite")
        playing = [host]
        member = flood == "member"
        guests = range(1, SEATS - 1 if member else SEATS)
        with _flood(folder, str(said["text" if member else "watch"]), flood) as begin:
            if member:
                begin()
            playing += [
                Process(folder / f"guest{number}", invite=str(said["text"]), auto=True)
                for number in guests
            ]
            begun = min(float(str(seat.until("charter")["at"])) for seat in playing)
            if not member:
                begin()
            ends = [seat.until("end") for seat in playing]
        for process in playing:
            process.end()
    wall = max(float(str(end["at"])) for end in ends) - begun
    return wall, max(float(str(end["memory"])) for end in ends)


@contextmanager
def _flood(folder: Path, invite: str, kind: str) -> Iterator[Callable[[], None]]:
    """A flood that waits for a call to begin, and has ended on leaving."""
    if not kind:
        yield lambda: None
        return
    command = [sys.executable, "-m", "bench.flood", str(folder / "flood"), invite, kind]
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert child.stdin is not None
    try:
        yield partial(print, file=child.stdin, flush=True)
    finally:
        said, _ = child.communicate(timeout=PATIENCE)
    if '"flood"' not in said:
        raise RuntimeError("the game was over before the flood began")
