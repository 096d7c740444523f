"""How near everybody is to winning, fitted into a few rows of which nothing is cut off. Pure.

The rules compute it (`View.standing`). Held by tests/cli/tui/table/test_standing.py and the golden
screens.
"""

from __future__ import annotations

from collections.abc import Sequence

from cli.model.table_text import Names
from cli.tui.toolkit.cells import wrap
from games.engine.view import Standing


def standing_rows(standing: Sequence[Standing], names: Names, size: int, most: int) -> list[str]:
    """It in at most `most` rows of `size` cells.

    In one row if short forms, of the least important first, make that possible; else in whole
    sentences, else in short ones. What has no room even so is left out whole.
    """
    whole = [names.put_into(one.text) for one in standing]
    brief = [names.put_into(one.brief) for one in standing]
    mixed = [whole[:kept] + brief[kept:] for kept in range(len(standing), -1, -1)]
    for texts, rows in (*((texts, 1) for texts in mixed), *((texts, most) for texts in mixed)):
        lines = _rows(texts, size)
        if len(lines) <= rows:
            return lines
    # D-85: the least important is left out whole; a sentence that is cut says something else.
    while len(brief) > 1 and len(_rows(brief, size)) > most:
        brief.pop()
    return _rows(brief, size)


def _rows(texts: Sequence[str], size: int) -> list[str]:
    return wrap(" ".join(texts), size) if texts else []
