"""Pictures of the full screen for the README, drawn from the screens that the tests see.

They are golden files: a test holds them against the screens, so they cannot show what the program
does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from html import escape
from itertools import groupby

from cli.tui.table.ending import GameOver
from cli.tui.table.screen import TableScreen
from cli.tui.table.state import TableState
from cli.tui.toolkit.canvas import Canvas
from cli.tui.toolkit.cells import width
from cli.tui.toolkit.depth import Depth
from p2p.client.play.snapshot import take
from tests.cli import fortress
from tests.cli.tui import set_tables, stages
from tests.cli.tui.house import Stage, names_of
from tests.cli.tui.looks import Look, look_of
from tests.cli.tui.replays import replayed
from tests.cli.tui.reports import report
from tests.p2p import records
from tests.paths import ROOT

FOLDER = ROOT / "docs" / "screens"
CELL, LINE, MARGIN = 8.4, 18, 12


def svg(canvas: Canvas, theme: str, title: str, depth: Depth = Depth.TRUE) -> str:
    """A picture as SVG."""
    base = look_of(theme, "", depth)
    columns, rows = canvas.width, canvas.height
    wide, high = columns * CELL + 2 * MARGIN, rows * LINE + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {high:g}" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{wide:g}" height="{high:g}" rx="8" fill="{base.ground}"/>',
        '<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14">',
    ]
    for y in range(rows):
        parts += row_of(canvas, partial(look_of, theme, depth=depth), y, base)
    return "\n".join([*parts, "</g>", "</svg>", ""])


def row_of(canvas: Canvas, look: Callable[[str], Look], y: int, base: Look) -> Iterator[str]:
    """One row of a picture."""
    cells = zip(canvas.cells[y], canvas.styles[y], strict=True)
    x = 0
    for drawn, run in groupby(cells, key=lambda cell: look(cell[1])):
        text = "".join(char for char, _ in run)
        size = width(text)
        left, top = MARGIN + x * CELL, MARGIN + y * LINE
        if drawn.ground != base.ground:
            yield (
                f'<rect x="{left:g}" y="{top:g}" width="{size * CELL:g}" height="{LINE}" '
                f'fill="{drawn.ground}"/>'
            )
        if text.strip():
            more = ' font-weight="bold"' if drawn.bold else ""
            more += ' text-decoration="underline"' if drawn.under else ""
            yield (
                f'<text x="{left:g}" y="{top + 13.5:g}" textLength="{size * CELL:g}" '
                f'xml:space="preserve" fill="{drawn.text}"{more}>{escape(text)}</text>'
            )
        x += size


def _start(stage: Stage) -> None:
    stages.start(stage)


def _over(stage: Stage) -> None:
    """A game over the simulated network: its proofs are real."""
    session = records.played(3, 6, "inheritance").session(0)
    state = TableState("Inheritance")
    state.names = names_of(3)
    stage.show(TableScreen(stage.ui, state))
    state.take(take(session), stage.now)
    stage.ui.push(GameOver(stage.ui, state))


def _replay(stage: Stage) -> None:
    from cli.tui.screens.replay import ReplayScreen
    from cli.tui.screens.start import Start

    screen = ReplayScreen(stage.ui, replayed(), "game.crownless", step=None)
    stage.show(Start(stage.ui, "Ana"), screen)
    stage.press("s", *["right"] * 6)


def _verify(stage: Stage) -> None:
    from cli.tui.screens.start import Start
    from cli.tui.screens.verify import VerifyScreen, VerifyState

    state = VerifyState("inheritance.crownless", words=("river-copper-anvil", "spill-factory-hint"))
    state.report = report()
    stage.show(Start(stage.ui, "Ana"), VerifyScreen(stage.ui, state))


def _king(stage: Stage) -> None:
    stage.sit(set_tables.king(*set_tables.ATTACK, seats=6))
    stage.press("y", "4")


def _fortress(stage: Stage) -> None:
    fortress.played(stage, 21)
    stage.press("right", "right", "g", "tab")


FEW = {"king"}
"""Those that are drawn as a terminal with 16 colours shows them."""
PICTURES: dict[str, tuple[str, str, str, Callable[[Stage], object]]] = {
    "start": ("small", "dark", "The start screen", _start),
    "table-small": ("small", "dark", "A table at 80 columns", stages.in_play),
    "table": ("wide", "dark", "A full draft and what it leads to", stages.full_draft),
    "table-light": ("wide", "light", "Choosing what a card is for", stages.options),
    "king": ("wide", "dark", "Six seats, in 16 colours", _king),
    "fortress": ("wide", "dark", "A map under fog, and orders for all Units", _fortress),
    "over": ("wide", "dark", "The end of a game", _over),
    "replay": ("wide", "dark", "Stepping through a record", _replay),
    "verify": ("wide", "dark", "A record that was verified", _verify),
}


def picture(name: str) -> str:
    """One of them, drawn anew."""
    size, theme, title, prepare = PICTURES[name]
    stage = Stage(size, theme=theme)
    prepare(stage)
    return svg(stage.picture(), theme, title, Depth.ANSI if name in FEW else Depth.TRUE)
