"""The QR code of an invite in line mode. Held by tests/cli/plain/test_qr.py."""

from __future__ import annotations

from collections.abc import Mapping

from cli.console.text import wrapped
from cli.model.qr import NO_BLOCKS, qr_code

BLACK_ON_WHITE, REVERSE, PLAIN = "\x1b[30;107m", "\x1b[7m", "\x1b[0m"
"""Select Graphic Rendition (ECMA-48, 8.3.117)."""


def qr_lines(invite: str, environment: Mapping[str, str], columns: int, encoding: str) -> list[str]:
    """The lines that draw it, or a sentence. `columns`: of the terminal, 0 where there is none.

    Black on white by the terminal's colours, or by reversing them. Where neither can be, the blocks
    are the white modules: most of such places are dark.
    """
    code = qr_code(invite)
    try:
        "▀▄█".encode(encoding)
    except (LookupError, UnicodeEncodeError):
        return wrapped(NO_BLOCKS)
    if columns and columns < code.columns:
        return wrapped(code.too_small(columns, code.rows))
    if not columns or environment.get("TERM") == "dumb":
        return code.lines(draws_white=True)
    begin = REVERSE if environment.get("NO_COLOR") else BLACK_ON_WHITE
    return [f"{begin}{line}{PLAIN}" for line in code.lines()]
