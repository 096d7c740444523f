"""The boards there are, by the kind that a game asks for, and the plain one that serves any game.

A kind is named by what it draws, never by a game: the entry of a game (`games.registry`) names the
kind that it wants. Adding one is a module beside `family` and a line in BOARDS. Held by
tests/cli/tui/boards/test_board.py and the golden screens.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from cli.model.titles import drawn_as
from cli.tui.boards import family, hexes, ladder, retinues
from cli.tui.boards.plain_board import plain_board
from cli.tui.boards.scene import Scene
from cli.tui.toolkit.canvas import Canvas, Rect
from games.engine.view import View

Painter = Callable[[Canvas, Rect, Scene], None]


@dataclass(frozen=True, slots=True)
class Board:
    """How the table of a game is drawn."""

    paint: Painter
    """The table without hands."""
    whole: Painter = plain_board
    """Everything on the table, on a screen of its own."""
    about: Painter | None = None
    """What a number is asked about, below the question."""
    seats: bool = False
    """Whether it shows the seats, and has their room."""


PLAIN = Board(plain_board)
BOARDS: Mapping[str, Board] = {
    "family": Board(family.paint),
    "hexes": Board(hexes.paint, hexes.paint_whole),
    "ladder": Board(ladder.paint, ladder.paint_whole),
    # D-86: courts and pools need the whole width.
    "retinues": Board(retinues.paint, retinues.paint_whole, about=retinues.paint_offer, seats=True),
}
"""By their kind."""


def board_of(view: View) -> Board:
    """The board that the game of a view asks for; the plain one where it asks for none."""
    return BOARDS.get(drawn_as(view.game), PLAIN)
