"""Counts in words."""

from __future__ import annotations

from cli.model.history import score_line
from p2p.client.history import Score


def test_counts_are_said_by_game_and_by_company() -> None:
    rows = [Score("king", (), 3, 1), Score("", ("Ben", "Cy"), 1, 0), Score("", (), 2, 2)]
    assert [score_line(row) for row in rows] == [
        "Soon I Will Be King!: 3 games, you won 1",
        "with Ben and Cy: 1 game, you won 0",
        "with bots only: 2 games, you won 2",
    ]
