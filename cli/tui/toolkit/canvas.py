"""A grid of cells to paint on, and what a click in it means. Pure.

Painting outside the grid or outside the given room is cut off, so no text and no size of a window
can break the picture. Held by tests/cli/tui/toolkit/test_parts.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cli.tui.toolkit.cells import clip, shown, width

ASCII: Mapping[int, str] = str.maketrans(
    {
        "─": "-", "│": "|", "┌": "+", "┐": "+", "└": "+", "┘": "+", "├": "+", "┤": "+",
        "═": "=", "║": "|", "╔": "+", "╗": "+", "╚": "+", "╝": "+", "╌": "-", "┆": "|",
        "█": "#", "▀": "#", "▄": "#", "░": ".", "●": "o", "○": ".", "◆": "*", "▸": "=",
        "▾": "v", "▴": "^", "‹": "<", "›": ">",
        "✓": "v", "✗": "x", "…": "~", "·": "-", "–": "-", "—": "-", "×": "x", "’": "'", "‘": "'",
        "“": '"', "”": '"', "\ufffd": "?", "→": ">", "←": "<", "↑": "^", "↓": "v",
        "♥": " ", "♦": " ", "♣": " ", "♠": " ",
    }
)  # fmt: skip
"""One sign for one sign: the ASCII glyph set is this table, applied to what we draw ourselves."""
MARKS = 3
"""Accents that one cell may carry."""


@dataclass(frozen=True, slots=True)
class Rect:
    """A part of the grid."""

    x: int
    y: int
    width: int
    height: int

    @property
    def inner(self) -> Rect:
        """What a frame around it leaves, with a blank left and right."""
        return Rect(self.x + 2, self.y + 1, max(0, self.width - 4), max(0, self.height - 2))

    @property
    def right(self) -> int:
        """The first column behind it."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The first row below it."""
        return self.y + self.height

    def row(self, number: int) -> Rect:
        """One of its rows."""
        return Rect(self.x, self.y + number, self.width, 1)

    def below(self, rows: int) -> Rect:
        """What is left under its first rows."""
        return Rect(self.x, self.y + rows, self.width, max(0, self.height - rows))

    def holds(self, x: int, y: int) -> bool:
        """Whether a cell lies in it."""
        return self.x <= x < self.right and self.y <= y < self.bottom


@dataclass(frozen=True, slots=True)
class Target:
    """What lies under the mouse or the cursor: a panel, and the number of a thing in it."""

    panel: str
    index: int = -1
    word: str = ""


@dataclass(frozen=True, slots=True)
class Spot:
    """A part of the grid that means something."""

    rect: Rect
    target: Target


# D-17: a picture is a function of state and size, so every screen is tested as text.
class Canvas:
    """The picture of one moment."""

    def __init__(self, width: int, height: int, *, ascii_only: bool = False) -> None:
        self.width = width
        self.height = height
        self.cells = [[" "] * width for _ in range(height)]
        self.styles = [[""] * width for _ in range(height)]
        self.spots: list[Spot] = []
        self.below: list[Spot] = []
        """The spots of the screen under a window."""
        self.cursor: tuple[int, int] | None = None
        self._ascii = ascii_only

    @property
    def all(self) -> Rect:
        """The whole grid."""
        return Rect(0, 0, self.width, self.height)

    def put(self, x: int, y: int, text: str, style: str = "", room: int | None = None) -> int:
        """Write a text in one row, in at most `room` cells; gives the column behind it."""
        if not 0 <= y < self.height:
            return x
        room = self.width - x if room is None else min(room, self.width - x)
        text = clip(shown(text), room)
        if self._ascii and not text.isascii():
            text = text.translate(ASCII)
        cells = self.cells[y]
        for char in text:
            size = 1 if char < "\x7f" else width(char)
            if size == 0:
                if x > 0 and len(cells[x - 1]) <= MARKS:
                    cells[x - 1] += char
                continue
            if x >= 0:
                self._set(x, y, char, style)
                if size == 2:
                    self._set(x + 1, y, "", style)
            x += size
        return x

    def _set(self, x: int, y: int, char: str, style: str) -> None:
        """Fill one cell; half of a wide character that is covered takes the other half along."""
        cells = self.cells[y]
        if char and not cells[x] and x:
            cells[x - 1] = " "
        if x + 1 < self.width and not cells[x + 1]:
            cells[x + 1] = " "
        cells[x] = char
        self.styles[y][x] = style

    def right(self, rect: Rect, row: int, text: str, style: str = "") -> None:
        """Write a text at the right end of a row."""
        cut = clip(text, rect.width)
        self.put(rect.right - width(cut), rect.y + row, cut, style)

    def lines(self, rect: Rect, lines: list[str], style: str = "") -> int:
        """Write lines one under the other as far as there is room; gives how many."""
        for row, line in enumerate(lines[: rect.height]):
            self.put(rect.x, rect.y + row, line, style, rect.width)
        return min(len(lines), rect.height)

    def fill(self, rect: Rect, style: str, char: str = " ") -> None:
        """Give a part of the grid one character and one style."""
        for y in range(max(0, rect.y), min(self.height, rect.bottom)):
            for x in range(max(0, rect.x), min(self.width, rect.right)):
                self._set(x, y, char, style)

    def paint(self, rect: Rect, style: str) -> None:
        """Add a style to what is there."""
        for y in range(max(0, rect.y), min(self.height, rect.bottom)):
            row = self.styles[y]
            for x in range(max(0, rect.x), min(self.width, rect.right)):
                row[x] = f"{row[x]} {style}" if row[x] else style

    def box(
        self, rect: Rect, title: str = "", style: str = "frame", *, clear: bool = False
    ) -> Rect:
        """Draw a frame with a title; gives the room inside."""
        if rect.width < 2 or rect.height < 2:
            return Rect(rect.x, rect.y, 0, 0)
        if clear:
            self.fill(rect, "")
        self.put(rect.x, rect.y, "┌" + "─" * (rect.width - 2) + "┐", style)
        for y in range(rect.y + 1, rect.bottom - 1):
            self.put(rect.x, y, "│", style)
            self.put(rect.right - 1, y, "│", style)
        self.put(rect.x, rect.bottom - 1, "└" + "─" * (rect.width - 2) + "┘", style)
        if title and rect.width > 6:
            self.put(rect.x + 1, rect.y, f" {clip(title, rect.width - 4)} ", f"{style} title")
        return rect.inner

    def spot(self, rect: Rect, target: Target) -> None:
        """Say what a click there means. Later spots lie above earlier ones."""
        self.spots.append(Spot(rect, target))

    def at(self, x: int, y: int) -> Target | None:
        """What lies at a cell."""
        for spot in reversed(self.spots):
            if spot.rect.holds(x, y):
                return spot.target
        return None

    def find(self, target: Target) -> Rect | None:
        """Where something lies."""
        for spot in reversed(self.spots):
            if spot.target == target:
                return spot.rect
        return None

    def text(self) -> list[str]:
        """The picture as plain lines."""
        return ["".join(row).rstrip() for row in self.cells]
