"""Input from pipes: line by line, in order, never too much, and the end of it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.console.stdin import (
    LONGEST,
    PENDING,
    Typed,
    go_on_at_terminal,
    has_ended,
    line_typed,
    read_line,
)
from tests.cli.pipes import Pipe, open_pipe

PATIENCE = 10


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    with open_pipe() as one:
        yield one


class Reader:
    """Reads a descriptor to its end, as a table would."""

    def __init__(self, descriptor: int) -> None:
        self.bell = asyncio.Event()
        self.typed = Typed(self.bell.set, descriptor)

    async def next(self) -> str | None:
        async with asyncio.timeout(PATIENCE):
            while self.typed.first is None and not self.typed.ended:
                self.bell.clear()
                await self.bell.wait()
        return None if self.typed.ended else self.typed.take()

    async def all(self) -> list[str]:
        lines = []
        while (line := await self.next()) is not None:
            lines.append(line)
        return lines


async def test_lines_come_in_order_and_then_the_end(pipe: Pipe) -> None:
    pipe.write("eins\r\n\nzwei ü\xa0\ndrei".encode())
    pipe.end()
    reader = Reader(pipe.reading)
    assert await reader.all() == ["eins", "", "zwei ü\xa0", "drei"]
    assert reader.typed.ended


async def test_a_line_may_come_in_pieces(pipe: Pipe) -> None:
    reader = Reader(pipe.reading)
    pipe.write(b"ta")
    pipe.write(b"ble\n")
    assert await reader.next() == "table"
    assert not reader.typed.by_hand


async def test_no_text_breaks_it(pipe: Pipe) -> None:
    pipe.write(b"\xff\xfe\n" + b"x" * (LONGEST + 50) + b"\nlast\n")
    pipe.end()
    first, second, third = await Reader(pipe.reading).all()
    assert first == "\ufffd\ufffd"
    assert len(second) == LONGEST
    assert third == "last"


async def test_a_fast_writer_waits_and_nothing_is_lost(pipe: Pipe) -> None:
    count = 5 * PENDING
    pipe.write(b"".join(b"%d\n" % number for number in range(count)))
    pipe.end()
    reader = Reader(pipe.reading)
    assert await reader.next() == "0"
    assert len(reader.typed._lines) <= PENDING
    assert await reader.all() == [str(number) for number in range(1, count)]


async def test_a_closed_input_is_at_its_end(pipe: Pipe) -> None:
    pipe.close()
    assert await Reader(pipe.reading).all() == []


def test_one_line_is_read_and_the_rest_stays(pipe: Pipe) -> None:
    pipe.write(b"crown1-abc\r\n1\n")
    assert read_line(pipe.reading) == "crown1-abc"
    assert os.read(pipe.reading, 10) == b"1\n"
    pipe.end()
    assert read_line(pipe.reading) == ""


def test_the_end_of_a_pipe_is_seen_without_reading(
    pipe: Pipe,
) -> None:
    assert not has_ended(pipe.reading, grace=0.0)
    pipe.write(b"crown1-abc\n1\n")
    assert read_line(pipe.reading) == "crown1-abc"
    pipe.end()
    assert not has_ended(pipe.reading, grace=0.0)
    assert read_line(pipe.reading) == "1"
    assert has_ended(pipe.reading, grace=0.0)


def test_the_end_of_a_file_is_seen_too(tmp_path: Path) -> None:
    path = tmp_path / "invite"
    path.write_text("crown1-abc\n1\n")
    descriptor = os.open(path, os.O_RDONLY)
    assert read_line(descriptor) == "crown1-abc"
    assert not has_ended(descriptor)
    assert read_line(descriptor) == "1"
    assert has_ended(descriptor)
    os.close(descriptor)
    assert has_ended(descriptor)


def test_reading_goes_on_at_the_terminal_if_there_is_one(tmp_path: Path, pipe: Pipe) -> None:
    terminal = tmp_path / "terminal"
    assert not go_on_at_terminal(pipe.reading, path=str(terminal))
    terminal.write_text("typed\n")
    assert go_on_at_terminal(pipe.reading, path=str(terminal))
    assert read_line(pipe.reading) == "typed"


async def test_a_line_is_waited_for(pipe: Pipe) -> None:
    pipe.write(b"eins\n")
    assert await line_typed(lambda: read_line(pipe.reading)) == "eins"


def test_who_waits_for_a_line_can_leave(pipe: Pipe) -> None:
    """Before: Ctrl-C at the list of tables in line mode did nothing until Enter was pressed."""

    async def waits() -> None:
        async with asyncio.timeout(0.0):
            await line_typed(lambda: read_line(pipe.reading))

    with pytest.raises(TimeoutError):
        asyncio.run(waits())
    pipe.write(b"\n")  # lets the thread go
