"""Counts in words."""

from __future__ import annotations

from cli.model.history import score_line
from p2p.client.tables.history import Score


def test_counts_are_said_by_game_and_by_company() -> None:
    rows = [
        Score("king", None, 3, 1),
        Score("king", ("Ben",), 2, 1),
        Score("king", (), 1, 0),
        Score("", ("Ben", "Cy"), 1, 0),
        Score("", (), 2, 2),
    ]
    assert [score_line(row) for row in rows] == [
        "Soon I Will Be King!: 3 games, you won 1",
        "  Soon I Will Be King with Ben: 2 games, you won 1",
        "  Soon I Will Be King with bots only: 1 game, you won 0",
        "With Ben and Cy: 1 game, you won 0",
        "With bots only: 2 games, you won 2",
    ]
