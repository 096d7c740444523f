"""A trace read again: its lines, and the charters and messages whose bytes they hold.

Held by tests/p2p/tracing/test_reading.py.
"""

from __future__ import annotations

from base64 import b64decode
from binascii import Error as BinasciiError
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from p2p.errors import CodecError, LocalError, TableMismatch
from p2p.storage import atomic_file
from p2p.tracing.trace_file import FIRST_LINE
from p2p.wire import codec
from p2p.wire.charter import Charter
from p2p.wire.message import Signed

MAX_TRACE = 1 << 28
"""Bytes of a trace that is read, far above what an evening leaves."""
_BYTES = " bytes="


@dataclass(frozen=True, slots=True)
class Held:
    """What a line of a trace holds whole. `number` counts lines from 1."""

    number: int
    what: Charter | Signed


def text_of(path: Path) -> str:
    """The text of a trace. Raises LocalError for a file that is none, or cannot be read."""
    data = atomic_file.read(path, MAX_TRACE)
    if data is None:
        raise LocalError(f"there is no file {path}")
    if not data.startswith(FIRST_LINE.encode()):
        raise LocalError(f"{path} is no trace of Crownless")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise LocalError(f"{path} is no trace of Crownless: it is not text") from error


def held(text: str) -> Iterator[Held]:
    """The charters and messages in a trace, in its order.

    Raises LocalError at a line that is cut or damaged, once all before it were given; one that was
    cut by the end of a process, after which another has gone on, is passed over.
    """
    lines = text.splitlines(keepends=True)
    for number, line in enumerate(lines, 1):
        if not line.endswith("\n"):
            raise LocalError(f"line {number}, the last of the trace, is cut in its middle")
        words = line.split(" ", 3)
        if line.startswith("#") or len(words) < 4 or words[2] not in ("message", "charter"):
            continue
        data = line.rstrip("\n").rpartition(_BYTES)[2]
        try:
            yield Held(number, _read(words[2], b64decode(data, validate=True)))
        except (BinasciiError, CodecError, TableMismatch) as error:
            if lines[number : number + 1] == [f"{FIRST_LINE}\n"]:
                continue
            raise LocalError(f"line {number} of the trace is damaged") from error


def _read(kind: str, data: bytes) -> Charter | Signed:
    """Raises CodecError and TableMismatch."""
    if kind == "charter":
        return Charter.decode(data)
    return Signed.from_wire(codec.decode(data, limit=2 * codec.MAX_MESSAGE))


def without_bytes(line: str) -> str:
    """A line as it is shown to somebody else: how many bytes there were, and none of them."""
    before, found, data = line.partition(_BYTES)
    return f"{before} bytes=({len(data) * 3 // 4})" if found else line
