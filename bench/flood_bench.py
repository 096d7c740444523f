"""A game beside a flood, against the same game without one: its pace, and the memory of its seats.

Four bots play King, without the pause before a pass; some steps of it are measured once the flood
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
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from bench.flood import KINDS, MEMBERS
from bench.row import Row
from bench.table_bench import PATIENCE, Process

SEATS = 4
"""Those who play."""
STEPS = 150
MOST_SECONDS = 30.0
"""How long is measured: so many steps, so that the same part of a game is compared, or, beside a
flood that stops a game, so many seconds."""
ROUNDS = 3
TRIES = 20
"""Games begun until one is not over before so many steps of it are measured."""
# D-91: on one core, what the flood itself computes would be taken from the seats.
CORES = (0, 1) if (os.cpu_count() or 1) > 1 else (0, 0)
"""Of the seats, and of the flood."""
NAMES = {
    "messages": "watchers repeating known messages",
    "have": "watchers repeating what they hold",
    "addresses": "watchers sending addresses",
    "knocker": "callers that knock",
    "member": "a member repeating known messages",
}


Report = dict[str, object]


class Game(NamedTuple):
    """Of some steps of one game: steps a second, milliseconds of computing a step at the seat
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

    def end(self) -> Report:
        """Stop it; gives what it has done."""
        said, _ = self._child.communicate(timeout=PATIENCE)
        report: Report = json.loads(said)
        return report


class TooShort(Exception):
    """A game was over before enough of it was measured."""


def game(kind: str) -> tuple[Game, Report]:
    """Play beside one kind of flood; gives also what the flood did. Raises TooShort."""
    for _ in range(TRIES - 1):
        with suppress(TooShort):
            return _one_game(kind)
    return _one_game(kind)


def _one_game(kind: str) -> tuple[Game, Report]:
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
        try:
            first, last = _window(host, time.monotonic())
        finally:
            done = flood.end()
            reports = [seat.end() for seat in playing]
    return _measured(first, last, reports[1:]), done


def _window(host: Process, begun: float) -> tuple[Report, Report]:
    """The host's reports between which is measured: `STEPS` apart, or `MOST_SECONDS`.

    Raises TooShort.
    """
    first: Report | None = None
    while True:
        report = host.until("step")
        if _of(report, "at") < begun:
            continue
        first = first or report
        taken = _of(report, "at") - _of(first, "at")
        if _of(report, "steps") - _of(first, "steps") >= STEPS or taken >= MOST_SECONDS:
            return first, report
        if report["over"]:
            raise TooShort("the game was over before enough of it was measured")


def _measured(first: Report, last: Report, others: list[list[Report]]) -> Game:
    begin, end = _of(first, "at"), _of(last, "at")
    steps = max(1.0, _of(last, "steps") - _of(first, "steps"))
    within = [[one for one in seat if begin <= _of(one, "at") <= end] for seat in others]
    pairs = [(first, last), *((seat[0], seat[-1]) for seat in within if seat)]
    return Game(
        steps / (end - begin),
        1000 * max(_of(late, "cpu") - _of(early, "cpu") for early, late in pairs) / steps,
        max(_of(late, "memory") for _, late in pairs),
    )


def _of(report: Report, key: str) -> float:
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
