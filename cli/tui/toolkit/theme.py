"""Colours: what each kind of thing on the screen looks like, in four themes. Pure data.

Colour only repeats what a letter, a sign or a word says already. Seat colours are those of the
Okabe-Ito set, which people with any kind of colour blindness can tell apart; the light theme uses
darker shades of them. Where only 16 colours exist, `ansi` has palettes made for those.
Held by tests/cli/tui/toolkit/test_theme.py.
"""

from __future__ import annotations

from collections.abc import Mapping

from cli.tui.toolkit.ansi import ANSI
from cli.tui.toolkit.depth import Depth, Terminal

Theme = Mapping[str, str]

_SHAPES: Theme = {
    "title": "bold",
    "own": "bold",
    "bold": "bold",
    "cursor": "reverse",
    "picked": "bold",
    "key": "bold",
    "under": "underline",
}


def _theme(colours: Theme) -> Theme:
    return {**_SHAPES, **colours}


THEMES: Mapping[str, Theme] = {
    "dark": _theme(
        {
            "": "#d8d8d8 bg:#121212",
            "frame": "#828282",
            "focus": "#56b4e9",
            "dim": "#9a9a9a",
            "head": "#f0f0f0 bg:#262626",
            "hint": "#c8c8c8 bg:#262626",
            "off": "#9a9a9a",
            "key": "#f0e442 bold",
            "draft": "#f0e442 bold",
            "danger": "#ff8a3d bold",
            "good": "#3ecf9f",
            "picked": "#f0e442 bold",
            "scan": "#000000 bg:#ffffff",
            "seat0": "#56b4e9",
            "seat1": "#e69f00",
            "seat2": "#2ec79a",
            "seat3": "#df8fbb",
            "seat4": "#f0e442",
            "seat5": "#b9b9ff",
            "heart": "#ff8a9a",
            "diamond": "#f2b24a",
            "club": "#63d297",
            "spade": "#9db8ff",
        }
    ),
    "light": _theme(
        {
            "": "#1a1a1a bg:#ffffff",
            "frame": "#767676",
            "focus": "#005f9e bold",
            "dim": "#5f5f5f",
            "head": "#000000 bg:#e4e4e4",
            "hint": "#1a1a1a bg:#e4e4e4",
            "off": "#4f4f4f",
            "key": "#005f9e bold",
            "draft": "#005f9e bold",
            "danger": "#a83c00 bold",
            "good": "#006b4e bold",
            "picked": "#005f9e bold",
            "scan": "#000000 bg:#ffffff",
            "seat0": "#005f9e bold",
            "seat1": "#8a5a00 bold",
            "seat2": "#006b4e bold",
            "seat3": "#8f3f6c bold",
            "seat4": "#6b6200 bold",
            "seat5": "#4b4bb0 bold",
            "heart": "#b3123f",
            "diamond": "#8a4f00",
            "club": "#0b6b3c",
            "spade": "#23479e",
        }
    ),
    "contrast": _theme(
        {
            "": "#ffffff bg:#000000",
            "frame": "#ffffff",
            "focus": "#ffff00 bold",
            "dim": "#d0d0d0",
            "head": "#000000 bg:#ffffff bold",
            "hint": "#000000 bg:#ffffff",
            "off": "#303030",
            "key": "bold underline",
            "draft": "#ffff00 bold",
            "danger": "#ffaf5f bold underline",
            "good": "#5fffaf bold",
            "picked": "#ffff00 bold",
            "scan": "#000000 bg:#ffffff",
            "seat0": "#87d7ff bold",
            "seat1": "#ffd75f bold",
            "seat2": "#5fffaf bold",
            "seat3": "#ffafd7 bold",
            "seat4": "#ffff87 bold",
            "seat5": "#d7d7ff bold",
            "heart": "#ffb0be",
            "diamond": "#ffd890",
            "club": "#90ffc0",
            "spade": "#c0d4ff",
        }
    ),
    "mono": _theme(
        {
            "focus": "bold",
            "head": "reverse",
            "hint": "reverse",
            "off": "noreverse",
            "key": "bold underline",
            "draft": "bold",
            "danger": "bold underline",
            "good": "bold",
            "picked": "bold",
            "scan": "reverse",
        }
    ),
}
"""Each theme: a style by name; the empty name is what everything starts from."""

AUTO = "auto"
NAMES = (AUTO, *THEMES)
"""What can be chosen: one of the themes, or what suits the terminal."""
DEPTHS = (AUTO, *(depth.value for depth in Depth if depth is not Depth.NONE))


def depth_for(chosen: str, terminal: Terminal) -> Depth:
    """How many colours to use. A terminal or a person that wants none always gets none."""
    if terminal.depth is Depth.NONE or chosen == AUTO:
        return terminal.depth
    return Depth(chosen)


def theme_for(chosen: str, terminal: Terminal) -> str:
    """Which theme to use: the chosen one, else dark, or light where the terminal is light."""
    if terminal.depth is Depth.NONE:
        return "mono"
    if chosen != AUTO:
        return chosen
    return "light" if terminal.light else "dark"


def look(theme: str, depth: Depth) -> Theme:
    """The styles of a theme for so many colours."""
    if depth is Depth.NONE:
        return THEMES["mono"]
    if depth is Depth.ANSI:
        return ANSI.get(theme, THEMES[theme])
    return THEMES[theme]


def seat_style(seat: int) -> str:
    """The style of a seat's letter and name."""
    return f"seat{seat % 6}"
