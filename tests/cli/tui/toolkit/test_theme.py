"""Themes at every number of colours: every style resolves, seats differ, everything can be read."""

from __future__ import annotations

from functools import cache

import pytest
from prompt_toolkit.styles import Style, default_ui_style, merge_styles

from cli.tui.screens.replay import ReplayScreen
from cli.tui.toolkit.ansi import ANSI
from cli.tui.toolkit.depth import Depth, Terminal, terminal_of
from cli.tui.toolkit.settings import CHOICES, Settings
from cli.tui.toolkit.theme import AUTO, THEMES, depth_for, look, seat_style, theme_for
from cli.tui.toolkit.ui import Ui
from tests.cli.tui import stages
from tests.cli.tui.house import Stage
from tests.cli.tui.looks import PALETTES, contrast, look_of
from tests.cli.tui.replays import replayed

COLOURED = [name for name in THEMES if name != "mono"]
COLOURS = [Depth.TRUE, Depth.INDEXED, Depth.ANSI]
SEATS = [seat_style(seat) for seat in range(6)]
SUITS = ("heart", "diamond", "club", "spade")
PLAIN = {"bold", "own", "title", "cursor", "under", "picked", "key"}
"""Shapes without a colour of their own in some theme."""


def stepping(stage: Stage) -> None:
    screen = ReplayScreen(stage.ui, replayed(), "game.crownless", step=None)
    stage.show(screen)
    stage.press("s", *["right"] * 6)


@cache
def styles_in_use() -> frozenset[str]:
    """Every style that a cell with something in it has on the screens that the tests see."""
    found: set[str] = set()
    for prepare in (*stages.STATES.values(), stages.king, stages.king_window,
                    stages.start, stepping):  # fmt: skip
        for size in ("small", "wide"):
            stage = Stage(size)
            prepare(stage)
            canvas = stage.picture()
            for cells, styles in zip(canvas.cells, canvas.styles, strict=True):
                found |= {style for cell, style in zip(cells, styles, strict=True) if cell.strip()}
    return frozenset(found | {"danger", "good", "draft", "picked", *SEATS, *SUITS})


@pytest.mark.parametrize("depth", Depth)
@pytest.mark.parametrize("theme", THEMES)
def test_every_style_in_use_resolves(theme: str, depth: Depth) -> None:
    styles = look(theme, depth)
    assert Style([(name or "base", shown) for name, shown in styles.items()]).style_rules
    used = {word for style in styles_in_use() for word in style.split()}
    known = set(styles) | (
        PLAIN | {"frame", "dim", *SEATS, *SUITS} if styles is THEMES["mono"] else set()
    )
    assert used <= known


def test_the_ansi_palettes_name_the_same_styles_as_the_others() -> None:
    assert set(ANSI) == set(COLOURED)
    for name, theme in ANSI.items():
        assert set(theme) == set(THEMES[name])
        assert not any("#" in shown for shown in theme.values())


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("depth", COLOURS)
@pytest.mark.parametrize("theme", COLOURED)
def test_seats_differ(theme: str, depth: Depth, palette: str) -> None:
    looks = [look_of(theme, seat, depth, palette) for seat in SEATS]
    seen = {(one.text, one.ground, one.under) for one in looks}
    assert len(seen) == len(SEATS)


def min_cards(theme: str, depth: Depth, palette: str, style: str) -> float:
    """How much contrast a style needs: 4.5 for text, 7 in high contrast, less for what is no text.

    With 16 colours the terminal has the last word on what they are; on the palettes of today no
    more than 3 can be had for every one of them, and 4.5 on that of xterm for all but dim text.
    """
    if style == "frame":
        return 1.0
    if depth is Depth.ANSI:
        if palette == "xterm" and "dim" not in style:
            return 4.5
        return 3.0
    return 7.0 if theme == "contrast" else 4.5


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("depth", COLOURS)
@pytest.mark.parametrize("theme", COLOURED)
def test_everything_can_be_read(theme: str, depth: Depth, palette: str) -> None:
    low = []
    for style in styles_in_use():
        shown = look_of(theme, style, depth, palette)
        found = contrast(shown.text, shown.ground)
        if found < min_cards(theme, depth, palette, style):
            low.append((style, round(found, 2)))
    assert not low


