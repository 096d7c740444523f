"""Whether the full screen can be shown here. It loads nothing heavy."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

LEAST_WIDTH = 80
LEAST_HEIGHT = 24


def fits_terminal(environment: Mapping[str, str]) -> bool:
    """Whether the full screen can be shown here: a terminal both ways, large and able enough."""
    size = _size(environment)
    return size is not None and size[0] >= LEAST_WIDTH and size[1] >= LEAST_HEIGHT


def too_small(environment: Mapping[str, str]) -> str:
    """What to say of a terminal that would do if it were larger; empty for any other."""
    size = _size(environment)
    if size is None or fits_terminal(environment):
        return ""
    return (
        f"the screen needs {LEAST_WIDTH} columns and {LEAST_HEIGHT} rows, and this window has"
        f" {size[0]} and {size[1]}; make it larger"
    )


def _size(environment: Mapping[str, str]) -> tuple[int, int] | None:
    """Columns and rows of the terminal; None where there is none that could show a screen."""
    if environment.get("TERM") == "dumb":
        return None
    try:
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            return None
        size = os.get_terminal_size(sys.stdout.fileno())
    except (OSError, ValueError):
        return None
    return size.columns, size.lines
