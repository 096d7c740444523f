"""The same four themes where a terminal has only 16 colours. Pure data.

Which shades those 16 are is up to the terminal, so only pairs are used here that can be read with
the palettes in wide use. Of the eight plain colours none is ever bold: many terminals show that as
the bright one. Two kinds of thing that share a colour differ by an underline or a ground.
Held by tests/cli/tui/toolkit/test_theme.py.
"""

from __future__ import annotations

from collections.abc import Mapping

_DARK = {
    "": "ansiwhite bg:ansiblack",
    "title": "bold",
    "own": "bold",
    "bold": "bold",
    "cursor": "reverse",
    "under": "underline",
    "frame": "ansigray",
    "focus": "ansibrightcyan bold",
    "dim": "ansigray",
    "head": "reverse",
    "hint": "ansigray",
    "off": "ansigray",
    "key": "ansibrightyellow bold",
    "draft": "ansibrightyellow bold",
    "danger": "ansibrightred bold",
    "good": "ansibrightgreen",
    "picked": "ansibrightyellow bold",
    "scan": "ansiblack bg:ansiwhite",
    "seat0": "ansibrightcyan",
    "seat1": "ansibrightyellow",
    "seat2": "ansibrightgreen",
    "seat3": "ansibrightmagenta",
    "seat4": "ansiwhite underline",
    "seat5": "ansibrightcyan underline",
    "heart": "ansibrightred",
    "diamond": "ansibrightyellow",
    "club": "ansibrightgreen",
    "spade": "ansibrightcyan",
}
_LIGHT = {
    "": "ansiblack bg:ansiwhite",
    "title": "nobold",
    "own": "nobold underline",
    "bold": "nobold underline",
    "cursor": "reverse",
    "under": "underline",
    "frame": "ansiblack",
    "focus": "ansiblue",
    "dim": "ansibrightblack",
    "head": "reverse",
    "hint": "",
    "off": "",
    "key": "ansiblue underline",
    "draft": "ansiblue",
    "danger": "ansired underline",
    "good": "ansiblue",
    "picked": "ansiblue underline",
    "scan": "ansiblack bg:ansiwhite",
    "seat0": "ansiblue",
    "seat1": "ansired",
    "seat2": "ansiblack bg:ansibrightgreen",
    "seat3": "ansimagenta",
    "seat4": "ansiblack bg:ansibrightyellow",
    "seat5": "ansiblack bg:ansibrightcyan",
    "heart": "ansired",
    "diamond": "ansimagenta",
    "club": "ansiblack",
    "spade": "ansiblue",
}
_CONTRAST = {
    **_DARK,
    "frame": "ansiwhite",
    "focus": "ansibrightyellow bold",
    "dim": "ansiwhite",
    "hint": "ansiblack bg:ansiwhite",
    "off": "ansiblack",
    "key": "underline",
    "danger": "ansiwhite bold underline",
    "good": "ansibrightgreen bold",
    "seat0": "ansibrightcyan bold",
    "seat1": "ansibrightyellow reverse",
    "seat2": "ansibrightgreen bold",
    "seat3": "ansiwhite reverse",
    "seat4": "ansibrightyellow bold",
    "seat5": "ansibrightcyan reverse",
}
ANSI: Mapping[str, Mapping[str, str]] = {"dark": _DARK, "light": _LIGHT, "contrast": _CONTRAST}
"""By the name of the theme; mono has no colours to begin with."""