@pytest.mark.parametrize("theme", ANSI)
def test_no_plain_colour_is_bold_where_there_are_16(theme: str) -> None:
    """Many terminals show bold in one of the eight plain colours as the bright one; only for grey
    that is one step towards white."""
    styles = look(theme, Depth.ANSI)
    drawn = Style([(name or "base", shown) for name, shown in styles.items()])
    known = merge_styles([default_ui_style(), drawn])
    for style in styles_in_use():
        classes = " ".join(f"class:{name}" for name in ("base", *style.split()))
        attributes = known.get_attrs_for_style_str(classes)
        if attributes.bold:
            allowed = ("ansibright", "ansiwhite", "ansigray")
            assert (attributes.color or "").startswith(allowed), style


@pytest.mark.parametrize(
    ("environment", "depth"),
    [
        ({}, Depth.INDEXED),
        ({"TERM": "xterm"}, Depth.INDEXED),
        ({"TERM": "xterm-256color"}, Depth.INDEXED),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, Depth.TRUE),
        ({"TERM": "xterm-direct"}, Depth.TRUE),
        ({"TERM": "xterm-16color"}, Depth.ANSI),
        ({"TERM": "xterm-16color", "COLORTERM": "truecolor"}, Depth.ANSI),
        ({"TERM": "xterm-color"}, Depth.ANSI),
        ({"TERM": "linux"}, Depth.ANSI),
        ({"TERM": "linux-16color"}, Depth.ANSI),
        ({"TERM": "vt100"}, Depth.NONE),
        ({"TERM": "xterm-mono"}, Depth.NONE),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, Depth.NONE),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, Depth.INDEXED),
    ],
)
def test_the_terminal_says_how_many_colours_it_has(
    environment: dict[str, str], depth: Depth
) -> None:
    assert terminal_of(environment).depth is depth


@pytest.mark.parametrize(
    ("ground", "light"),
    [("0;15", True), ("15;0", False), ("0;default;7", True), ("nonsense", False)],
)
def test_a_light_terminal_gets_the_light_theme(ground: str, light: bool) -> None:
    terminal = terminal_of({"COLORFGBG": ground})
    assert theme_for(AUTO, terminal) == ("light" if light else "dark")
    assert theme_for("contrast", terminal) == "contrast"


def test_no_colours_go_before_every_setting() -> None:
    terminal = terminal_of({"NO_COLOR": "1", "TERM": "xterm-256color"})
    assert theme_for("dark", terminal) == "mono"
    assert depth_for("true", terminal) is Depth.NONE
    assert depth_for("16", Terminal(Depth.TRUE)) is Depth.ANSI
    assert depth_for(AUTO, Terminal(Depth.TRUE)) is Depth.TRUE


def test_the_settings_offer_them_all() -> None:
    assert tuple(CHOICES["theme"]) == (AUTO, *THEMES)
    assert tuple(CHOICES["depth"]) == (AUTO, "16", "256", "true")


@pytest.mark.parametrize(
    ("settings", "terminal", "lettered"),
    [
        (Settings(), Terminal(Depth.TRUE), False),
        (Settings(), Terminal(Depth.NONE), True),
        (Settings(theme="mono"), Terminal(Depth.TRUE), True),
        (Settings(glyphs="ascii"), Terminal(Depth.TRUE), True),
    ],
)
def test_names_carry_letters_where_no_colour_tells_people_apart(
    settings: Settings, terminal: Terminal, lettered: bool
) -> None:
    assert Ui(settings, terminal=terminal).lettered is lettered
