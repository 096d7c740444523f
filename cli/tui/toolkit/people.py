"""Players in their colours wherever a text names them: a last pass over a painted picture. Pure.

Texts of games are wrapped and cut before they are painted, so names are found in the picture, as
whole words. Colour only repeats what the name says; what is picked, dimmed or framed stays as it
is. Held by tests/cli/tui/toolkit/test_people.py.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from cli.tui.toolkit.canvas import Canvas, Rect
from cli.tui.toolkit.theme import seat_style

PLAIN = ("", "bold", "danger", "draft", "good")
"""The styles of running text; the cursor may lie on it."""
CURSOR = " cursor"


def colour_people(canvas: Canvas, rect: Rect, names: Sequence[str]) -> None:
    """Give every name of a player in a part of the picture the colour of its seat."""
    # D-118: names are found in the finished picture. Reversed: of two equal names the first counts.
    seats = {name: seat for seat, name in reversed(list(enumerate(names))) if name.strip()}
    if not seats:
        return
    # Otherwise "Ana" would be coloured in "Ana Maria".
    longest_first = sorted(map(re.escape, seats), key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(longest_first)})(?!\w)")
    for y in range(max(0, rect.y), min(canvas.height, rect.bottom)):
        _row(canvas, y, rect, pattern, seats)


def _row(
    canvas: Canvas, y: int, rect: Rect, pattern: re.Pattern[str], seats: dict[str, int]
) -> None:
    text, places = "", []
    for x in range(max(0, rect.x), min(canvas.width, rect.right)):
        cell = canvas.cells[y][x]
        text += cell
        places += [x] * len(cell)
    styles = canvas.styles[y]
    for found in pattern.finditer(text):
        drawn = f"{seat_style(seats[found[0]])} bold"
        end = places[found.end() - 1] + 1
        end += end < canvas.width and not canvas.cells[y][end]  # the second half of a wide sign
        for x in range(places[found.start()], end):
            plain, cursor = styles[x].removesuffix(CURSOR), styles[x].endswith(CURSOR)
            if plain in PLAIN or styles[x] == CURSOR.strip():
                styles[x] = f"{drawn}{CURSOR if cursor or styles[x] == CURSOR.strip() else ''}"
