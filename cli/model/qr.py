"""A text as a QR code (ISO/IEC 18004) in the cells of a terminal, two modules in each. Pure.

Held by tests/cli/model/test_qr.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import segno

QUIET = 4
"""Modules of white on every side, as the standard asks for."""
# By the upper and the lower module of a cell, dark or not.
_DARK = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
_LIGHT = {key: _DARK[(not key[0], not key[1])] for key in _DARK}
SHOW_DARK, SHOW_WHITE = _DARK, _LIGHT
NO_BLOCKS = (
    "A QR code cannot be drawn with plain ASCII signs; the settings can switch to line drawing."
)


@dataclass(frozen=True, slots=True)
class QrCode:
    """The modules of a code with their quiet zone; True is dark."""

    modules: tuple[tuple[bool, ...], ...]

    @property
    def columns(self) -> int:
        """Cells of a row."""
        return len(self.modules)

    @property
    def rows(self) -> int:
        """Rows of cells: half as many as there are modules, rounded up."""
        return (len(self.modules) + 1) // 2

    def lines(self, *, draws_white: bool = False) -> list[str]:
        """The code in half blocks, which stand for its dark modules or for its white ones.

        For dark modules on a light ground, or where the ground is dark and nothing can change it.
        """
        blocks = SHOW_WHITE if draws_white else SHOW_DARK
        white = (False,) * self.columns
        rows = [*self.modules, white] if self.columns % 2 else list(self.modules)
        pairs = zip(rows[::2], rows[1::2], strict=True)
        return ["".join(blocks[pair] for pair in zip(*two, strict=True)) for two in pairs]

    def too_small(self, columns: int, rows: int) -> str:
        """Why it cannot be shown in so many columns and rows; empty where it can."""
        if columns >= self.columns and rows >= self.rows:
            return ""
        return (
            f"The window is too small for the QR code, which takes {self.columns} columns and"
            f" {self.rows} rows here; make it larger, or the letters smaller."
        )


def qr_code(invite: str) -> QrCode:
    """The code of an invite as it is pasted: in capitals, which take half of the room."""
    head, _, rest = invite.upper().partition("-")
    text = f"{head}-{rest.replace('-', '')}"
    made = segno.make_qr(text, error="l", boost_error=False)
    return QrCode(tuple(tuple(bool(one) for one in row) for row in made.matrix_iter(border=QUIET)))
