"""The pace of King at six seats: what a step costs a client, and how many delays a turn takes.

The computing is that of whole games of six bots of one person in six processes, from the charter to
the end, in multiplications timed meanwhile; delays are counted in the simulated network.
"""

from __future__ import annotations

import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from bench.row import Row
from bench.table_bench import Process
from crypto.derive import Secret
from crypto.group import hash_to_group
from p2p.record.record import Record
from simulation.delays import from_question_to_question, of_a_turn

SEATS = 6
BOT = "fair"
"""The bot that there was when the targets were set; what another one thinks is no step's cost."""
PLAYED = ("--strength", BOT)
GAMES = 3
TABLES = 4
"""Whole games in the simulated network."""
PAUSE = 0.2
"""Seconds between two samples of a multiplication."""
_BATCH = 20

Report = dict[str, object]


class Spent(NamedTuple):
    """What a game took: `cpu` and `commits` a step and seat, `bytes` a step, `turn` in seconds.

    `steps` are those of a turn: there were 23 when the targets were set, before claims.
    """

    cpu: float
    commits: float
    bytes: float
    turn: float
    steps: float


@contextmanager
def multiplications() -> Iterator[list[float]]:
    """Seconds of computing of one variable-base multiplication, every now and then.

    Timed while the games run: two busy cores share a cache, which slows both.
    """
    number, point = Secret(bytes(32)).scalar("bench"), hash_to_group("bench")
    times: list[float] = []
    over = threading.Event()

    def sample() -> None:
        while not over.wait(PAUSE):
            begin = time.thread_time()
            for _ in range(_BATCH):
                number * point
            times.append((time.thread_time() - begin) / _BATCH)

    thread = threading.Thread(target=sample)
    thread.start()
    try:
        yield times
    finally:
        over.set()
        thread.join()


def whole_game() -> Spent:
    """One game of six bots in six processes; a bot of ours counts as its host, so nobody waits."""
    begins, ends = [], []
    with tempfile.TemporaryDirectory() as folder, table(Path(folder)) as seats:
        begins = [seat.until("charter") for seat in seats]
        ends = [seat.until("end") for seat in seats]
        size = 0
        for seat in seats:
            seat.end()
        for signed in Record.decode((Path(folder) / "record").read_bytes()).messages:
            size += len(signed.body) + len(signed.signature)
    steps, turns = (float(str(ends[0][key])) for key in ("steps", "turns"))
    spent = {key: _grown(begins, ends, key) / SEATS / steps for key in ("cpu", "commits")}
    wall = max(_float(end, "at") for end in ends) - min(_float(one, "at") for one in begins)
    return Spent(spent["cpu"], spent["commits"], size / steps, wall / turns, steps / turns)


@contextmanager
def table(home: Path) -> Iterator[list[Process]]:
    """A host who lets a bot play, and five bots of the same person."""
    host = Process(home, auto=True, game="king", seats=SEATS, more=PLAYED)
    invite = str(host.until("invite")["text"])
    bots = [
        Process(home, invite=invite, auto=False, bot=True, more=PLAYED) for _ in range(SEATS - 1)
    ]
    seats = [host, *bots]
    try:
        yield seats
    finally:
        for seat in seats:
            seat.end()


def measure() -> list[Row]:
    """Every target of the pace."""
    with multiplications() as times:
        games = [whole_game() for _ in range(GAMES)]
    unit = statistics.median(times)
    cpu, commits, size, turn, steps = (
        statistics.median(column) for column in zip(*games, strict=True)
    )
    a_turn = statistics.median(game.cpu * game.steps for game in games)
    # D-100: over whole games; the first turns hold the deal, and everybody is still alive.
    delays = statistics.mean(of_a_turn("king", BOT, SEATS, seed) for seed in range(TABLES))
    in_order = from_question_to_question("answers in order", SEATS)
    in_order -= from_question_to_question("nothing", SEATS)
    name = "King at 6 seats"
    return [
        Row(f"{name}: computing a step and seat", cpu / unit, "mult", 50),
        Row(f"{name}: commits a step and seat", commits, "commits", 0.4),
        Row(f"{name}: steps a turn", steps, "steps", None),
        Row(f"{name}: computing a turn and seat", a_turn / unit, "mult", None),
        Row(f"{name}: bytes signed a step", size, "bytes", None),
        Row(f"{name}: a turn of bots in 6 processes", turn, "s", None),
        Row(f"{name}: message delays a turn, beat off", delays, "delays", 11),
        Row("answers once each in order that nobody gives, 6 seats", in_order, "delays", 1),
    ]


def _grown(begins: list[Report], ends: list[Report], key: str) -> float:
    """How much of something all seats have used up between two reports."""
    return sum(
        _float(end, key) - _float(begin, key) for begin, end in zip(begins, ends, strict=True)
    )


def _float(report: Report, key: str) -> float:
    return float(str(report[key]))
