"""How many colours a terminal shows and whether its ground is light, from what it says of itself.

Pure: the environment is passed in. Held by tests/cli/tui/toolkit/test_theme.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Depth(StrEnum):
    """How many colours there are."""

    NONE = "none"
    # D-23: with palettes of its own; the nearest of 16 colours may be dark blue on black.
    ANSI = "16"
    INDEXED = "256"
    TRUE = "true"


@dataclass(frozen=True, slots=True)
class Terminal:
    """What is known of a terminal."""

    depth: Depth = Depth.INDEXED
    light: bool = False
    """Whether it says that its own ground is light."""


TRUE_COLOUR = ("truecolor", "24bit")
FEW = ("linux", "ansi", "cygwin", "eterm", "cons25", "pcansi")
"""Kinds of terminals that have 16 colours at most, whatever follows their name."""
LIGHT_GROUNDS = ("7", "15")


def terminal_of(environment: Mapping[str, str]) -> Terminal:
    """What a terminal says of itself. What says nothing has 256 colours, as nearly all do today."""
    ground = environment.get("COLORFGBG", "").rpartition(";")[2]
    return Terminal(_depth(environment), ground in LIGHT_GROUNDS)


def _depth(environment: Mapping[str, str]) -> Depth:
    if environment.get("NO_COLOR"):
        return Depth.NONE
    name = environment.get("TERM", "").casefold()
    first, _, last = name.partition("-")
    if last in ("m", "mono") or first.startswith("vt"):
        return Depth.NONE
    if "256color" not in name and (first in FEW or last in ("16color", "8color", "color")):
        return Depth.ANSI
    if environment.get("COLORTERM", "").casefold() in TRUE_COLOUR or last == "direct":
        return Depth.TRUE
    return Depth.INDEXED
