"""Counts of games won, in words. Pure. Held by tests/cli/model/test_history.py."""

from __future__ import annotations

from cli.console.text import counted, listed
from cli.model.titles import title_of
from p2p.client.history import Score


def score_line(score: Score) -> str:
    """Such as: Inheritance: 3 games, you won 2; with Ben and Cy: 1 game, you won 0."""
    company = f"with {listed(score.company)}" if score.company else "with bots only"
    of = title_of(score.game) if score.game else company
    return f"{of}: {counted(score.played, 'game')}, you won {score.won}"
