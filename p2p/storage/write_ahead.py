"""A table's files as bytes: what the write-ahead file adds to the main file, and what is lost.

SQLite takes of a damaged write-ahead file what stands before the damage, and says nothing. Here it
is found out, and a table that may not be written is read without touching it. The format is that of
https://www.sqlite.org/fileformat2.html#walformat. Held by tests/p2p/storage/test_write_ahead.py.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from p2p.storage.atomic_file import reading

_HEADER, _FRAME = 32, 24
"""Bytes of the head of the file, and of the head before each page."""
_MAGIC = 0x377F0682
"""With 1 added where checksums read words with the high byte first."""
_FORMATS = slice(18, 20)
"""In the main file: whether it is written with a write-ahead file (2) or without (1)."""
_MASK = 0xFFFFFFFF


@dataclass(frozen=True, slots=True)
class WriteAhead:
    """Pages by number as the last whole commit left them, and how many the table has then.

    `lost`: whether something was committed behind that and is damaged.
    """

    pages: Mapping[int, bytes] = field(repr=False)
    size: int
    lost: bool


def read(path: Path) -> WriteAhead:
    """What stands in the write-ahead file of the table at `path`. Raises OSError."""
    try:
        with reading(path.with_name(f"{path.name}-wal")) as file:
            return parse(file.read())
    except FileNotFoundError:
        return WriteAhead({}, 0, lost=False)


def parse(data: bytes) -> WriteAhead:
    """The same, of bytes."""
    pages: dict[int, bytes] = {}
    if len(data) <= _HEADER:
        return WriteAhead(pages, 0, lost=False)  # the head is on the disk before any page
    magic, _, page, _, *salt, first, second = struct.unpack(">8I", data[:_HEADER])
    order = ">" if magic & 1 else "<"
    sums = _summed(data[: _HEADER - 8], order, (0, 0))
    if magic & ~1 != _MAGIC or sums != (first, second) or not 512 <= page <= 1 << 16:
        return WriteAhead(pages, 0, lost=True)
    size, begun, whole = 0, {}, True
    for head, body in _frames(data, page):
        number, after, *mark, first, second = struct.unpack(">6I", head)
        if mark != salt:
            whole = False  # damage, or what an earlier round has left: what follows tells
            continue
        if whole:
            sums = _summed(head[:8] + body, order, sums)
            whole = sums == (first, second)
        if whole:
            begun[number] = body
            if after:
                pages, size, begun = pages | begun, after, {}
        elif after:
            return WriteAhead(pages, size, lost=True)
    return WriteAhead(pages, size, lost=False)


def whole_table(path: Path) -> bytes:
    """The table at `path` as one database file that needs no other. Raises OSError."""
    ahead = read(path)
    with reading(path) as file:
        data = bytearray(file.read())
    if ahead.pages:
        page = len(next(iter(ahead.pages.values())))
        data = data[: ahead.size * page].ljust(ahead.size * page, b"\0")
        for number, body in ahead.pages.items():
            if number <= ahead.size:
                data[(number - 1) * page : number * page] = body
    if data:
        data[_FORMATS] = b"\1\1"
    return bytes(data)


def _frames(data: bytes, page: int) -> Iterator[tuple[bytes, bytes]]:
    for at in range(_HEADER, len(data) - _FRAME - page + 1, _FRAME + page):
        yield data[at : at + _FRAME], data[at + _FRAME : at + _FRAME + page]


def _summed(data: bytes, order: str, sums: tuple[int, int]) -> tuple[int, int]:
    """The running checksum over these bytes, a multiple of eight."""
    first, second = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & _MASK
        second = (second + odd + first) & _MASK
    return first, second
