"""A game beside a flood, against the same game without one: its pace, and the memory of its seats.

Four bots play King, without the pause before a pass; some seconds of it are measured once the flood
has begun (`bench.flood`), in steps a second and in computing a step. Where the system allows it the
seats have one core of the machine and the flood another, so that what the flood itself computes is
not taken from them. A member that floods has left the game first, or the others would wait for its
own moves; so there is a second game to compare with, in which it leaves and is silent.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from bench.flood import KINDS, MEMBERS
from bench.row import Row
from bench.table_bench import PATIENCE, Process

SEATS = 4
"""Those who play."""
SECONDS = 6.0
ROUNDS = 3
CORES = (0, 1) if (os.cpu_count() or 1) > 1 else (0, 0)
"""Of the seats, and of the flood."""
NAMES = {
    "messages": "watchers repeating known messages",
    "have": "watchers repeating what they hold",
    "addresses": "watchers sending addresses",
    "knocker": "callers that knock",
    "member": "a member repeating known messages",
}


class Game(NamedTuple):
    """Of some seconds of one game: steps a second, milliseconds of computing a step at the seat
    that computed most, and the most memory of a seat in MB."""

    pace: float
    cpu: float
    memory: float


class Flood:
    """A process that floods a table, or is silent there."""

    def __init__(self, home: Path, invite: str, kind: str) -> None:
        command = [sys.executable, "-m", "bench.flood", str(home), invite, kind]
        command += ["--core", str(CORES[1])]
        self._child = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def go(self) -> None:
        """Let it sit down or watch; it floods as soon as it has learned what was said."""
        print(file=self._child.stdin, flush=True)

    def wait(self) -> None:
        """Until it floods."""
        assert self._child.stdout is not None
        if '"flood"' not in self._child.stdout.readline():
            raise RuntimeError("the flood never began")

    def end(self) -> dict[str, object]:
        """Stop it; gives what it has done."""
        said, _ = self._child.communicate(timeout=PATIENCE)
        report: dict[str, object] = json.loads(said)
        return report


def game(kind: str) -> tuple[Game, dict[str, object]]:
    """Play beside one kind of flood; gives also what the flood did."""
    member = kind in MEMBERS
    more = ["--beat", "0", "--reports", "--core", str(CORES[0])]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        seats = SEATS + member
        host = Process(folder / "host", auto=True, game="king", seats=seats, more=more)
        said = host.until("invite")
        invite = str(said["text"])
        flood = Flood(folder / "flood", invite, kind)
        if member:
            flood.go()
        playing = [host]
        for number in range(1, SEATS):
            playing.append(Process(folder / f"guest{number}", invite=invite, auto=True, more=more))
        for seat in playing:
            seat.until("step")
        if not member:
            flood.go()
        flood.wait()
        begun = time.monotonic()
        time.sleep(SECONDS)
        done = flood.end()
        reports = [seat.end() for seat in playing]
    return _measured(reports, begun), done


def _measured(reports: list[list[dict[str, object]]], begun: float) -> Game:
    within = [[one for one in seat if _of(one, "at") >= begun] for seat in reports]
    pairs = [(seat[0], seat[-1]) for seat in within]
    steps = [_of(end, "steps") - _of(begin, "steps") for begin, end in pairs]
    seconds = [_of(end, "at") - _of(begin, "at") for begin, end in pairs]
    computed = [_of(end, "cpu") - _of(begin, "cpu") for begin, end in pairs]
    return Game(
        max(steps) / max(seconds),
        1000 * max(computed) / max(1.0, max(steps)),
        max(_of(end, "memory") for _, end in pairs),
    )


def _of(report: dict[str, object], key: str) -> float:
    return float(str(report[key]))


def measure() -> list[Row]:
    """Two rows for each flood, and one for memory: against the game beside a silent process."""
    kinds = ("quiet", "left", *KINDS)
    games: dict[str, list[Game]] = {kind: [] for kind in kinds}
    for _ in range(ROUNDS):
        for kind in kinds:  # by turns, as a machine is not always equally fast
            games[kind].append(game(kind)[0])
    middle = {
        kind: Game(*(statistics.median(column) for column in zip(*found, strict=True)))
        for kind, found in games.items()
    }
    rows, most = [], 0.0
    for kind in KINDS:
        calm, flooded = middle["left" if kind in MEMBERS else "quiet"], middle[kind]
        most = max(most, flooded.memory / calm.memory)
        name = NAMES[kind]
        rows.append(Row(f"pace beside {name}", flooded.pace / calm.pace, "ratio", -0.5))
        rows.append(Row(f"computing a step beside {name}", flooded.cpu / calm.cpu, "ratio", 2.0))
    return [*rows, Row("memory beside the worst of these floods", most, "ratio", 1.5)]


def main() -> None:
    """Print one game beside each flood that is named."""
    for kind in sys.argv[1:]:
        found, done = game(kind)
        said = f"{found.pace:.1f} steps/s, {found.cpu:.2f} ms a step, {found.memory:.1f} MB"
        print(f"{kind}: {said}; {done}", flush=True)


if __name__ == "__main__":
    main()
