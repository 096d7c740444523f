"""The board of a game: by a widget of its own, or the plain one that serves any game.

A widget is a function from a canvas, a room and a scene to nothing. Adding one is a module beside
`family` and a line in WIDGETS. Held by tests/cli/tui/test_screens.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cli.tui.boards import family, hexes, ladder, retinues
from cli.tui.boards.plain_board import plain_board
from cli.tui.boards.scene import Scene
from cli.tui.toolkit.canvas import Canvas, Rect

Widget = Callable[[Canvas, Rect, Scene], None]

WIDGETS: Mapping[str, Widget] = {
    "court": retinues.paint,
    "fortress": hexes.paint,
    "inheritance": family.paint,
    "king": ladder.paint,
}
"""By the id of the game. A game without a line here has the plain board."""
# D-86: courts and pools need the whole width.
SEATED = ("court",)
"""Games whose board shows the seats, and has their room."""


def paint_board(canvas: Canvas, rect: Rect, scene: Scene) -> None:
    """The table without hands and seats."""
    WIDGETS.get(scene.view.game, plain_board)(canvas, rect, scene)


def paint_about(canvas: Canvas, rect: Rect, scene: Scene) -> None:
    """What a number is asked about, for a board that knows that."""
    if scene.view.game == "court":
        retinues.paint_offer(canvas, rect, scene)


def paint_whole(canvas: Canvas, rect: Rect, scene: Scene) -> None:
    """Everything on the table, on a screen of its own."""
    if scene.view.game in SEATED:
        retinues.paint_whole(canvas, rect, scene)
    elif scene.view.game == "king":
        ladder.paint_whole(canvas, rect, scene)
    else:
        plain_board(canvas, rect, scene)
