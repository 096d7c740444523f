"""How a style looks on a terminal: resolved as the terminal library does, later words win."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from prompt_toolkit.output.vt100 import _256_colors

from cli.tui.toolkit.depth import Depth
from cli.tui.toolkit.theme import look

PLAIN_TEXT, PLAIN_GROUND = "#d8d8d8", "#121212"
PLAIN = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "gray")
ANSI_NAMES = (*PLAIN, "brightblack", *(f"bright{name}" for name in PLAIN[1:7]), "white")


def _palette(text: str) -> dict[str, str]:
    return {f"ansi{name}": f"#{hex}" for name, hex in zip(ANSI_NAMES, text.split(), strict=True)}


PALETTES: Mapping[str, Mapping[str, str]] = {
    "xterm": _palette(
        "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5"
        " 7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff"
    ),
    "VGA": _palette(
        "000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa"
        " 555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff"
    ),
    "Windows": _palette(
        "0c0c0c c50f1f 13a10e c19c00 0037da 881798 3a96dd cccccc"
        " 767676 e74856 16c60c f9f1a5 3b78ff b4009e 61d6d6 f2f2f2"
    ),
    "Tango": _palette(
        "2e3436 cc0000 4e9a06 c4a000 3465a4 75507b 06989a d3d7cf"
        " 555753 ef2929 8ae234 fce94f 729fcf ad7fa8 34e2e2 eeeeec"
    ),
    "PuTTY": _palette(
        "000000 bb0000 00bb00 bbbb00 0000bb bb00bb 00bbbb bbbbbb"
        " 555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff"
    ),
}
"""What the 16 colours are on terminals in wide use."""


@dataclass(frozen=True)
class Look:
    """How a run of cells is drawn."""

    text: str
    ground: str
    bold: bool
    under: bool


def look_of(theme: str, style: str, depth: Depth = Depth.TRUE, palette: str = "xterm") -> Look:
    """The look of a cell's style."""
    styles, ansi = look(theme, depth), PALETTES[palette]
    text, ground, bold, under, turned = PLAIN_TEXT, PLAIN_GROUND, False, False, False
    for name in ("", *style.split()):
        for word in styles.get(name, "").split():
            if word.startswith("bg:"):
                ground = _shown(word[3:], depth, ansi)
            elif word in ("bold", "nobold"):
                bold = word == "bold"
            elif word == "underline":
                under = True
            elif word == "reverse":
                turned = True
            else:
                text = _shown(word, depth, ansi)
    return Look(ground, text, bold, under) if turned else Look(text, ground, bold, under)


def _shown(colour: str, depth: Depth, ansi: Mapping[str, str]) -> str:
    """A colour as it comes out with so many colours."""
    if not colour.startswith("#"):
        return ansi[colour]
    if depth is not Depth.INDEXED:
        return colour
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    found = _256_colors.colors[_256_colors[(red, green, blue)]]
    return "#{:02x}{:02x}{:02x}".format(*found)


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as the web's accessibility rules define it (WCAG 2)."""
    high, low = sorted((_light(one), _light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _light(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
