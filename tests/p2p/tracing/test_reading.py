"""What is read out of a trace again, and what is said of a file that is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from p2p.errors import LocalError
from p2p.tracing.reading import held, text_of, without_bytes
from p2p.tracing.trace_file import TraceFile
from p2p.wire.message import Kind, Message, Part, Signed
from simulation.network import table_of

CHARTER = table_of(2, game="inheritance").charter


def message() -> Signed:
    part = Part(3, Kind.ANSWER, 1)
    body = Message(CHARTER.table, 0, 4, bytes(32), (None, None), 3, bytes(32), (part,)).encode()
    return Signed(body, bytes(64))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A trace with a charter, a message and something else."""
    file = TraceFile(tmp_path / "t", "1")
    file("me")("charter", charter=CHARTER)
    file("me")("good", message=message())
    file.close()
    return tmp_path / "t"


def test_charters_and_messages_come_out_as_they_went_in(path: Path) -> None:
    charter, signed = held(text_of(path))
    assert (charter.number, charter.what) == (4, CHARTER)
    assert (signed.number, signed.what) == (5, message())
    assert isinstance(signed.what, Signed)
    assert signed.what.signature == bytes(64)


def test_what_stands_before_a_cut_line_is_given_first(path: Path) -> None:
    lines = text_of(path).splitlines(keepends=True)
    found = held("".join(lines[:4]) + lines[4][:80])
    assert next(found).what == CHARTER
    with pytest.raises(LocalError, match="line 5, the last of the trace, is cut"):
        next(found)


def test_a_line_that_was_cut_by_a_kill_is_passed_over_in_a_trace_that_went_on(path: Path) -> None:
    before, message_at = path.read_bytes(), path.read_bytes().index(b" message ")
    path.write_bytes(before[: message_at + 90])
    file = TraceFile(path, "1")
    file("me")("good", message=message())
    file.close()
    charter, signed = held(text_of(path))
    assert (charter.what, signed.what) == (CHARTER, message())
    assert signed.number == 9


def test_a_file_that_is_no_trace_gets_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("hello")
    for name, said in (("x", "is no trace"), ("y", "there is no file"), ("", "folder")):
        with pytest.raises(LocalError, match=said):
            text_of(tmp_path / name)


def test_bytes_are_counted_and_taken_out() -> None:
    assert without_bytes("1 me good message=1:4") == "1 me good message=1:4"
    assert without_bytes("1 me message 1:4 bytes=AAAA") == "1 me message 1:4 bytes=(3)"
