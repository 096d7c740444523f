"""Lines out, at once, and what happens when nobody reads them."""

from __future__ import annotations

import os
import sys

import pytest

from cli.console.stdout import OutputClosed, say
from p2p.errors import LocalError


def test_an_output_that_nobody_reads_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as out:
        monkeypatch.setattr(sys, "stdout", out)
        with pytest.raises(OutputClosed):
            say("x")
        say(["nothing", "happens any more"])


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no full device")
def test_an_output_that_is_full_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with open("/dev/full", "w") as out:
        monkeypatch.setattr(sys, "stdout", out)
        with pytest.raises(LocalError, match="disk is full"):
            say("x")
        say("nothing happens any more")


def test_no_lines_write_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    say([])
    say("")
    say(["a", "b"])
    assert capsys.readouterr().out == "a\nb\n"
