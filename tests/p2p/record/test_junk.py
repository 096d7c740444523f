"""Files of junk: refused with little memory and in little time, however large they are."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import msgpack
import pytest

from p2p.record.record import MAGIC, MAX_MESSAGES, MAX_RECORD, Record
from p2p.record.report import VerifyExit
from p2p.record.verify import verify
from p2p.wire.message import Signed
from tests.p2p.records import record
from tests.paths import ROOT

JUDGE = """
import sys, time
from dataclasses import replace
from pathlib import Path
from bench.seat import peak_memory
from p2p.record.record_file import read_file
from p2p.record.verify import verify
start = time.monotonic()
report = verify(read_file(Path(sys.argv[1])))
print(int(report.exit), time.monotonic() - start, peak_memory())
"""
MOST_MEGABYTES = 200
MOST_SECONDS = 10


def large_charter(path: Path) -> None:
    """The largest file there may be, all of it charter."""
    head = b"\x98" + msgpack.packb(MAGIC) + b"\x02" + msgpack.packb("0.2.0") + b"\x01"
    with path.open("wb") as file:
        file.write(head + b"\xc6" + (MAX_RECORD - len(head) - 9).to_bytes(4, "big"))
        file.truncate(MAX_RECORD - 4)
        file.seek(MAX_RECORD - 4)
        file.write(b"\x90\x90\x90")


def write(path: Path, *, count: int, body: object, steps: int = 0) -> None:
    """A record with a true charter and many entries. `body` makes one of its number."""
    made = Record.decode(record(2).encode())
    assert callable(body)
    with path.open("wb") as file:
        pack = msgpack.Packer(use_bin_type=True)
        file.write(b"\x98" + pack.pack(MAGIC) + b"\x02" + pack.pack("0.2.0") + b"\x01")
        file.write(pack.pack(made.charter) + pack.pack_array_header(steps))
        for number in range(steps):
            file.write(pack.pack(b"i%d," % number * 100))
        file.write(pack.pack_array_header(count))
        for number in range(count):
            file.write(pack.pack(body(number)))
        file.write(b"\x90")


def junk(path: Path) -> None:
    write(path, count=120_000, body=lambda n: (b"%064d" % n * 24, bytes(64)))


def unsigned(path: Path) -> None:
    """Messages of this table that nobody signed."""
    first = record(2).messages[0].message
    prev = [replace(first, seq=n + 1, prev=n.to_bytes(32, "big")).encode() for n in range(2)]
    place = prev[0].index((0).to_bytes(32, "big"))
    start, end = prev[0][:place], prev[0][place + 32 :]
    write(
        path,
        count=120_000,
        body=lambda n: (start + n.to_bytes(32, "big") + end, bytes(64)),
    )


def duplicates(path: Path) -> None:
    one = record(2).messages[0]
    write(path, count=MAX_MESSAGES, body=lambda n: (one.body, one.signature))


def steps(path: Path) -> None:
    write(path, count=0, body=lambda n: n, steps=MAX_MESSAGES)


@pytest.mark.slow
@pytest.mark.parametrize("make", [large_charter, junk, unsigned, duplicates, steps])
def test_junk_costs_little(make: object, tmp_path: Path) -> None:
    path = tmp_path / "junk.crownless"
    assert callable(make)
    make(path)
    done = subprocess.run(
        [sys.executable, "-c", JUDGE, str(path)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    )
    code, seconds, megabytes = done.stdout.split()
    # Exit 4 is only for what holds: nothing here does.
    assert int(code) in (VerifyExit.FAILED, VerifyExit.UNREADABLE)
    assert float(megabytes) < MOST_MEGABYTES, f"{megabytes} MB"
    assert float(seconds) < MOST_SECONDS, f"{seconds} s"


def test_nothing_is_built_behind_a_message_that_stands_twice() -> None:
    made = record(2)
    whole = Record(
        made.charter, (*made.messages[:3], made.messages[0], *made.messages[3:]), (),
        made.release, made.rules, made.steps,
    )  # fmt: skip
    assert len(Record.decode(whole.encode()).messages) == 4
    report = verify(whole.encode())
    assert report.exit is VerifyExit.FAILED
    assert "twice" in report.verdict()


def test_nor_behind_what_is_no_message_of_the_table() -> None:
    made = record(2)
    strange = Signed(b"Dear Ada", bytes(64))
    whole = Record(
        made.charter, (*made.messages[:3], strange, *made.messages[3:]), (),
        made.release, made.rules, made.steps,
    )  # fmt: skip
    assert len(Record.decode(whole.encode()).messages) == 4
    report = verify(whole.encode())
    assert report.exit is VerifyExit.FAILED
    assert "entry 4 is no message" in report.verdict()
