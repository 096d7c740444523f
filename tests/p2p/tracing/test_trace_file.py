"""The file of a trace: for us alone, never over another file, and no disk stops a game."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

from p2p.errors import LocalError
from p2p.tracing.trace_file import FIRST_LINE, TraceFile


def test_it_is_private_and_each_line_has_its_time_and_who(tmp_path: Path) -> None:
    times = iter((10.0, 10.5, 12.25))
    trace = TraceFile(tmp_path / "t", "1.2", clock=lambda: next(times))
    trace("me")("starts", seats=2)
    trace("Old Bot")("starts")
    trace.close()
    assert stat.S_IMODE((tmp_path / "t").stat().st_mode) == 0o600
    head, about, began, *lines = (tmp_path / "t").read_text().splitlines()
    assert head == FIRST_LINE
    assert about.startswith("# crownless 1.2, protocol ")
    assert began.startswith("# 0.000000 is 20")
    assert lines == ["0.500000 me starts seats=2", "2.250000 Old-Bot starts"]


def test_a_second_start_goes_on_in_the_same_file_and_closes_it_to_others(tmp_path: Path) -> None:
    TraceFile(tmp_path / "t", "1").close()
    before = (tmp_path / "t").read_text()
    (tmp_path / "t").chmod(0o644)
    TraceFile(tmp_path / "t", "1").close()
    assert stat.S_IMODE((tmp_path / "t").stat().st_mode) == 0o600
    after = (tmp_path / "t").read_text()
    assert after.startswith(before)
    assert after.count(FIRST_LINE) == 2


def test_what_cannot_be_a_trace_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "other").write_text("dear diary")
    os.mkfifo(tmp_path / "pipe")
    for name, said in (
        ("other", "something else than a trace"),
        ("", "directory"),
        ("pipe", "no ordinary file"),
        ("missing/t", "No such file"),
    ):
        with pytest.raises(LocalError, match=said):
            TraceFile(tmp_path / name, "1")
    assert (tmp_path / "other").read_text() == "dear diary"


def test_a_full_disk_ends_the_trace_and_nothing_else(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    room = [1000]

    def write(file: int, data: bytes) -> int:
        if not room[0]:
            raise OSError(errno.ENOSPC, "No space left on device")
        fits = min(room[0], len(data), 64)  # a write may take a part
        room[0] -= fits
        return os.write(file, data[:fits])

    trace = TraceFile(tmp_path / "t", "1", write=write)
    tell = trace("me")
    for number in range(200):
        tell("step", at=number)
    assert "disk is full" in trace.stopped
    assert trace.stopped.endswith("the game goes on without it")
    assert (tmp_path / "t").stat().st_size == 1000
    assert len(caplog.records) == 1


def test_a_full_disk_at_the_start_is_said_at_once(tmp_path: Path) -> None:
    def write(file: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(LocalError, match="disk is full"):
        TraceFile(tmp_path / "t", "1", write=write)
