"""Whole tables of Inheritance in separate processes on this machine, over loopback sockets."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from bench.row import Row
from p2p.record.record import Record
from p2p.record.verify import verify

SEATS = 4
ROUNDS = 9
GAMES = 3
PATIENCE = 120
"""Seconds for a seat to end."""


class Process:
    """One seat's process. A `bot` counts as its person, and lives in the same home."""

    def __init__(
        self,
        home: Path,
        *,
        invite: str = "",
        auto: bool,
        bot: bool = False,
        game: str = "inheritance",
        seats: int = SEATS,
        more: Sequence[str] = (),
    ) -> None:
        command = [sys.executable, "-m", "bench.seat", str(home), "--seats", str(seats)]
        command += ["--game", game]
        command += ["--invite", invite] if invite else []
        command += ["--auto"] if auto else []
        command += ["--bot"] if bot else []
        command += more
        self._child = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def until(self, event: str) -> dict[str, object]:
        """The next report of this event."""
        assert self._child.stdout is not None
        for line in self._child.stdout:
            report: dict[str, object] = json.loads(line)
            if report["event"] == event:
                return report
        raise RuntimeError(f"a seat ended before it said '{event}'")

    def end(self) -> list[dict[str, object]]:
        """Let the process go and wait for it; gives what it had still to report."""
        said, _ = self._child.communicate(timeout=PATIENCE)
        return [json.loads(line) for line in said.splitlines()]


@contextmanager
def table(folder: Path, *, auto: bool) -> Iterator[list[Process]]:
    """A host and its guests, each in a process of its own."""
    host = Process(folder / "host", auto=auto)
    invite = str(host.until("invite")["text"])
    guests = [Process(folder / f"guest{n}", invite=invite, auto=auto) for n in range(1, SEATS)]
    try:
        yield [host, *guests]
    finally:
        for process in (host, *guests):
            process.end()


def first_prompt() -> float:
    """Seconds from the charter, at the first seat that has it, to the last seat's prompt."""
    with tempfile.TemporaryDirectory() as folder, table(Path(folder), auto=False) as seats:
        begun = min(_at(seat.until("charter")) for seat in seats)
        return max(_at(seat.until("prompt")) for seat in seats) - begun


def whole_game() -> dict[str, float]:
    """One game of four bots: wall time, messages, bytes, memory, time to verify."""
    with tempfile.TemporaryDirectory() as folder:
        with table(Path(folder), auto=True) as seats:
            begun = min(_at(seat.until("charter")) for seat in seats)
            ends = [seat.until("end") for seat in seats]
        data = (Path(folder) / "host" / "record").read_bytes()
    start = time.perf_counter()
    report = verify(data)
    taken = time.perf_counter() - start
    assert report.exit == 0, report.verdict()
    messages = Record.decode(data).messages
    size = sum(len(signed.body) + len(signed.signature) for signed in messages)
    return {
        "wall": max(_at(end) for end in ends) - begun,
        "messages": len(messages) / SEATS,
        "bytes": size / SEATS,
        "steps": float(str(ends[0]["steps"])),
        "memory": max(float(str(end["memory"])) for end in ends),
        "verify": taken,
    }


def measure() -> list[Row]:
    """Every target of whole tables."""
    start = statistics.median(first_prompt() for _ in range(ROUNDS))
    games = [whole_game() for _ in range(GAMES)]
    middle = {key: statistics.median(game[key] for game in games) for key in games[0]}
    return [
        Row("charter to last first prompt, 4 processes", start, "s", 1.5),
        Row("a game of 4 bots in 4 processes", middle["wall"], "s", None),
        Row("steps of such a game", middle["steps"], "steps", None),
        Row("messages a seat signs in it", middle["messages"], "messages", None),
        Row("bytes a seat signs in it", middle["bytes"] / 1024, "KiB", None),
        Row("verify of its record", middle["verify"], "s", 2.0),
        Row("memory of one client in play, peak", middle["memory"], "MB", 90),
    ]


def _at(report: dict[str, object]) -> float:
    return float(str(report["at"]))
