"""A short film of a game for the README: one SVG that moves by CSS alone, drawn from a real game.

Each row of the screen is drawn once for each time that it looks otherwise, and shown for as long as
it does. Without animations, or where somebody wants less motion, the first picture stands still.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial
from html import escape

from cli.tui.table.ending import GameOver
from cli.tui.toolkit.canvas import Canvas
from games import registry
from games.engine.choice import Answer, Choice
from games.engine.values import Seat
from p2p.client.play.snapshot import Snapshot
from tests.cli.tui.house import LocalTable, Stage
from tests.cli.tui.looks import look_of
from tests.cli.tui.pictures import CELL, LINE, MARGIN, row_of

TITLE = "A game of Inheritance against two gentle bots, from the first card to the end"
SEED = 56
ASKED, PICKED, DRAFTED, TOLD, OVER = 1.6, 1.2, 2.4, 1.5, 7.0
"""Seconds for which each kind of picture stands."""

Shot = tuple[Canvas, float]
"""A picture and for how many seconds it stands."""


class FilmTable(LocalTable):
    """A table that keeps how it looked after each line of its story."""

    def __init__(self, seed: int) -> None:
        self.moments: list[Snapshot] = []
        super().__init__("inheritance", 3, seed)

    def _choose(self, seat: Seat, choice: Choice) -> Answer:
        bot = registry.bot("inheritance", "strong" if seat == 0 else "gentle")
        return bot.choose(self.dealer.situation(seat, choice), self.below)

    def _result(self, step: object, own: object) -> object:
        if hasattr(self, "fed"):
            told = len(self.moments[-1].lines) if self.moments else 0
            if len(self.engine.table.log) > told:
                self.moments.append(self.snapshot())
        return super()._result(step, own)  # type: ignore[arg-type]


def shots(seed: int = SEED) -> Iterator[Shot]:
    """The game, one picture after the other."""
    table, stage = FilmTable(seed), Stage("small")
    screen = stage.sit(table)
    state = screen.state
    while table.prompt is not None:
        yield stage.picture(), ASKED
        answer = table.advised()
        assert isinstance(answer, Answer)
        assert state.draft is not None
        if answer.cards:
            shown = [card.id for card in screen.shown.cards()]
            stage.press(str(shown.index(answer.card) + 1))
            if not state.draft.complete:
                yield stage.picture(), PICKED
                item = next(i for i in state.draft.options if i.text == answer.option)
                stage.press(str(item.number))
            if not table.prompt.secret:
                state.foreseen = (state.draft, table.preview(state.draft.answer))
        else:
            stage.press("p")
        yield stage.picture(), DRAFTED
        state.sent()
        table.moments.clear()
        told = len(table.engine.table.log)
        table.decide(answer)
        for moment in table.moments:
            if len(moment.lines) > told:
                stage.now += 1
                stage.take(state, moment)
                yield stage.picture(), TOLD
        stage.now += 1
        stage.take(state, table.snapshot())
    stage.ui.push(GameOver(stage.ui, state))
    yield stage.picture(), OVER


def film(theme: str = "dark", pictures: Sequence[Shot] | None = None) -> str:
    """It as SVG."""
    shown = list(shots()) if pictures is None else list(pictures)
    canvas = shown[0][0]
    wide, high = canvas.width * CELL + 2 * MARGIN, canvas.height * LINE + 2 * MARGIN
    base, look = look_of(theme, ""), partial(look_of, theme)
    starts = [0.0]
    for _, seconds in shown:
        starts.append(starts[-1] + seconds)
    styles: dict[tuple[int, int], str] = {}
    rows: list[str] = []
    for y in range(canvas.height):
        for first, after in runs(shown, y):
            drawn = "".join(row_of(shown[first][0], look, y, base))
            if not drawn:
                continue
            if (first, after) == (0, len(shown)):
                rows.append(drawn)
                continue
            name = styles.setdefault((first, after), f"f{len(styles)}")
            rows.append(f'<g class="{name}">{drawn}</g>')
    total = starts[-1]
    css = [_style(name, starts[a] / total, starts[b] / total, total)
           for (a, b), name in styles.items()]  # fmt: skip
    still = "@media (prefers-reduced-motion: reduce) { g { animation: none !important; } }"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {high:g}" role="img">',
            f"<title>{escape(TITLE)}</title>",
            "<style>",
            *css,
            still,
            "</style>",
            f'<rect width="{wide:g}" height="{high:g}" rx="8" fill="{base.ground}"/>',
            '<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14">',
            *rows,
            "</g>",
            "</svg>",
            "",
        ]
    )


def runs(shown: Sequence[Shot], y: int) -> Iterator[tuple[int, int]]:
    """From which picture to which a row looks the same: it is drawn once for them (D-119)."""
    first = 0
    for number in range(1, len(shown) + 1):
        if number == len(shown) or not _same(shown[first][0], shown[number][0], y):
            yield first, number
            first = number


def _same(one: Canvas, other: Canvas, y: int) -> bool:
    return one.cells[y] == other.cells[y] and one.styles[y] == other.styles[y]


def _style(name: str, start: float, end: float, total: float) -> str:
    """A class that is visible from one part of the film to another."""
    on, off = "visibility:visible", "visibility:hidden"
    frames = [f"0%{{{on if not start else off}}}"]
    frames += [f"{100 * start:.3f}%{{{on}}}"] if start else []
    frames += [f"{100 * end:.3f}%{{{off}}}"] if end < 1 else []
    last = off if end < 1 else on
    still = on if not start else off
    return (
        f"@keyframes {name}{{{''.join(frames)}100%{{{last}}}}}"
        f".{name}{{{still};animation:{name} {total:g}s step-end infinite}}"
    )


@cache
def drawn() -> str:
    """The film of the README."""
    return film()
