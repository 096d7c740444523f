"""Standard output: plain lines, at once. It loads nothing heavy.

Held by tests/cli/console/test_stdout.py.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

from cli.console.text import fitted
from p2p.disk_errors import not_written
from p2p.errors import LocalError


class OutputClosed(Exception):
    """Whoever read our output has gone."""


def say(lines: Iterable[str] | str, *, fit: bool = True) -> None:
    """Write lines, at once. With `fit` no word is broken by a terminal.

    Raises OutputClosed, and LocalError where the output goes into a file that cannot grow.
    """
    text = lines if isinstance(lines, str) else "\n".join(lines)
    if not text:
        return
    if fit:
        text = "\n".join(part for line in text.split("\n") for part in fitted(line, sys.stdout))
    try:
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()
    except BrokenPipeError as error:
        _write_no_more()
        raise OutputClosed from error
    except OSError as error:
        _write_no_more()
        raise LocalError(not_written("the output", error)) from error


def _write_no_more() -> None:
    """Else the interpreter tries to flush once more at its end and complains."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
