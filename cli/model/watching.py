"""Who watches a table, in words. Pure. Held by tests/cli/model/test_watching.py."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cli.console.text import listed, sentence
from p2p.client.talk.watchers import SOMEBODY


def watching_line(names: Sequence[str]) -> str:
    """All who watch; empty where nobody does."""
    return f"Watching: {listed(names)}." if names else ""


def watching_news(before: Sequence[str], now: Sequence[str]) -> list[str]:
    """Who has come to watch and who has gone since before, each in a sentence."""
    came, gone = Counter(now) - Counter(before), Counter(before) - Counter(now)
    gone[SOMEBODY] = max(0, gone[SOMEBODY] - came.total())  # it has said its name since
    lines = [sentence(f"{name} watches now") for name in came.elements()]
    return lines + [sentence(f"{name} watches no more") for name in gone.elements()]
