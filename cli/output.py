"""Standard output: plain lines, at once. It loads nothing heavy.

Held by tests/cli/test_output.py.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable


class OutputClosed(Exception):
    """Whoever read our output has gone."""


def say(lines: Iterable[str] | str) -> None:
    """Write lines, at once. Raises OutputClosed."""
    text = lines if isinstance(lines, str) else "\n".join(lines)
    if not text:
        return
    try:
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()
    except BrokenPipeError as error:
        # Else the interpreter tries to flush once more at its end and complains.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise OutputClosed from error
