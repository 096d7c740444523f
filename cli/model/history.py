"""Counts of games won, in words. Pure. Held by tests/cli/model/test_history.py."""

from __future__ import annotations

from cli.console.text import counted, listed
from cli.model.titles import title_of
from p2p.client.tables.history import Score


def score_line(score: Score) -> str:
    """Such as: Inheritance: 3 games, you won 2; below: Inheritance with Ben: 1 game, you won 0."""
    return f"{_of(score)}: {counted(score.played, 'game')}, you won {score.won}"


def _of(score: Score) -> str:
    company = score.company
    with_whom = f"with {listed(company)}" if company else "with bots only"
    if not score.game:
        return with_whom[0].upper() + with_whom[1:]
    title = title_of(score.game)
    return title if company is None else f"  {title.rstrip('!')} {with_whom}"
