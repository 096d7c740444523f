"""A trace leads a stranger to where the table was: in a good game, and where somebody cheated."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from p2p.session.session import Session
from p2p.tracing.trace_file import TraceFile
from p2p.wire.message import Kind
from simulation.network import SimNet, assert_ended_well, table_of
from tests.p2p.cheater import assert_caught, table_with, tampers
from tests.p2p.retrace import main


def traced(net: SimNet, path: Path, seat: int = 0) -> TraceFile:
    """Trace what one seat of a table judges."""
    file = TraceFile(path, "1.2")
    trace = file("me")
    trace("charter", charter=net.charter)
    net.nodes[seat].make = partial(Session, trace=trace)
    return file


@pytest.fixture
def good(tmp_path: Path) -> tuple[SimNet, Path]:
    """A game to its end, and the trace of one seat."""
    net, path = table_of(2, seed=3), tmp_path / "good.trace"
    traced(net, path)
    net.start_all()
    net.run(net.finished)
    assert_ended_well(net)
    return net, path


def test_a_good_game(good: tuple[SimNet, Path], capsys: pytest.CaptureFixture[str]) -> None:
    net, path = good
    replica, log = net.session(1).replica, net.session(1).log
    assert main([str(path)]) == 0
    said = capsys.readouterr().out
    counts = ", ".join(map(str, log.counts()))
    assert f"{len(log.order)} messages good, by seat: {counts}" in said
    assert f"step {replica.step}, digest {replica.digest.hex()[:8]}" in said
    assert "over by its rules, closed by 2" in said
    assert "nothing is refused" in said


def test_a_cheat_is_refused_again_for_the_same_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    net, path = table_of(3, seed=5), tmp_path / "cheat.trace"
    traced(net, path)
    table_with(net, 1, tampers(Kind.ANSWER, lambda _: 77))
    net.start_all()
    net.run()
    fault = net.session(0).fault
    assert fault is not None
    assert_caught(net, 1, fault.charge)
    assert main([str(path)]) == 1
    said = capsys.readouterr().out
    assert f"is refused at step {fault.step}: {fault.charge}: {fault.reason}" in said
    live = [line.split(" ", 2)[2] for line in path.read_text().splitlines() if " refused " in line]
    assert live == [
        f'refused message=1:{fault.evidence[-1].message.seq} charge="{fault.charge}"'
        f' step={fault.step} reason="{fault.reason}"'
    ]


def cut(text: bytes) -> bytes:
    return text[: len(text) // 2]


def swap(text: bytes) -> bytes:
    """One character of the bytes of a message is another."""
    at = text.index(b" bytes=", text.index(b" message ")) + 60
    return text[:at] + b"!" + text[at + 1 :]


@pytest.mark.parametrize(
    ("change", "said", "goes_on"),
    [
        (cut, "is cut in its middle", True),
        (swap, "of the trace is damaged", True),
        (lambda text: b"\x00\xff" + text, "is no trace", False),
        (lambda text: text + b"\xff\xfe\n", "it is not text", False),
        (lambda text: b"", "is no trace", False),
    ],
)
def test_a_file_that_is_not_whole_gets_a_sentence(
    good: tuple[SimNet, Path],
    capsys: pytest.CaptureFixture[str],
    change: Callable[[bytes], bytes],
    said: str,
    goes_on: bool,
) -> None:
    """What stands before the damage is judged all the same."""
    _, path = good
    path.write_bytes(change(path.read_bytes()))
    assert main([str(path)]) == 2
    out, err = capsys.readouterr()
    assert said in err
    assert ("messages good" in out) is goes_on


def test_no_file_no_folder_and_no_name_get_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for arguments in ([str(tmp_path / "missing")], [str(tmp_path)], []):
        assert main(arguments) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert len(err.splitlines()) == 1
