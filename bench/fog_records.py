"""What a long game of Fortress costs afterwards: its record, `verify`, and starting a client again.

    python -m bench.fog_records [SEATS ROUNDS]...

plays whole games on the largest map, which takes minutes, so `make bench` leaves it out. Each is
played in one process, where every proof is computed once; what is measured runs in a process of its
own, on one thread, in time of computing. Multiplications are that time divided by that of one
variable-base multiplication in the same process.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from time import process_time

from bench.fog_bench import multiplication
from bench.row import Row, judge, line
from games.engine.fog_steps import Battle
from games.fortress.bot.player import Commander
from games.fortress.bot.temper import GENTLE
from p2p.record.record import Record, record_of
from p2p.record.verify import verify
from p2p.session.session import Session
from p2p.storage.table_store import Store
from p2p.wire.charter import Charter
from simulation import remember
from simulation.memory_store import MemoryStore
from simulation.network import SimNet, copied, table_of
from simulation.tables import entropy_of, person

GAMES = ((2, 40), (4, 40), (6, 40), (2, 120), (4, 120))
"""Seats, and rounds."""
PEACEFUL = replace(GENTLE, workers=1, most_workers=1)
"""Bots that dig with one Unit and harm nobody: their games last as long as rounds allow."""
SLOWEST_VERIFY, SLOWEST_RESTART = 900_000.0, 110_000.0
"""Multiplications at four seats and 40 rounds: 40 s and 5 s at 45 microseconds each."""
_CHARTER = "charter"


@dataclass(frozen=True, slots=True)
class Played:
    """A game that is over: its record, and a seat's store in its last round."""

    messages: int
    record: bytes
    store: MemoryStore
    charter: Charter


def played(seats: int, rounds: int) -> Played:
    """Play one game of bots on the largest map, to the last round."""
    net = table_of(seats, seed=1, game="fortress", options={"rounds": rounds})
    for node in net.nodes:
        node.bot = Commander(PEACEFUL)
    net.start_all()
    at, store = 0, net.nodes[0].store
    while not net.finished():
        round_ = _round_of(net)
        if round_ > at:
            at, store = round_, copied(net.nodes[0].store)
        assert net.step(), "the game does not come to its end"
    assert at == rounds, "the game ended before its last round"
    session = net.session(0)
    record = record_of(net.charter, session.log, session.replica.engine).encode()
    return Played(len(session.log.order), record, store, net.charter)


def _round_of(net: SimNet) -> int:
    waiting = net.session(0).replica.engine.waiting
    return waiting.round if isinstance(waiting, Battle) else 0


# What is measured, each in a process of its own


def measured(what: str, path: Path) -> dict[str, float]:
    """Do one of `TASKS` with a file; gives what it took."""
    before = multiplication()
    begin = process_time()
    TASKS[what](path)
    taken = process_time() - begin
    unit = (before + multiplication()) / 2
    return {"seconds": taken, "multiplications": taken / unit}


def _verify(path: Path) -> None:
    report = verify(path.read_bytes())
    assert report.failure is None, report.verdict()


def _restart(path: Path) -> None:
    with Store.open(path) as store:
        data = store.note(_CHARTER)
        assert data is not None
        charter = Charter.decode(data)
        entropy = entropy_of("bench")
        session = Session(charter, store, seat=0, sign=person(0).sign, entropy=entropy)
        assert session.knowledge().half is not None


TASKS: dict[str, Callable[[Path], None]] = {"verify": _verify, "restart": _restart}


def _apart(what: str, path: Path) -> dict[str, float]:
    command = [sys.executable, "-m", "bench.fog_records", what, str(path)]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found: dict[str, float] = json.loads(said)
    return found


# The rows


def rows(seats: int, rounds: int) -> Iterator[Row]:
    """What one game costs afterwards."""
    made = played(seats, rounds)
    name = f"fog, {seats} seats, {rounds} rounds"
    judged = (seats, rounds) == (4, 40)
    yield Row(f"{name}: messages", made.messages, "", None)
    yield Row(f"{name}: record", len(made.record) / 1e6, "MB", None)
    with tempfile.TemporaryDirectory() as folder:
        for what, path, most in _files(made, Path(folder)):
            found = _apart("restart" if what == "restart" else "verify", path)
            target = most if judged else None
            yield Row(f"{name}: {what}", found["multiplications"], "mult", target)
            yield Row(f"{name}: {what}", found["seconds"], "s", None)


def _files(made: Played, folder: Path) -> Iterator[tuple[str, Path, float | None]]:
    """What is done with which file, and its target."""
    whole, bare, store = folder / "whole", folder / "bare", folder / "table.db"
    whole.write_bytes(made.record)
    bare.write_bytes(replace(Record.decode(made.record), entries=()).encode())
    notes = {**made.store.notes(), _CHARTER: made.charter.encode()}
    with Store.create(store, notes) as kept:
        kept.commit(made.store.messages())
    yield "verify by seeds", whole, SLOWEST_VERIFY
    yield "verify without seeds", bare, SLOWEST_VERIFY
    yield "restart", store, SLOWEST_RESTART


def main(arguments: list[str]) -> None:
    """Print the rows of the games that are named, or of `GAMES`."""
    if arguments and arguments[0] in TASKS:
        print(json.dumps(measured(arguments[0], Path(arguments[1]))))
        return
    numbers = [int(word) for word in arguments]
    remember.install()
    for seats, rounds in zip(numbers[::2], numbers[1::2], strict=True) if numbers else GAMES:
        for row in rows(seats, rounds):
            print(line(row, judge(row, 0)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
