"""The three strengths of bot."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from games.engine.bots import Bot
from games.inheritance.bot.gentle import Page
from games.inheritance.bot.player import Courtier
from games.inheritance.bot.strong import Regent

BOTS: Final[Mapping[str, Callable[[], Bot]]] = {
    "strong": Regent,
    "fair": Courtier,
    "gentle": Page,
}
"""By kind, the best first."""
