"""Whether the full screen can be shown here. It loads nothing heavy."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

LEAST_WIDTH = 80
LEAST_HEIGHT = 24


def fits_terminal(environment: Mapping[str, str]) -> bool:
    """Whether the full screen can be shown here: a terminal both ways, large and able enough."""
    if environment.get("TERM") == "dumb":
        return False
    try:
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            return False
        size = os.get_terminal_size(sys.stdout.fileno())
    except (OSError, ValueError):
        return False
    return size.columns >= LEAST_WIDTH and size.lines >= LEAST_HEIGHT
