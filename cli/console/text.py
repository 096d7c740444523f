"""Plain lines of text: wrapping, counting and listing in words. Pure, but for the window's width.

Held by tests/cli/console/test_text.py.
"""

from __future__ import annotations

import os
import sys
import textwrap
import time
from collections.abc import Sequence
from typing import TextIO

WIDTH = 79
"""Characters of a line where there is room: one less than 80, as some terminals break at 80."""
LEAST_WIDTH = 39
SLOW = 0.5
"""Seconds that work may take before it is said how far it is."""
SAME_DAY_SECONDS = 18 * 3600
"""A time of day that is longer ago could be taken for one to come."""
QUARTERS = ("", "a quarter", "half", "three quarters", "all")


def columns(stream: TextIO | None) -> int:
    """The columns of the terminal behind a stream; 0 where there is none."""
    try:
        if stream is not None and stream.isatty():
            return os.get_terminal_size(stream.fileno()).columns
    except (OSError, ValueError):  # a stream without a descriptor, or one that is closed
        pass
    return 0


def width(stream: TextIO | None = None) -> int:
    """How long a line may be there (standard output): WIDTH, or less in a narrower window."""
    found = columns(sys.stdout if stream is None else stream)
    return max(LEAST_WIDTH, min(WIDTH, found - 1)) if found else WIDTH


def wrapped(
    text: str, first: str = "", rest: str | None = None, most: int | None = None
) -> list[str]:
    """A text as lines no wider than `most` (else what the window has), with hanging indents.

    The first is led by `first`, the others by `rest`.
    """
    return textwrap.wrap(
        text,
        width() if most is None else most,
        initial_indent=first,
        subsequent_indent=" " * len(first) if rest is None else rest,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [first.rstrip()]


def fitted(line: str, stream: TextIO) -> list[str]:
    """One line as it fits the terminal behind a stream; for anything else as it is.

    One that holds a word wider than the window, such as an invite, stays whole: it is to be copied.
    """
    room = width(stream)
    if not columns(stream) or len(line) <= room or max(map(len, line.split()), default=0) > room:
        return [line]
    lead = line[: len(line) - len(line.lstrip())]
    return wrapped(line.strip(), lead, f"{lead}  ", room)


def listed(words: Sequence[str], joint: str = "and") -> str:
    """Ana, Ben and Cy."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {joint} {words[-1]}"


def counted(number: int, one: str, many: str = "") -> str:
    """1 card, 2 cards."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def sentence(text: str, names: Sequence[str] = ()) -> str:
    """A text that begins with a capital and ends with a stop, as people expect of a sentence.

    One of `names` at its beginning stays as it is, and so does what looks like no word at all.
    """
    begun = capital(text, names)
    return f"{begun}." if begun and begun[-1] not in ".!?…" else begun


def capital(text: str, names: Sequence[str] = ()) -> str:
    """The same without the stop, for a line that is a label."""
    stripped = text.strip()
    if not stripped:
        return ""
    kept = _is_no_word(stripped.split()[0]) or any(
        name and stripped.startswith(name) for name in names
    )
    return stripped if kept else stripped[0].upper() + stripped[1:]


def _is_no_word(text: str) -> bool:
    """Whether this is rather a path, a file, or a name with capitals of its own."""
    bare = text.rstrip(".,:;!?…)")
    return any(char in "/\\._" or char.isdigit() or char.isupper() for char in bare)


def time_of_day(seconds_ago: float) -> str:
    """When that was, by the clock of this machine: 14:02, or the day where it is long ago."""
    at = time.localtime(time.time() - seconds_ago)
    return time.strftime("%H:%M" if seconds_ago < SAME_DAY_SECONDS else "%Y-%m-%d", at)


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
