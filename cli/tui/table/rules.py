"""How a game is played, in a window. Pure. Held by tests/cli/tui/table/test_rules.py."""

from __future__ import annotations

from collections.abc import Sequence

from cli.model.rules_page import PageLine, page
from cli.model.titles import title_of
from cli.tui.toolkit.ui import Ui
from cli.tui.toolkit.windows import Row, Text
from games import registry


def rules_window(ui: Ui, game: str, lines: Sequence[PageLine] = ()) -> Text:
    """Lines of the page of a game, all of it where there are none."""
    rows = [
        Row(line.text, style="bold" if line.heading else "", indent=line.indent)
        for line in lines or page(registry.guide(game))
    ]
    return Text(ui, f"{title_of(game)}: the rules", rows)
