"""Text measured in terminal cells: width, cutting, padding, wrapping. Pure.

Widths are those of the library that draws, so that no line is ever longer on the screen than
here. Held by tests/cli/tui/toolkit/test_parts.py.
"""

from __future__ import annotations

import re

from prompt_toolkit.utils import get_cwidth

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
MORE = "…"


def shown(text: str) -> str:
    """A text without anything that could move a cursor, turn writing round or hide.

    The last door before the screen; foreign text has been made safe before it comes here.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(char if _may_show(char) else REPLACEMENT for char in text)


def _may_show(char: str) -> bool:
    return char.isprintable() and get_cwidth(char) >= 0


def width(text: str) -> int:
    """Cells that a text takes."""
    return len(text) if text.isascii() else get_cwidth(text)


def clip(text: str, size: int) -> str:
    """The text in at most `size` cells; what is cut off ends in an ellipsis."""
    if width(text) <= size:
        return text
    if size <= 0:
        return ""
    kept, used = [], 0
    for char in text:
        used += width(char)
        if used > size - 1:
            break
        kept.append(char)
    return "".join(kept).rstrip() + MORE


_PATH = re.compile(r"(?:^| )((?:[~/]|[A-Za-z]:\\).*)$")


def clip_path(text: str, size: int) -> str:
    """The same; of a path at its end the middle goes, as its last part says which file it is."""
    found = _PATH.search(text)
    if width(text) <= size or found is None or size - found.start(1) < 16:
        return clip(text, size)
    lead, path = text[: found.start(1)], text[found.start(1) :]
    while path and width(lead) + 1 + width(path) > size:
        path = path[1:]
    return lead + MORE + path


def fit(text: str, size: int) -> str:
    """The text in exactly `size` cells."""
    cut = clip(text, size)
    return cut + " " * (size - width(cut))


def wrap(text: str, size: int, rest: str = "") -> list[str]:
    """The text as lines of at most `size` cells, the later ones led by `rest`."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        lead = rest if lines else ""
        room = max(1, size - width(lead))
        while width(word) > room:
            if line:
                lines.append(line)
                line, lead = "", rest
            head = _head(word, size - width(lead))
            lines.append(lead + head)
            word = word[len(head) :]
        if not word:
            continue
        if not line:
            line = (rest if lines else "") + word
        elif width(line) + 1 + width(word) <= size:
            line += " " + word
        else:
            lines.append(line)
            line = rest + word
    return [*lines, line] if line else lines or [""]


def sentences(text: str, size: int, rows: int) -> list[str]:
    """As many whole sentences of a text as fit into these rows of this width.

    Cut at full stops for the layout alone: nothing is read from what is left out.
    """
    said = text.split(". ")
    ends = (". ".join(said[:count]).rstrip(".") + "." for count in range(len(said), 0, -1))
    return next((lines for end in ends if len(lines := wrap(end, size)) <= rows), [])


def _head(word: str, size: int) -> str:
    """As much of a word as fits, at least one character."""
    used = 0
    for place, char in enumerate(word):
        used += width(char)
        if used > size and place:
            return word[:place]
    return word
