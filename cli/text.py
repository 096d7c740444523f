"""Plain lines of text: wrapping, counting and listing in words. Pure.

Held by tests/cli/test_text.py.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

WIDTH = 79
SLOW = 0.5
"""Seconds that work may take before it is said how far it is."""
QUARTERS = ("", "a quarter", "half", "three quarters", "all")


def wrapped(text: str, first: str = "", rest: str | None = None) -> list[str]:
    """A text as lines no wider than WIDTH, the first led by `first`, the others by `rest`."""
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=" " * len(first) if rest is None else rest,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [first.rstrip()]


def listed(words: Sequence[str], joint: str = "and") -> str:
    """Ana, Ben and Cy."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {joint} {words[-1]}"


def counted(number: int, one: str, many: str = "") -> str:
    """1 card, 2 cards."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def sentence(text: str) -> str:
    """A text that begins with a capital and ends with a stop, as people expect of a sentence."""
    stripped = text.strip()
    if not stripped:
        return ""
    end = "" if stripped[-1] in ".!?…" else "."
    return f"{stripped[0].upper()}{stripped[1:]}{end}"


def ago(seconds: float) -> str:
    """How long something has taken: 12 s, 5 min, 2 h 5 min, 3 days."""
    whole = max(0, int(seconds))
    if whole < 120:
        return f"{whole} s"
    minutes = whole // 60
    if minutes < 120:
        return f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    if hours < 48:
        return f"{hours} h {minutes} min" if minutes else f"{hours} h"
    return counted(hours // 24, "day")
